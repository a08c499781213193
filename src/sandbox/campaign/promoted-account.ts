import type { Endpoint } from '../endpoint.ts'
import { Refusal } from '../error.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** The tie between a promoted user and a line item, as the service sends it. */
export interface PromotedAccountRow extends Row {
  line_item_id: string
  user_id: string
  entity_status: string
  approval_status: string
}

/** The promoted accounts of each account, oldest first. */
export const promotedAccounts: TableDefinition<PromotedAccountRow> = {
  name: 'promoted_accounts',
  order: oldestFirst(),
  idLength: 6,
}

/** The reads of promoted accounts (document 2, section 4.5). */
export const promotedAccountEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/promoted_accounts',
    quota: 'core',
    table: promotedAccounts,
    filters: { line_item_ids: idList(), promoted_account_ids: idList() },
    sortable: {
      ...columns<PromotedAccountRow>('created_at', 'updated_at', 'deleted'),
      paused: (row) => row.entity_status === 'PAUSED',
    },
    keep({ params, store, owner }) {
      const wanted = anyOf(params.promoted_account_ids)
      const inLineItem = anyOf(params.line_item_ids)
      const shown = (row: PromotedAccountRow) => params.with_deleted || !row.deleted
      const held = store
        .table(promotedAccounts)
        .rows(owner)
        .some((row) => shown(row) && inLineItem(row.line_item_id))
      if (params.line_item_ids !== undefined && !held) throw noPromotedAccounts()
      return (row) => wanted(row.id) && inLineItem(row.line_item_id)
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/promoted_accounts/:promoted_account_id',
    quota: 'core',
    table: promotedAccounts,
  }),
]

/** The 400 for line items none of which holds promoted accounts; the reference leaves its code open. */
function noPromotedAccounts(): Refusal {
  const message = 'None of the line items holds promoted accounts'
  return new Refusal(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_ids' }])
}
