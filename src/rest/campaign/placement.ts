import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'
import { word } from '../value.ts'

export interface PlacementRow extends RowColumns<{
  product_type: string
  /** The permitted combinations. */
  placements: string[][]
}> {}

/** The permitted combinations of placements by product type (R-ACC-10; Ads Management Interface, section 4.2). */
export const listPlacements = list<PlacementRow>()('line_items/placements', {
  key: 'product_type',
  params: {
    /** Return only the placements of this product type. */
    product_type: word('ProductType'),
  },
  cache: REFERENCE_CACHE,
})
