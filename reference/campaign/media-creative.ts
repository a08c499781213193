import type { Entity } from '../entity.ts'

export const mediaCreative = {
  endpoints: {
    'GET 12 accounts/:account_id/media_creatives': {
      source: '2 §4.5',
      documents: [
        'campaign_id',
        'line_item_ids',
        'media_creative_ids',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/media_creatives/:media_creative_id': { source: '2 §4.5', documents: ['with_deleted'] },
    'POST 12 accounts/:account_id/media_creatives': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['account_media_id!', 'line_item_id!', 'landing_url'],
    },
    'DELETE 12 accounts/:account_id/media_creatives/:media_creative_id': {
      source: '2 §4.5',
      body: 'none',
      documents: [],
    },
  },
  rows: {
    MediaCreative: {
      documents: ['account_media_id', 'line_item_id', 'landing_url', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['creative_type', 'entity_status', 'approval_status'],
    },
  },
  rules: {
    'R-PROMO-11': {
      text: 'A media creative needs a landing URL when the objective is WEBSITE_CLICKS. It is for display images only, and ignored for preroll.',
      source: '2 §4.5',
      kinds: 'V',
    },
    'R-PROMO-12': { text: 'Media creatives are filtered by one campaign at a time.', source: '2 §4.5', kinds: 'W' },
  },
} as const satisfies Entity
