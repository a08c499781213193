import { endpoint, envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { notFound, refuseAll } from '../http/error.ts'
import { anyOf, listEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { idList } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { grantFaults, grantParameters } from './custom-audience-permission.ts'

/** A permission for another account's tailored audience, as the service sends it. */
export interface TailoredAudiencePermissionRow extends Row {
  tailored_audience_id: string
  permission_level: string
  granted_account_id: string
}

/** The permissions that each account granted for its tailored audiences, oldest first. Nothing else of them is stored. */
export const tailoredAudiencePermissions: TableDefinition<TailoredAudiencePermissionRow> = {
  name: 'tailored_audience_permissions',
  order: oldestFirst(),
  idLength: 6,
}

/** Throws the 404 if no permission shows that the account owns the audience. */
function checkKnown({ store, owner }: Pick<Call, 'store' | 'owner'>, audience: string): void {
  const known = store.table(tailoredAudiencePermissions).rows(owner)
  if (!known.some((row) => row.tailored_audience_id === audience)) throw notFound('tailored_audience_id', audience)
}

/** The endpoints of permissions for tailored audiences, in version 5 (Ads Management Interface, section 4.9). */
export const tailoredAudiencePermissionEndpoints: Endpoint[] = [
  listEndpoint({
    version: '5',
    path: 'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
    quota: 'account',
    table: tailoredAudiencePermissions,
    filters: { tailored_audience_permission_ids: idList(), granted_account_ids: idList() },
    omits: ['with_deleted'],
    sortable: columns<TailoredAudiencePermissionRow>('created_at', 'updated_at'),
    keep({ params, path, store, owner }) {
      const id = path.tailored_audience_id
      checkKnown({ store, owner }, id)
      const wanted = anyOf(params.tailored_audience_permission_ids)
      const granted = anyOf(params.granted_account_ids)
      return (row) => row.tailored_audience_id === id && wanted(row.id) && granted(row.granted_account_id)
    },
  }),
  endpoint({
    method: 'POST',
    version: '5',
    path: 'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
    quota: 'write',
    parameters: grantParameters,
    handle(call) {
      const { store, owner, params } = call
      const { tailored_audience_id } = call.path
      checkKnown(call, tailored_audience_id)
      refuseAll(grantFaults(store, owner, params.granted_account_id))
      const table = store.table(tailoredAudiencePermissions)
      const now = timestamp(call.now)
      const before = table
        .rows(owner)
        .find(
          (row) =>
            row.tailored_audience_id === tailored_audience_id &&
            row.granted_account_id === params.granted_account_id &&
            !row.deleted,
        )
      const made = { id: before?.id ?? table.newId(), created_at: before?.created_at ?? now }
      const row = { tailored_audience_id, ...params, ...made, updated_at: now, deleted: false }
      return envelope(call, { data: table.insert(owner, row) }, before === undefined ? 201 : 200)
    },
  }),
  endpoint({
    method: 'DELETE',
    version: '5',
    path: 'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id',
    quota: 'write',
    parameters: {},
    handle(call) {
      const { tailored_audience_id, tailored_audience_permission_id: id } = call.path
      const table = call.store.table(tailoredAudiencePermissions)
      const row = table.find(call.owner, id)
      if (row === undefined || row.deleted || row.tailored_audience_id !== tailored_audience_id)
        throw notFound('tailored_audience_permission_id', id)
      const changes = { deleted: true, updated_at: timestamp(call.now) }
      return envelope(call, { data: table.update(call.owner, id, changes) })
    },
  }),
]
