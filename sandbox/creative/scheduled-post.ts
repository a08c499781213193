import { scheduledPost } from '../../reference/creative/scheduled-post.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, refuseAll } from '../http/error.ts'
import { newestFirst } from '../data/order.ts'
import { long, moment, required } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { liveRow, operation, type WriteContext } from '../endpoint/write.ts'
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

const wire = endpointsOf(scheduledPost)

/** The endpoints of scheduled posts. The documents have only update and delete (Ads Creative Interface, section 4.7). */
export const scheduledPostEndpoints: Endpoint[] = [
  wire.list(scheduledPosts, {
    quota: 'account',
    filters: { user_id: long() },
    count: { max: 200, absent: 100 },
    keep: byAuthor,
  }),
  // The live service sends the ID as a number here, and as text in lists.
  wire.single(scheduledPosts, {
    quota: 'account',
    present: (post) => ({ ...post, id: BigInt(post.id), id_str: post.id }),
  }),
  wire.create(create),
  wire.update(update),
  wire.delete(remove),
]
