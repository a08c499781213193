import type { Entity } from '../entity.ts'

export const postPreview = {
  endpoints: {
    'GET 12 accounts/:account_id/post_previews': { source: '3 §4.8', documents: ['post_ids!', 'post_type!'] },
  },
  parameters: {
    post_ids: { type: 'long[]', max: 200 },
    post_type: 'PostType',
  },
  rows: { PostPreview: { documents: ['preview'], service: ['post_id'] } },
  rules: {
    'R-CARD-25': {
      text: 'Previews are requested for up to 200 posts of one post type.',
      source: '3 §4.8, §8',
      kinds: 'V S',
    },
  },
} as const satisfies Entity
