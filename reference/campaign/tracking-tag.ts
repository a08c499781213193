import type { Entity } from '../entity.ts'

export const trackingTag = {
  endpoints: {
    'GET 12 accounts/:account_id/tracking_tags': {
      source: '2 §4.5',
      documents: [
        'line_item_ids',
        'tracking_tag_ids',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/tracking_tags/:tracking_tag_id': { source: '2 §4.5', documents: ['with_deleted'] },
    'POST 12 accounts/:account_id/tracking_tags': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['line_item_id!', 'tracking_tag_type!', 'tracking_tag_url!'],
    },
    'PUT 12 accounts/:account_id/tracking_tags/:tracking_tag_id': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['tracking_tag_url!'],
    },
    'DELETE 12 accounts/:account_id/tracking_tags/:tracking_tag_id': { source: '2 §4.5', body: 'none', documents: [] },
  },
  parameters: {
    tracking_tag_type: 'TrackingTagType',
  },
  rows: {
    TrackingTag: {
      documents: ['line_item_id', 'tracking_tag_type', 'tracking_tag_url', 'id', 'created_at', 'updated_at', 'deleted'],
    },
  },
  enumerations: { TrackingTagType: { documents: ['IMPRESSION_TAG', 'CLICK_TRACKER'] } },
  rules: {
    'R-PROMO-13': {
      text: 'A tracking tag is an IMPRESSION_TAG or a CLICK_TRACKER. An update changes its URL only.',
      source: '2 §2, §4.5',
      kinds: 'V',
    },
  },
} as const satisfies Entity
