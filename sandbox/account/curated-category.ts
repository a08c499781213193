import { curatedCategory } from '../../reference/account/curated-category.ts'
import { byId } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'

/** A curated group of publishers, as the service sends it. */
export type CuratedCategoryRow = RowOf<
  typeof curatedCategory.rows.CuratedCategory,
  { country_codes: string[]; publisher_user_ids: string[]; videos_monetized_in_last_thirty_days: number }
>

/** The curated categories, which are the same for all accounts. */
export const curatedCategories = table<CuratedCategoryRow>('curated_categories', byId(), 5, { isShared: true })

/** The page size, which callers cannot choose. */
const PAGE_ROWS = 10

/** The endpoints that read curated categories (Ads Management Interface, section 4.2). */
export const curatedCategoryEndpoints = crud(curatedCategory, curatedCategories, {
  quota: 'account',
  list: { countsUnasked: true, count: { max: PAGE_ROWS, absent: PAGE_ROWS } },
})
