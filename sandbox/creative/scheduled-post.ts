import { scheduledPost } from '../../reference/creative/scheduled-post.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import type { WriteContext } from '../endpoint/write.ts'
import { brokenRule, refuseAll } from '../http/error.ts'
import { byAuthor, written, type Written } from './post-write.ts'

/** A scheduled post as the service sends it. */
export type ScheduledPostRow = Omit<
  RowOf<typeof scheduledPost.rows.ScheduledPost, Written & { completed_at: string | null; post_id: string | null }>,
  'id_str'
>

/** The scheduled posts of each account, newest first. */
export const scheduledPosts = table<ScheduledPostRow>('scheduled_posts', newestFirst(), 10, { hasNumericIds: true })

/** How many days ahead a post can be scheduled. */
const MAX_DAYS_AHEAD = 365

/** The time of publication without its seconds, which the service ignores. Refuses one that has passed or is too far ahead. */
function publication(moment: string, { now }: WriteContext): string {
  const due = `${moment.slice(0, 16)}:00Z`
  refuseAll([
    moment <= timestamp(now) && brokenRule('scheduled_at', `${moment} has passed`),
    due > timestamp(daysAfter(now, MAX_DAYS_AHEAD)) &&
      brokenRule('scheduled_at', `${moment} is more than ${MAX_DAYS_AHEAD} days ahead`),
  ])
  return due
}

/** The endpoints of scheduled posts. The documents have only update and delete (Ads Creative Interface, section 4.7). */
export const scheduledPostEndpoints = crud(scheduledPost, scheduledPosts, {
  quota: 'account',
  list: { count: { max: 200, absent: 100 }, keep: byAuthor },
  // The live service sends the ID as a number here, and as text in lists.
  single: { present: (post) => ({ ...post, id: BigInt(post.id), id_str: post.id }) },
  keeps: ['nullcast'],
  create: (sent, context) => ({
    ...written(sent, context),
    completed_at: null,
    scheduled_status: 'SCHEDULED',
    scheduled_at: publication(sent.scheduled_at, context),
    post_id: null,
  }),
  update: (_, sent, context, before) => ({
    ...written(sent, context, before),
    ...(sent.scheduled_at && { scheduled_at: publication(sent.scheduled_at, context) }),
  }),
  remove: () => ({ scheduled_status: 'DELETED' }),
})
