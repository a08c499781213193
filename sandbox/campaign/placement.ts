import { placement } from '../../reference/campaign/placement.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The combinations of placements that each product type permits. */
export const placements = referenceTable<typeof placement.rows.LineItemPlacements, { placements: string[][] }>(
  'placements',
)

/** The list of permitted placements (Ads Management Interface, section 4.2). */
export const placementEndpoints = [referenceEndpoint(placement, placements)]
