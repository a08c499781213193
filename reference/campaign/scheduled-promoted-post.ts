import type { Entity } from '../entity.ts'

export const scheduledPromotedPost = {
  endpoints: {
    'GET 12 accounts/:account_id/scheduled_promoted_posts': {
      source: '2 §4.5',
      documents: [
        'line_item_ids',
        'scheduled_promoted_post_ids',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id': {
      source: '2 §4.5',
      documents: ['with_deleted'],
    },
    'POST 12 accounts/:account_id/scheduled_promoted_posts': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['line_item_id!', 'scheduled_post_id!'],
    },
    'DELETE 12 accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id': {
      source: '2 §3, §4.5',
      body: 'none',
      documents: [],
    },
  },
  parameters: {
    scheduled_post_id: 'long',
  },
  rows: {
    ScheduledPromotedPost: {
      documents: ['line_item_id', 'scheduled_post_id', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['post_id'],
    },
  },
  rules: {
    'R-PROMO-10': {
      text: 'A scheduled promoted post can be deleted only before its post is published.',
      source: '2 §3',
      kinds: 'V E M',
    },
  },
} as const satisfies Entity
