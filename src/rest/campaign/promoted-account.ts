import { aboutParam, post } from '../endpoint.ts'
import { resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, longId, OF_LINE_ITEMS, type Sent, word } from '../value.ts'

/** The columns that are set when a user is promoted. */
const creation = {
  /** The ID of the line item. */
  line_item_id: id,
  /** The user. The service refuses users who are not eligible (R-PROMO-3). */
  user_id: longId,
}

/** Promoted accounts (Ads Management Interface, sections 3 and 4.5). */
const promotedAccounts = resource(
  'accounts/:account_id/promoted_accounts/:promoted_account_id',
  {
    columns: { ...creation, entity_status: word('EntityStatus'), approval_status: word('ApprovalStatus') },
    list: {
      ...LISTED,
      ...OF_LINE_ITEMS,
      /** Only rows with one of these IDs, at most 200. */
      promoted_account_ids: ids,
    },
    delete: true,
  },
  // The service refuses a list if none of the line items promotes an account (section 4.5).
  { refusal: aboutParam('line_item_ids', 'R-PROMO-4') },
)

export interface PromotedAccountRow extends RowOf<typeof promotedAccounts> {}
/** The parameters that promote a user. */
export interface PromotedAccountParams extends Sent<typeof creation> {}

/** The promoted accounts of the account, across all line items. */
export const listPromotedAccounts = promotedAccounts.list
/** One promoted account. */
export const getPromotedAccount = promotedAccounts.get
/** Promotes a user with a line item of the product type PROMOTED_ACCOUNT (R-PROMO-2). */
export const createPromotedAccount = post<PromotedAccountRow | undefined, PromotedAccountParams>()(
  'accounts/:account_id/promoted_accounts',
  // A user whom the line item already promotes is ignored (R-PROMO-3): the list of those who were promoted is empty.
  { answer: 'row or none', params: creation },
)
/** Stops promoting a user with a line item. */
export const deletePromotedAccount = promotedAccounts.delete
