import type { Entity } from '../entity.ts'

export const scheduledPost = {
  endpoints: {
    'GET 12 accounts/:account_id/scheduled_posts': { documents: [], service: ['count', 'cursor', 'user_id'] },
    'GET 12 accounts/:account_id/scheduled_posts/:scheduled_post_id': { documents: [] },
    'POST 12 accounts/:account_id/scheduled_posts': {
      documents: [],
      service: ['scheduled_at!', 'as_user_id!', 'text', 'card_uri', 'media_keys', 'nullcast', 'name'],
    },
    'PUT 12 accounts/:account_id/scheduled_posts/:scheduled_post_id': {
      source: '3 §4.7',
      body: 'query/form',
      documents: ['nullcast', 'scheduled_at', 'text', 'name'],
      service: ['card_uri', 'media_keys'],
    },
    'DELETE 12 accounts/:account_id/scheduled_posts/:scheduled_post_id': {
      source: '3 §4.7',
      body: 'none',
      documents: [],
    },
  },
  parameters: {
    card_uri: 'card URI',
    media_keys: 'text[]',
    name: { type: 'text', max: 80 },
    nullcast: 'boolean',
  },
  rows: {
    ScheduledPost: {
      documents: [
        'text',
        'card_uri',
        'media_keys',
        'nullcast',
        'name',
        'scheduled_at',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
      service: ['id_str', 'user_id', 'scheduled_status', 'post_id', 'completed_at'],
    },
  },
  enumerations: { ScheduledStatus: { documents: [], service: ['SCHEDULED', 'SUCCESS', 'FAILED', 'DELETED'] } },
  rules: {
    'R-CARD-28': {
      text: 'Listing, reading and creating scheduled posts goes beyond the documents.',
      source: '3 §4.7',
      kinds: 'D',
    },
  },
} as const satisfies Entity
