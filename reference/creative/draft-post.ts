import type { Entity } from '../entity.ts'

export const draftPost = {
  endpoints: {
    'GET 12 accounts/:account_id/draft_posts': { source: '3 §4.6, §8', documents: ['count', 'cursor', 'user_id'] },
    'GET 12 accounts/:account_id/draft_posts/:draft_post_id': { source: '3 §4.6', documents: [] },
    'POST 12 accounts/:account_id/draft_posts': {
      source: '3 §2, §4.6',
      body: 'query/form',
      documents: ['as_user_id!', 'text', 'card_uri', 'media_keys', 'nullcast', 'name'],
    },
    'PUT 12 accounts/:account_id/draft_posts/:draft_post_id': {
      source: '3 §4.6',
      body: 'query/form',
      documents: ['card_uri', 'media_keys', 'nullcast', 'text', 'name'],
    },
    'DELETE 12 accounts/:account_id/draft_posts/:draft_post_id': { source: '3 §4.6', body: 'none', documents: [] },
    'POST 12 accounts/:account_id/draft_posts/preview/:draft_post_id': {
      source: '3 §4.6',
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
    DraftPost: {
      documents: ['text', 'card_uri', 'media_keys', 'nullcast', 'name', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['user_id', 'status'],
    },
  },
  rules: {
    'R-CARD-23': {
      text: 'An update of a draft removes its card or media when null is sent.',
      source: '3 §4.6',
      kinds: 'W',
    },
    'R-CARD-24': {
      text: "A preview of a draft notifies the caller's devices that run official apps. Only that user sees it.",
      source: '3 §4.6',
      kinds: 'D',
    },
  },
} as const satisfies Entity
