import type { Entity } from '../entity.ts'

export const businessCategory = {
  endpoints: { 'GET 12 advertiser_business_categories': { source: '2 §4.2', documents: [] } },
  rows: { AdvertiserBusinessCategory: { documents: [], service: ['id', 'name', 'iab_categories'] } },
  rules: {
    'R-ACC-14': {
      text: 'A PREROLL_VIEWS line item needs one or two advertiser business categories.',
      source: '2 §2, §4.2',
      kinds: 'V',
    },
  },
} as const satisfies Entity
