import type { Entity } from '../entity.ts'

export const curatedCategory = {
  endpoints: {
    'GET 12 accounts/:account_id/curated_categories': { source: '2 §4.2', documents: ['country_codes!', 'cursor'] },
    'GET 12 accounts/:account_id/curated_categories/:curated_category_id': { source: '2 §4.2', documents: [] },
  },
  parameters: {
    country_codes: { type: 'country[]', max: 200 },
  },
  rows: {
    CuratedCategory: {
      documents: ['country_codes', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['name', 'description', 'publisher_user_ids', 'videos_monetized_in_last_thirty_days'],
    },
  },
  rules: {
    'R-ACC-9': {
      text: 'Curated categories are listed for 1 to 200 countries (ISO 3166-1 alpha-2).',
      source: '2 §4.2',
      kinds: 'V W',
    },
  },
} as const satisfies Entity
