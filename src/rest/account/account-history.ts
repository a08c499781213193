import { list } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

/** One change of one entity. It has no id; `entity` is what the request calls `entity_type`. */
export interface AccountHistoryRow extends Row {
  entity?: string | null
  entity_id?: string | null
  change_type?: string | null
  change_time?: string | null
  change_by?: { user_id?: Long | null; platform?: string | null } | null
  changes?: unknown
  entity_data?: unknown
}

export interface AccountHistoryFilters extends ListParams {
  /** Required, as are the three below. */
  entity_type?: string
  entity_id?: string
  /** ISO 8601, a whole hour. */
  start_time?: string
  end_time?: string
  user_id?: string
}

export const listAccountHistory = list<AccountHistoryRow, AccountHistoryFilters>()(
  'accounts/:account_id/account_history',
  { key: 'change_time', counted: false },
)
