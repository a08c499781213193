import { characterCount } from '../character-count.ts'
import {
  listCustomAudiences,
  MAX_SEGMENT_LEAVES,
  type CustomAudienceRow,
  type SegmentParams,
} from '../../rest/audience/custom-audience.ts'
import { Check, decide, type Key, required, rowKey, rulesFor, UNKNOWN } from '../kit.ts'
import { isSameId } from '../../rest/value.ts'
import { callsCost } from '../cost/cost.ts'
import { asStored, idColumn, known, type StoredRow, textColumn } from '../write/known.ts'
import { wholeParams } from '../write/params.ts'
import { leftToService, need } from '../write/rule.ts'
import { Rows } from '../write/stored.ts'
import type { CustomAudienceInput, FlexibleCreation, SegmentFields } from './custom-audience-input.ts'

const rule = rulesFor<FlexibleCreation>()

export const NAME_RULES = required('R-AUD-1', 'name')

/** The rules for the fields that only batches can have. */
export const FLEXIBLE_RULES = [
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
export interface Leaf {
  check: Check<SegmentFields>
  id: string
}

/** Segments with the IDs of audiences in lowercase. The service takes either case here, and has IDs in lowercase. */
export function withLowercaseIds({ customAudienceId, childSegments, ...segment }: SegmentFields): SegmentFields {
  const id = customAudienceId?.replace(/[^:]*$/, (id) => id.toLowerCase())
  return { ...segment, customAudienceId: id, childSegments: childSegments?.map(withLowercaseIds) }
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
export function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
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

/** The rule that the audience of a leaf is a mobile audience. */
export const leafRule = (audience: StoredRow<CustomAudienceRow> | null | undefined) =>
  segmentRule(
    'R-AUD-5',
    ['customAudienceId'],
    () => audience !== null && need(known(audience, 'audience_type', textColumn)) === 'MOBILE_AUDIENCE',
    'is not the ID of an audience of the type MOBILE_AUDIENCE',
  )

/** The maximum length of the service's name filter, in characters (R-CONV-15). */
const MAX_QUERY_LENGTH = 255

/** Whether the service can filter audiences by a name. */
export const isQuery = (name: unknown): name is string =>
  typeof name === 'string' && characterCount(name) <= MAX_QUERY_LENGTH

export const audienceKey = (account: string, id: string) => rowKey(listCustomAudiences, account, id)

/** The audiences of an account that have a name, as far as the service's name filter can tell. */
export function namesakesKey(account: string, name: string): Key<Rows<CustomAudienceRow>> {
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
export const nameRule = (namesakes: Rows<CustomAudienceRow> | undefined, id?: string) =>
  rulesFor<CustomAudienceInput>()(
    'R-AUD-1',
    ['name'],
    ({ name }) => !name || (areOnly(need(namesakes).rows, id) && (need(namesakes).complete || UNKNOWN)),
    'is the name of another audience of the account; it must be unique',
  )

function areOnly(rows: readonly StoredRow<CustomAudienceRow>[], id: string | undefined): boolean {
  return rows.every((row) => id !== undefined && isSameId(known(row, 'id', idColumn), id))
}

/** Whether an account owns an audience. Some responses do not include the owner. */
export function isOwn(account: string, audience: StoredRow<CustomAudienceRow>): boolean {
  const owner = known(audience, 'owner_account_id', idColumn)
  return owner === UNKNOWN || owner === null || isSameId(owner, account)
}

/** Refuses changes to an audience that another account shares for targeting only. */
export function checkShared<Input extends { customAudienceId?: string | null }>(
  check: Check<Input>,
  audience: StoredRow<CustomAudienceRow> | null | undefined,
): void {
  if (known(audience, 'permission_level', textColumn) !== 'READ_ONLY') return
  check.refuse('customAudienceId', 'is the ID of an audience that another account shares with READ_ONLY')
}
