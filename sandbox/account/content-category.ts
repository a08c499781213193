import { contentCategory } from '../../reference/account/content-category.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** A category of publisher content, as the service sends it. */
export interface ContentCategory {
  name: string
  id: string
  iab_categories: string[]
  publishers_in_last_thirty_days: number
  videos_monetized_in_last_thirty_days: number
}

/** The categories of publisher content. */
export const contentCategories = referenceTable<ContentCategory>('content_categories')

/** The endpoint that lists content categories (Ads Management Interface, section 4.2). */
export const contentCategoryEndpoints = [
  referenceEndpoint(contentCategory, contentCategories, { nextCursor: true, countsUnasked: true }),
]
