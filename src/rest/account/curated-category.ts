import { resource, type RowOf } from '../resource.ts'
import type { Long } from '../types.ts'
import { long, PAGED, text, texts, value } from '../value.ts'

/** The maximum number of countries in one request for curated categories (Ads Management Interface, section 4.2). */
export const MAX_COUNTRIES = 200

/** Curated categories (Ads Management Interface, section 4.2). */
const curatedCategories = resource('accounts/:account_id/curated_categories/:curated_category_id', {
  columns: {
    name: text,
    description: text,
    country_codes: texts,
    publisher_user_ids: value<Long[]>('ID'),
    videos_monetized_in_last_thirty_days: long,
  },
  list: {
    cursor: PAGED.cursor,
    /** Required: 1 to 200 two-letter codes. */
    country_codes: texts,
  },
})

export interface CuratedCategoryRow extends RowOf<typeof curatedCategories> {}

/** The curated categories that the account can use in some countries. */
export const listCuratedCategories = curatedCategories.list
/** One curated category. */
export const getCuratedCategory = curatedCategories.get
