import { resource, type RowOf } from '../resource.ts'
import { ids, LISTED, longId, word } from '../value.ts'

/** The users whose posts an account can promote (Ads Management Interface, section 4.5). */
const promotableUsers = resource('accounts/:account_id/promotable_users/:promotable_user_id', {
  columns: {
    user_id: longId,
    /** The name of `promotable_user_type` in the documents. */
    type: word('PromotableUserType'),
    promotable_user_type: word('PromotableUserType'),
  },
  list: {
    ...LISTED,
    /** Only rows with one of these IDs, at most 200. */
    promotable_user_ids: ids,
  },
})

export interface PromotableUserRow extends RowOf<typeof promotableUsers> {}

/** The type of a promotable user, by either of its names. */
export const promotableUserType = <T>({ type, promotable_user_type }: { type?: T; promotable_user_type?: T }) =>
  type ?? promotable_user_type

/** The users whose posts the account can promote. */
export const listPromotableUsers = promotableUsers.list
/** One promotable user. */
export const getPromotableUser = promotableUsers.get
