import { postJson, type BatchOperation } from '../endpoint.ts'
import type { AudienceUserParams, UserCountsRow } from './custom-audience-user.ts'

/** Users to add to a do-not-reach list or to remove, and the time at which they expire. Beyond the documents. */
export interface DoNotReachListUsersParams {
  users: readonly Pick<AudienceUserParams, 'email' | 'phone_number'>[]
  expires_at?: string
}

export const updateDoNotReachListUsers = postJson<UserCountsRow, BatchOperation<DoNotReachListUsersParams>[]>()(
  'batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
  { rows: [], confidential: true, ownRateLimit: true },
)
