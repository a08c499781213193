import {
  batchCustomAudiences,
  createCustomAudience,
  type CustomAudienceParams,
  type CustomAudienceRow,
  deleteCustomAudience,
  type FlexibleAudienceParams,
  listCustomAudiences,
  MAX_CUSTOM_AUDIENCE_OPERATIONS,
  MAX_SEGMENT_LEAVES,
  type SegmentParams,
  updateCustomAudience,
} from '../../rest/audience/custom-audience.ts'
import { isSameId } from '../../rest/value.ts'
import { characterCount } from '../character-count.ts'
import { callsCost } from '../cost/cost.ts'
import {
  AUDIENCE_EDITORS,
  batchField,
  builder,
  type Change,
  Check,
  decide,
  type Key,
  type Recognition,
  required,
  rowKey,
  rulesFor,
  type Stored,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { batchOf } from '../write/batch.ts'
import { toParams, wholeParams } from '../write/input.ts'
import {
  asStored,
  flagColumn,
  idColumn,
  known,
  type StoredRow,
  textColumn,
  type Unknown,
  wordColumn,
} from '../write/known.ts'
import { leftToService, need, storedIn } from '../write/rule.ts'
import { Rows } from '../write/stored.ts'
import {
  BatchCustomAudiencesInput,
  CreateCustomAudienceInput,
  type CustomAudienceInput,
  DeleteCustomAudienceInput,
  type FlexibleCreation,
  type SegmentFields,
  UpdateCustomAudienceInput,
} from './custom-audience-input.ts'
import { CustomAudience } from './custom-audience.ts'

const rule = rulesFor<FlexibleCreation>()

const NAME_RULES = required('R-AUD-1', 'name')

/** The rules for the fields that only batches can have. */
const FLEXIBLE_RULES = [
  // Only the service knows whether the account takes part in the closed beta.
  leftToService('R-AUD-5', 'segments'),
  // Batches are for flexible audiences: one without a type is flexible.
  rule(
    'R-AUD-5',
    ['segments'],
    ({ audienceType, segments }) => audienceType === 'MOBILE_AUDIENCE' || segments !== null,
    'is required unless `audienceType` is MOBILE_AUDIENCE',
  ),
  rule(
    'R-AUD-9',
    ['segments'],
    ({ segments }) => segments === null || leavesOf(segments) <= MAX_SEGMENT_LEAVES,
    ({ segments }) => `has ${segments && leavesOf(segments)} leaves; the limit is ${MAX_SEGMENT_LEAVES}`,
  ),
]

function leavesOf({ childSegments }: SegmentFields): number {
  return childSegments?.length ? childSegments.reduce((sum, child) => sum + leavesOf(child), 0) : 1
}

/** A leaf, and the audience that it refers to. */
interface Leaf {
  check: Check<SegmentFields>
  id: string
}

/** The lookback windows of a segment, in days. */
const LOOKBACK_WINDOWS = [1, 7, 14, 30]

const segmentRule = rulesFor<SegmentFields>()

const SEGMENT_RULES = [
  segmentRule(
    'R-AUD-7',
    ['lookbackWindow'],
    ({ lookbackWindow }) => lookbackWindow === null || LOOKBACK_WINDOWS.includes(lookbackWindow),
    ({ lookbackWindow }) => `is ${lookbackWindow}; it must be 1, 7, 14 or 30`,
  ),
]
const LEAF_RULES = [...required('R-AUD-6', 'customAudienceId'), ...SEGMENT_RULES]
const BRANCH_RULES = [
  ...required('R-AUD-6', 'booleanOperator'),
  segmentRule(
    'R-AUD-6',
    ['customAudienceId'],
    ({ customAudienceId }) => !customAudienceId,
    'is not allowed for a segment that has `childSegments`',
  ),
  ...SEGMENT_RULES,
]

/** Validates a segment and the segments below it, adds their leaves to `leaves`, and returns the parameters to send. */
function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
  const { childSegments, negate, ...node } = check.input
  const children = childSegments ?? []
  const custom_audience_id = check.ids.one('customAudienceId', 'CustomAudience', account)
  decide(check, children.length > 0 ? BRANCH_RULES : LEAF_RULES)
  if (children.length === 0 && custom_audience_id !== undefined) leaves.push({ check, id: custom_audience_id })
  return {
    ...wholeParams<SegmentParams>(node, ['customAudienceId']),
    ...(custom_audience_id === undefined ? {} : { custom_audience_id }),
    negate,
    child_segments: check.each('childSegments', children).map((child) => segmentParams(child, account, leaves)),
  }
}

const leafRule = (audience: StoredAudience) =>
  segmentRule(
    'R-AUD-5',
    ['customAudienceId'],
    () => audience !== null && need(known(audience, 'audience_type', wordColumn)) === 'MOBILE_AUDIENCE',
    'is not the ID of an audience of the type MOBILE_AUDIENCE',
  )

/** The maximum length of the service's name filter, in characters (R-CONV-15). */
const MAX_QUERY_LENGTH = 255

/** Whether the service can filter audiences by a name. */
const isQuery = (name: unknown): name is string => typeof name === 'string' && characterCount(name) <= MAX_QUERY_LENGTH

export const audienceKey = (account: string, id: string) => rowKey(listCustomAudiences, account, id)

/** The audiences of an account that have a name, as far as the service's name filter can tell. */
function namesakesKey(account: string, name: string): Key<Rows<CustomAudienceRow>> {
  const { path } = listCustomAudiences
  return {
    id: `${path} ${account} ${name}`,
    group: `names of ${path}`,
    costs: ({ max }) => [callsCost(listCustomAudiences, max)],
    async read({ rest }) {
      if (!isQuery(name)) return new Rows<CustomAudienceRow>(path, [], false)
      const params = { q: name, count: listCustomAudiences.maxCount }
      const { rows, nextCursor } = await rest.page(listCustomAudiences, { account_id: account }, params)
      const read = asStored<CustomAudienceRow>(rows)
      const nameOf = (row: StoredRow<CustomAudienceRow>) => known(row, 'name', textColumn)
      const namesakes = read.filter((row) => nameOf(row) === name)
      const areNamesKnown = read.every((row) => nameOf(row) !== UNKNOWN)
      return new Rows(path, namesakes, nextCursor === null && areNamesKnown)
    },
  }
}

/** The rule that no other audience of the account has the name. */
const nameRule = (namesakes: Rows<CustomAudienceRow> | undefined, id?: string) =>
  rulesFor<CustomAudienceInput>()(
    'R-AUD-1',
    ['name'],
    ({ name }) => !name || (areOnly(need(namesakes).rows, id) && (need(namesakes).complete || UNKNOWN)),
    'is the name of another audience of the account; it must be unique',
  )

function areOnly(rows: readonly StoredRow<CustomAudienceRow>[], id: string | undefined): boolean {
  return rows.every((row) => {
    const shown = known(row, 'id', idColumn)
    return shown !== UNKNOWN && isSameId(shown, id)
  })
}

type StoredAudience = StoredRow<CustomAudienceRow> | null | undefined

/** Whether an account owns an audience. Responses can lack either column that tells it, or both. */
export function isOwn(account: string, audience: StoredAudience): boolean | Unknown {
  const owner = known(audience, 'owner_account_id', idColumn)
  const isOwner = known(audience, 'is_owner', flagColumn)
  const isSame = typeof owner === 'string' ? isSameId(owner, account) : UNKNOWN
  if (typeof isOwner !== 'boolean' || isOwner === isSame) return isSame
  return isSame === UNKNOWN ? isOwner : UNKNOWN
}

/** Refuses changes to an audience that another account shares for targeting only. */
export function checkShared<Input extends { customAudienceId?: string | null }>(
  check: Check<Input>,
  account: string,
  audience: StoredAudience,
): void {
  if (isOwn(account, audience) !== false || known(audience, 'permission_level', wordColumn) !== 'READ_ONLY') return
  check.refuse('customAudienceId', 'is the ID of an audience that another account shares with READ_ONLY')
}

/** How a new audience is recognized. Its segments are not compared: rows show them in another form. */
const NEW_AUDIENCE: Recognition = {
  filter: ([only, ...others]) => (only && others.length === 0 && isQuery(only.name) ? { q: only.name } : {}),
  shownBy: { segments: null },
}

builder.mutationFields((t) => ({
  createCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: createCustomAudience,
    does: { action: 'CREATE', recognized: NEW_AUDIENCE },
    editors: AUDIENCE_EDITORS,
    description:
      'Creates a custom audience. It cannot be targeted yet: `reasonsNotTargetable` has PROCESSING and TOO_SMALL, and ' +
      '`audienceSize` is null (R-AUD-2). With `validateOnly`, the names of the other audiences are read (R-AUD-1).',
    input: CreateCustomAudienceInput,
    prepare: (check) => ({
      ...creation(check, check.ids.account(), customAudienceParams(check)),
      // The only documented refusal without a parameter is for a name that is taken.
      fieldOf: () => 'name',
    }),
  }),

  updateCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: updateCustomAudience,
    does: { action: 'UPDATE', id: 'customAudienceId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Changes the name and description of a custom audience. An audience of another account can be changed if it is ' +
      'shared with READ_WRITE. With `validateOnly`, the audience and the names of the other audiences are read (R-AUD-1).',
    input: UpdateCustomAudienceInput,
    prepare: (check) => ({ ...update(check), fieldOf: () => 'name' }),
  }),

  deleteCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: deleteCustomAudience,
    does: { action: 'DELETE', id: 'customAudienceId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Deletes a custom audience of the account. A deleted audience is returned only with `withDeleted`. Deleting it ' +
      'again fails with NOT_FOUND.',
    input: DeleteCustomAudienceInput,
    prepare: deletion,
  }),

  batchCustomAudiences: batchField(t, {
    rows: {
      type: CustomAudience,
      field: 'customAudiences',
      ofPayload: 'The result of a batch of custom audiences.',
      description:
        'The audiences as the service returned them, in the order of the operations. An item is null if nothing was changed.',
    },
    endpoint: batchCustomAudiences,
    does: {
      create: { action: 'CREATE', recognized: NEW_AUDIENCE },
      update: { action: 'UPDATE', id: 'customAudienceId' },
      delete: { action: 'DELETE', id: 'customAudienceId' },
    },
    editors: AUDIENCE_EDITORS,
    maxItems: MAX_CUSTOM_AUDIENCE_OPERATIONS,
    description:
      `Creates, changes and deletes custom audiences. A call takes up to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations, and ` +
      'succeeds or fails as a whole. Closed beta, and only for flexible audiences that are built from mobile audiences ' +
      '(R-AUD-5). With `validateOnly`, the names and audiences that the rules depend on are read.',
    input: BatchCustomAudiencesInput,
    prepare: (check) =>
      batchOf(check, batchCustomAudiences, 'R-AUD-5', { create: flexibleCreation, update, delete: deletion }),
  }),
}))

/** The parameters to send for a custom audience. */
function customAudienceParams({ input: { name, description } }: Check<CustomAudienceInput>): CustomAudienceParams {
  return toParams({ name, description })
}

/** The creation of an audience with these parameters, whose name must be free by then. */
function creation<Params extends CustomAudienceParams>(
  check: Check<CustomAudienceInput>,
  account: string,
  params: Params,
): Change<Params> {
  decide(check, NAME_RULES)
  const namesakes = namesakesKey(account, params.name ?? '')
  return {
    dependsOn: [params.name ? namesakes : undefined],
    review(stored) {
      decide(check, [nameRule(stored.get(namesakes))])
    },
    apply(stored) {
      stored.add(namesakes, listCustomAudiences, params)
      return params
    },
  }
}

/** An update, whose rules rest on nothing that the audience has. */
const UPDATE = storedIn(undefined, {})

/** The update of an audience. If another account owns it, only that account knows which names are free. */
function update(check: Check<CustomAudienceInput & { customAudienceId: string }>): Change<CustomAudienceParams> {
  const { account, id } = check.ids.changed('customAudienceId', 'CustomAudience')
  const params = customAudienceParams(check)
  decide(check, NAME_RULES, UPDATE)
  const { name } = params
  const [key, namesakes] = [audienceKey(account, id), namesakesKey(account, name ?? '')]
  return {
    dependsOn: [key, name ? namesakes : undefined],
    review(stored) {
      const audience = stored.get(key)
      decide(check, [nameRule(isOwn(account, audience) === true ? stored.get(namesakes) : undefined, id)], UPDATE)
      checkShared(check, account, audience)
    },
    apply(stored) {
      const audience = stored.get(key)
      if (name && audience) {
        const isOwned = isOwn(account, audience)
        stored.remove(listCustomAudiences, id)
        if (isOwned === true) stored.add(namesakes, listCustomAudiences, { id, name })
        // The name may be taken then.
        if (isOwned === UNKNOWN)
          stored.set(namesakes, new Rows(listCustomAudiences.path, stored.rows(namesakes).rows, false))
      }
      return params
    },
  }
}

/** The deletion of an audience, after which its name is free. Only its owner can delete it. */
function deletion(check: Check<typeof DeleteCustomAudienceInput.$inferInput>) {
  const { account, id } = check.ids.changed('customAudienceId', 'CustomAudience')
  const key = audienceKey(account, id)
  return {
    dependsOn: [key],
    review(stored: Stored) {
      if (isOwn(account, stored.get(key)) === false)
        check.refuse('customAudienceId', 'is the ID of an audience that another account owns')
    },
    apply(stored: Stored) {
      stored.set(key, null)
      stored.remove(listCustomAudiences, id)
      return {}
    },
  }
}

/** The creation of a mobile audience, or of a flexible audience that combines mobile audiences. */
function flexibleCreation(check: Check<FlexibleCreation>): Change<FlexibleAudienceParams> {
  const account = check.ids.account()
  const { audienceType, segments } = check.input
  const root = segments && check.within('segments', segments)
  const leaves: Leaf[] = []
  const tree = root ? { segments: segmentParams(root, account, leaves) } : {}
  const type = toParams<FlexibleAudienceParams>({ audienceType: audienceType ?? undefined })
  const {
    dependsOn = [],
    review,
    ...change
  } = creation(check, account, { ...customAudienceParams(check), ...type, ...tree })
  decide(check, FLEXIBLE_RULES)
  return {
    ...change,
    dependsOn: [...dependsOn, ...leaves.map(({ id }) => audienceKey(account, id))],
    review(stored) {
      review?.(stored)
      for (const { check, id } of leaves) decide(check, [leafRule(stored.get(audienceKey(account, id)))])
    },
  }
}
