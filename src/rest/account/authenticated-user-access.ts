import { get } from '../endpoint.ts'
import type { Columns, Long } from '../types.ts'

export interface AuthenticatedUserAccessRow extends Columns<{
  user_id: Long
  permissions: string[]
}> {}

/**
 * The permissions of the caller in the account.
 * `GET accounts/:account_id/authenticated_user_access` (Ads Management Interface, section 4.2).
 */
export const getAuthenticatedUserAccess = get<AuthenticatedUserAccessRow>()(
  'accounts/:account_id/authenticated_user_access',
  { answer: 'object' },
)
