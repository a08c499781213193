import type { Context } from '../../context.ts'
import {
  listCustomAudiences,
  MAX_SEGMENT_LEAVES,
  type CustomAudienceRow,
  type SegmentParams,
} from '../../rest/audience/custom-audience.ts'
import { Check, toParams } from '../write/input.ts'
import type { SegmentFields, CustomAudienceInput } from './custom-audience-input.ts'

/** Validates the fields that every write of a custom audience can have. */
export function checkCustomAudience(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  if (operation === 'Create' || check.input.name !== undefined) check.required('name', 'R-AUD-1')
  if (check.input.name) check.leaveUnchecked('R-AUD-1')
}

/** Validates the fields that only batches can have. */
export function checkFlexible(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  const { audienceType, segments } = check.input
  if (operation === 'Update') {
    check.that(audienceType === undefined, 'audienceType', 'R-AUD-9', 'cannot be changed')
    check.that(segments === undefined, 'segments', 'R-AUD-9', 'cannot be changed after the audience was created')
    return
  }
  // Only the service knows whether the account takes part in the closed beta.
  check.leaveUnchecked('R-AUD-5')
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

/** Validates a segment and the segments below it, adds their leaves to `leaves`, and returns the parameters to send. */
export function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
  const { childSegments, negate, ...node } = check.input
  const children = childSegments ?? []
  const custom_audience_id = check.id('customAudienceId', 'CustomAudience', account)
  if (children.length > 0) {
    check.required('booleanOperator', 'R-AUD-6')
    check.that(
      !node.customAudienceId,
      'customAudienceId',
      'R-AUD-6',
      'is not allowed for a segment that has `childSegments`',
    )
  } else {
    check.required('customAudienceId', 'R-AUD-6')
    if (custom_audience_id !== undefined) leaves.push({ check, id: custom_audience_id })
  }
  const isWindow = typeof node.lookbackWindow !== 'number' || LOOKBACK_WINDOWS.includes(node.lookbackWindow)
  check.that(isWindow, 'lookbackWindow', 'R-AUD-7', `is ${node.lookbackWindow}; it must be 1, 7, 14 or 30`)
  return {
    ...toParams<SegmentParams>(withoutNulls(node), ['customAudienceId']),
    ...(custom_audience_id === undefined ? {} : { custom_audience_id }),
    negate,
    child_segments: check.each('childSegments', children).map((child) => segmentParams(child, account, leaves)),
  }
}

/** The lookback windows of a segment, in days. */
const LOOKBACK_WINDOWS = [1, 7, 14, 30]

/** The fields that are not null. A new segment has no value that null could remove. */
function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** The maximum length of the service's name filter, in characters. */
const MAX_QUERY_LENGTH = 255

/** Checks that no audience of the account has the name, as far as the service's name filter can tell. */
export async function validateName(
  { rest }: Context,
  account: string,
  check: Check<CustomAudienceInput>,
  /** Whether an audience does not have its name by the time of the write. */
  isFreed: (id: string) => boolean = () => false,
): Promise<void> {
  const { name } = check.input
  if (!name || Array.from(name).length > MAX_QUERY_LENGTH) return
  const { rows, nextCursor } = await rest.page(listCustomAudiences, { account_id: account }, { q: name, count: 1000 })
  const isFree = !rows.some((row) => row.name === name && !isFreed(row.id))
  check.that(isFree, 'name', 'R-AUD-1', 'is the name of another audience of the account; it must be unique')
  if (nextCursor === null) check.markChecked('R-AUD-1')
}

/**
 * Checks that the account owns an audience that it changes or deletes, or can change it although another account owns it.
 * Returns whether it owns it.
 */
export async function validateOwner<Input extends { customAudienceId?: string | null }>(
  { loaders }: Context,
  account: string,
  id: string,
  check: Check<Input>,
  operation: 'Update' | 'Delete',
): Promise<boolean> {
  const audience = await loaders.byId(listCustomAudiences, { account_id: account })(id)
  const owner = audience?.owner_account_id
  // Some responses do not include the owner.
  if (!owner || owner === account) return true
  if (operation === 'Delete') check.refuse('customAudienceId', 'is the ID of an audience that another account owns')
  else validateSharedAudience(check, audience)
  return false
}

/** Refuses changes to an audience that another account shares for targeting only. */
export function validateSharedAudience<Input extends { customAudienceId?: string | null }>(
  check: Check<Input>,
  audience: CustomAudienceRow | null,
): void {
  if (audience?.permission_level !== 'READ_ONLY') return
  check.refuse('customAudienceId', 'is the ID of an audience that another account shares with READ_ONLY')
}
