import { get } from '../endpoint.ts'
import type { Long } from '../types.ts'

export interface AuthenticatedUserAccessRow {
  user_id?: Long | null
  permissions?: string[] | null
}

/**
 * The permissions of the caller in the account.
 * `GET accounts/:account_id/authenticated_user_access` (Ads Management Interface, section 4.2).
 */
export const getAuthenticatedUserAccess = get<AuthenticatedUserAccessRow>()(
  'accounts/:account_id/authenticated_user_access',
  { rows: [] },
)
