import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { notFound } from '../error.ts'
import { listEndpoint, visible } from '../list.ts'
import { newestFirst } from '../order.ts'
import { long } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'
import { byAuthor } from './draft-post.ts'

/** A scheduled post as the service sends it, but for `deleted`, which it does not tell. */
export interface ScheduledPostRow extends Row {
  completed_at: string | null
  text: string
  user_id: string
  scheduled_status: string
  nullcast: boolean
  scheduled_at: string
  card_uri: string | null
  post_id: string | null
  media_keys: string[]
  name: string | null
}

/** The scheduled posts of each account, newest first. */
export const scheduledPosts: TableDefinition<ScheduledPostRow> = {
  name: 'scheduled_posts',
  order: newestFirst(),
  idLength: 10,
}

/** The reads of scheduled posts, which the documents leave out. */
export const scheduledPostEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/scheduled_posts',
    quota: 'account',
    table: scheduledPosts,
    filters: { user_id: long() },
    omits: ['sort_by', 'with_deleted', 'with_total_count'],
    count: { max: 200, absent: 100 },
    sortable: {},
    keep: byAuthor,
    present: sent,
  }),
  endpoint({
    method: 'GET',
    path: 'accounts/:account_id/scheduled_posts/:scheduled_post_id',
    quota: 'account',
    parameters: {},
    handle(call) {
      const id = call.path.scheduled_post_id
      const post = visible(call.store.table(scheduledPosts).find(call.owner, id), false)
      if (post === undefined) throw notFound('scheduled_post_id', id)
      // The live service writes the id as a number here, and as text in lists.
      return envelope(call, { data: { ...sent(post), id: BigInt(post.id), id_str: post.id } })
    },
  }),
]

function sent(row: ScheduledPostRow): Omit<ScheduledPostRow, 'deleted'> {
  const { deleted: _, ...columns } = row
  return columns
}
