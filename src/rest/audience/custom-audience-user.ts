import { postJson, type BatchOperation } from '../endpoint.ts'
import type { Row } from '../types.ts'

/** The result of an upload: the number of users that the service accepted, and the number that it received. */
export interface UserCountsRow extends Row {
  success_count?: number | null
  total_count?: number | null
}

/** The identifiers of a user: hexadecimal SHA-256 hashes of the normalized values, except `partner_user_id`. */
export interface AudienceUserParams {
  email?: readonly string[]
  device_id?: readonly string[]
  handle?: readonly string[]
  svc_id?: readonly string[]
  phone_number?: readonly string[]
  partner_user_id?: readonly string[]
}

/** Users to add or remove, and the time range for which they are added (Ads Management Interface, section 4.9). */
export interface CustomAudienceUsersParams {
  users: readonly AudienceUserParams[]
  effective_at?: string
  expires_at?: string
}

/** The limits of one call, which has a limit of 1,500 calls per minute (Ads Management Interface, section 8). */
export const MAX_USER_OPERATIONS = 2500
export const MAX_USER_BYTES = 5_000_000

export const updateCustomAudienceUsers = postJson<UserCountsRow, BatchOperation<CustomAudienceUsersParams>[]>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/users',
  { rows: [], confidential: true, ownRateLimit: true },
)
