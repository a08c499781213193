import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** What an account may do with another's custom audience, as the service sends it. */
export interface CustomAudiencePermissionRow extends Row {
  custom_audience_id: string
  permission_level: string
  granted_account_id: string
}

/** The permissions that each account has granted on its audiences, oldest first. */
export const customAudiencePermissions: TableDefinition<CustomAudiencePermissionRow> = {
  name: 'custom_audience_permissions',
  order: oldestFirst(),
  idLength: 6,
}

/** The read of permissions (document 2, section 4.9), which are those of the path's account: it owns the audience. */
export const customAudiencePermissionEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
    quota: 'account',
    table: customAudiencePermissions,
    filters: { custom_audience_permission_ids: idList(), granted_account_ids: idList() },
    omits: ['with_deleted'],
    sortable: columns<CustomAudiencePermissionRow>('created_at', 'updated_at'),
    keep({ params, path }) {
      const wanted = anyOf(params.custom_audience_permission_ids)
      const granted = anyOf(params.granted_account_ids)
      return (row) =>
        row.custom_audience_id === path.custom_audience_id && wanted(row.id) && granted(row.granted_account_id)
    },
  }),
]
