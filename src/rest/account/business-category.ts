import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'

export interface BusinessCategoryRow extends RowColumns<{ name: string; iab_categories: string[] }> {
  id: string
}

/**
 * The business categories of advertisers.
 * `GET advertiser_business_categories` (Ads Management Interface, section 4.2).
 */
export const listBusinessCategories = list<BusinessCategoryRow>()('advertiser_business_categories', {
  params: {},
  cache: REFERENCE_CACHE,
})
