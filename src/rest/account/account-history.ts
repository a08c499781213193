import { list } from '../endpoint.ts'
import type { Columns, ListParams, Long, RowColumns } from '../types.ts'

/** One change of one entity. It has no ID. `entity` has the value of `entity_type` in the request. */
export interface AccountHistoryRow extends RowColumns<{
  entity: string
  entity_id: string
  change_type: string
  change_time: string
  change_by: Columns<{ user_id: Long; platform: string }>
  /** By the name of the changed field: `{ old, new }`. */
  changes: Readonly<Record<string, unknown>>
  entity_data: unknown
}> {}

export interface AccountHistoryFilters extends ListParams {
  /** Required, like `entity_id`, `start_time` and `end_time`. */
  entity_type?: string
  /** The ID of the entity. */
  entity_id?: string
  /** An ISO 8601 time, a whole hour. */
  start_time?: string
  /** The end of the time range. It must be a whole hour (R-ACC-5). */
  end_time?: string
  /** Return only changes made by this user, by the service's ID. */
  user_id?: string
}

/**
 * The changes to one entity of the account.
 * `GET accounts/:account_id/account_history` (Ads Management Interface, section 4.2).
 */
export const listAccountHistory = list<AccountHistoryRow, AccountHistoryFilters>()(
  'accounts/:account_id/account_history',
  { key: 'change_time', counted: false },
)
