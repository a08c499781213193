import { del, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'
import type { AudiencePermissionParams } from './custom-audience-permission.ts'

export interface TailoredAudiencePermissionRow extends EntityRow {
  tailored_audience_id?: string | null
  granted_account_id?: string | null
  permission_level?: string | null
}

export interface TailoredAudiencePermissionFilters extends ListParams {
  tailored_audience_permission_ids?: readonly string[]
  granted_account_ids?: readonly string[]
}

export const listTailoredAudiencePermissions = list<TailoredAudiencePermissionRow, TailoredAudiencePermissionFilters>()(
  'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
  { version: '5', ids: 'tailored_audience_permission_ids' },
)

export const grantTailoredAudiencePermission = post<TailoredAudiencePermissionRow, AudiencePermissionParams>()(
  'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
  { version: '5' },
)
export const revokeTailoredAudiencePermission = del<TailoredAudiencePermissionRow>()(
  'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id',
  { version: '5' },
)
