import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { Row } from '../types.ts'

export interface BusinessCategoryRow extends Row {
  id: string
  name?: string | null
  iab_categories?: string[] | null
}

/**
 * The business categories of advertisers.
 * `GET advertiser_business_categories` (Ads Management Interface, section 4.2).
 */
export const listBusinessCategories = list<BusinessCategoryRow>()('advertiser_business_categories', {
  sized: false,
  cache: REFERENCE_CACHE,
})
