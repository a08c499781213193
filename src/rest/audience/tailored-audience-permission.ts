import { del, list, post } from '../endpoint.ts'
import type { EntityColumns } from '../types.ts'
import { COUNTED, GRANTED_TO, ids } from '../value.ts'
import { NEW_PERMISSION } from './custom-audience-permission.ts'

export interface TailoredAudiencePermissionRow extends EntityColumns<{
  tailored_audience_id: string
  granted_account_id: string
  permission_level: string
}> {}

/** The accounts that a tailored audience of the account is shared with (R-AUD-19; Ads Management Interface, section 4.9). */
export const listTailoredAudiencePermissions = list<TailoredAudiencePermissionRow>()(
  '5/accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
  {
    ids: 'tailored_audience_permission_ids',
    params: {
      ...COUNTED,
      /** Only rows with one of these IDs, at most 200. */
      tailored_audience_permission_ids: ids,
      ...GRANTED_TO,
    },
  },
)

/**
 * Shares a tailored audience with another account, or changes what that account can do with it, in version 5 of the
 * interface (R-AUD-19).
 * `POST accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions` (Ads Management Interface, section 4.9).
 */
export const grantTailoredAudiencePermission = post<TailoredAudiencePermissionRow>()(
  '5/accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
  { params: NEW_PERMISSION },
)
/**
 * Revokes the permission of another account to use a tailored audience, in version 5 of the interface (R-AUD-19).
 * `DELETE accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id` (Ads Management Interface, section 4.9).
 */
export const revokeTailoredAudiencePermission = del<TailoredAudiencePermissionRow>()(
  '5/accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id',
)
