import type { Entity } from '../entity.ts'

export const reach = {
  endpoints: {
    'GET 12 stats/accounts/:account_id/reach/campaigns': {
      documents: [],
      service: ['campaign_ids!', 'start_time!', 'end_time!'],
    },
    'GET 12 stats/accounts/:account_id/reach/funding_instruments': {
      documents: [],
      service: ['funding_instrument_ids!', 'start_time!', 'end_time!'],
    },
  },
  parameters: { campaign_ids: { type: 'id[]', max: 20 }, funding_instrument_ids: { type: 'id[]', max: 20 } },
  rows: { Reach: { documents: [], service: ['total_audience_reach', 'average_frequency'] } },
} as const satisfies Entity
