import { get, list } from '../endpoint.ts'
import type { EntityColumns, Long, WithDeleted } from '../types.ts'

export interface PromotableUserRow extends EntityColumns<{
  user_id: Long
  /** The name of `promotable_user_type` in the documents. */
  type: string
  promotable_user_type: string
}> {}

/**
 * One promotable user.
 * `GET accounts/:account_id/promotable_users/:promotable_user_id` (Ads Management Interface, section 4.5).
 */
export const getPromotableUser = get<PromotableUserRow, WithDeleted>()(
  'accounts/:account_id/promotable_users/:promotable_user_id',
)
/**
 * The users whose posts the account can promote.
 * `GET accounts/:account_id/promotable_users` (Ads Management Interface, section 4.5).
 */
export const listPromotableUsers = list<PromotableUserRow>()('accounts/:account_id/promotable_users', {
  ids: 'promotable_user_ids',
  get: getPromotableUser,
})
