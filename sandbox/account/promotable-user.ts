import { promotableUser } from '../../reference/account/promotable-user.ts'
import { oldestFirst } from '../data/order.ts'
import { table, type Row } from '../data/store.ts'
import { crud } from '../endpoint/crud.ts'
import type { Call } from '../endpoint/endpoint.ts'

/** A user whose posts an account can promote, as the service sends it. */
export interface PromotableUserRow extends Row {
  user_id: string
  promotable_user_type: string
}

/** The promotable users of each account, oldest first. */
export const promotableUsers = table<PromotableUserRow>('promotable_users', oldestFirst(), 5)

/** The advertiser of an account: the user all of whose posts it can promote. */
export function fullUser({ store, owner }: Pick<Call, 'store' | 'owner'>): PromotableUserRow | undefined {
  const users = store.table(promotableUsers).rows(owner)
  return users.find((user) => user.promotable_user_type === 'FULL')
}

/** The endpoints that read promotable users (Ads Management Interface, section 4.5). */
export const promotableUserEndpoints = crud(promotableUser, promotableUsers, {
  list: { present: sent },
  single: { present: sent },
})

/** A row with two names of its type: the documents' and the live service's. */
function sent(row: PromotableUserRow) {
  return { ...row, type: row.promotable_user_type }
}
