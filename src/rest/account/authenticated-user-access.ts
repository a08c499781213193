import { get } from '../endpoint.ts'
import type { Long } from '../types.ts'

export interface AuthenticatedUserAccessRow {
  user_id?: Long | null
  permissions?: string[] | null
}

export const getAuthenticatedUserAccess = get<AuthenticatedUserAccessRow>()(
  'accounts/:account_id/authenticated_user_access',
  { rows: [] },
)
