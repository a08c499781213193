import { list } from '../endpoint.ts'
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
)
