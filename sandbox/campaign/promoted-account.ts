import { promotedAccount } from '../../reference/campaign/promoted-account.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { invalidParameter, Refusal } from '../http/error.ts'
import { lineItems } from './line-item.ts'

/** A promoted account: a user whom a line item promotes, as the service sends it. */
export type PromotedAccountRow = RowOf<typeof promotedAccount.rows.PromotedAccount>

/** The promoted accounts of each account, oldest first. */
export const promotedAccounts = table<PromotedAccountRow>('promoted_accounts', oldestFirst(), 6)

/** The endpoints of promoted accounts (Ads Management Interface, section 4.5). */
export const promotedAccountEndpoints = crud(promotedAccount, promotedAccounts, {
  refersTo: { line_item_id: lineItems },
  list: {
    sortable: { paused: (row) => row.entity_status === 'PAUSED' },
    keep({ params, store, owner }) {
      const { line_item_ids: wanted, with_deleted } = params
      const rows = store.table(promotedAccounts).rows(owner)
      const isHeld = rows.some((row) => (with_deleted || !row.deleted) && wanted?.includes(row.line_item_id))
      if (wanted !== undefined && !isHeld) throw noPromotedAccounts()
      return () => true
    },
  },
  create({ line_item_id, user_id }, { store, owner }) {
    if (store.table(lineItems).find(owner, line_item_id)?.product_type !== 'PROMOTED_ACCOUNT')
      throw incompatibleLineItem(line_item_id)
    const users = store.table(promotableUsers).rows(owner)
    if (!users.some((user) => user.user_id === user_id && !user.deleted))
      throw invalidParameter('user_id', `User ${user_id} is not eligible to be promoted`)
    const rows = store.table(promotedAccounts).rows(owner)
    // A user whom the line item already promotes is answered as before.
    const before = rows.find((row) => row.line_item_id === line_item_id && row.user_id === user_id && !row.deleted)
    return before ?? { line_item_id, user_id, entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }
  },
})

function incompatibleLineItem(id: string): Refusal {
  const message = `Line item ${id} is not set up for promoted accounts`
  return new Refusal(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_id' }])
}

/** The 400 if none of the line items has promoted accounts. Its code is not documented. */
function noPromotedAccounts(): Refusal {
  const message = 'None of the line items has promoted accounts'
  return new Refusal(400, [{ code: 'INCOMPATIBLE_LINE_ITEM', message, parameter: 'line_item_ids' }])
}
