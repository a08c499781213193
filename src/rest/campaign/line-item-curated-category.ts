import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface LineItemCuratedCategoryRow extends EntityRow {
  line_item_id?: string | null
  curated_category_id?: string | null
}

/** Beyond the documents. */
export const getLineItemCuratedCategory = get<LineItemCuratedCategoryRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
/** Beyond the documents. */
export const listLineItemCuratedCategories = list<LineItemCuratedCategoryRow, ListParams>()(
  'accounts/:account_id/line_item_curated_categories',
  { get: getLineItemCuratedCategory },
)

/** The parameters that create or update an association (Ads Management Interface, section 4.5). */
export interface LineItemCuratedCategoryParams {
  line_item_id?: string
  curated_category_id?: string
}

export const createLineItemCuratedCategory = post<LineItemCuratedCategoryRow, LineItemCuratedCategoryParams>()(
  'accounts/:account_id/line_item_curated_categories',
)
export const updateLineItemCuratedCategory = put<LineItemCuratedCategoryRow, LineItemCuratedCategoryParams>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
export const deleteLineItemCuratedCategory = del<LineItemCuratedCategoryRow>()(
  'accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
)
