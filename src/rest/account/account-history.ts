import { list } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

/** One change of one entity. It has no ID. `entity` has the value of `entity_type` in the request. */
export interface AccountHistoryRow extends Row {
  entity?: string | null
  entity_id?: string | null
  change_type?: string | null
  change_time?: string | null
  change_by?: { user_id?: Long | null; platform?: string | null } | null
  /** By the name of the changed field: `{ old, new }`. */
  changes?: Readonly<Record<string, unknown>> | null
  entity_data?: unknown
}

export interface AccountHistoryFilters extends ListParams {
  /** Required, like `entity_id`, `start_time` and `end_time`. */
  entity_type?: string
  entity_id?: string
  /** An ISO 8601 time, a whole hour. */
  start_time?: string
  end_time?: string
  user_id?: string
}

export const listAccountHistory = list<AccountHistoryRow, AccountHistoryFilters>()(
  'accounts/:account_id/account_history',
  { key: 'change_time', counted: false },
)
