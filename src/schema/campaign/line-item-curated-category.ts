import {
  createLineItemCuratedCategory,
  deleteLineItemCuratedCategory,
  type LineItemCuratedCategoryRow,
  listLineItemCuratedCategories,
  updateLineItemCuratedCategory,
} from '../../rest/campaign/line-item-curated-category.ts'
import { Account } from '../account/account.ts'
import { CuratedCategory } from '../account/curated-category.ts'
import {
  builder,
  connectionType,
  decide,
  deleteField,
  entityType,
  inputType,
  notNull,
  ownAccountField,
  sortArg,
  withDeletedArg,
  writeField,
} from '../kit.ts'
import { IN_LINE_ITEM, inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

const LineItemCuratedCategory = builder.objectRef<LineItemCuratedCategoryRow>('LineItemCuratedCategory')
const LineItemCuratedCategoryConnection = connectionType(LineItemCuratedCategory)

entityType(LineItemCuratedCategory, listLineItemCuratedCategories, {
  description:
    'The association of a line item with a curated category, next to whose content its ads are shown. The documents ' +
    'describe only how to write it; reading it is not documented (R-LI-17).',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    curatedCategoryId: t.foreignKey('curated_category_id', 'the curated category'),
    curatedCategory: t.reference(
      CuratedCategory,
      'curated_category_id',
      'The curated category. Each one takes a separate call.',
    ),
  }),
})

builder.queryField('lineItemCuratedCategory', (t) =>
  t.byId(
    LineItemCuratedCategory,
    listLineItemCuratedCategories,
    'An association of a line item with a curated category, by its ID. @beyondDocuments',
    {
      args: withDeletedArg,
    },
  ),
)

builder.objectField(Account, 'lineItemCuratedCategories', (t) =>
  t.list(
    LineItemCuratedCategoryConnection,
    listLineItemCuratedCategories,
    'The associations of its line items with curated categories. The API lists them for the whole account only. ' +
      '@beyondDocuments',
    {
      args: { ...sortArg, ...withDeletedArg },
    },
  ),
)

builder.objectField(LineItem, 'lineItemCuratedCategories', (t) =>
  t.whole(
    LineItemCuratedCategoryConnection,
    listLineItemCuratedCategories,
    'The associations of the line item with curated categories. The API cannot filter them by line item, so the ' +
      'associations of the whole account are read, once for all line items. @beyondDocuments',
    {
      parentOf: (row) => row.line_item_id,
    },
  ),
)

builder.mutationFields((t) => ({
  createLineItemCuratedCategory: writeField(t, {
    row: LineItemCuratedCategory,
    endpoint: createLineItemCuratedCategory,
    does: { action: 'CREATE', parent: IN_LINE_ITEM },
    description:
      'Adds a curated category to a line item, so that its ads are shown next to the content of that category.',
    input: inputType(
      'CreateLineItemCuratedCategoryInput',
      'The line item and the curated category to associate.',
      (t) => ({
        ...inLineItem(t),
        ...t.required({
          curatedCategoryId: ['ID', "The curated category: its global ID or the service's ID."],
        }),
      }),
    ),
    prepare(check) {
      const { account } = check.ids.parent(IN_LINE_ITEM)
      check.ids.one('curatedCategoryId', 'CuratedCategory', account)
    },
  }),

  updateLineItemCuratedCategory: writeField(t, {
    row: LineItemCuratedCategory,
    endpoint: updateLineItemCuratedCategory,
    does: { action: 'UPDATE', id: 'lineItemCuratedCategoryId' },
    description: 'Updates the line item or the curated category of an association.',
    input: inputType(
      'UpdateLineItemCuratedCategoryInput',
      'The changes to an association: the line item, the curated category, or both. At least one is required.',
      (t) => ({
        ...t.required({
          lineItemCuratedCategoryId: [
            'ID',
            "The ID of the association itself: the global ID, or the service's ID together with `accountId`.",
          ],
        }),
        ...ownAccountField(t),
        ...t.optional({
          lineItemId: [
            'ID',
            "The new line item: its global ID or the service's ID. If omitted, the line item is kept.",
          ],
          curatedCategoryId: [
            'ID',
            "The new curated category: its global ID or the service's ID. If omitted, the curated category is kept.",
          ],
        }),
      }),
    ),
    prepare(check) {
      const { input } = check
      const { account } = check.ids.changed('lineItemCuratedCategoryId', 'LineItemCuratedCategory')
      const changes = input.lineItemId !== undefined || input.curatedCategoryId !== undefined
      decide(check, notNull(null, 'lineItemId', 'curatedCategoryId'))
      if (!changes) check.refuse('curatedCategoryId', 'or `lineItemId` is required')
      check.ids.one('lineItemId', 'LineItem', account)
      check.ids.one('curatedCategoryId', 'CuratedCategory', account)
    },
  }),

  deleteLineItemCuratedCategory: deleteField(t, {
    row: LineItemCuratedCategory,
    endpoint: deleteLineItemCuratedCategory,
    description: 'Removes a curated category from a line item.',
  }),
}))
