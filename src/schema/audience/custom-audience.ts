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
import { connectionType, queryArg, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType, partOf, type OfAccount } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, Check, ownAccountField, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'

export const CustomAudience = builder.objectRef<CustomAudienceRow>('CustomAudience')
export const CustomAudienceConnection = connectionType(CustomAudience)
export const CustomAudienceMetadata = builder.objectRef<CustomAudienceMetadataRow & OfAccount>('CustomAudienceMetadata')
export const SegmentNode = builder.objectRef<SegmentRow & OfAccount>('SegmentNode')

export const CustomAudienceType = openEnum('CustomAudienceType', 'What a custom audience is made of (R-AUD-3).', {
  CRM: "Users out of the advertiser's own records.",
  FLEXIBLE: 'Other audiences, joined by a tree of segments.',
  MOBILE_AUDIENCE: 'Users of an app.',
})

export const TargetableType = openEnum('TargetableType', 'As what an audience can be targeted (R-AUD-3).', {
  CRM: 'Included.',
  EXCLUDED_CRM: 'Excluded.',
  FLEXIBLE: 'Included, as a flexible audience.',
  EXCLUDED_FLEXIBLE: 'Excluded, as a flexible audience.',
})

export const PermissionLevel = openEnum('PermissionLevel', 'What an account may do with an audience.', {
  READ_ONLY: 'Target it.',
  READ_WRITE: 'Target and change it.',
})

export const PermissionScope = openEnum('PermissionScope', 'Whose audiences are listed (R-AUD-4).', {
  OWNER: "The account's own. The default.",
  SHARED: 'Those that other accounts share with it.',
})

export const BooleanOperator = openEnum('BooleanOperator', 'How a segment joins its children (R-AUD-6).', {
  AND: 'Users who are in all of them.',
  OR: 'Users who are in any of them.',
})

export const FrequencyComparator = openEnum(
  'FrequencyComparator',
  'How `frequency` compares (R-AUD-7). NUM_GTE is the default.',
  {
    NUM_GTE: 'At least so often.',
    NUM_GT: 'More often.',
    NUM_EQ: 'Exactly so often.',
    NUM_LTE: 'At most so often.',
    NUM_LT: 'Less often.',
  },
)

CustomAudience.implement({
  description:
    'Users that an advertiser has put together, to target or exclude them. A new one cannot be targeted yet: it is ' +
    'PROCESSING and TOO_SMALL, and its size is null (R-AUD-2).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, of which an account has each once (R-AUD-1).' }),
    description: t.exposeString('description', { description: 'What it holds, in words (R-AUD-1).' }),
    audienceType: t.expose('audience_type', { type: CustomAudienceType, description: 'What it is made of.' }),
    audienceSize: t.expose('audience_size', {
      type: 'Long',
      description: 'How many users it holds; null while it is not known.',
    }),
    targetable: t.exposeBoolean('targetable', { description: 'Whether it can be targeted now (R-TGT-6).' }),
    targetableTypes: t.expose('targetable_types', {
      type: [TargetableType],
      nullable: { list: true, items: false },
      description: 'As what it can be targeted.',
    }),
    reasonsNotTargetable: t.exposeStringList('reasons_not_targetable', {
      nullable: { list: true, items: false },
      description: 'Why it cannot be targeted, e.g. PROCESSING, TOO_SMALL. The list is open (R-AUD-3).',
    }),
    permissionLevel: t.expose('permission_level', {
      type: PermissionLevel,
      description: 'What this account may do with it.',
    }),
    isOwner: t.exposeBoolean('is_owner', { description: 'Whether this account owns it. Some answers leave it out.' }),
    ownerAccountId: t.exposeID('owner_account_id', { description: "Who owns it, by the service's own id." }),
    ownerAccount: t.reference({
      type: Account,
      endpoint: listAccounts,
      description: 'Who owns it; null where the caller may not see that account.',
      id: (row) => row.owner_account_id,
    }),
    partnerSource: t.exposeString('partner_source', { description: 'Which partner it comes from.' }),
    metadata: t.field({
      type: [CustomAudienceMetadata],
      nullable: { list: true, items: false },
      description: 'Of a flexible audience: what it is made of.',
      resolve: (row) => row.metadata?.map((metadata) => partOf(row, metadata)),
    }),
  }),
})

CustomAudienceMetadata.implement({
  description: 'What a flexible audience is made of.',
  fields: (t) => ({
    customAudienceId: t.exposeID('custom_audience_id', { description: "The audience, by the service's own id." }),
    accountId: t.exposeID('account_id', { description: "The account, by the service's own id." }),
    name: t.exposeString('name', { description: 'The name.' }),
    audienceSource: t.exposeString('audience_source', { description: 'Where its users come from. The list is open.' }),
    uploadStatus: t.exposeString('upload_status', { description: 'How far its making is. The list is open.' }),
    segments: t.field({
      type: SegmentNode,
      description: 'The root of its tree, which has at most 10 leaves (R-AUD-9).',
      resolve: (row) => row.segments && partOf(row, row.segments),
    }),
  }),
})

SegmentNode.implement({
  description:
    'A node of the tree of a flexible audience: a branch joins its children, a leaf names an audience (R-AUD-6). The ' +
    'service fills in what was not set.',
  fields: (t) => ({
    booleanOperator: t.expose('boolean_operator', { type: BooleanOperator, description: 'How it joins its children.' }),
    childSegments: t.field({
      type: [SegmentNode],
      nullable: { list: true, items: false },
      description: 'What it joins; none on a leaf.',
      resolve: (row) => row.child_segments?.map((child) => partOf(row, child)),
    }),
    customAudienceId: t.exposeID('custom_audience_id', {
      description: "The audience of a leaf, by the service's own id.",
    }),
    customAudience: t.reference({
      type: CustomAudience,
      endpoint: listCustomAudiences,
      description: 'The audience of a leaf.',
      id: (row) => row.custom_audience_id,
    }),
    lookbackWindow: t.exposeInt('lookback_window', {
      description: 'Over how many days it looks back: 1, 7, 14 or 30 (R-AUD-7).',
    }),
    frequency: t.exposeInt('frequency', { description: 'How often in that time, together with the comparator.' }),
    frequencyComparator: t.expose('frequency_comparator', {
      type: FrequencyComparator,
      description: 'How `frequency` compares.',
    }),
    negate: t.exposeBoolean('negate', { description: 'Whether those are meant who do not match (R-AUD-8).' }),
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
    description: 'One of the custom audiences it may use.',
    args: withDeletedArg,
  }),
  customAudiences: t.list({
    type: CustomAudienceConnection,
    endpoint: listCustomAudiences,
    description: 'The custom audiences it owns or, by `permissionScope`, those shared with it.',
    args: {
      ...idsArg,
      permissionScope: t.arg({
        type: PermissionScope,
        description: 'Whose audiences to list. Defaults to its own (R-AUD-4).',
      }),
      ...queryArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, permissionScope, query }, account) => ({
      custom_audience_ids: restIds('CustomAudience', account.id, ids, 'ids'),
      permission_scope: permissionScope ?? undefined,
      q: nameQuery(query),
    }),
  }),
}))

builder.objectField(TargetingCriterion, 'customAudience', (t) =>
  t.reference({
    type: CustomAudience,
    endpoint: listCustomAudiences,
    description: 'The audience of a CUSTOM_AUDIENCE or CUSTOM_AUDIENCE_EXPANDED; null for other types.',
    id: (row) => (row.targeting_type?.startsWith('CUSTOM_AUDIENCE') ? row.targeting_value : null),
  }),
)

const CreateCustomAudienceInput = builder.inputType('CreateCustomAudienceInput', {
  description: 'A new custom audience.',
  fields: (t) => ({
    ...accountField(t),
    name: t.string({ required: true, description: 'Its name, which no other audience of the account has (R-AUD-1).' }),
    description: t.string({ description: 'What it holds, in words (R-AUD-1).' }),
  }),
})

const customAudienceIdField = (t: InputFields) => ({
  customAudienceId: t.id({
    required: true,
    description: "The global id, or the service's own together with `accountId`.",
  }),
})

const UpdateCustomAudienceInput = builder.inputType('UpdateCustomAudienceInput', {
  description: 'What is to change of a custom audience: what is left out stays, null removes.',
  fields: (t) => ({
    ...customAudienceIdField(t),
    ...ownAccountField(t),
    name: t.string({ description: 'Its name, which no other audience of the account has (R-AUD-1).' }),
    description: t.string({ description: 'What it holds, in words; null removes it (R-AUD-1).' }),
  }),
})

const DeleteCustomAudienceInput = builder.inputType('DeleteCustomAudienceInput', {
  description: 'The custom audience to delete.',
  fields: (t) => ({ ...customAudienceIdField(t), ...ownAccountField(t) }),
})

const FlexibleAudienceType = builder.enumType('FlexibleAudienceType', {
  description: 'Of which type an audience of a batch is (R-AUD-5).',
  values: {
    FLEXIBLE: { description: 'Audiences of apps, joined by a tree of segments.' },
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
  description: 'A node of the tree of a flexible audience: a branch joins its children, a leaf names an audience.',
  fields: (t) => ({
    booleanOperator: t.field({
      type: BooleanOperator,
      description: 'How it joins its children. Required on a branch (R-AUD-6).',
    }),
    childSegments: t.field({ type: [SegmentInput], description: 'What it joins; none on a leaf (R-AUD-6).' }),
    customAudienceId: t.id({
      description: 'The audience of a leaf, by either kind of id: one of the type MOBILE_AUDIENCE (R-AUD-5, R-AUD-6).',
    }),
    lookbackWindow: t.int({ description: 'Over how many days it looks back: 1, 7, 14 or 30 (R-AUD-7).' }),
    frequency: t.int({ description: 'How often in that time, together with the comparator. Left out: 1 (R-AUD-7).' }),
    frequencyComparator: t.field({
      type: FrequencyComparator,
      description: 'How `frequency` compares. Left out: NUM_GTE (R-AUD-7).',
    }),
    negate: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether those are meant who do not match. It is always sent, because the default of the service is not certain (R-AUD-8).',
    }),
  }),
})

const CustomAudienceOperation = builder.inputType('CustomAudienceOperation', {
  description: 'One operation of a batch of custom audiences.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'What it does.' }),
    customAudienceId: t.id({
      description: 'The audience, by either kind of id. Required for Update and Delete, which takes nothing else.',
    }),
    audienceType: t.field({
      type: FlexibleAudienceType,
      description: 'Of which type it is. For Create only (R-AUD-5, R-AUD-9).',
    }),
    name: t.string({
      description: 'Its name, which no other audience of the account has. Required for Create (R-AUD-1).',
    }),
    description: t.string({ description: 'What it holds, in words; null removes it (R-AUD-1).' }),
    segments: t.field({
      type: SegmentInput,
      description:
        `The root of the tree, with at most ${MAX_SEGMENT_LEAVES} leaves. Required for Create of a FLEXIBLE audience, and ` +
        'refused for Update: such an audience is immutable (R-AUD-9).',
    }),
  }),
})

const BatchCustomAudiencesInput = builder.inputType('BatchCustomAudiencesInput', {
  description: 'Custom audiences to create, change and delete in one call.',
  fields: (t) => ({
    ...accountField(t),
    operations: t.field({
      type: [CustomAudienceOperation],
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description: `The operations, in order: 1 to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} in a call (R-AUD-5).`,
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
        description: 'The audience as the service answered; null if it was refused.',
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
          'The audiences as the service answered, in the order of the operations; null where nothing was changed.',
        resolve: ({ data }) => data,
      }),
    }),
  })

/** All that any of these inputs may hold. */
type CustomAudienceInput = Partial<typeof CustomAudienceOperation.$inferInput> & { accountId?: string | null }

/** Holds the rules for what can be written of any custom audience. */
function checkCustomAudience(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  if (operation === 'Create' || check.input.name !== undefined) check.required('name', 'R-AUD-1')
  if (check.input.name) check.leaveUnchecked('R-AUD-1')
}

/** Holds the rules for what batches alone can write. */
function checkFlexible(check: Check<CustomAudienceInput>, operation: 'Create' | 'Update'): void {
  const { audienceType, segments } = check.input
  if (operation === 'Update') {
    check.that(audienceType === undefined, 'audienceType', 'R-AUD-9', 'cannot be changed')
    check.that(segments === undefined, 'segments', 'R-AUD-9', 'cannot be changed: a flexible audience is immutable')
    return
  }
  // Whether the account takes part in the closed beta only the service knows.
  check.leaveUnchecked('R-AUD-5')
  const isMade = audienceType !== 'FLEXIBLE' || Boolean(segments)
  check.that(isMade, 'segments', 'R-AUD-5', 'is required for a FLEXIBLE audience')
  const leaves = segments ? leavesOf(segments) : 0
  check.that(leaves <= MAX_SEGMENT_LEAVES, 'segments', 'R-AUD-9', `has ${leaves} leaves; at most ${MAX_SEGMENT_LEAVES}`)
}

function leavesOf({ childSegments }: SegmentFields): number {
  return childSegments?.length ? childSegments.reduce((sum, child) => sum + leavesOf(child), 0) : 1
}

/** A leaf with the audience that it names. */
interface Leaf {
  check: Check<SegmentFields>
  id: string
}

/** Holds the rules for a node and those below it, and gives what goes on the wire of them; adds their leaves. */
function segmentParams(check: Check<SegmentFields>, account: string, leaves: Leaf[]): SegmentParams {
  const { childSegments, negate, ...node } = check.input
  const children = childSegments ?? []
  const custom_audience_id = check.id('customAudienceId', 'CustomAudience', account)
  if (children.length > 0) {
    check.required('booleanOperator', 'R-AUD-6')
    check.that(!node.customAudienceId, 'customAudienceId', 'R-AUD-6', 'is for leaves, which have no `childSegments`')
  } else {
    check.required('customAudienceId', 'R-AUD-6')
    if (custom_audience_id !== undefined) leaves.push({ check, id: custom_audience_id })
  }
  const isWindow = typeof node.lookbackWindow !== 'number' || LOOKBACK_WINDOWS.includes(node.lookbackWindow)
  check.that(isWindow, 'lookbackWindow', 'R-AUD-7', `is ${node.lookbackWindow}; it can be 1, 7, 14 or 30`)
  return {
    ...toParams<SegmentParams>(withoutNulls(node), ['customAudienceId']),
    ...(custom_audience_id === undefined ? {} : { custom_audience_id }),
    negate,
    child_segments: check.each('childSegments', children).map((child) => segmentParams(child, account, leaves)),
  }
}

/** Over how many days a segment can look back. */
const LOOKBACK_WINDOWS = [1, 7, 14, 30]

/** The fields of a new node that are set: there is nothing yet that null could remove. */
function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** What goes on the wire of a custom audience. */
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
  const named = (operation_type === 'Create') === !customAudienceId
  check.that(named, 'customAudienceId', 'R-AUD-5', 'names the audience of an Update or Delete, and of nothing else')
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

/** Holds that no two of a batch get the same name. */
function checkNames(operations: readonly Operation[]): void {
  const firsts = new Map<string, number>()
  operations.forEach(({ check, params }, index) => {
    if (!params.name || check.isRefused) return
    const first = firsts.get(params.name) ?? index
    check.that(first === index, 'name', 'R-AUD-1', `is the name of operation ${first} too; it must be unique`)
    firsts.set(params.name, first)
  })
}

/** Most characters by which the service finds names. */
const MAX_QUERY_LENGTH = 255

/** Holds that no other audience of the account has the name, but those; gives whether that is certain now. */
async function validateName(
  { rest }: Context,
  account: string,
  check: Check<CustomAudienceInput>,
  but: ReadonlySet<string | undefined>,
): Promise<boolean> {
  const { name } = check.input
  if (!name) return true
  if (Array.from(name).length > MAX_QUERY_LENGTH) return false
  const { rows, nextCursor } = await rest.page(listCustomAudiences, { account_id: account }, { q: name, count: 1000 })
  const isFree = !rows.some((row) => row.name === name && !but.has(row.id))
  check.that(isFree, 'name', 'R-AUD-1', 'is the name of another audience of the account; it must be unique')
  return nextCursor === null
}

/** As `validateName` for a write by itself. */
async function validateOneName(
  context: Context,
  account: string,
  check: Check<CustomAudienceInput>,
  id?: string,
): Promise<void> {
  if (await validateName(context, account, check, new Set([id]))) check.markChecked('R-AUD-1')
}

/** Holds what can be read for the operations of a batch. */
async function validateOperations(context: Context, account: string, operations: readonly Operation[]): Promise<void> {
  // Names that the batch itself sets free can be taken by it.
  const changing = new Set(operations.map(({ params }) => params.custom_audience_id))
  const written = operations.filter(({ operation_type }) => operation_type !== 'Delete')
  const complete = await Promise.all(written.map(({ check }) => validateName(context, account, check, changing)))
  if (complete.every(Boolean)) operations[0]?.check.markChecked('R-AUD-1')

  const leaves = operations.flatMap((operation) => operation.leaves)
  await Promise.all(
    leaves.map(async ({ check, id }) => {
      const audience = await context.loaders.byId(listCustomAudiences, { account_id: account }, id)
      const isOfApp = audience?.audience_type === 'MOBILE_AUDIENCE'
      check.that(isOfApp, 'customAudienceId', 'R-AUD-5', 'names no audience of the type MOBILE_AUDIENCE')
    }),
  )
}

builder.mutationFields((t) => ({
  createCustomAudience: writeField(t, {
    payload: CreateCustomAudiencePayload,
    description:
      'Creates a custom audience, which cannot be targeted yet: it is PROCESSING and TOO_SMALL, and its size is null ' +
      '(R-AUD-2). With `validateOnly` the names of the others are read (R-AUD-1).',
    input: CreateCustomAudienceInput,
    inputDescription: 'The audience.',
    prepare(check: Check<CustomAudienceInput>, context) {
      const account = check.account('accountId')
      checkCustomAudience(check, 'Create')
      const send = () => context.rest.call(createCustomAudience, { account_id: account }, customAudienceParams(check))
      return {
        send,
        validate: () => validateOneName(context, account, check),
        // The refusal that is documented without a parameter is of a name that is taken.
        fieldOf: () => 'name',
      }
    },
  }),

  updateCustomAudience: writeField(t, {
    payload: UpdateCustomAudiencePayload,
    description:
      'Changes name and description of a custom audience. With `validateOnly` the names of the others are read (R-AUD-1).',
    input: UpdateCustomAudienceInput,
    inputDescription: 'The changes.',
    prepare(check: Check<CustomAudienceInput>, context) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      checkCustomAudience(check, 'Update')
      const path = { account_id: account, custom_audience_id: id }
      return {
        send: () => context.rest.call(updateCustomAudience, path, customAudienceParams(check)),
        validate: () => validateOneName(context, account, check, id),
        fieldOf: () => 'name',
      }
    },
  }),

  deleteCustomAudience: writeField(t, {
    payload: DeleteCustomAudiencePayload,
    description:
      'Deletes a custom audience; deleting it again is NOT_FOUND. From then on it is shown only with `withDeleted`.',
    input: DeleteCustomAudienceInput,
    inputDescription: 'The audience.',
    prepare(check, context) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      return { send: () => context.rest.call(deleteCustomAudience, { account_id: account, custom_audience_id: id }) }
    },
  }),

  batchCustomAudiences: batchField(t, {
    payload: BatchCustomAudiencesPayload,
    description:
      `Creates, changes and deletes custom audiences, ${MAX_CUSTOM_AUDIENCE_OPERATIONS} in a call, which succeeds or fails ` +
      'as a whole. The service has it in closed beta, and only for flexible audiences built from audiences of apps ' +
      '(R-AUD-5). With `validateOnly` the names and audiences that its rules rest on are read.',
    input: BatchCustomAudiencesInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check
        .each('operations', input.operations)
        .map((item) => customAudienceOperation(item, account))
      checkNames(operations)
      return {
        field: 'operations',
        maxItems: MAX_CUSTOM_AUDIENCE_OPERATIONS,
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
