import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'

export interface ContentCategoryRow extends RowColumns<{
  name: string
  iab_categories: string[]
  publishers_in_last_thirty_days: number
  videos_monetized_in_last_thirty_days: number
}> {
  id: string
}

/**
 * The categories of publisher content, each with the IAB categories to target (R-ACC-11).
 * `GET content_categories` (Ads Management Interface, section 4.2).
 */
export const listContentCategories = list<ContentCategoryRow>()('content_categories', {
  params: {},
  cache: REFERENCE_CACHE,
})
