import { del, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface CustomAudiencePermissionRow extends EntityRow {
  custom_audience_id?: string | null
  granted_account_id?: string | null
  permission_level?: string | null
}

export interface CustomAudiencePermissionFilters extends ListParams {
  custom_audience_permission_ids?: readonly string[]
  granted_account_ids?: readonly string[]
}

export const listCustomAudiencePermissions = list<CustomAudiencePermissionRow, CustomAudiencePermissionFilters>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
  { ids: 'custom_audience_permission_ids' },
)

/** The parameters of a new permission for a custom or tailored audience (Ads Management Interface, section 4.9). */
export interface AudiencePermissionParams {
  granted_account_id?: string | undefined
  permission_level?: string
}

export const grantCustomAudiencePermission = post<CustomAudiencePermissionRow, AudiencePermissionParams>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
)
export const revokeCustomAudiencePermission = del<CustomAudiencePermissionRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id',
)
