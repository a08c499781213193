import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, notFound, refuseAll } from '../http/error.ts'
import { listEndpoint, visible } from '../endpoint/list.ts'
import { newestFirst } from '../data/order.ts'
import { long, moment, required } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import {
  createEndpoint,
  deleteEndpoint,
  liveRow,
  operation,
  updateEndpoint,
  type WriteContext,
} from '../endpoint/write.ts'
import { byAuthor } from './draft-post.ts'
import { numericId } from './numeric-id.ts'
import { newPost, postChanges, written } from './post-write.ts'

/** A scheduled post as the service sends it. */
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

const create = operation({
  parameters: { ...newPost, scheduled_at: required(moment()) },
  run(params, context) {
    const table = context.store.table(scheduledPosts)
    const columns = written(params, context)
    const row: ScheduledPostRow = {
      completed_at: null,
      ...columns,
      scheduled_status: 'SCHEDULED',
      scheduled_at: publication(params.scheduled_at, context),
      id: numericId(table),
      created_at: columns.updated_at,
      post_id: null,
      deleted: false,
    }
    return table.insert(context.owner, row)
  },
})

const update = operation({
  parameters: { ...postChanges, scheduled_at: moment() },
  run(params, context, id) {
    const before = liveRow(context, scheduledPosts, 'scheduled_post_id', id)
    const columns = written(params, context, before)
    const scheduled_at =
      params.scheduled_at === undefined ? before.scheduled_at : publication(params.scheduled_at, context)
    return context.store.table(scheduledPosts).update(context.owner, id, { ...columns, scheduled_at })
  },
})

const remove = operation({
  parameters: {},
  run(_, context, id) {
    liveRow(context, scheduledPosts, 'scheduled_post_id', id)
    const changes = { deleted: true, scheduled_status: 'DELETED', updated_at: timestamp(context.now) }
    return context.store.table(scheduledPosts).update(context.owner, id, changes)
  },
})

/** The time of publication without its seconds, which the service ignores. Refuses one that has passed. */
function publication(moment: string, { now }: WriteContext): string {
  refuseAll([moment <= timestamp(now) && brokenRule('scheduled_at', `${moment} has passed`)])
  return `${moment.slice(0, 16)}:00Z`
}

/** The endpoints of scheduled posts. The documents have only update and delete (Ads Creative Interface, section 4.7). */
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
      // The live service sends the ID as a number here, and as text in lists.
      return envelope(call, { data: { ...post, id: BigInt(post.id), id_str: post.id } })
    },
  }),
  createEndpoint('accounts/:account_id/scheduled_posts', create),
  updateEndpoint('accounts/:account_id/scheduled_posts/:scheduled_post_id', update),
  deleteEndpoint('accounts/:account_id/scheduled_posts/:scheduled_post_id', remove),
]
