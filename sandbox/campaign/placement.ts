import { placement } from '../../reference/campaign/placement.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { oneOf } from '../endpoint/parameter.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The permitted combinations of placements for one product type, as the service sends them. */
export interface Placements {
  product_type: string
  placements: string[][]
}

/** The permitted placements of all product types. */
export const placements = referenceTable<Placements>('placements')

/** The list of permitted placements (Ads Management Interface, section 4.2). */
export const placementEndpoints: Endpoint[] = [
  referenceEndpoint(placement, {
    quota: 'global',
    table: placements,
    filters: { product_type: oneOf('MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS') },
    keep: (params) => (row) => params.product_type === undefined || row.product_type === params.product_type,
  }),
]
