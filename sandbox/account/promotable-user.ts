import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { idList } from '../endpoint/parameter.ts'
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

/** The endpoints that read promotable users (Ads Management Interface, section 4.5). */
export const promotableUserEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/promotable_users',
    quota: 'core',
    table: promotableUsers,
    filters: { promotable_user_ids: idList() },
    sortable: columns<PromotableUserRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.promotable_user_ids)
      return (row) => wanted(row.id)
    },
    present: sent,
  }),
  singleEndpoint({
    path: 'accounts/:account_id/promotable_users/:promotable_user_id',
    quota: 'core',
    table: promotableUsers,
    present: sent,
  }),
]

/** A row with the name of its type in the documents beside that of the live service. */
function sent(row: PromotableUserRow) {
  return { ...row, type: row.promotable_user_type }
}
