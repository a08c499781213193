import { promotableUser } from '../../reference/account/promotable-user.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { oldestFirst } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'

/** A user whose posts an account can promote, as the service sends it. */
export interface PromotableUserRow extends Row {
  user_id: string
  promotable_user_type: string
}

/** The promotable users of each account, oldest first. */
export const promotableUsers: TableDefinition<PromotableUserRow> = {
  name: 'promotable_users',
  order: oldestFirst(),
  idLength: 5,
}

const wire = endpointsOf(promotableUser)

/** The endpoints that read promotable users (Ads Management Interface, section 4.5). */
export const promotableUserEndpoints: Endpoint[] = [
  wire.list(promotableUsers, { present: sent }),
  wire.single(promotableUsers, { present: sent }),
]

/** A row with the name of its type in the documents beside that of the live service. */
function sent(row: PromotableUserRow) {
  return { ...row, type: row.promotable_user_type }
}
