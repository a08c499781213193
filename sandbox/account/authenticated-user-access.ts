import { byId } from '../data/order.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { endpoint, envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'

/** A permission in an account. The ID is the permission. */
export type UserPermissionRow = Row

/** The permissions in each account, of all users who have none of their own. */
export const userPermissions: TableDefinition<UserPermissionRow> = {
  name: 'authenticated_user_access',
  order: byId(),
  idLength: 1,
}

/** The permissions of a user in an account. */
export function permissionsOf({ store, owner, user }: Pick<Call, 'store' | 'owner' | 'user'>): readonly string[] {
  if (user.permissions && user.firstAccountIds.includes(owner)) return user.permissions
  return store
    .table(userPermissions)
    .rows(owner)
    .map(({ id }) => id)
}

/** The endpoint for the permissions of the caller (Ads Management Interface, sections 4.2 and 5). */
export const authenticatedUserAccessEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/authenticated_user_access',
    quota: 'account',
    parameters: {},
    handle(call) {
      return envelope(call, { data: { user_id: call.user.id, permissions: permissionsOf(call) } })
    },
  }),
]
