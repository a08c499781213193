import { readCost, callsCost } from '../cost/write-cost.ts'
import type { Context } from '../../context.ts'
import {
  batchCustomAudiences,
  createCustomAudience,
  deleteCustomAudience,
  listCustomAudiences,
  MAX_CUSTOM_AUDIENCE_OPERATIONS,
  updateCustomAudience,
  type CustomAudienceParams,
  type CustomAudienceRow,
  type FlexibleAudienceParams,
} from '../../rest/audience/custom-audience.ts'
import { BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder } from '../builder.ts'
import { Check, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { AUDIENCE_EDITORS } from '../write/existence.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { CustomAudience } from './custom-audience.ts'
import {
  CreateCustomAudienceInput,
  UpdateCustomAudienceInput,
  DeleteCustomAudienceInput,
  type SegmentFields,
  CustomAudienceOperation,
  BatchCustomAudiencesInput,
  type CustomAudienceInput,
} from './custom-audience-input.ts'
import {
  checkCustomAudience,
  checkFlexible,
  type Leaf,
  segmentParams,
  validateName,
  validateOwner,
} from './custom-audience-rules.ts'

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
      const audience = await context.loaders.byId(listCustomAudiences, { account_id: account })(id)
      const isMobile = audience?.audience_type === 'MOBILE_AUDIENCE'
      check.that(isMobile, 'customAudienceId', 'R-AUD-5', 'is not the ID of an audience of the type MOBILE_AUDIENCE')
    }),
  )
}
