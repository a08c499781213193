import { customAudience } from '../../reference/audience/custom-audience.ts'
import { accounts } from '../account/account.ts'
import { columns, newestFirst } from '../data/order.ts'
import { NO_ACCOUNT, table, type Store } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf, type RowOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { Invalid, oneOf, required, structure, text, unsettable, type Values } from '../endpoint/parameter.ts'
import { added, referred, type NewColumns, type Operation, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, mayNotChange, missingParameter, notFound, refuseAll, type ErrorItem } from '../http/error.ts'
import { customAudiencePermissions } from './custom-audience-permission.ts'

/** A custom audience as the service sends it to its owner. Some responses omit the optional columns. */
export type CustomAudienceRow = RowOf<
  typeof customAudience.rows.CustomAudience,
  {
    targetable: boolean
    targetable_types: string[]
    description?: string | null
    reasons_not_targetable: string[]
    audience_size: number | null
    is_owner?: boolean
    metadata?: AudienceMetadata[]
  }
>

/** The definition of a flexible audience. */
interface AudienceMetadata {
  custom_audience_id: string
  account_id: string
  name: string
  audience_source: string
  upload_status: string
  segments: Segment
}

/** A segment in the tree of a flexible audience, with defaults for omitted fields. */
export type Segment = {
  frequency: number
  frequency_comparator: string
  negate: boolean
  child_segments: Segment[]
} & ({ boolean_operator: string } | { custom_audience_id: string; lookback_window: number })

/** The custom audiences that each account owns, newest first. */
export const customAudiences = table<CustomAudienceRow>('custom_audiences', newestFirst(), 5)

const wire = endpointsOf(customAudience, 'accounts/:account_id/custom_audiences')

/** The maximum number of leaves of a flexible audience (Ads Management Interface, section 8). */
const MAX_LEAVES = 10

const create = wire.operation('POST', customAudiences, {
  create: (sent, context) => fresh('CRM', sent, context),
  check: (row, _, context) => [isTaken(row.name, context) && nameNotUnique(row.name)],
})

/** Changes an audience, which another account may own. */
const update: Operation = {
  parameters: wire.parameters('PUT'),
  run(params, context, id) {
    const { store, owner: account, now } = context
    const before = changeableAudience(store, account, id)
    const { owner_account_id: owner, name: nameBefore, description: descriptionBefore } = before
    const { name = nameBefore, description = descriptionBefore } = params as Partial<CustomAudienceRow>
    refuseAll([isTaken(name, { ...context, owner }, id) && nameNotUnique(name)])
    const changes = { name, ...(description !== undefined && { description }), updated_at: timestamp(now) }
    store.table(customAudiences).update(owner, id, changes)
    return findAudience(store, account, id)
  },
}

const remove = wire.operation('DELETE', customAudiences)

const flexibleParameters = {
  audience_type: oneOf(...customAudience.enumerations.FlexibleAudienceType.documents),
  name: required(text()),
  description: unsettable(text()),
  segments: structure(readSegment),
}

/** Creates the audiences that only batches can create: mobile audiences, and flexible audiences that combine them. */
const createFlexible: Operation = {
  parameters: flexibleParameters,
  run(given, context) {
    const params = given as Values<typeof flexibleParameters>
    const { audience_type: type = 'FLEXIBLE', segments } = params
    const leaves = segments === undefined ? [] : leavesOf(segments)
    refuseAll([
      isTaken(params.name, context) && nameNotUnique(params.name),
      type === 'FLEXIBLE' && segments === undefined && missingParameter('segments'),
      leaves.length > MAX_LEAVES &&
        brokenRule('segments', `A flexible audience has at most ${MAX_LEAVES} leaves, got ${leaves.length}`),
      ...leaves.map(
        (leaf) =>
          referred(context, customAudiences, leaf)?.audience_type !== 'MOBILE_AUDIENCE' &&
          brokenRule('segments', `${leaf} is not a mobile audience of the account`),
      ),
    ])
    const row = { ...fresh(type, params, context), id: context.store.table(customAudiences).newId() }
    const metadata = {
      custom_audience_id: row.id,
      account_id: context.owner,
      name: row.name,
      audience_source: 'FLEXIBLE',
      upload_status: 'PROCESSING',
    }
    const tree = segments === undefined ? {} : { metadata: [{ ...metadata, segments }] }
    return added(context, customAudiences, { ...row, ...tree })
  },
}

/** A new audience, without users. */
function fresh(
  type: string,
  { name, description = null }: { name: string; description?: string | null | undefined },
  { owner }: WriteContext,
): NewColumns<CustomAudienceRow> {
  const kind = type === 'FLEXIBLE' ? 'FLEXIBLE' : 'CRM'
  return {
    targetable: false,
    name,
    targetable_types: [kind, `EXCLUDED_${kind}`],
    audience_type: type,
    description,
    permission_level: 'READ_WRITE',
    owner_account_id: owner,
    reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
    partner_source: 'OTHER',
    audience_size: null,
    is_owner: true,
  }
}

function isTaken(name: string, { store, owner }: WriteContext, id?: string): boolean {
  for (const row of store.table(customAudiences).each(owner))
    if (row.name === name && row.id !== id && !row.deleted) return true
  return false
}

/** The error for a name that is taken. The reference does not document its code. */
function nameNotUnique(name: string): ErrorItem {
  return {
    code: 'NAME_NOT_UNIQUE',
    message: `The account already has an audience with the name "${name}"`,
    parameter: 'name',
  }
}

/** Reads a segment of a request, and sets defaults for omitted fields. */
function readSegment(value: unknown): Segment | Invalid {
  const { boolean_operator, custom_audience_id, child_segments, ...given } = Object(value) as Record<string, unknown>
  const { lookback_window = 30, frequency = 1, frequency_comparator = 'NUM_GTE', negate = false, ...unknown } = given
  const [name] = Object.keys(unknown)
  if (name !== undefined) return new Invalid(`Unknown member ${name} of a segment`)
  if (!Array.isArray(child_segments)) return new Invalid('Expected child_segments to be an array')
  if (!Number.isInteger(frequency)) return new Invalid('Expected Integer as frequency')
  if (!COMPARATORS.some((word) => word === frequency_comparator))
    return new Invalid(`Expected one of ${COMPARATORS.join(', ')} as frequency_comparator`)
  if (typeof negate !== 'boolean') return new Invalid('Expected Boolean as negate')
  if (!LOOKBACK_WINDOWS.includes(lookback_window as number))
    return new Invalid(`Expected one of ${LOOKBACK_WINDOWS.join(', ')} as lookback_window`)
  const common = { frequency: frequency as number, frequency_comparator: frequency_comparator as string, negate }
  if (child_segments.length === 0) {
    if (typeof custom_audience_id !== 'string') return new Invalid('Expected custom_audience_id of a leaf')
    // The service returns IDs in lowercase.
    const leaf = { custom_audience_id: custom_audience_id.toLowerCase(), lookback_window: lookback_window as number }
    return { ...leaf, ...common, child_segments: [] }
  }
  if (boolean_operator !== 'AND' && boolean_operator !== 'OR')
    return new Invalid('Expected one of AND, OR as boolean_operator')
  if (custom_audience_id !== undefined) return new Invalid('Expected custom_audience_id only of a leaf')
  const children = child_segments.map(readSegment)
  const wrong = children.find((child) => child instanceof Invalid)
  return wrong ?? { boolean_operator, ...common, child_segments: children as Segment[] }
}

const { lookback_window: windows, FrequencyComparator } = customAudience.enumerations
const LOOKBACK_WINDOWS = windows.documents.map(Number)
const COMPARATORS = FrequencyComparator.documents

/** The IDs of the audiences that the leaves of a tree refer to. */
function leavesOf(segment: Segment): string[] {
  return 'custom_audience_id' in segment ? [segment.custom_audience_id] : segment.child_segments.flatMap(leavesOf)
}

/** The endpoints of custom audiences (Ads Management Interface, section 4.9). */
export const customAudienceEndpoints: Endpoint[] = [
  wire.list(customAudiences, {
    quota: 'account',
    sortable: columns<CustomAudienceRow>('name', 'audience_size'),
    rows: ({ params, store, owner }) =>
      params.permission_scope === 'SHARED' ? sharedWith(store, owner) : store.table(customAudiences).rows(owner),
  }),
  wire.single(customAudiences, {
    quota: 'account',
    find: ({ store, owner }, id) => findAudience(store, owner, id),
  }),
  wire.write('POST', create),
  wire.write('PUT', update),
  wire.write('DELETE', remove),
  // The segments of a flexible audience cannot be changed, so an update does not take any.
  wire.batch(10, { Create: createFlexible, Update: update, Delete: remove }),
]

/** The changes of an audience by an accepted upload. It is processed immediately, and targetable once it has users. */
export function withUsers({ audience_size: before }: CustomAudienceRow, added: number): Partial<CustomAudienceRow> {
  const size = Math.max(0, (before ?? 0) + added)
  return { audience_size: size, targetable: size > 0, reasons_not_targetable: size > 0 ? [] : ['TOO_SMALL'] }
}

/** An audience that an account owns or that is shared with it, deleted or not. Undefined if there is none. */
export function findAudience(store: Store, account: string, id: string): CustomAudienceRow | undefined {
  return store.table(customAudiences).find(account, id) ?? sharedWith(store, account).find((row) => row.id === id)
}

/** An audience that an account can change. Throws a 404 if it cannot see it, a 403 if it is shared for targeting only. */
export function changeableAudience(store: Store, account: string, id: string): CustomAudienceRow {
  const audience = findAudience(store, account, id)
  if (audience === undefined || audience.deleted) throw notFound('custom_audience_id', id)
  if (audience.permission_level !== 'READ_WRITE') throw mayNotChange(`custom audience ${id}`)
  return audience
}

/** The audiences that other accounts share with an account, as the service sends them to it. */
function sharedWith(store: Store, account: string): CustomAudienceRow[] {
  const owners = store.table(accounts).rows(NO_ACCOUNT)
  return owners.flatMap(({ id: owner }) =>
    store
      .table(customAudiencePermissions)
      .rows(owner)
      .filter((permission) => permission.granted_account_id === account && !permission.deleted)
      .map((permission) => ({
        ...store.table(customAudiences).find(owner, permission.custom_audience_id)!,
        permission_level: permission.permission_level,
        is_owner: false,
      })),
  )
}
