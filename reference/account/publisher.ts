import type { Entity } from '../entity.ts'

export const publisher = {
  endpoints: { 'GET 12 publishers': { source: '2 §4.2', documents: [] } },
  rows: {
    Publisher: {
      documents: [],
      service: [
        'user_id',
        'username',
        'content_category_ids',
        'monetizable_country_codes',
        'promotion_eligible_country_codes',
        'monetization_restricted',
      ],
    },
  },
} as const satisfies Entity
