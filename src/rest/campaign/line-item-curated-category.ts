import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityColumns, WithDeleted } from '../types.ts'

export interface LineItemCuratedCategoryRow extends EntityColumns<{
  line_item_id: string
  curated_category_id: string
}> {}

/**
 * An association of a line item with a curated category, by its ID.
 * `GET accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id`. Beyond the documents.
 */
export const getLineItemCuratedCategory = get<LineItemCuratedCategoryRow, WithDeleted>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
/**
 * The associations of its line items with curated categories.
 * `GET accounts/:account_id/line_item_curated_categories`. Beyond the documents.
 */
export const listLineItemCuratedCategories = list<LineItemCuratedCategoryRow>()(
  'accounts/:account_id/line_item_curated_categories',
  { get: getLineItemCuratedCategory },
)

/** The parameters that create or update an association (Ads Management Interface, section 4.5). */
export interface LineItemCuratedCategoryParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The ID of the curated category. */
  curated_category_id?: string
}

/**
 * Adds a curated category to a line item, so that its ads are shown next to the content of that category.
 * `POST accounts/:account_id/line_item_curated_categories` (Ads Management Interface, section 4.5).
 */
export const createLineItemCuratedCategory = post<LineItemCuratedCategoryRow, LineItemCuratedCategoryParams>()(
  'accounts/:account_id/line_item_curated_categories',
)
/**
 * Updates the line item or the curated category of an association.
 * `PUT accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id` (Ads Management Interface, section 4.5).
 */
export const updateLineItemCuratedCategory = put<LineItemCuratedCategoryRow, LineItemCuratedCategoryParams>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
/**
 * Removes a curated category from a line item.
 * `DELETE accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id` (Ads Management Interface, section 4.5).
 */
export const deleteLineItemCuratedCategory = del<LineItemCuratedCategoryRow>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
