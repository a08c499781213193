import { customAudiencePermission } from '../../reference/audience/custom-audience-permission.ts'
import { forbidden, notFound } from '../http/error.ts'
import { customAudiencePermissions, permissionEndpoints } from './custom-audience-permission.ts'
import { findAudience } from './custom-audience.ts'

/** The endpoints of the permissions for custom audiences, which only their owner grants. */
export const customAudiencePermissionEndpoints = permissionEndpoints(customAudiencePermission, {
  table: customAudiencePermissions,
  column: 'custom_audience_id',
  checkWrite({ store, owner }, audience) {
    const row = findAudience(store, owner, audience)
    if (row === undefined || row.deleted) throw notFound('custom_audience_id', audience)
    if (row.owner_account_id !== owner) throw forbidden(`Only the owner of custom audience ${audience} can share it`)
  },
})
