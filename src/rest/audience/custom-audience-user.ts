import { postJson, type BatchOperation } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'

/** The result of an upload: the number of users that the service accepted, and the number that it received. */
export interface UserCountsRow extends RowColumns<{
  success_count: number
  total_count: number
}> {}

/**
 * The identifiers of a user: hexadecimal SHA-256 hashes of the normalized values, except `partner_user_id`. They are sent as they are:
 * only the graph hashes.
 */
export interface AudienceUserParams {
  /** Hashed email addresses. */
  email?: readonly string[]
  /** Hashed device IDs. */
  device_id?: readonly string[]
  /** Hashed handles. */
  handle?: readonly string[]
  /** Hashed user IDs of the service. */
  svc_id?: readonly string[]
  /** Hashed phone numbers, whose normalized form is that of E.164. */
  phone_number?: readonly string[]
  /** User IDs of a partner, never hashed. */
  partner_user_id?: readonly string[]
}

/** Users to add or remove, and the time range for which they are added (Ads Management Interface, section 4.9). */
export interface CustomAudienceUsersParams {
  /** The users, at least one (R-AUD-11). */
  users: readonly AudienceUserParams[]
  /** The time at which the operation takes effect. Defaults to now (R-AUD-12). */
  effective_at?: string
  /** The time at which the users expire, later than the operation takes effect (R-AUD-12). */
  expires_at?: string
}

/** The limits of one call, which has a limit of 1,500 calls per minute (Ads Management Interface, section 8). */
export const MAX_USER_OPERATIONS = 2500
export const MAX_USER_BYTES = 5_000_000

/**
 * Adds users to a custom audience and removes users from it.
 * `POST accounts/:account_id/custom_audiences/:custom_audience_id/users` (Ads Management Interface, section 4.9).
 */
export const updateCustomAudienceUsers = postJson<UserCountsRow, BatchOperation<CustomAudienceUsersParams>[]>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/users',
  { answer: 'object', isUpload: true },
)
