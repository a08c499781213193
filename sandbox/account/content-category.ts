import { contentCategory } from '../../reference/account/content-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The categories of publisher content. */
export const contentCategories = referenceTable<
  typeof contentCategory.rows.ContentCategory,
  {
    iab_categories: string[]
    publishers_in_last_thirty_days: number
    videos_monetized_in_last_thirty_days: number
  }
>('content_categories')

/** The endpoint that lists content categories (Ads Management Interface, section 4.2). */
export const contentCategoryEndpoints = [
  referenceEndpoint(contentCategory, contentCategories, { nextCursor: true, countsUnasked: true }),
]
