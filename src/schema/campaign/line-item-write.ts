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
import type { BatchOperation } from '../../rest/endpoint.ts'
import { batchOperation, BatchPayload, deletionFrom, type BatchOutcome } from '../write/batch.ts'
import { builder } from '../builder.ts'
import type { Change, Operation } from '../write/change.ts'
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
import { checkLineItem, lineItemCreation, lineItemUpdate } from './line-item-rules.ts'

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

builder.mutationFields((t) => ({
  createLineItem: writeField(t, {
    payload: CreateLineItemPayload,
    endpoint: createLineItem,
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    inputDescription: 'The line item to create.',
    prepare(check: Check<LineItemInput>) {
      const account = check.account('accountId', 'campaignId')
      const { apply, ...change } = createChange(check, account)
      return { ...change, send: (rest, stored) => rest.call(createLineItem, { account_id: account }, apply(stored)) }
    },
  }),

  updateLineItem: writeField(t, {
    payload: UpdateLineItemPayload,
    endpoint: updateLineItem,
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. @beyondDocuments',
    input: UpdateLineItemInput,
    inputDescription: 'The changes to the line item.',
    prepare(check: Check<LineItemInput>) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      const { apply, ...change } = updateChange(check, account, id)
      const path = { account_id: account, line_item_id: id }
      return {
        ...change,
        send: (rest, stored) => rest.call(updateLineItem, path, apply(stored)),
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
      '@beyondDocuments',
    input: DeleteLineItemInput,
    inputDescription: 'The line item to delete.',
    prepare(check) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      return { send: (rest) => rest.call(deleteLineItem, { account_id: account, line_item_id: id }) }
    },
  }),

  batchLineItems: batchField(t, {
    payload: BatchLineItemsPayload,
    endpoint: batchLineItems,
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). @beyondDocuments',
    input: BatchLineItemsInput,
    inputDescription: 'The operations.',
    prepare(check) {
      const { input } = check
      const account = check.account('accountId')
      return {
        field: 'operations',
        rule: 'R-LI-16',
        operations: check.each('operations', input.operations).map((item) => lineItemOperation(item, account)),
        send: (rest, operations) => rest.call(batchLineItems, { account_id: account }, operations),
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

function createChange(check: Check<LineItemInput>, account: string): Change<LineItemParams> {
  checkLineItem(check, 'Create')
  return lineItemCreation(check, account, lineItemParams(check, account))
}

function updateChange(check: Check<LineItemInput>, account: string, id: string): Change<LineItemParams> {
  checkLineItem(check, 'Update')
  return lineItemUpdate(check, account, id, lineItemParams(check, account))
}

/** An operation of a batch. */
function lineItemOperation(
  check: Check<typeof LineItemOperation.$inferInput>,
  account: string,
): Operation<BatchOperation<LineItemParams & { line_item_id?: string }>> {
  const { operationType, lineItemId } = check.input
  const line_item_id = check.id('lineItemId', 'LineItem', account)
  const hasTarget = (operationType === 'Create') === !lineItemId
  check.that(hasTarget, 'lineItemId', 'R-LI-16', 'is required for Update and Delete, and not allowed for Create')
  const target = line_item_id === undefined ? undefined : { account, id: line_item_id }
  const change = {
    Create: () => createChange(check, account),
    Update: () => updateChange(check, account, line_item_id ?? ''),
    Delete: () => deletionFrom(listLineItems, target),
  }[operationType]
  return batchOperation(operationType, change(), { check, target, ids: { line_item_id } })
}
