import { get, list } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface PromotableUserRow extends EntityRow {
  user_id?: Long | null
  /** The name of `promotable_user_type` in the documents. */
  type?: string | null
  promotable_user_type?: string | null
}

export interface PromotableUserFilters extends ListParams {
  promotable_user_ids?: readonly string[]
}

export const getPromotableUser = get<PromotableUserRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/promotable_users/:promotable_user_id',
)
export const listPromotableUsers = list<PromotableUserRow, PromotableUserFilters>()(
  'accounts/:account_id/promotable_users',
  { ids: 'promotable_user_ids', get: getPromotableUser },
)
