import { campaigns } from '../campaign/campaign.ts'
import { lineItems } from '../campaign/line-item.ts'
import { promotedAccounts } from '../campaign/promoted-account.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { targetingCriteria } from '../campaign/targeting-criterion.ts'
import type { Endpoint } from '../endpoint.ts'
import { Refusal } from '../error.ts'
import { listEndpoint, without } from '../list.ts'
import { newestFirst } from '../order.ts'
import { long, oneOf, pattern, required, text } from '../parameter.ts'
import { NO_ACCOUNT, type Row, type Store, type TableDefinition } from '../store.ts'
import { accounts } from './account.ts'
import { promotableUsers } from './promotable-user.ts'

/** A change as the service sends it, which tells neither id nor the times of a row. */
interface ChangeRow extends Row {
  change_by: { user_id: string; platform: string }
  changes: Record<string, { old: unknown; new: unknown }>
  change_time: string
  entity_id: string
  entity: string
  entity_data: Row
  change_type: string
}

/** Changes are in no table: what a row is now tells when it was made and when it was last changed. */
const changes: TableDefinition<ChangeRow> = { name: 'account_history', order: newestFirst(), idLength: 1 }

/** Tables whose rows are only read here: of which type they are, a change does not ask. */
const tables: Readonly<Record<string, TableDefinition<Row>>> = {
  CAMPAIGN: campaigns as unknown as TableDefinition<Row>,
  LINE_ITEM: lineItems as unknown as TableDefinition<Row>,
  PROMOTED_POST: promotedPosts as unknown as TableDefinition<Row>,
  TARGETING_CRITERIA: targetingCriteria as unknown as TableDefinition<Row>,
  PROMOTED_ACCOUNT: promotedAccounts as unknown as TableDefinition<Row>,
}

const wholeHour = required(pattern(/T\d{2}:00(:00(\.0+)?)?(Z|[+-]\d{2}(:?00)?)$/, 'a whole hour'))

/** The read of the history of an account (document 2, section 4.2); a beta that accounts under review are not in. */
export const accountHistoryEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/account_history',
    quota: 'account',
    table: changes,
    filters: {
      entity_type: required(oneOf('CAMPAIGN', 'LINE_ITEM', 'PROMOTED_POST', 'TARGETING_CRITERIA', 'PROMOTED_ACCOUNT')),
      entity_id: required(text({ min: 1, max: 255 })),
      start_time: wholeHour,
      end_time: wholeHour,
      user_id: long(),
    },
    omits: ['sort_by', 'with_deleted', 'with_total_count'],
    sortable: {},
    rows({ params, store, owner }) {
      refuseUnlessListed(store, owner)
      const row = store.table(tables[params.entity_type]!).find(owner, params.entity_id)
      if (row === undefined) return []
      const author = store.table(promotableUsers).rows(owner)[0]!.user_id
      return changesOf(row, params.entity_type, author)
    },
    keep({ params }) {
      const [start, end] = [Date.parse(params.start_time), Date.parse(params.end_time)]
      return ({ change_time, change_by }) =>
        Date.parse(change_time) >= start &&
        Date.parse(change_time) < end &&
        (params.user_id === undefined || params.user_id === change_by.user_id)
    },
    present: (row) => without(row, 'id', 'created_at', 'updated_at', 'deleted'),
  }),
]

function refuseUnlessListed(store: Store, account: string): void {
  if (store.table(accounts).find(NO_ACCOUNT, account)?.approval_status === 'ACCEPTED') return
  const message = 'The account is not allowed this feature'
  throw new Refusal(400, [{ code: 'FEATURE_NOT_AVAILABLE', message }])
}

/** How a row was made and, where it was, changed: its status was switched, and at last it was deleted or renamed. */
function changesOf(row: Row, entity: string, author: string): ChangeRow[] {
  const made = change(row, 'CREATE', row.created_at, {})
  if (row.updated_at === row.created_at) return [made]
  const renamed = { updated_at: { old: row.created_at, new: row.updated_at } }
  const deleted = { deleted: { old: false, new: true } }
  return [made, change(row, row.deleted ? 'DELETE' : 'UPDATE', row.updated_at, row.deleted ? deleted : renamed)]

  function change(data: Row, type: string, time: string, what: ChangeRow['changes']): ChangeRow {
    return {
      id: type,
      created_at: time,
      updated_at: time,
      deleted: false,
      change_by: { user_id: author, platform: 'ADS_INTERFACE' },
      changes: what,
      change_time: time,
      entity_id: data.id,
      entity,
      entity_data: data,
      change_type: type,
    }
  }
}
