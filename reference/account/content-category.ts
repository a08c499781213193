import type { Entity } from '../entity.ts'

export const contentCategory = {
  endpoints: { 'GET 12 content_categories': { source: '2 §4.2', documents: [] } },
  rows: {
    ContentCategory: {
      documents: ['iab_categories'],
      service: ['id', 'name', 'publishers_in_last_thirty_days', 'videos_monetized_in_last_thirty_days'],
    },
  },
  rules: {
    'R-ACC-11': {
      text: 'Content categories represent IAB categories, which are targeted with the type IAB_CATEGORY.',
      source: '2 §4.2',
      kinds: 'D',
    },
  },
} as const satisfies Entity
