import type { Entity } from '../entity.ts'

export const pollCard = {
  endpoints: {
    'GET 12 accounts/:account_id/cards/poll': {
      source: '3 §4.4',
      documents: ['card_ids', 'q', 'count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
    'GET 12 accounts/:account_id/cards/poll/:card_id': { source: '3 §4.4', documents: ['with_deleted'] },
    'POST 12 accounts/:account_id/cards/poll': {
      source: '3 §3, §4.4',
      body: 'query/form',
      documents: ['duration_in_minutes!', 'first_choice!'],
      service: ['name', 'second_choice', 'third_choice', 'fourth_choice', 'media_key'],
    },
  },
  parameters: {
    duration_in_minutes: { type: 'integer', min: 5, max: 10_080 },
    first_choice: { type: 'text', max: 25 },
    second_choice: { type: 'text', max: 25 },
    third_choice: { type: 'text', max: 25 },
    fourth_choice: { type: 'text', max: 25 },
  },
  rows: {
    PollCard: {
      documents: [
        'name',
        'card_uri',
        'card_type',
        'first_choice',
        'duration_in_minutes',
        'end_time',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
      service: [
        'start_time',
        'second_choice',
        'third_choice',
        'fourth_choice',
        'video_url',
        'video_hls_url',
        'video_height',
        'video_width',
        'video_poster_url',
        'video_poster_height',
        'video_poster_width',
        'content_duration_seconds',
      ],
    },
  },
  rules: {
    'R-CARD-16': {
      text: 'A poll runs for 5 to 10,080 minutes from the creation of its card, and cannot be changed.',
      source: '3 §3, §4.4, §8',
      kinds: 'V M D',
    },
    'R-CARD-17': {
      text: 'Polls with an image or a video need the feature PROMOTED_MEDIA_POLLS.',
      source: '3 §4.4',
      kinds: 'V E',
    },
  },
} as const satisfies Entity
