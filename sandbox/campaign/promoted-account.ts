import { promotedAccount } from '../../reference/campaign/promoted-account.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { invalidParameter, Refusal } from '../http/error.ts'
import { anyOf } from '../endpoint/list.ts'
import { oldestFirst } from '../data/order.ts'
import { id, idList, long } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { added, operation, removal, rowNamed, type WriteContext } from '../endpoint/write.ts'
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
  parameters: given(promotedAccount, 'POST 12 accounts/:account_id/promoted_accounts', {
    line_item_id: id(),
    user_id: long(),
  }),
  run(params, context) {
    const lineItem = rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    if (lineItem.product_type !== 'PROMOTED_ACCOUNT') throw incompatibleLineItem(lineItem.id)
    if (!isEligible(params.user_id, context))
      throw invalidParameter('user_id', `User ${params.user_id} is not eligible to be promoted`)
    const promoted = context.store
      .table(promotedAccounts)
      .rows(context.owner)
      .find((row) => row.line_item_id === lineItem.id && row.user_id === params.user_id && !row.deleted)
    if (promoted !== undefined) return promoted
    return added(context, promotedAccounts, {
      line_item_id: lineItem.id,
      user_id: params.user_id,
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
    })
  },
})

function isEligible(userId: string, { store, owner }: WriteContext): boolean {
  return store
    .table(promotableUsers)
    .rows(owner)
    .some((user) => user.user_id === userId && !user.deleted)
}

const wire = endpointsOf(promotedAccount)

/** The endpoints of promoted accounts (Ads Management Interface, section 4.5). */
export const promotedAccountEndpoints: Endpoint[] = [
  wire.list(promotedAccounts, {
    filters: { line_item_ids: idList() },
    sortable: { paused: (row) => row.entity_status === 'PAUSED' },
    keep({ params, store, owner }) {
      const inLineItem = anyOf(params.line_item_ids)
      const isHeld = store
        .table(promotedAccounts)
        .rows(owner)
        .some((row) => (params.with_deleted || !row.deleted) && inLineItem(row.line_item_id))
      if (params.line_item_ids !== undefined && !isHeld) throw noPromotedAccounts()
      return (row) => inLineItem(row.line_item_id)
    },
  }),
  wire.single(promotedAccounts),
  wire.create(create),
  wire.delete(removal({ table: promotedAccounts, idName: wire.idName })),
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
