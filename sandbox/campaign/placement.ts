import { placement } from '../../reference/campaign/placement.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The permitted combinations of placements for one product type, as the service sends them. */
export interface Placements {
  product_type: string
  placements: string[][]
}

/** The permitted placements of all product types. */
export const placements = referenceTable<Placements>('placements')

/** The list of permitted placements (Ads Management Interface, section 4.2). */
export const placementEndpoints = [referenceEndpoint(placement, placements)]
