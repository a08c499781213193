import { tailoredAudiencePermission } from '../../reference/audience/tailored-audience-permission.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import type { RowOf } from '../endpoint/crud.ts'
import type { WriteContext } from '../endpoint/write.ts'
import { notFound } from '../http/error.ts'
import { permissionEndpoints } from './custom-audience-permission.ts'

/** A permission for another account's tailored audience, as the service sends it. */
export type TailoredAudiencePermissionRow = RowOf<typeof tailoredAudiencePermission.rows.TailoredAudiencePermission>

/** The permissions that each account granted for its tailored audiences, oldest first. Nothing else of them is stored. */
export const tailoredAudiencePermissions = table<TailoredAudiencePermissionRow>(
  'tailored_audience_permissions',
  oldestFirst(),
  6,
)

/** Throws the 404 if no permission shows that the account owns the audience. */
function checkKnown({ store, owner }: Pick<WriteContext, 'store' | 'owner'>, audience: string): void {
  const known = store.table(tailoredAudiencePermissions).rows(owner)
  if (!known.some((row) => row.tailored_audience_id === audience)) throw notFound('tailored_audience_id', audience)
}

/** The endpoints of permissions for tailored audiences, in version 5 (Ads Management Interface, section 4.9). */
export const tailoredAudiencePermissionEndpoints = permissionEndpoints(tailoredAudiencePermission, {
  table: tailoredAudiencePermissions,
  column: 'tailored_audience_id',
  checkRead: checkKnown,
  checkWrite: checkKnown,
})
