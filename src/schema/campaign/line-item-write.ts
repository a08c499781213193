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
import { Payload, payload, deletePayload } from '../write/mutation.ts'
import { batchField, writeField, deleteField } from '../write/mutation-field.ts'
import { LineItem } from './line-item.ts'
import {
  CreateLineItemInput,
  UpdateLineItemInput,
  LineItemOperation,
  BatchLineItemsInput,
  type LineItemInput,
} from './line-item-input.ts'
import { checkLineItem, lineItemCreation, lineItemUpdate } from './line-item-rules.ts'

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
    payload: payload('CreateLineItemPayload', { lineItem: LineItem }),
    endpoint: createLineItem,
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    prepare(check: Check<LineItemInput>) {
      const account = check.account('accountId', 'campaignId')
      return createChange(check, account)
    },
  }),

  updateLineItem: writeField(t, {
    payload: payload('UpdateLineItemPayload', { lineItem: LineItem }),
    endpoint: updateLineItem,
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. @beyondDocuments',
    input: UpdateLineItemInput,
    prepare(check: Check<LineItemInput>) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      return {
        ...updateChange(check, account, id),
        // The goal requires a web event tag, which an update cannot set.
        fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
      }
    },
  }),

  deleteLineItem: deleteField(t, {
    type: LineItem,
    payload: deletePayload('DeleteLineItemPayload', { lineItem: LineItem }),
    endpoint: deleteLineItem,
    description:
      'Deletes a line item. Deleting it again gives NOT_FOUND. Afterwards it is returned only with `withDeleted`. ' +
      '@beyondDocuments',
    input: 'DeleteLineItemInput',
    id: 'lineItemId',
  }),

  batchLineItems: batchField(t, {
    payload: BatchLineItemsPayload,
    endpoint: batchLineItems,
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). @beyondDocuments',
    input: BatchLineItemsInput,
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
