import { endpoint, envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound, Refusal, refuseAll } from '../http/error.ts'
import { timestamp } from '../data/time.ts'
import { customAudiencePermissions, grantFaults, grantParameters } from './custom-audience-permission.ts'
import { findAudience } from './custom-audience.ts'

/** Throws the 404 if the audience does not exist, and the 403 if another account owns it. */
function checkOwner({ store, owner }: Pick<Call, 'store' | 'owner'>, audience: string): void {
  const row = findAudience(store, owner, audience)
  if (row === undefined || row.deleted) throw notFound('custom_audience_id', audience)
  if (row.owner_account_id === owner) return
  const message = `Only the owner of custom audience ${audience} can share it`
  throw new Refusal(403, [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION', message }])
}

/** The endpoints that grant and revoke permissions for custom audiences (Ads Management Interface, section 4.9). */
export const customAudiencePermissionWriteEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
    quota: 'write',
    parameters: grantParameters,
    handle(call) {
      const { store, owner, params } = call
      const { custom_audience_id } = call.path
      checkOwner(call, custom_audience_id)
      refuseAll(grantFaults(store, owner, params.granted_account_id))
      const table = store.table(customAudiencePermissions)
      const now = timestamp(call.now)
      const before = table
        .rows(owner)
        .find(
          (row) =>
            row.custom_audience_id === custom_audience_id &&
            row.granted_account_id === params.granted_account_id &&
            !row.deleted,
        )
      const made = { id: before?.id ?? table.newId(), created_at: before?.created_at ?? now }
      const row = { custom_audience_id, ...params, ...made, updated_at: now, deleted: false }
      return envelope(call, { data: table.insert(owner, row) }, before === undefined ? 201 : 200)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id',
    quota: 'write',
    parameters: {},
    handle(call) {
      const { custom_audience_id, custom_audience_permission_id: id } = call.path
      checkOwner(call, custom_audience_id)
      const table = call.store.table(customAudiencePermissions)
      const row = table.find(call.owner, id)
      if (row === undefined || row.deleted || row.custom_audience_id !== custom_audience_id)
        throw notFound('custom_audience_permission_id', id)
      const changes = { deleted: true, updated_at: timestamp(call.now) }
      return envelope(call, { data: table.update(call.owner, id, changes) })
    },
  }),
]
