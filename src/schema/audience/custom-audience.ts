import { readCost, callsCost } from '../cost/write-cost.ts'
import { maxParts } from '../cost/cost.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import type { Context } from '../../context.ts'
import { listAccounts } from '../../rest/account/account.ts'
import {
  batchCustomAudiences,
  createCustomAudience,
  deleteCustomAudience,
  listCustomAudiences,
  MAX_CUSTOM_AUDIENCE_OPERATIONS,
  MAX_SEGMENT_LEAVES,
  updateCustomAudience,
  type CustomAudienceMetadataRow,
  type CustomAudienceParams,
  type CustomAudienceRow,
  type FlexibleAudienceParams,
  type SegmentParams,
  type SegmentRow,
} from '../../rest/audience/custom-audience.ts'
import { Account } from '../account/account.ts'
import { BatchOperationType, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder, type InputFields } from '../builder.ts'
import { TargetingCriterion } from '../campaign/targeting-criterion.ts'
import { connectionType, namePrefixArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { sortArg } from '../list/sort-by.ts'
import { Entity, Node, nodeType, partOf, type OfAccount } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, Check, ownAccountField, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { AUDIENCE_EDITORS } from '../write/existence.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'

export const CustomAudience = builder.objectRef<CustomAudienceRow>('CustomAudience')
export const CustomAudienceConnection = connectionType(CustomAudience)
export const CustomAudienceMetadata = builder.objectRef<CustomAudienceMetadataRow & OfAccount>('CustomAudienceMetadata')
export const SegmentNode = builder.objectRef<SegmentRow & OfAccount>('SegmentNode')

export const CustomAudienceType = openEnum(
  'CustomAudienceType',
  'The source of the users of a custom audience (R-AUD-3).',
  {
    CRM: "Users from the advertiser's own records.",
    FLEXIBLE: 'Other audiences, combined by a tree of segments.',
    MOBILE_AUDIENCE: 'Users of an app.',
  },
)

export const TargetableType = openEnum('TargetableType', 'How an audience can be targeted (R-AUD-3).', {
  CRM: 'The audience can be included.',
  EXCLUDED_CRM: 'The audience can be excluded.',
  FLEXIBLE: 'The audience can be included as a flexible audience.',
  EXCLUDED_FLEXIBLE: 'The audience can be excluded as a flexible audience.',
})

export const PermissionLevel = openEnum('PermissionLevel', 'What an account can do with an audience.', {
  READ_ONLY: 'The account can target the audience.',
  READ_WRITE: 'The account can target and change the audience.',
})

export const PermissionScope = openEnum('PermissionScope', 'The audiences to list, by owner (R-AUD-4).', {
  OWNER: 'Audiences that the account owns. This is the default.',
  SHARED: 'Audiences that other accounts share with the account.',
})

export const BooleanOperator = openEnum('BooleanOperator', 'How a segment combines its children (R-AUD-6).', {
  AND: 'Users who are in all child segments.',
  OR: 'Users who are in any child segment.',
})

export const FrequencyComparator = openEnum(
  'FrequencyComparator',
  'How the number of occurrences is compared with `frequency` (R-AUD-7). Defaults to NUM_GTE.',
  {
    NUM_GTE: 'Greater than or equal to `frequency`.',
    NUM_GT: 'Greater than `frequency`.',
    NUM_EQ: 'Equal to `frequency`.',
    NUM_LTE: 'Less than or equal to `frequency`.',
    NUM_LT: 'Less than `frequency`.',
  },
)

CustomAudience.implement({
  description:
    'A group of users that an advertiser defines to target or exclude. A new audience cannot be targeted yet: ' +
    '`reasonsNotTargetable` has PROCESSING and TOO_SMALL, and `audienceSize` is null (R-AUD-2).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the audience, unique in its account (R-AUD-1).' }),
    description: t.exposeString('description', { description: 'The description of the audience (R-AUD-1).' }),
    audienceType: t.expose('audience_type', { type: CustomAudienceType, description: 'The source of its users.' }),
    audienceSize: t.expose('audience_size', {
      type: 'Long',
      description: 'The number of users in the audience. Null while it is not known.',
    }),
    targetable: t.exposeBoolean('targetable', { description: 'Whether the audience can be targeted now (R-TGT-6).' }),
    targetableTypes: t.expose('targetable_types', {
      type: [TargetableType],
      nullable: { list: true, items: false },
      description: 'How the audience can be targeted.',
    }),
    reasonsNotTargetable: t.exposeStringList('reasons_not_targetable', {
      nullable: { list: true, items: false },
      description:
        'The reasons why the audience cannot be targeted, for example PROCESSING, TOO_SMALL. The list of values is open (R-AUD-3).',
    }),
    permissionLevel: t.expose('permission_level', {
      type: PermissionLevel,
      description: 'What the account can do with the audience.',
    }),
    isOwner: t.exposeBoolean('is_owner', {
      description: 'Whether the account owns the audience. Null if the service does not send it.',
    }),
    ownerAccountId: t.exposeID('owner_account_id', {
      description: "The service's ID of the account that owns the audience.",
    }),
    ownerAccount: t.reference({
      type: Account,
      endpoint: listAccounts,
      description: 'The account that owns the audience. Null if the caller cannot see it.',
      id: (row) => row.owner_account_id,
    }),
    partnerSource: t.exposeString('partner_source', { description: 'The partner that the audience comes from.' }),
    metadata: t.field({
      type: [CustomAudienceMetadata],
      nullable: { list: true, items: false },
      description: 'The definition of a flexible audience.',
      extensions: maxParts(MAX_DEFINITIONS),
      resolve: (row) => row.metadata?.map((metadata) => partOf(row, metadata)),
    }),
  }),
})

/** The number of definitions of an audience that a plan assumes at most. The documents have no limit. */
const MAX_DEFINITIONS = 10

/** The maximum number of leaves of a tree of segments (R-AUD-9), and so of the children of a branch. */
const MAX_LEAVES = 10

CustomAudienceMetadata.implement({
  description: 'The definition of a flexible audience.',
  fields: (t) => ({
    customAudienceId: t.exposeID('custom_audience_id', { description: "The service's ID of the audience." }),
    customAudience: t.reference({
      type: CustomAudience,
      endpoint: listCustomAudiences,
      description: 'The audience.',
      id: (row) => row.custom_audience_id,
    }),
    accountId: t.exposeID('account_id', { description: "The service's ID of the account." }),
    name: t.exposeString('name', { description: 'The name of the audience.' }),
    audienceSource: t.exposeString('audience_source', {
      description: 'The source of the users. The list of values is open.',
    }),
    uploadStatus: t.exposeString('upload_status', {
      description: 'The processing status of the audience. The list of values is open.',
    }),
    segments: t.field({
      type: SegmentNode,
      description: 'The root segment of the tree. A tree has at most 10 leaves (R-AUD-9).',
      resolve: (row) => row.segments && partOf(row, row.segments),
    }),
  }),
})

SegmentNode.implement({
  description:
    'A segment in the tree of a flexible audience. A branch combines its child segments; a leaf refers to an audience ' +
    '(R-AUD-6). The service sets defaults for fields that were omitted.',
  fields: (t) => ({
    booleanOperator: t.expose('boolean_operator', {
      type: BooleanOperator,
      description: 'How a branch combines its child segments.',
    }),
    childSegments: t.field({
      type: [SegmentNode],
      nullable: { list: true, items: false },
      description: 'The child segments of a branch. A leaf has none.',
      extensions: maxParts(MAX_LEAVES),
      resolve: (row) => row.child_segments?.map((child) => partOf(row, child)),
    }),
    customAudienceId: t.exposeID('custom_audience_id', {
      description: "The service's ID of the audience of a leaf.",
    }),
    customAudience: t.reference({
      type: CustomAudience,
      endpoint: listCustomAudiences,
      description: 'The audience of a leaf.',
      id: (row) => row.custom_audience_id,
    }),
    lookbackWindow: t.exposeInt('lookback_window', {
      description: 'The lookback window in days: 1, 7, 14 or 30 (R-AUD-7).',
    }),
    frequency: t.exposeInt('frequency', {
      description: 'The number that `frequencyComparator` compares with the occurrences in the lookback window.',
    }),
    frequencyComparator: t.expose('frequency_comparator', {
      type: FrequencyComparator,
      description: 'How the number of occurrences is compared with `frequency`.',
    }),
    negate: t.exposeBoolean('negate', { description: 'Whether the segment is the users who do not match (R-AUD-8).' }),
  }),
})

nodeType(CustomAudience, listCustomAudiences)

builder.queryField('customAudience', (t) =>
  t.byId({
    type: CustomAudience,
    endpoint: listCustomAudiences,
    description: 'One custom audience.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  customAudience: t.byId({
    type: CustomAudience,
    endpoint: listCustomAudiences,
    description: 'A custom audience that the account can use.',
    args: withDeletedArg,
  }),
  customAudiences: t.list({
    type: CustomAudienceConnection,
    endpoint: listCustomAudiences,
    description: 'The custom audiences that the account owns, or those shared with it if `permissionScope` is SHARED.',
    args: {
      ...idsArg,
      permissionScope: t.arg({
        type: PermissionScope,
        description:
          'Which audiences to list: those that the account owns, or those shared with it. Defaults to OWNER (R-AUD-4).',
      }),
      ...namePrefixArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, permissionScope, namePrefix }, account) => ({
      custom_audience_ids: restIds('CustomAudience', account.id, ids, 'ids'),
      permission_scope: permissionScope ?? undefined,
      q: nameQuery(namePrefix),
    }),
  }),
}))

builder.objectField(TargetingCriterion, 'customAudience', (t) =>
  t.reference({
    type: CustomAudience,
    endpoint: listCustomAudiences,
    description:
      'The audience, if the targeting type is CUSTOM_AUDIENCE or CUSTOM_AUDIENCE_EXPANDED. Null for other types.',
    id: (row) => (row.targeting_type?.startsWith('CUSTOM_AUDIENCE') ? row.targeting_value : null),
  }),
)

const CreateCustomAudienceInput = builder.inputType('CreateCustomAudienceInput', {
  description: 'A custom audience to create.',
  fields: (t) => ({
    ...accountField(t),
    name: t.string({ required: true, description: 'The name. It must be unique in the account (R-AUD-1).' }),
    description: t.string({ description: 'The description (R-AUD-1).' }),
  }),
})

const customAudienceIdField = (t: InputFields) => ({
  customAudienceId: t.id({
    required: true,
    description: "The global ID of the audience, or the service's ID together with `accountId`.",
  }),
})

const UpdateCustomAudienceInput = builder.inputType('UpdateCustomAudienceInput', {
  description: 'The changes to a custom audience. Fields that are omitted stay as they are; null removes the value.',
  fields: (t) => ({
    ...customAudienceIdField(t),
    ...ownAccountField(t),
    name: t.string({ description: 'The name. It must be unique in the account (R-AUD-1).' }),
    description: t.string({ description: 'The description. Null removes it (R-AUD-1).' }),
  }),
})

const DeleteCustomAudienceInput = builder.inputType('DeleteCustomAudienceInput', {
  description: 'The custom audience to delete.',
  fields: (t) => ({ ...customAudienceIdField(t), ...ownAccountField(t) }),
})

const FlexibleAudienceType = builder.enumType('FlexibleAudienceType', {
  description: 'The types of audiences that a batch can create (R-AUD-5).',
  values: {
    FLEXIBLE: { description: 'Mobile audiences, combined by a tree of segments.' },
    MOBILE_AUDIENCE: { description: 'Users of an app.' },
  },
})

interface SegmentFields {
  booleanOperator?: string | null
  childSegments?: SegmentFields[] | null
  customAudienceId?: string | null
  lookbackWindow?: number | null
  frequency?: number | null
  frequencyComparator?: string | null
  negate: boolean
}

const SegmentInput = builder.inputRef<SegmentFields>('SegmentInput').implement({
  description:
    'A segment in the tree of a flexible audience. A branch combines its child segments; a leaf refers to an audience.',
  fields: (t) => ({
    booleanOperator: t.field({
      type: BooleanOperator,
      description: 'How a branch combines its child segments. Required for a branch (R-AUD-6).',
    }),
    childSegments: t.field({
      type: [SegmentInput],
      description: 'The child segments of a branch. Omit it for a leaf (R-AUD-6).',
    }),
    customAudienceId: t.id({
      description:
        "The audience of a leaf: its global ID or the service's ID. It must be of the type MOBILE_AUDIENCE (R-AUD-5, R-AUD-6).",
    }),
    lookbackWindow: t.int({ description: 'The lookback window in days: 1, 7, 14 or 30 (R-AUD-7).' }),
    frequency: t.int({
      description:
        'The number that `frequencyComparator` compares with the occurrences in the lookback window. Defaults to 1 (R-AUD-7).',
    }),
    frequencyComparator: t.field({
      type: FrequencyComparator,
      description: 'How the number of occurrences is compared with `frequency`. Defaults to NUM_GTE (R-AUD-7).',
    }),
    negate: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether the segment is the users who do not match. It is always sent, because the default of the service is not ' +
        'certain (R-AUD-8).',
    }),
  }),
})

const CustomAudienceOperation = builder.inputType('CustomAudienceOperation', {
  description: 'One operation of a batch of custom audiences.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'What the operation does.' }),
    customAudienceId: t.id({
      description:
        "The audience: its global ID or the service's ID. Required for Update and Delete. Delete takes no other field. " +
        'Beyond the documents.',
    }),
    audienceType: t.field({
      type: FlexibleAudienceType,
      description: 'The type of the audience. For Create only (R-AUD-5, R-AUD-9).',
    }),
    name: t.string({
      description: 'The name. It must be unique in the account. Required for Create (R-AUD-1).',
    }),
    description: t.string({ description: 'The description. Null removes it (R-AUD-1). Beyond the documents.' }),
    segments: t.field({
      type: SegmentInput,
      description:
        `The root segment of the tree, with at most ${MAX_SEGMENT_LEAVES} leaves. Required for Create unless ` +
        '`audienceType` is MOBILE_AUDIENCE. Not allowed for Update, because the segments of an audience cannot be changed ' +
        '(R-AUD-9).',
    }),
  }),
})

const BatchCustomAudiencesInput = builder.inputType('BatchCustomAudiencesInput', {
  description: 'Custom audiences to create, change and delete in one batch.',
  fields: (t) => ({
    ...accountField(t),
    operations: t.field({
      type: [CustomAudienceOperation],
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description: `The operations, in order. One call takes 1 to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations (R-AUD-5).`,
    }),
  }),
})

const customAudiencePayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<CustomAudienceRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      customAudience: t.field({
        type: CustomAudience,
        description: 'The audience as the service returned it. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateCustomAudiencePayload = customAudiencePayload(
  'CreateCustomAudiencePayload',
  'The result of creating a custom audience.',
)
const UpdateCustomAudiencePayload = customAudiencePayload(
  'UpdateCustomAudiencePayload',
  'The result of changing a custom audience.',
)
const DeleteCustomAudiencePayload = customAudiencePayload(
  'DeleteCustomAudiencePayload',
  'The result of deleting a custom audience.',
  [Payload, DeletePayload],
)

const BatchCustomAudiencesPayload = builder
  .objectRef<BatchOutcome<CustomAudienceRow>>('BatchCustomAudiencesPayload')
  .implement({
    description: 'The result of a batch of custom audiences.',
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({
      customAudiences: t.field({
        type: [CustomAudience],
        nullable: { list: true, items: true },
        description:
          'The audiences as the service returned them, in the order of the operations. An item is null if nothing was changed.',
        resolve: ({ data }) => data,
      }),
    }),
  })

/** The fields of all these inputs. */
type CustomAudienceInput = Partial<typeof CustomAudienceOperation.$inferInput> & { accountId?: string | null }

/** Validates the fields that every write of a custom audience can have. */
function checkCustomAudience(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  if (operation === 'Create' || check.input.name !== undefined) check.required('name', 'R-AUD-1')
  if (check.input.name) check.leaveUnchecked('R-AUD-1')
}

/** Validates the fields that only batches can have. */
function checkFlexible(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
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
interface Leaf {
  check: Check<SegmentFields>
  id: string
}

/** Validates a segment and the segments below it, adds their leaves to `leaves`, and returns the parameters to send. */
function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
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

/** The parameters to send for a custom audience. */
function customAudienceParams(check: Check<CustomAudienceInput>): CustomAudienceParams {
  return toParams(check.input, ['accountId', 'operationType', 'customAudienceId', 'audienceType', 'segments'])
}

/** An operation of a batch, ready to be sent. */
interface Operation {
  check: Check<CustomAudienceInput>
  operation_type: 'Create' | 'Update' | 'Delete'
  params: FlexibleAudienceParams & { custom_audience_id?: string | undefined }
  leaves: Leaf[]
}

function customAudienceOperation(check: Check<typeof CustomAudienceOperation.$inferInput>, account: string): Operation {
  const { operationType: operation_type, customAudienceId, audienceType, segments } = check.input
  const custom_audience_id = check.id('customAudienceId', 'CustomAudience', account)
  const hasTarget = (operation_type === 'Create') === !customAudienceId
  check.that(hasTarget, 'customAudienceId', 'R-AUD-5', 'is required for Update and Delete, and not allowed for Create')
  if (operation_type === 'Delete') return { check, operation_type, params: { custom_audience_id }, leaves: [] }
  checkCustomAudience(check, operation_type)
  checkFlexible(check, operation_type)
  if (operation_type === 'Update')
    return { check, operation_type, params: { ...customAudienceParams(check), custom_audience_id }, leaves: [] }
  const root = segments && new Check<SegmentFields>(segments, [...check.path, 'segments'], check)
  const flexible = toParams<FlexibleAudienceParams>({ audienceType: audienceType ?? undefined })
  const leaves: Leaf[] = []
  const tree = root ? { segments: segmentParams(root, account, leaves) } : {}
  return { check, operation_type, params: { ...customAudienceParams(check), ...flexible, ...tree }, leaves }
}

/** Refuses segments of audiences that an earlier operation of the batch deletes. */
function checkDeletedLeaves(operations: readonly Operation[]): void {
  const deletions = new Map<string | undefined, number>()
  operations.forEach(({ check, operation_type, params, leaves }, index) => {
    for (const leaf of leaves) {
      const deletion = deletions.get(leaf.id)
      const message = `is the ID of the audience that operation ${deletion} deletes`
      leaf.check.that(deletion === undefined, 'customAudienceId', 'R-AUD-5', message)
    }
    if (operation_type === 'Delete' && !check.isRefused) deletions.set(params.custom_audience_id, index)
  })
}

/** Checks that no two operations of a batch set the same name. */
function checkNames(operations: readonly Operation[]): void {
  const firsts = new Map<string, number>()
  operations.forEach(({ check, params }, index) => {
    if (!params.name || check.isRefused) return
    const first = firsts.get(params.name) ?? index
    check.that(first === index, 'name', 'R-AUD-1', `is also the name of operation ${first}; it must be unique`)
    firsts.set(params.name, first)
  })
}

/** The maximum length of the service's name filter, in characters. */
const MAX_QUERY_LENGTH = 255

/** Checks that no audience of the account has the name, as far as the service's name filter can tell. */
async function validateName(
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
async function validateOwner<Input extends { customAudienceId?: string | null }>(
  { loaders }: Context,
  account: string,
  id: string,
  check: Check<Input>,
  operation: 'Update' | 'Delete',
): Promise<boolean> {
  const audience = await loaders.byId(listCustomAudiences, { account_id: account }, id)
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

/** Validates the operations of a batch against what the service has. */
async function validateOperations(context: Context, account: string, operations: readonly Operation[]): Promise<void> {
  // The batch can use names that it has freed before.
  const freedBy = new Map<string, number>()
  operations.forEach(({ operation_type, params: { custom_audience_id: id, name } }, index) => {
    if (id !== undefined && (operation_type === 'Delete' || name) && !freedBy.has(id)) freedBy.set(id, index)
  })
  await Promise.all(
    operations.map(async ({ check, operation_type, params: { custom_audience_id: id } }, index) => {
      const isOwn =
        operation_type === 'Create' || (await validateOwner(context, account, id ?? '', check, operation_type))
      if (operation_type === 'Delete' || !isOwn) return
      await validateName(context, account, check, (other) => (freedBy.get(other) ?? Infinity) <= index)
    }),
  )

  const leaves = operations.flatMap((operation) => operation.leaves)
  await Promise.all(
    leaves.map(async ({ check, id }) => {
      const audience = await context.loaders.byId(listCustomAudiences, { account_id: account }, id)
      const isMobile = audience?.audience_type === 'MOBILE_AUDIENCE'
      check.that(isMobile, 'customAudienceId', 'R-AUD-5', 'is not the ID of an audience of the type MOBILE_AUDIENCE')
    }),
  )
}

builder.mutationFields((t) => ({
  createCustomAudience: writeField(t, {
    payload: CreateCustomAudiencePayload,
    endpoint: createCustomAudience,
    editors: AUDIENCE_EDITORS,
    reads: () => [callsCost(listCustomAudiences, 1)],
    description:
      'Creates a custom audience. It cannot be targeted yet: `reasonsNotTargetable` has PROCESSING and TOO_SMALL, and ' +
      '`audienceSize` is null (R-AUD-2). With `validateOnly`, the names of the other audiences are read (R-AUD-1).',
    input: CreateCustomAudienceInput,
    inputDescription: 'The audience to create.',
    prepare(check: Check<CustomAudienceInput>, context) {
      const account = check.account('accountId')
      checkCustomAudience(check, 'Create')
      const send = () => context.rest.call(createCustomAudience, { account_id: account }, customAudienceParams(check))
      return {
        send,
        validate: () => validateName(context, account, check),
        // The only documented refusal without a parameter is for a name that is taken.
        fieldOf: () => 'name',
      }
    },
  }),

  updateCustomAudience: writeField(t, {
    payload: UpdateCustomAudiencePayload,
    endpoint: updateCustomAudience,
    editors: AUDIENCE_EDITORS,
    reads: () => [callsCost(listCustomAudiences, 1)],
    description:
      'Changes the name and description of a custom audience. An audience of another account can be changed if it is ' +
      'shared with READ_WRITE. With `validateOnly`, the audience and the names of the other audiences are read (R-AUD-1).',
    input: UpdateCustomAudienceInput,
    inputDescription: 'The changes to the audience.',
    prepare(check: Check<CustomAudienceInput>, context) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      checkCustomAudience(check, 'Update')
      const path = { account_id: account, custom_audience_id: id }
      return {
        send: () => context.rest.call(updateCustomAudience, path, customAudienceParams(check)),
        async validate() {
          const isOwn = await validateOwner(context, account, id, check, 'Update')
          if (isOwn) await validateName(context, account, check, (other) => other === id)
        },
        fieldOf: () => 'name',
      }
    },
  }),

  deleteCustomAudience: writeField(t, {
    payload: DeleteCustomAudiencePayload,
    endpoint: deleteCustomAudience,
    editors: AUDIENCE_EDITORS,
    description:
      'Deletes a custom audience of the account. A deleted audience is returned only with `withDeleted`. Deleting it ' +
      'again fails with NOT_FOUND.',
    input: DeleteCustomAudienceInput,
    inputDescription: 'The audience to delete.',
    prepare(check, context) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      return {
        send: () => context.rest.call(deleteCustomAudience, { account_id: account, custom_audience_id: id }),
        async validate() {
          await validateOwner(context, account, id, check, 'Delete')
        },
      }
    },
  }),

  batchCustomAudiences: batchField(t, {
    payload: BatchCustomAudiencesPayload,
    endpoint: batchCustomAudiences,
    editors: AUDIENCE_EDITORS,
    maxItems: MAX_CUSTOM_AUDIENCE_OPERATIONS,
    reads: (ids) => [callsCost(listCustomAudiences, ids), readCost(listCustomAudiences, ids)],
    description:
      `Creates, changes and deletes custom audiences. A call takes up to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations, and ` +
      'succeeds or fails as a whole. Closed beta, and only for flexible audiences that are built from mobile audiences ' +
      '(R-AUD-5). With `validateOnly`, the names and audiences that the rules depend on are read.',
    input: BatchCustomAudiencesInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check
        .each('operations', input.operations)
        .map((item) => customAudienceOperation(item, account))
      checkNames(operations)
      checkDeletedLeaves(operations)
      return {
        field: 'operations',
        rule: 'R-AUD-5',
        operations,
        target: ({ params: { custom_audience_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        send(batch: Operation[]) {
          const body = batch.map(({ operation_type, params }) => ({ operation_type, params }))
          return context.rest.call(batchCustomAudiences, { account_id: account }, body)
        },
        validate: (sent: Operation[]) => validateOperations(context, account, sent),
      }
    },
  }),
}))
