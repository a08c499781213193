import {
  batchLineItems,
  createLineItem,
  deleteLineItem,
  MAX_LINE_ITEM_OPERATIONS,
  MAX_LINE_ITEMS_PER_CAMPAIGN,
  updateLineItem,
  type LineItemParams,
} from '../../rest/campaign/line-item.ts'
import { batchField, builder, type Change, type Check, type Recognition, withParents, writeField } from '../kit.ts'
import { paramsOf } from '../write/params.ts'
import { deletionOf, batchOf } from '../write/entity-batch.ts'
import { LineItem } from './line-item.ts'
import {
  CreateLineItemInput,
  UpdateLineItemInput,
  DeleteLineItemInput,
  BatchLineItemsInput,
  type LineItemCreation,
  type LineItemInput,
  type LineItemUpdate,
} from './line-item-input.ts'
import { lineItemCreation, lineItemUpdate } from './line-item-rules.ts'

/** How a new line item is recognized. */
const NEW_LINE_ITEM: Recognition = {
  filter: withParents('campaign_ids'),
  isSorted: true,
  shownBy: {
    // It is ignored with an automatic bid (R-LI-5).
    bid_amount_local_micro: (row, sent) => (row.bid_strategy === 'AUTO' ? sent : row.bid_amount_local_micro),
  },
}

const deletion = deletionOf('lineItemId', 'LineItem')

const money = ['bidAmountLocalMicro', 'dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro']
const CREATES = {
  action: 'CREATE',
  money,
  serves: { in: 'Campaign', id: 'campaignId' },
  recognized: NEW_LINE_ITEM,
} as const
const UPDATES = { action: 'UPDATE', id: 'lineItemId', money } as const

builder.mutationFields((t) => ({
  createLineItem: writeField(t, {
    row: LineItem,
    endpoint: createLineItem,
    does: CREATES,
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    prepare: creation,
  }),

  updateLineItem: writeField(t, {
    row: LineItem,
    endpoint: updateLineItem,
    does: UPDATES,
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. @beyondDocuments',
    input: UpdateLineItemInput,
    prepare: (check) => ({
      ...update(check),
      // The goal requires a web event tag, which an update cannot set.
      fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
    }),
  }),

  deleteLineItem: writeField(t, {
    row: LineItem,
    endpoint: deleteLineItem,
    does: { action: 'DELETE', id: 'lineItemId' },
    description:
      'Deletes a line item. Deleting it again gives NOT_FOUND. Afterwards it is returned only with `withDeleted`. ' +
      '@beyondDocuments',
    input: DeleteLineItemInput,
    prepare: deletion,
  }),

  batchLineItems: batchField(t, {
    payload: [
      'BatchLineItemsPayload',
      'lineItems',
      LineItem,
      'The result of a batch of line items.',
      'The line items as returned by the service, in the order of the operations. Null for an operation that ' +
        'changed nothing.',
    ],
    endpoint: batchLineItems,
    does: { create: CREATES, update: UPDATES, delete: { action: 'DELETE', id: 'lineItemId' } },
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). @beyondDocuments',
    input: BatchLineItemsInput,
    prepare: (check) => batchOf(check, batchLineItems, 'R-LI-16', { create: creation, update, delete: deletion }),
  }),
}))

/** The parameters of a line item. */
function lineItemParams(check: Check<LineItemInput>, account: string): LineItemParams {
  const { input } = check
  check.ids.one('campaignId', 'Campaign', account)
  const advertiserUserId = check.ids.one('advertiserUserId', 'User', account)
  // The service expects comma-separated lists, in JSON too.
  // A line item has a set of placements.
  const placements = input.placements && [...new Set(input.placements)]
  const lists = { placements: commaSeparated(placements), categories: commaSeparated(input.categories) }
  return paramsOf(check, { advertiserUserId, ...lists })
}

function commaSeparated(list: readonly string[] | null | undefined): string | null | undefined {
  return list ? list.join(',') : list
}

function creation(check: Check<LineItemCreation>): Change<LineItemParams> {
  const account = check.ids.account('accountId', 'campaignId')
  return lineItemCreation(check, account, lineItemParams(check, account))
}

function update(check: Check<LineItemUpdate>): Change<LineItemParams> {
  const { account, id } = check.ids.changed('lineItemId', 'LineItem')
  return lineItemUpdate(check, account, id, lineItemParams(check, account))
}
