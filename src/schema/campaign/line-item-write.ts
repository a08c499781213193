import { readCost } from '../cost/write-cost.ts'
import type { Context } from '../../context.ts'
import {
  batchLineItems,
  createLineItem,
  deleteLineItem,
  listLineItems,
  MAX_LINE_ITEM_OPERATIONS,
  MAX_LINE_ITEMS_PER_CAMPAIGN,
  updateLineItem,
  type LineItemParams,
  type LineItemRow,
} from '../../rest/campaign/line-item.ts'
import { BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder } from '../builder.ts'
import { toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { LineItem } from './line-item.ts'
import {
  CreateLineItemInput,
  UpdateLineItemInput,
  DeleteLineItemInput,
  LineItemOperation,
  BatchLineItemsInput,
  type LineItemInput,
} from './line-item-input.ts'
import {
  checkLineItem,
  checkSameKind,
  validateNew,
  newLineItemCosts,
  catalogCosts,
  validateChange,
} from './line-item-rules.ts'

const lineItemPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<LineItemRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      lineItem: t.field({
        type: LineItem,
        description: 'The line item as returned by the service. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateLineItemPayload = lineItemPayload('CreateLineItemPayload', 'The result of creating a line item.')
const UpdateLineItemPayload = lineItemPayload('UpdateLineItemPayload', 'The result of updating a line item.')
const DeleteLineItemPayload = lineItemPayload('DeleteLineItemPayload', 'The result of deleting a line item.', [
  Payload,
  DeletePayload,
])

const BatchLineItemsPayload = builder.objectRef<BatchOutcome<LineItemRow>>('BatchLineItemsPayload').implement({
  description: 'The result of a batch of line items.',
  interfaces: [Payload, BatchPayload],
  fields: (t) => ({
    lineItems: t.field({
      type: [LineItem],
      nullable: { list: true, items: true },
      description:
        'The line items as returned by the service, in the order of the operations. Null for an operation that ' +
        'changed nothing.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** The fields of all of these inputs. */

builder.mutationFields((t) => ({
  createLineItem: writeField(t, {
    payload: CreateLineItemPayload,
    endpoint: createLineItem,
    reads: () => newLineItemCosts(1),
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    inputDescription: 'The line item to create.',
    prepare(check: Check<LineItemInput>, context) {
      const account = check.account('accountId')
      checkLineItem(check, 'Create')
      const params = lineItemParams(check, account)
      const send = () => context.rest.call(createLineItem, { account_id: account }, params)
      return { send, validate: () => validateNew(context, check, account) }
    },
  }),

  updateLineItem: writeField(t, {
    payload: UpdateLineItemPayload,
    endpoint: updateLineItem,
    reads: () => [readCost(listLineItems), ...catalogCosts()],
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. Beyond the documents.',
    input: UpdateLineItemInput,
    inputDescription: 'The changes to the line item.',
    prepare(check: Check<LineItemInput>, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      checkLineItem(check, 'Update')
      const params = lineItemParams(check, account)
      const send = () => context.rest.call(updateLineItem, { account_id: account, line_item_id: id }, params)
      return {
        send,
        validate: () => validateChange(context, check, account, id),
        // The goal requires a web event tag, which an update cannot set.
        fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
      }
    },
  }),

  deleteLineItem: writeField(t, {
    payload: DeleteLineItemPayload,
    endpoint: deleteLineItem,
    description:
      'Deletes a line item. Deleting it again gives NOT_FOUND. Afterwards it is returned only with `withDeleted`. ' +
      'Beyond the documents.',
    input: DeleteLineItemInput,
    inputDescription: 'The line item to delete.',
    prepare(check, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      return { send: () => context.rest.call(deleteLineItem, { account_id: account, line_item_id: id }) }
    },
  }),

  batchLineItems: batchField(t, {
    payload: BatchLineItemsPayload,
    endpoint: batchLineItems,
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    reads: (ids) => [...newLineItemCosts(ids), readCost(listLineItems, ids)],
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). Beyond the documents.',
    input: BatchLineItemsInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check.each('operations', input.operations).map((item) => lineItemOperation(item, account))
      checkTogether(operations)
      return {
        field: 'operations',
        rule: 'R-LI-16',
        operations,
        target: ({ params: { line_item_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        send(batch: Operation[]) {
          const body = batch.map(({ operation_type, params }) => ({ operation_type, params }))
          return context.rest.call(batchLineItems, { account_id: account }, body)
        },
        async validate(sent: Operation[]) {
          await Promise.all(
            sent.map((operation, index) => validateOperation(context, operation, account, sent.slice(0, index))),
          )
        },
      }
    },
  }),
}))

/** The parameters of a line item. */
function lineItemParams(check: Check<LineItemInput>, account: string): LineItemParams {
  const { input } = check
  const campaignId = check.id('campaignId', 'Campaign', account)
  const advertiserUserId = check.id('advertiserUserId', 'User', account)
  // The service expects comma-separated lists, in JSON too.
  const lists = { placements: commaSeparated(input.placements), categories: commaSeparated(input.categories) }
  return toParams({ ...input, campaignId, advertiserUserId, ...lists }, ['accountId', 'operationType', 'lineItemId'])
}

function commaSeparated(list: readonly string[] | null | undefined): string | null | undefined {
  return list ? list.join(',') : list
}

/** An operation of a batch, ready to send. */
interface Operation {
  check: Check<LineItemInput>
  operation_type: 'Create' | 'Update' | 'Delete'
  params: LineItemParams & { line_item_id: string | undefined }
}

function lineItemOperation(check: Check<typeof LineItemOperation.$inferInput>, account: string): Operation {
  const { operationType, lineItemId } = check.input
  const line_item_id = check.id('lineItemId', 'LineItem', account)
  const hasTarget = (operationType === 'Create') === !lineItemId
  check.that(hasTarget, 'lineItemId', 'R-LI-16', 'is required for Update and Delete, and not allowed for Create')
  if (operationType !== 'Delete') checkLineItem(check, operationType)
  const params = operationType === 'Delete' ? {} : lineItemParams(check, account)
  return { check, operation_type: operationType, params: { ...params, line_item_id } }
}
/** Checks that the line items a batch creates in one campaign have the same objective and product type. */
function checkTogether(operations: readonly Operation[]): void {
  const firsts = new Map<string, LineItemInput>()
  for (const { check, operation_type, params } of operations) {
    if (operation_type !== 'Create' || params.campaign_id === undefined || check.isRefused) continue
    const first = firsts.get(params.campaign_id)
    if (first) checkSameKind(check, first, 'an earlier operation')
    else firsts.set(params.campaign_id, check.input)
  }
}

async function validateOperation(
  context: Context,
  operation: Operation,
  account: string,
  earlier: readonly Operation[],
): Promise<void> {
  const { check, operation_type, params } = operation
  const ofSameType = earlier.filter((other) => other.operation_type === operation_type)
  if (operation_type === 'Create') {
    const ahead = ofSameType.filter((other) => other.params.campaign_id === params.campaign_id)
    await validateNew(context, check, account, ahead.length)
  }
  if (operation_type === 'Update') {
    const ahead = ofSameType.filter((other) => other.params.line_item_id === params.line_item_id)
    const changes = ahead.map((other) => other.check.input)
    await validateChange(context, check, account, params.line_item_id ?? '', changes)
  }
}
