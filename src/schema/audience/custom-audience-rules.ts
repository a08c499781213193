import { characterCount } from '../character-count.ts'
import {
  listCustomAudiences,
  MAX_SEGMENT_LEAVES,
  type CustomAudienceRow,
  type SegmentParams,
} from '../../rest/audience/custom-audience.ts'
import { Check, decide, type Key, required, rowKey, UNKNOWN } from '../kit.ts'
import { callsCost } from '../cost/cost.ts'
import { wholeParams } from '../write/params.ts'
import { Rows } from '../write/stored.ts'
import type { CustomAudienceInput, FlexibleCreation, SegmentFields } from './custom-audience-input.ts'

/** Validates the fields that every write of a custom audience can have. */
export function checkCustomAudience(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  if (operation === 'Create' || check.input.name !== undefined) decide(check, required('R-AUD-1', 'name'))
  // Until the names of the other audiences are read.
  if (check.input.name) check.settle('R-AUD-1', UNKNOWN, 'name')
}

/** Validates the fields that only batches can have. */
export function checkFlexible(check: Check<FlexibleCreation>): void {
  const { audienceType, segments } = check.input
  // Only the service knows whether the account takes part in the closed beta.
  check.settle('R-AUD-5', UNKNOWN)
  // Batches are for flexible audiences: one without a type is flexible.
  const hasSegments = audienceType === 'MOBILE_AUDIENCE' || Boolean(segments)
  check.that(hasSegments, 'segments', 'R-AUD-5', 'is required unless `audienceType` is MOBILE_AUDIENCE')
  const leaves = segments ? leavesOf(segments) : 0
  check.that(
    leaves <= MAX_SEGMENT_LEAVES,
    'segments',
    'R-AUD-9',
    `has ${leaves} leaves; the limit is ${MAX_SEGMENT_LEAVES}`,
  )
}

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

/** Validates a segment and the segments below it, adds their leaves to `leaves`, and returns the parameters to send. */
export function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
  const { childSegments, negate, ...node } = check.input
  const children = childSegments ?? []
  const custom_audience_id = check.id('customAudienceId', 'CustomAudience', account)
  if (children.length > 0) {
    decide(check, required('R-AUD-6', 'booleanOperator'))
    check.that(
      !node.customAudienceId,
      'customAudienceId',
      'R-AUD-6',
      'is not allowed for a segment that has `childSegments`',
    )
  } else {
    decide(check, required('R-AUD-6', 'customAudienceId'))
    if (custom_audience_id !== undefined) leaves.push({ check, id: custom_audience_id })
  }
  const isWindow = typeof node.lookbackWindow !== 'number' || LOOKBACK_WINDOWS.includes(node.lookbackWindow)
  check.that(isWindow, 'lookbackWindow', 'R-AUD-7', `is ${node.lookbackWindow}; it must be 1, 7, 14 or 30`)
  return {
    ...wholeParams<SegmentParams>(node, ['customAudienceId']),
    ...(custom_audience_id === undefined ? {} : { custom_audience_id }),
    negate,
    child_segments: check.each('childSegments', children).map((child) => segmentParams(child, account, leaves)),
  }
}

/** Checks the audience of a leaf, if its type is known. */
export function checkLeaf(check: Check<SegmentFields>, audience: CustomAudienceRow | null | undefined): void {
  const type = audience === null ? null : audience?.audience_type
  const isMobile = type === undefined || type === 'MOBILE_AUDIENCE'
  check.that(isMobile, 'customAudienceId', 'R-AUD-5', 'is not the ID of an audience of the type MOBILE_AUDIENCE')
}

/** The lookback windows of a segment, in days. */
const LOOKBACK_WINDOWS = [1, 7, 14, 30]

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
      const namesakes = rows.filter((row) => row.name === name)
      const areNamesKnown = rows.every((row) => row.name !== undefined)
      return new Rows(path, namesakes, nextCursor === null && areNamesKnown)
    },
  }
}

/** Checks that no other audience of the account has the name, as far as they are known. */
export function checkName(check: Check<CustomAudienceInput>, namesakes: Rows<CustomAudienceRow>, id?: string): void {
  const isFree = namesakes.rows.every((row) => row.id !== undefined && row.id === id)
  const isUnique = isFree && !namesakes.complete ? UNKNOWN : isFree
  check.that(isUnique, 'name', 'R-AUD-1', 'is the name of another audience of the account; it must be unique')
}

/** Whether an account owns an audience. Some responses do not include the owner. */
export function isOwn(account: string, { owner_account_id: owner }: CustomAudienceRow): boolean {
  return !owner || owner === account
}

/** Refuses changes to an audience that another account shares for targeting only. */
export function checkShared<Input extends { customAudienceId?: string | null }>(
  check: Check<Input>,
  audience: CustomAudienceRow | null | undefined,
): void {
  if (audience?.permission_level !== 'READ_ONLY') return
  check.refuse('customAudienceId', 'is the ID of an audience that another account shares with READ_ONLY')
}
