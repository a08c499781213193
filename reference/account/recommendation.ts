import type { Entity } from '../entity.ts'

export const recommendation = {
  endpoints: {
    'GET 5 accounts/:account_id/recommendations': { source: '2 §4.2', documents: [] },
    'GET 5 accounts/:account_id/recommendations/:recommendation_id': { source: '2 §4.2', documents: [] },
  },
  rows: {
    Recommendation: {
      documents: ['changes', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['account_id', 'funding_instrument_id', 'status', 'message'],
    },
    RecommendedChange: { documents: [], service: ['entity_type', 'operation_type', 'params', 'dependent_entities'] },
  },
  rules: {
    'R-ACC-7': {
      text: 'Recommendations are a closed beta, at most one for each funding instrument.',
      source: '2 §4.2',
      kinds: 'D',
    },
  },
} as const satisfies Entity
