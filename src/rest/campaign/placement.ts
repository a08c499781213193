import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { ListParams, RowColumns } from '../types.ts'

export interface PlacementRow extends RowColumns<{
  product_type: string
  /** The permitted combinations. */
  placements: string[][]
}> {}

export interface PlacementFilters extends ListParams {
  /** Return only the placements of this product type. */
  product_type?: string
}

/**
 * The permitted combinations of placements by product type (R-ACC-10).
 * `GET line_items/placements` (Ads Management Interface, section 4.2).
 */
export const listPlacements = list<PlacementRow, PlacementFilters>()('line_items/placements', {
  key: 'product_type',
  sized: false,
  cache: REFERENCE_CACHE,
})
