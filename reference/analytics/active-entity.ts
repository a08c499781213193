import type { Entity } from '../entity.ts'

export const activeEntity = {
  endpoints: {
    'GET 12 stats/accounts/:account_id/active_entities': {
      documents: [],
      service: ['entity!', 'start_time!', 'end_time!', 'campaign_ids', 'funding_instrument_ids', 'line_item_ids'],
    },
  },
  parameters: { entity: 'ActiveEntityType' },
  rows: {
    ActiveEntity: { documents: [], service: ['entity_id', 'activity_start_time', 'activity_end_time', 'placements'] },
  },
  enumerations: {
    ActiveEntityType: {
      documents: [],
      service: ['CAMPAIGN', 'FUNDING_INSTRUMENT', 'LINE_ITEM', 'PROMOTED_ACCOUNT', 'PROMOTED_POST'],
    },
  },
} as const satisfies Entity
