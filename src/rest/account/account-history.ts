import { list } from '../endpoint.ts'
import type { Columns, Long, RowColumns } from '../types.ts'
import { id, longId, PAGED, time, word } from '../value.ts'

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

/** The changes to one entity of the account (Ads Management Interface, section 4.2). */
export const listAccountHistory = list<AccountHistoryRow>()('accounts/:account_id/account_history', {
  key: 'change_time',
  params: {
    ...PAGED,
    /** Required, like `entity_id`, `start_time` and `end_time`. */
    entity_type: word('AccountHistoryEntityType'),
    /** The ID of the entity. */
    entity_id: id,
    /** An ISO 8601 time, a whole hour. */
    start_time: time,
    /** The end of the time range. It must be a whole hour (R-ACC-5). */
    end_time: time,
    /** Return only changes made by this user, by the service's ID. */
    user_id: longId,
  },
})
