import type { Entity } from '../entity.ts'

export const placement = {
  endpoints: { 'GET 12 line_items/placements': { source: '2 §4.2', documents: ['product_type'] } },
  parameters: {
    product_type: 'ProductType',
  },
  rows: { LineItemPlacements: { documents: ['product_type', 'placements'] } },
  enumerations: {
    Placement: {
      documents: [
        'ALL_ON_SVC',
        'PUBLISHER_NETWORK',
        'TAP_BANNER',
        'TAP_FULL',
        'TAP_FULL_LANDSCAPE',
        'TAP_NATIVE',
        'TAP_MRECT',
        'SVC_PROFILE',
        'SVC_REPLIES',
        'SVC_SEARCH',
        'SVC_TIMELINE',
      ],
    },
  },
  rules: {
    'R-ACC-10': {
      text: "A line item's placements must be permitted for its product type.",
      source: '2 §4.2',
      kinds: 'V',
    },
  },
} as const satisfies Entity
