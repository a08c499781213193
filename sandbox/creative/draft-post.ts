import { draftPost } from '../../reference/creative/draft-post.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, endpointsOf, type RowOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { liveRow } from '../endpoint/write.ts'
import { byAuthor, written, type Written } from './post-write.ts'

/** A draft as the service sends it. */
export type DraftPostRow = Omit<RowOf<typeof draftPost.rows.DraftPost, Written>, 'status'>

/** The drafts of each account, newest first. */
export const draftPosts = table<DraftPostRow>('draft_posts', newestFirst(), 10, { hasNumericIds: true })

/** The endpoints of drafts (Ads Creative Interface, section 4.6). */
export const draftPostEndpoints: Endpoint[] = [
  ...crud(draftPost, draftPosts, {
    quota: 'account',
    list: { count: { max: 200, absent: 100 }, keep: byAuthor },
    keeps: ['nullcast'],
    create: (sent, context) => written(sent, context),
    update: (_, sent, context, before) => written(sent, context, before),
    answer: (row, method) => (method === 'DELETE' ? { ...row, status: 'DELETED' } : row),
  }),
  endpointsOf(draftPost, 'accounts/:account_id/draft_posts/preview/:draft_post_id').at('POST', {
    handle(call) {
      liveRow(call, draftPosts, 'draft_post_id', call.path['draft_post_id']!)
      // The response of the live service has no data.
      return envelope(call, { message: 'The preview was sent' })
    },
  }),
]
