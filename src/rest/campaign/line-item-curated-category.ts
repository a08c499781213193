import { resource, type RowOf } from '../resource.ts'
import { id, LISTED } from '../value.ts'

/** The associations of line items with curated categories (Ads Management Interface, section 4.5). */
const lineItemCuratedCategories = resource(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
  {
    list: LISTED,
    create: {},
    update: {
      /** The ID of the line item. */
      line_item_id: id,
      /** The ID of the curated category. */
      curated_category_id: id,
    },
    delete: true,
  },
)

export interface LineItemCuratedCategoryRow extends RowOf<typeof lineItemCuratedCategories> {}

/** The associations of the account's line items with curated categories. Not documented by the service. */
export const listLineItemCuratedCategories = lineItemCuratedCategories.list
/** An association of a line item with a curated category. Not documented by the service. */
export const getLineItemCuratedCategory = lineItemCuratedCategories.get
/** Adds a curated category to a line item, so that its ads are shown next to the content of that category. */
export const createLineItemCuratedCategory = lineItemCuratedCategories.create
/** Updates the line item or the curated category of an association. */
export const updateLineItemCuratedCategory = lineItemCuratedCategories.update
/** Removes a curated category from a line item. */
export const deleteLineItemCuratedCategory = lineItemCuratedCategories.delete
