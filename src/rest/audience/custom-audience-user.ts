import { postJson, type BatchOperation } from '../endpoint.ts'
import type { Row } from '../types.ts'

/** What an upload of users came to: how many of them were taken, and how many were read. */
export interface UserCountsRow extends Row {
  success_count?: number | null
  total_count?: number | null
}

/** One user by any of these: SHA-256 in hex of the normalized value, but for the partner's own id. */
export interface AudienceUserParams {
  email?: readonly string[]
  device_id?: readonly string[]
  handle?: readonly string[]
  svc_id?: readonly string[]
  phone_number?: readonly string[]
  partner_user_id?: readonly string[]
}

/** Users to add or to take away, and from when until when (Ads Management Interface, section 4.9). */
export interface CustomAudienceUsersParams {
  users: readonly AudienceUserParams[]
  effective_at?: string
  expires_at?: string
}

/** Operations and bytes of JSON in one call (Ads Management Interface, section 8), of which 1,500 go in a minute. */
export const MAX_USER_OPERATIONS = 2500
export const MAX_USER_BYTES = 5_000_000

export const updateCustomAudienceUsers = postJson<UserCountsRow, BatchOperation<CustomAudienceUsersParams>[]>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/users',
  { rows: [], confidential: true, ownBudget: true },
)
