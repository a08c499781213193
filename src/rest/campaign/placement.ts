import { list, REFERENCE_MAX_AGE_MS } from '../endpoint.ts'
import type { ListParams, Row } from '../types.ts'

export interface PlacementRow extends Row {
  product_type?: string | null
  /** The permitted combinations. */
  placements?: string[][] | null
}

export interface PlacementFilters extends ListParams {
  product_type?: string
}

export const listPlacements = list<PlacementRow, PlacementFilters>()('line_items/placements', {
  key: 'product_type',
  sized: false,
  counted: false,
  cache: { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' },
})
