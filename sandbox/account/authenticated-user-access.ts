import { authenticatedUserAccess } from '../../reference/account/authenticated-user-access.ts'
import { byId } from '../data/order.ts'
import { table } from '../data/store.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'

/** The permissions in each account, of all users who have none of their own. The ID is the permission. */
export const userPermissions = table('authenticated_user_access', byId(), 1)

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
  endpointsOf(authenticatedUserAccess).at('GET', {
    handle: (call) => envelope(call, { data: { user_id: call.user.id, permissions: permissionsOf(call) } }),
  }),
]
