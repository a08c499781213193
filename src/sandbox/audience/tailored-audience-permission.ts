import type { Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { anyOf, listEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** What an account may do with another's tailored audience, as the service sends it. */
export interface TailoredAudiencePermissionRow extends Row {
  tailored_audience_id: string
  permission_level: string
  granted_account_id: string
}

/** The permissions that each account has granted on its tailored audiences, of which nothing else is known; oldest first. */
export const tailoredAudiencePermissions: TableDefinition<TailoredAudiencePermissionRow> = {
  name: 'tailored_audience_permissions',
  order: oldestFirst(),
  idLength: 6,
}

/** The read of permissions on tailored audiences, of version 5 (document 2, section 4.9). */
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
      const known = store.table(tailoredAudiencePermissions).rows(owner)
      if (!known.some((row) => row.tailored_audience_id === id)) throw notFound('tailored_audience_id', id)
      const wanted = anyOf(params.tailored_audience_permission_ids)
      const granted = anyOf(params.granted_account_ids)
      return (row) => row.tailored_audience_id === id && wanted(row.id) && granted(row.granted_account_id)
    },
  }),
]
