import { promotableUsers } from '../account/promotable-user.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { invalidParameter, Refusal } from '../http/error.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { id, idList, long, required } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { createEndpoint, deleteEndpoint, operation, removal, rowNamed, type WriteContext } from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'

/** A promoted account: a user whom a line item promotes, as the service sends it. */
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

const create = operation({
  parameters: { line_item_id: required(id()), user_id: required(long()) },
  run(params, context) {
    const lineItem = rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    if (lineItem.product_type !== 'PROMOTED_ACCOUNT') throw incompatibleLineItem(lineItem.id)
    if (!isEligible(params.user_id, context))
      throw invalidParameter('user_id', `User ${params.user_id} is not eligible to be promoted`)
    const table = context.store.table(promotedAccounts)
    const promoted = table
      .rows(context.owner)
      .find((row) => row.line_item_id === lineItem.id && row.user_id === params.user_id && !row.deleted)
    if (promoted !== undefined) return promoted
    const now = timestamp(context.now)
    return table.insert(context.owner, {
      line_item_id: lineItem.id,
      user_id: params.user_id,
      id: table.newId(),
      entity_status: 'ACTIVE',
      created_at: now,
      updated_at: now,
      approval_status: 'ACCEPTED',
      deleted: false,
    })
  },
})

function isEligible(userId: string, { store, owner }: WriteContext): boolean {
  return store
    .table(promotableUsers)
    .rows(owner)
    .some((user) => user.user_id === userId && !user.deleted)
}

/** The endpoints of promoted accounts (Ads Management Interface, section 4.5). */
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
  createEndpoint('accounts/:account_id/promoted_accounts', create),
  deleteEndpoint(
    'accounts/:account_id/promoted_accounts/:promoted_account_id',
    removal({ table: promotedAccounts, idName: 'promoted_account_id' }),
  ),
]

function incompatibleLineItem(id: string): Refusal {
  const message = `Line item ${id} is not set up for promoted accounts`
  return new Refusal(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_id' }])
}

/** The 400 if none of the line items has promoted accounts. Its code is not documented. */
function noPromotedAccounts(): Refusal {
  const message = 'None of the line items has promoted accounts'
  return new Refusal(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_ids' }])
}
