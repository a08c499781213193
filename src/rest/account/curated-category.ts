import { get, list } from '../endpoint.ts'
import type { EntityColumns, ListParams, Long } from '../types.ts'

export interface CuratedCategoryRow extends EntityColumns<{
  name: string
  description: string
  country_codes: string[]
  publisher_user_ids: Long[]
  videos_monetized_in_last_thirty_days: Long
}> {}

export interface CuratedCategoryFilters extends ListParams {
  /** Required: 1 to 200 two-letter codes. */
  country_codes?: readonly string[]
}

/** The maximum number of countries in one request for curated categories (Ads Management Interface, section 4.2). */
export const MAX_COUNTRIES = 200

/**
 * One curated category.
 * `GET accounts/:account_id/curated_categories/:curated_category_id` (Ads Management Interface, section 4.2).
 */
export const getCuratedCategory = get<CuratedCategoryRow>()(
  'accounts/:account_id/curated_categories/:curated_category_id',
)
/**
 * The curated categories that the account can use in some countries.
 * `GET accounts/:account_id/curated_categories` (Ads Management Interface, section 4.2).
 */
export const listCuratedCategories = list<CuratedCategoryRow, CuratedCategoryFilters>()(
  'accounts/:account_id/curated_categories',
  { sized: false, paged: true, get: getCuratedCategory },
)
