import { postJson, type BatchOperation } from '../endpoint.ts'
import type { AudienceUserParams, UserCountsRow } from './custom-audience-user.ts'

/** Users to add to a do-not-reach list or to remove, and the time at which they expire. Not documented by the service. */
export interface DoNotReachListUsersParams {
  /** The users, at least one (R-AUD-11). */
  users: readonly Pick<AudienceUserParams, 'email' | 'phone_number'>[]
  /** The time at which the users expire, later than the operation takes effect (R-AUD-12). */
  expires_at?: string
}

/**
 * Adds users to a do-not-reach list and removes users from it.
 * `POST batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users`. Not documented by the service.
 */
export const updateDoNotReachListUsers = postJson<UserCountsRow, BatchOperation<DoNotReachListUsersParams>[]>()(
  'batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
  { answer: 'object', isUpload: true },
)
