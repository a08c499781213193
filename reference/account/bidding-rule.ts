import type { Entity } from '../entity.ts'

export const biddingRule = {
  endpoints: { 'GET 12 bidding_rules': { source: '2 §4.2', documents: ['currency'] } },
  parameters: {
    currency: 'currency',
  },
  rows: {
    BiddingRule: {
      documents: ['minimum_cpe_bid_local_micro', 'maximum_cpe_bid_local_micro'],
      service: ['currency', 'minimum_denomination'],
    },
  },
  rules: {
    'R-ACC-8': {
      text: 'Bidding rules can be filtered by an ISO 4217 currency. Refreshing them at least monthly is suggested.',
      source: '2 §4.2',
      kinds: 'V Q',
    },
  },
} as const satisfies Entity
