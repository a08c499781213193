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
import type { BatchOperation } from '../../rest/endpoint.ts'
import { batchOperation, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import type { Change, Operation } from '../write/change.ts'
import { builder } from '../builder.ts'
import { Check, toParams } from '../write/input.ts'
import { Payload, payload, deletePayload } from '../write/mutation.ts'
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
  audienceKey,
  checkCustomAudience,
  checkFlexible,
  checkLeaf,
  checkName,
  checkShared,
  isOwn,
  type Leaf,
  namesakesKey,
  segmentParams,
  withLowercaseIds,
} from './custom-audience-rules.ts'

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
    payload: payload('CreateCustomAudiencePayload', { customAudience: CustomAudience }),
    endpoint: createCustomAudience,
    editors: AUDIENCE_EDITORS,
    description:
      'Creates a custom audience. It cannot be targeted yet: `reasonsNotTargetable` has PROCESSING and TOO_SMALL, and ' +
      '`audienceSize` is null (R-AUD-2). With `validateOnly`, the names of the other audiences are read (R-AUD-1).',
    input: CreateCustomAudienceInput,
    prepare(check: Check<CustomAudienceInput>) {
      const account = check.account('accountId')
      return {
        ...creation(check, account, customAudienceParams(check)),
        // The only documented refusal without a parameter is for a name that is taken.
        fieldOf: () => 'name',
      }
    },
  }),

  updateCustomAudience: writeField(t, {
    payload: payload('UpdateCustomAudiencePayload', { customAudience: CustomAudience }),
    endpoint: updateCustomAudience,
    editors: AUDIENCE_EDITORS,
    description:
      'Changes the name and description of a custom audience. An audience of another account can be changed if it is ' +
      'shared with READ_WRITE. With `validateOnly`, the audience and the names of the other audiences are read (R-AUD-1).',
    input: UpdateCustomAudienceInput,
    prepare(check: Check<CustomAudienceInput>) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      return { ...updateChange(check, account, id), fieldOf: () => 'name' }
    },
  }),

  deleteCustomAudience: writeField(t, {
    payload: deletePayload('DeleteCustomAudiencePayload', { customAudience: CustomAudience }),
    endpoint: deleteCustomAudience,
    editors: AUDIENCE_EDITORS,
    description:
      'Deletes a custom audience of the account. A deleted audience is returned only with `withDeleted`. Deleting it ' +
      'again fails with NOT_FOUND.',
    input: DeleteCustomAudienceInput,
    prepare(check) {
      const { account, id } = check.changes('customAudienceId', 'CustomAudience')
      return deletion(check, account, id)
    },
  }),

  batchCustomAudiences: batchField(t, {
    payload: BatchCustomAudiencesPayload,
    endpoint: batchCustomAudiences,
    editors: AUDIENCE_EDITORS,
    maxItems: MAX_CUSTOM_AUDIENCE_OPERATIONS,
    description:
      `Creates, changes and deletes custom audiences. A call takes up to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations, and ` +
      'succeeds or fails as a whole. Closed beta, and only for flexible audiences that are built from mobile audiences ' +
      '(R-AUD-5). With `validateOnly`, the names and audiences that the rules depend on are read.',
    input: BatchCustomAudiencesInput,
    prepare(check) {
      const { input } = check
      const account = check.account('accountId')
      return {
        field: 'operations',
        rule: 'R-AUD-5',
        operations: check.each('operations', input.operations).map((item) => customAudienceOperation(item, account)),
        send: (rest, operations) => rest.call(batchCustomAudiences, { account_id: account }, operations),
      }
    },
  }),
}))

/** The parameters to send for a custom audience. */
function customAudienceParams(check: Check<CustomAudienceInput>): CustomAudienceParams {
  return toParams(check.input, ['accountId', 'operationType', 'customAudienceId', 'audienceType', 'segments'])
}

/** The creation of an audience with these parameters, whose name must be free by then. */
function creation<Params extends CustomAudienceParams>(
  check: Check<CustomAudienceInput>,
  account: string,
  params: Params,
): Change<Params> {
  checkCustomAudience(check, 'Create')
  const namesakes = namesakesKey(account, params.name ?? '')
  return {
    dependsOn: params.name ? [namesakes] : [],
    review(stored) {
      if (params.name) checkName(check, stored.rows(namesakes))
    },
    apply(stored) {
      stored.add(namesakes, listCustomAudiences, params)
      return params
    },
  }
}

/** The update of an audience. If another account owns it, only that account knows which names are free. */
function updateChange(check: Check<CustomAudienceInput>, account: string, id: string): Change<CustomAudienceParams> {
  checkCustomAudience(check, 'Update')
  const params = customAudienceParams(check)
  const { name } = params
  const [key, namesakes] = [audienceKey(account, id), namesakesKey(account, name ?? '')]
  return {
    dependsOn: [key, ...(name ? [namesakes] : [])],
    review(stored) {
      const audience = stored.get(key)
      if (!audience) return
      if (!isOwn(account, audience)) checkShared(check, audience)
      else if (name) checkName(check, stored.rows(namesakes), id)
    },
    apply(stored) {
      const audience = stored.get(key)
      if (name && audience && isOwn(account, audience)) {
        stored.remove(listCustomAudiences, id)
        stored.add(namesakes, listCustomAudiences, { id, name })
      }
      return params
    },
  }
}

/** The deletion of an audience, after which its name is free. Only its owner can delete it. */
function deletion<Input extends { customAudienceId?: string | null }>(
  check: Check<Input>,
  account: string,
  id: string,
): Change<object> {
  const key = audienceKey(account, id)
  return {
    dependsOn: [key],
    review(stored) {
      const audience = stored.get(key)
      if (audience && !isOwn(account, audience))
        check.refuse('customAudienceId', 'is the ID of an audience that another account owns')
    },
    apply(stored) {
      stored.remove(listCustomAudiences, id)
      stored.set(key, null)
      return {}
    },
  }
}

type FlexibleOperation = Operation<BatchOperation<FlexibleAudienceParams & { custom_audience_id?: string }>>

/** An operation of a batch. */
function customAudienceOperation(
  check: Check<typeof CustomAudienceOperation.$inferInput>,
  account: string,
): FlexibleOperation {
  const { operationType, customAudienceId } = check.input
  const custom_audience_id = check.id('customAudienceId', 'CustomAudience', account)
  const id = custom_audience_id ?? ''
  const hasTarget = (operationType === 'Create') === !customAudienceId
  check.that(hasTarget, 'customAudienceId', 'R-AUD-5', 'is required for Update and Delete, and not allowed for Create')
  const target = custom_audience_id === undefined ? undefined : { account, id }
  const change = {
    Create: () => flexibleCreation(check, account),
    Update: () => updateChange(check, account, id),
    Delete: () => deletion(check, account, id),
  }[operationType]()
  if (operationType !== 'Delete') checkFlexible(check, operationType)
  return batchOperation(operationType, change, { check, target, ids: { custom_audience_id } })
}

/** The creation of a mobile audience, or of a flexible audience that combines mobile audiences. */
function flexibleCreation(check: Check<CustomAudienceInput>, account: string): Change<FlexibleAudienceParams> {
  const { audienceType, segments } = check.input
  const root = segments && new Check<SegmentFields>(withLowercaseIds(segments), [...check.path, 'segments'], check)
  const type = toParams<FlexibleAudienceParams>({ audienceType: audienceType ?? undefined })
  const leaves: Leaf[] = []
  const tree = root ? { segments: segmentParams(root, account, leaves) } : {}
  const {
    dependsOn = [],
    review,
    apply,
  } = creation(check, account, { ...customAudienceParams(check), ...type, ...tree })
  return {
    dependsOn: [...dependsOn, ...leaves.map(({ id }) => audienceKey(account, id))],
    review(stored) {
      review?.(stored)
      for (const { check, id } of leaves) checkLeaf(check, stored.get(audienceKey(account, id)))
    },
    apply,
  }
}
