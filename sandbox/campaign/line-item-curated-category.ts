import { lineItemCuratedCategory } from '../../reference/campaign/line-item-curated-category.ts'
import { curatedCategories } from '../account/curated-category.ts'
import { oldestFirst } from '../data/order.ts'
import { NO_ACCOUNT } from '../data/store.ts'
import { crud, refersTo } from '../endpoint/crud.ts'
import { lineItems } from './line-item.ts'

/** The curated categories of each account's line items, oldest first (Ads Management Interface, section 4.5). */
export const lineItemCuratedCategories = crud(lineItemCuratedCategory, {
  name: 'line_item_curated_categories',
  order: oldestFirst(),
  idLength: 5,
  quota: 'account',
  checks: { line_item_id: refersTo(lineItems), curated_category_id: refersTo(curatedCategories, NO_ACCOUNT) },
})
