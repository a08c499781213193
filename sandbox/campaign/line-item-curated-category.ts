import { lineItemCuratedCategory } from '../../reference/campaign/line-item-curated-category.ts'
import { curatedCategories } from '../account/curated-category.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { lineItems } from './line-item.ts'

type LineItemCuratedCategoryRow = RowOf<typeof lineItemCuratedCategory.rows.LineItemCuratedCategory>

/** The curated categories of each account's line items, oldest first (Ads Management Interface, section 4.5). */
export const lineItemCuratedCategories = table<LineItemCuratedCategoryRow>(
  'line_item_curated_categories',
  oldestFirst(),
  5,
)

export const lineItemCuratedCategoryEndpoints = crud(lineItemCuratedCategory, lineItemCuratedCategories, {
  quota: 'account',
  refersTo: { line_item_id: lineItems, curated_category_id: curatedCategories },
})
