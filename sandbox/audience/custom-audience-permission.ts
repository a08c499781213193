import { accounts } from '../account/account.ts'
import { features } from '../account/feature.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, unknownReference, type ErrorItem } from '../http/error.ts'
import { anyOf, listEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { id, idList, oneOf, required } from '../endpoint/parameter.ts'
import { NO_ACCOUNT, type Row, type Store, type TableDefinition } from '../data/store.ts'

/** A permission for another account's custom audience, as the service sends it. */
export interface CustomAudiencePermissionRow extends Row {
  custom_audience_id: string
  permission_level: string
  granted_account_id: string
}

/** The permissions that each account granted for its audiences, oldest first. */
export const customAudiencePermissions: TableDefinition<CustomAudiencePermissionRow> = {
  name: 'custom_audience_permissions',
  order: oldestFirst(),
  idLength: 6,
}

/** The parameters of a grant, for a custom or a tailored audience. */
export const grantParameters = {
  granted_account_id: required(id()),
  permission_level: required(oneOf('READ_ONLY', 'READ_WRITE')),
}

/** The feature that allows an account to share audiences outside its business. */
const OUTSIDE_BUSINESS = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'

/**
 * The problems of a grant. The granted account must exist, and be in the same business unless the owner has the
 * feature.
 */
export function grantFaults(store: Store, owner: string, granted: string): (ErrorItem | false)[] {
  const [giver, taker] = [owner, granted].map((account) => store.table(accounts).find(NO_ACCOUNT, account))
  // Accounts without a business have no business in common.
  const isInside = typeof giver?.business_id === 'string' && giver.business_id === taker?.business_id
  const mayShare = isInside || store.table(features).find(owner, OUTSIDE_BUSINESS) !== undefined
  return [
    taker === undefined && unknownReference('granted_account_id', granted),
    granted === owner && brokenRule('granted_account_id', `Account ${granted} owns the audience`),
    taker !== undefined &&
      !mayShare && {
        code: 'FEATURE_NOT_AVAILABLE',
        message: `Sharing outside of the business needs ${OUTSIDE_BUSINESS}`,
        parameter: 'granted_account_id',
      },
  ]
}

/**
 * The endpoint that lists permissions (Ads Management Interface, section 4.9). The account in the path owns the
 * audience.
 */
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
