import type { Entity } from '../entity.ts'

export const targetedCampaign = {
  endpoints: {
    'GET 12 accounts/:account_id/custom_audiences/:custom_audience_id/targeted': {
      source: '2 §4.9',
      documents: ['with_active', 'cursor'],
    },
  },
  rows: {
    TargetedCampaign: { documents: ['campaign_id', 'campaign_name', 'line_items'] },
    TargetedLineItem: { documents: ['id', 'name', 'servable'] },
  },
  rules: {
    'R-AUD-10': {
      text: 'The campaigns that target an audience are those with active line items, unless `withActive` is false.',
      source: '2 §4.9',
      kinds: 'W',
    },
  },
} as const satisfies Entity
