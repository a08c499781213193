import { draftPost } from '../../reference/creative/draft-post.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { endpoint, envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { newestFirst } from '../data/order.ts'
import { long } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { liveRow, operation } from '../endpoint/write.ts'
import { numericId } from './numeric-id.ts'
import { newPost, postChanges, written } from './post-write.ts'

/** A draft as the service sends it. */
export interface DraftPostRow extends Row {
  name: string | null
  text: string
  user_id: string
  nullcast: boolean
  card_uri: string | null
  media_keys: string[]
}

/** The drafts of each account, newest first. */
export const draftPosts: TableDefinition<DraftPostRow> = { name: 'draft_posts', order: newestFirst(), idLength: 10 }

const create = operation({
  parameters: newPost,
  run(params, context) {
    const table = context.store.table(draftPosts)
    const columns = written(params, context)
    const row = { ...columns, id: numericId(table), created_at: columns.updated_at, deleted: false }
    return table.insert(context.owner, row)
  },
})

const update = operation({
  parameters: postChanges,
  run(params, context, id) {
    const before = liveRow(context, draftPosts, 'draft_post_id', id)
    return context.store.table(draftPosts).update(context.owner, id, written(params, context, before))
  },
})

const remove = operation({
  parameters: {},
  run(_, context, id) {
    liveRow(context, draftPosts, 'draft_post_id', id)
    const changes = { deleted: true, updated_at: timestamp(context.now) }
    return { ...context.store.table(draftPosts).update(context.owner, id, changes), status: 'DELETED' }
  },
})

const wire = endpointsOf(draftPost)

/** The endpoints of drafts (Ads Creative Interface, section 4.6). */
export const draftPostEndpoints: Endpoint[] = [
  wire.list(draftPosts, {
    quota: 'account',
    filters: { user_id: long() },
    count: { max: 200, absent: 100 },
    keep: byAuthor,
  }),
  wire.single(draftPosts, { quota: 'account' }),
  wire.create(create),
  wire.update(update),
  wire.delete(remove),
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/draft_posts/preview/:draft_post_id',
    quota: 'write',
    parameters: {},
    handle(call) {
      liveRow(call, draftPosts, 'draft_post_id', call.path.draft_post_id)
      // The response of the live service has no data.
      return envelope(call, { message: 'The preview was sent' })
    },
  }),
]

/**
 * Keeps the posts of one user: `user_id`, or by default the FULL promotable user (Ads Creative Interface, sections 4.6
 * and 4.8).
 */
export function byAuthor({
  params,
  store,
  owner,
}: Pick<Call, 'store' | 'owner'> & { params: { user_id: string | undefined } }): (row: { user_id: string }) => boolean {
  const full = store
    .table(promotableUsers)
    .rows(owner)
    .find((user) => user.promotable_user_type === 'FULL')
  const author = params.user_id ?? full?.user_id
  return (row) => row.user_id === author
}
