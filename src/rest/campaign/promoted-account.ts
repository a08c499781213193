import { del, get, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface PromotedAccountRow extends EntityRow {
  line_item_id?: string | null
  user_id?: Long | null
  entity_status?: string | null
  approval_status?: string | null
}

export interface PromotedAccountFilters extends ListParams {
  promoted_account_ids?: readonly string[]
  line_item_ids?: readonly string[]
}

export const getPromotedAccount = get<PromotedAccountRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/promoted_accounts/:promoted_account_id',
)
export const listPromotedAccounts = list<PromotedAccountRow, PromotedAccountFilters>()(
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
  line_item_id?: string
  user_id?: string
}

export const createPromotedAccount = post<PromotedAccountRow | undefined, PromotedAccountParams>()(
  'accounts/:account_id/promoted_accounts',
  // A user whom the line item already promotes is ignored (R-PROMO-3); the response for this case is not documented.
  { mayLackData: () => true },
)
export const deletePromotedAccount = del<PromotedAccountRow>()(
  'accounts/:account_id/promoted_accounts/:promoted_account_id',
)
