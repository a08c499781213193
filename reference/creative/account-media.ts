import type { Entity } from '../entity.ts'

export const accountMedia = {
  endpoints: {
    'GET 12 accounts/:account_id/account_media': {
      source: '3 §4.1',
      documents: [
        'account_media_ids',
        'creative_types',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/account_media/:account_media_id': { source: '3 §4.1', documents: ['with_deleted'] },
    'DELETE 12 accounts/:account_id/account_media/:account_media_id': { source: '3 §4.1', body: 'none', documents: [] },
  },
  parameters: {
    creative_types: 'CreativeType[]',
  },
  rows: {
    AccountMedia: {
      documents: ['id', 'created_at', 'updated_at', 'deleted'],
      service: ['creative_type', 'media_url', 'video_id'],
    },
  },
  enumerations: {
    CreativeType: {
      documents: [
        'BANNER',
        'BANNER_TABLET',
        'INTERSTITIAL',
        'INTERSTITIAL_LANDSCAPE',
        'INTERSTITIAL_LANDSCAPE_TABLET',
        'INTERSTITIAL_TABLET',
        'MEDIUM_RECTANGLE',
        'PREROLL',
        'VAST_PREROLL',
      ],
    },
  },
  rules: {
    'R-CARD-19': {
      text: 'Media of the category AMPLIFY_VIDEO become PREROLL account media automatically.',
      source: '3 §4.1',
      kinds: 'M D',
    },
  },
} as const satisfies Entity
