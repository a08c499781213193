import { del, get, list, post } from '../endpoint.ts'
import type { EntityColumns, FiltersByLineItem, Long, WithDeleted } from '../types.ts'

export interface PromotedAccountRow extends EntityColumns<{
  line_item_id: string
  user_id: Long
  entity_status: string
  approval_status: string
}> {}

/**
 * One promoted account.
 * `GET accounts/:account_id/promoted_accounts/:promoted_account_id` (Ads Management Interface, section 4.5).
 */
export const getPromotedAccount = get<PromotedAccountRow, WithDeleted>()(
  'accounts/:account_id/promoted_accounts/:promoted_account_id',
)
/**
 * The promoted accounts of the account, across all line items.
 * `GET accounts/:account_id/promoted_accounts` (Ads Management Interface, section 4.5).
 */
export const listPromotedAccounts = list<PromotedAccountRow, FiltersByLineItem>()(
  'accounts/:account_id/promoted_accounts',
  {
    ids: 'promoted_account_ids',
    get: getPromotedAccount,
    // The service refuses a list if none of the line items promotes an account (section 4.5).
    refusedParam: { param: 'line_item_ids', rule: 'R-PROMO-4' },
  },
)

/** The parameters that promote a user (Ads Management Interface, section 4.5). */
export interface PromotedAccountParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The user. The service refuses users who are not eligible (R-PROMO-3). */
  user_id?: string
}

/**
 * Promotes a user with a line item of the product type PROMOTED_ACCOUNT (R-PROMO-2).
 * `POST accounts/:account_id/promoted_accounts` (Ads Management Interface, section 4.5).
 */
export const createPromotedAccount = post<PromotedAccountRow | undefined, PromotedAccountParams>()(
  'accounts/:account_id/promoted_accounts',
  // A user whom the line item already promotes is ignored (R-PROMO-3); the response for this case is not documented.
  { mayLackData: () => true },
)
/**
 * Stops promoting a user with a line item.
 * `DELETE accounts/:account_id/promoted_accounts/:promoted_account_id` (Ads Management Interface, section 3).
 */
export const deletePromotedAccount = del<PromotedAccountRow>()(
  'accounts/:account_id/promoted_accounts/:promoted_account_id',
)
