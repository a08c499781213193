import type { Entity } from '../entity.ts'

export const promotedPost = {
  endpoints: {
    'GET 12 accounts/:account_id/promoted_posts': {
      source: '2 §4.5',
      documents: [
        'line_item_ids',
        'promoted_post_ids',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/promoted_posts/:promoted_post_id': { source: '2 §4.5', documents: ['with_deleted'] },
    'POST 12 accounts/:account_id/promoted_posts': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['line_item_id!', 'post_ids!'],
    },
    'DELETE 12 accounts/:account_id/promoted_posts/:promoted_post_id': {
      source: '2 §3, §4.5',
      body: 'none',
      documents: [],
    },
  },
  parameters: {
    post_ids: { type: 'long[]', max: 50 },
  },
  rows: {
    PromotedPost: {
      documents: ['line_item_id', 'post_id', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['entity_status', 'approval_status'],
    },
  },
  rules: {
    'R-PROMO-1': {
      text: 'Promoted accounts, promoted posts and scheduled promoted posts cannot be updated.',
      source: '2 §4.5',
      kinds: 'D',
    },
    'R-PROMO-5': {
      text: 'Lists omit promoted posts whose line item is deleted, unless `withDeleted` is set. Such rows still say `deleted: false`.',
      source: '2 §4.5',
      kinds: 'M D',
    },
    'R-PROMO-6': {
      text: 'A post of a REPOSTS_ONLY user is promoted as a copy with a post id of its own.',
      source: '2 §2, §4.5',
      kinds: 'D M',
    },
    'R-PROMO-7': { text: 'One call promotes at most 50 posts.', source: '2 §4.5, §8', kinds: 'V' },
    'R-PROMO-8': {
      text: 'A promoted post is deleted by the id of its own record, not by the id of the post.',
      source: '2 §4.5',
      kinds: 'W D',
    },
    'R-PROMO-9': {
      text: "Deleting a promoted post ends its promotion; the service's console shows it as paused.",
      source: '2 §3',
      kinds: 'D',
    },
  },
} as const satisfies Entity
