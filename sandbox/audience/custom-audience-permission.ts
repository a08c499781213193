import { customAudiencePermission } from '../../reference/audience/custom-audience-permission.ts'
import type { Entity } from '../../reference/entity.ts'
import { accounts } from '../account/account.ts'
import { features } from '../account/feature.ts'
import { oldestFirst } from '../data/order.ts'
import { NO_ACCOUNT, table, type Row, type Store, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf, type RowOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { added, liveRow, type WriteContext } from '../endpoint/write.ts'
import {
  brokenRule,
  featureNotAvailable,
  notFound,
  refuseAll,
  unknownReference,
  type ErrorItem,
} from '../http/error.ts'

/** A permission for another account's custom audience, as the service sends it. */
export type CustomAudiencePermissionRow = RowOf<typeof customAudiencePermission.rows.CustomAudiencePermission>

/** The permissions that each account granted for its audiences, oldest first. */
export const customAudiencePermissions = table<CustomAudiencePermissionRow>(
  'custom_audience_permissions',
  oldestFirst(),
  6,
)

/** The feature that allows an account to share audiences outside its business. */
const OUTSIDE_BUSINESS = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS'

/**
 * The problems of a grant. The granted account must exist, and be in the same business unless the owner has the
 * feature.
 */
function grantFaults(store: Store, owner: string, granted: string): (ErrorItem | false)[] {
  const [giver, taker] = [owner, granted].map((account) => store.table(accounts).find(NO_ACCOUNT, account))
  // Accounts without a business have no business in common.
  const isInside = typeof giver?.business_id === 'string' && giver.business_id === taker?.business_id
  const mayShare = isInside || store.table(features).find(owner, OUTSIDE_BUSINESS) !== undefined
  return [
    taker === undefined && unknownReference('granted_account_id', granted),
    granted === owner && brokenRule('granted_account_id', `Account ${granted} owns the audience`),
    taker !== undefined &&
      !mayShare &&
      featureNotAvailable(`Sharing outside of the business needs ${OUTSIDE_BUSINESS}`, 'granted_account_id'),
  ]
}

/** A permission for an audience of any kind. */
type PermissionRow = Row & Pick<CustomAudiencePermissionRow, 'granted_account_id' | 'permission_level'>

/** How the permissions for one kind of audiences differ. */
interface PermissionKind<R extends PermissionRow> {
  table: TableDefinition<R>
  /** The column with the audience, and its name in the path. */
  column: keyof R & string
  /** Throws a Refusal if the account cannot see the permissions of an audience. */
  checkRead?: (context: WriteContext, audience: string) => void
  /** Throws a Refusal if the account cannot share an audience. */
  checkWrite: (context: WriteContext, audience: string) => void
}

/**
 * The endpoints of the permissions for one kind of audiences (Ads Management Interface, section 4.9). The account in the
 * path owns the audience.
 */
export function permissionEndpoints<R extends PermissionRow>(entity: Entity, kind: PermissionKind<R>): Endpoint[] {
  const { table, column, checkRead, checkWrite } = kind
  const wire = endpointsOf(entity)
  return [
    wire.list(table, {
      quota: 'account',
      keep(call) {
        const audience = call.path[column]!
        checkRead?.(call, audience)
        return (row) => row[column] === audience
      },
    }),
    wire.at('POST', {
      handle(call) {
        const { store, owner, now } = call
        const audience = call.path[column]!
        checkWrite(call, audience)
        const granted = call.params as Pick<PermissionRow, 'granted_account_id' | 'permission_level'>
        refuseAll(grantFaults(store, owner, granted.granted_account_id))
        const isSame = (row: R) => row[column] === audience && row.granted_account_id === granted.granted_account_id
        const before = store
          .table(table)
          .rows(owner)
          .find((row) => isSame(row) && !row.deleted)
        if (before === undefined) {
          const made = { [column]: audience, ...granted } as unknown as Omit<R, keyof Row>
          return envelope(call, { data: added(call, table, made) }, 201)
        }
        const changes = { ...granted, updated_at: timestamp(now) } as unknown as Partial<R>
        return envelope(call, { data: store.table(table).update(owner, before.id, changes) })
      },
    }),
    wire.at('DELETE', {
      handle(call) {
        const audience = call.path[column]!
        checkWrite(call, audience)
        const id = call.path[wire.idName]!
        if (liveRow(call, table, wire.idName, id)[column] !== audience) throw notFound(wire.idName, id)
        const changes = { deleted: true, updated_at: timestamp(call.now) } as Partial<R>
        return envelope(call, { data: call.store.table(table).update(call.owner, id, changes) })
      },
    }),
  ]
}
