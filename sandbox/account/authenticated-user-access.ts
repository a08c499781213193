import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { byId } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'

/** A permission of all users in an account. The ID is the permission. */
export type UserPermissionRow = Row

/** The permissions in each account, which are the same for all users. */
export const userPermissions: TableDefinition<UserPermissionRow> = {
  name: 'authenticated_user_access',
  order: byId(),
  idLength: 1,
}

/** The endpoint for the permissions of the caller (Ads Management Interface, sections 4.2 and 5). */
export const authenticatedUserAccessEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/authenticated_user_access',
    quota: 'account',
    parameters: {},
    handle(call) {
      const permissions = call.store.table(userPermissions).rows(call.owner)
      return envelope(call, { data: { user_id: call.user.id, permissions: permissions.map((row) => row.id) } })
    },
  }),
]
