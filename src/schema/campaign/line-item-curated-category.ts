import { listCuratedCategories } from '../../rest/account/curated-category.ts'
import {
  createLineItemCuratedCategory,
  deleteLineItemCuratedCategory,
  listLineItemCuratedCategories,
  updateLineItemCuratedCategory,
  type LineItemCuratedCategoryParams,
  type LineItemCuratedCategoryRow,
} from '../../rest/campaign/line-item-curated-category.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import { Account } from '../account/account.ts'
import { CuratedCategory } from '../account/curated-category.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const LineItemCuratedCategory = builder.objectRef<LineItemCuratedCategoryRow>('LineItemCuratedCategory')
export const LineItemCuratedCategoryConnection = connectionType(LineItemCuratedCategory)

LineItemCuratedCategory.implement({
  description:
    'The tie between a line item and a curated category, beside whose content its ads are shown. The documents tell only ' +
    'how it is written (R-LI-17); reading it is beyond the documents.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "The line item, by the service's own id." }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'The line item.',
      id: (row) => row.line_item_id,
    }),
    curatedCategoryId: t.exposeID('curated_category_id', {
      description: "The curated category, by the service's own id.",
    }),
    curatedCategory: t.reference({
      type: CuratedCategory,
      endpoint: listCuratedCategories,
      description: 'The curated category. Each is read by a call of its own.',
      id: (row) => row.curated_category_id,
    }),
  }),
})

nodeType(LineItemCuratedCategory, listLineItemCuratedCategories)

builder.queryField('lineItemCuratedCategory', (t) =>
  t.byId({
    type: LineItemCuratedCategory,
    endpoint: listLineItemCuratedCategories,
    description: 'One association of a line item with a curated category. Beyond the documents.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  lineItemCuratedCategory: t.byId({
    type: LineItemCuratedCategory,
    endpoint: listLineItemCuratedCategories,
    description: 'One of the associations of its line items with curated categories. Beyond the documents.',
    args: withDeletedArg,
  }),
  lineItemCuratedCategories: t.list({
    type: LineItemCuratedCategoryConnection,
    endpoint: listLineItemCuratedCategories,
    description:
      'The ties between its line items and curated categories. Beyond the documents; the interface lists them for the ' +
      'whole account only.',
    args: { ...sortArg, ...withDeletedArg },
  }),
}))

const CreateLineItemCuratedCategoryInput = builder.inputType('CreateLineItemCuratedCategoryInput', {
  description: 'A curated category for a line item.',
  fields: (t) => ({
    ...inLineItem(t),
    curatedCategoryId: t.id({ required: true, description: 'The curated category, by either kind of id.' }),
  }),
})

const tieIdField = (t: InputFields) => ({
  lineItemCuratedCategoryId: t.id({
    required: true,
    description: "The global id, or the service's own together with `accountId`: of the tie itself.",
  }),
  ...ownAccountField(t),
})

const UpdateLineItemCuratedCategoryInput = builder.inputType('UpdateLineItemCuratedCategoryInput', {
  description: 'What is to change of a tie between a line item and a curated category: one end or both.',
  fields: (t) => ({
    ...tieIdField(t),
    lineItemId: t.id({ description: 'The line item, by either kind of id; stays when left out.' }),
    curatedCategoryId: t.id({ description: 'The curated category, by either kind of id; stays when left out.' }),
  }),
})

const DeleteLineItemCuratedCategoryInput = builder.inputType('DeleteLineItemCuratedCategoryInput', {
  description: 'The tie between a line item and a curated category to delete.',
  fields: tieIdField,
})

const tiePayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<LineItemCuratedCategoryRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      lineItemCuratedCategory: t.field({
        type: LineItemCuratedCategory,
        description: 'The tie as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateLineItemCuratedCategoryPayload = tiePayload(
  'CreateLineItemCuratedCategoryPayload',
  'The result of giving a line item a curated category.',
)
const UpdateLineItemCuratedCategoryPayload = tiePayload(
  'UpdateLineItemCuratedCategoryPayload',
  "What changing a line item's curated category came to.",
)
const DeleteLineItemCuratedCategoryPayload = tiePayload(
  'DeleteLineItemCuratedCategoryPayload',
  'The result of taking a curated category from a line item.',
  [Payload, DeletePayload],
)

/** What goes on the wire of a tie. */
function tieParams(
  check: Check<{ lineItemId?: string | null; curatedCategoryId?: string | null }>,
  account: string,
): LineItemCuratedCategoryParams {
  const lineItemId = check.id('lineItemId', 'LineItem', account)
  const curatedCategoryId = check.id('curatedCategoryId', 'CuratedCategory', account)
  return toParams({ lineItemId, curatedCategoryId })
}

builder.mutationFields((t) => ({
  createLineItemCuratedCategory: writeField(t, {
    payload: CreateLineItemCuratedCategoryPayload,
    description: 'Lets the ads of a line item be shown beside the content of a curated category.',
    input: CreateLineItemCuratedCategoryInput,
    inputDescription: 'Line item and curated category.',
    prepare(check, context) {
      const account = check.account('accountId')
      const params = tieParams(check, account)
      return { send: () => context.rest.call(createLineItemCuratedCategory, { account_id: account }, params) }
    },
  }),

  updateLineItemCuratedCategory: writeField(t, {
    payload: UpdateLineItemCuratedCategoryPayload,
    description: 'Changes the line item, or the curated category, of a tie between the two.',
    input: UpdateLineItemCuratedCategoryInput,
    inputDescription: 'The changes.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('lineItemCuratedCategoryId', 'LineItemCuratedCategory')
      const changes = Boolean(input.lineItemId) || Boolean(input.curatedCategoryId)
      if (!changes) check.refuse('curatedCategoryId', 'or `lineItemId` is required')
      const params = tieParams(check, account)
      const path = { account_id: account, line_item_curated_category_id: id }
      return { send: () => context.rest.call(updateLineItemCuratedCategory, path, params) }
    },
  }),

  deleteLineItemCuratedCategory: writeField(t, {
    payload: DeleteLineItemCuratedCategoryPayload,
    description: 'Takes a curated category from a line item.',
    input: DeleteLineItemCuratedCategoryInput,
    inputDescription: 'The tie.',
    prepare(check, context) {
      const { account, id } = check.changes('lineItemCuratedCategoryId', 'LineItemCuratedCategory')
      const path = { account_id: account, line_item_curated_category_id: id }
      return { send: () => context.rest.call(deleteLineItemCuratedCategory, path) }
    },
  }),
}))
