import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { byId } from '../order.ts'
import type { Row, TableDefinition } from '../store.ts'

/** What users may do in an account; the id is the permission. */
export type UserPermissionRow = Row

/** The permissions that users have in each account, the same for all of them. */
export const userPermissions: TableDefinition<UserPermissionRow> = {
  name: 'authenticated_user_access',
  order: byId(),
  idLength: 1,
}

/** The read of what the caller may do (document 2, sections 4.2 and 5). */
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
