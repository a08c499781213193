import { list, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import type { ListParams, Row } from '../types.ts'

export interface IabCategoryRow extends Row {
  id: string
  parent_id?: string | null
  name?: string | null
}

export const listIabCategories = list<IabCategoryRow, ListParams>()('iab_categories', {
  cache: { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' },
})
