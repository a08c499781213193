import { del, list, post } from '../endpoint.ts'
import type { EntityColumns } from '../types.ts'
import { COUNTED, GRANTED_TO, id, ids, text } from '../value.ts'

export interface CustomAudiencePermissionRow extends EntityColumns<{
  custom_audience_id: string
  granted_account_id: string
  permission_level: string
}> {}

/** The accounts that the audience is shared with (Ads Management Interface, section 4.9). */
export const listCustomAudiencePermissions = list<CustomAudiencePermissionRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
  {
    ids: 'custom_audience_permission_ids',
    params: {
      ...COUNTED,
      /** Only rows with one of these IDs, at most 200. */
      custom_audience_permission_ids: ids,
      ...GRANTED_TO,
    },
  },
)

/** The parameters of a new permission for a custom or tailored audience (Ads Management Interface, section 4.9). */
export const NEW_PERMISSION = {
  /** The ID of the account to share the audience with. */
  granted_account_id: id,
  /** What the account can do with the audience. */
  permission_level: text,
}

/**
 * Shares a custom audience with another account, or changes what that account can do with it.
 * `POST accounts/:account_id/custom_audiences/:custom_audience_id/permissions` (Ads Management Interface, section 4.9).
 */
export const grantCustomAudiencePermission = post<CustomAudiencePermissionRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
  { params: NEW_PERMISSION },
)
/**
 * Revokes the permission of another account to use a custom audience.
 * `DELETE accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id` (Ads Management Interface, section 3).
 */
export const revokeCustomAudiencePermission = del<CustomAudiencePermissionRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id',
)
