import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'
import { LISTED, PAGED } from '../value.ts'

export interface IabCategoryRow extends RowColumns<{ parent_id: string; name: string }> {
  id: string
}

/**
 * The categories of apps and content of the Interactive Advertising Bureau.
 * `GET iab_categories` (Ads Management Interface, section 4.2).
 */
export const listIabCategories = list<IabCategoryRow>()('iab_categories', {
  params: { ...PAGED, with_total_count: LISTED.with_total_count },
  cache: REFERENCE_CACHE,
})
