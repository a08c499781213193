import type { Context } from '../../context.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  createScheduledPromotedPost,
  deleteScheduledPromotedPost,
  listScheduledPromotedPosts,
  type ScheduledPromotedPostRow,
} from '../../rest/campaign/scheduled-promoted-post.ts'
import { findScheduledPosts } from '../../rest/creative/scheduled-post.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { momentOf } from '../scalar/scalar.ts'
import { inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const ScheduledPromotedPost = builder.objectRef<ScheduledPromotedPostRow>('ScheduledPromotedPost')
export const ScheduledPromotedPostConnection = connectionType(ScheduledPromotedPost)

ScheduledPromotedPost.implement({
  description:
    'A scheduled post that a line item will promote once it is published. There is no update (R-PROMO-1); it can be ' +
    'deleted only before the post is due (R-PROMO-10).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'Its line item.',
      id: (row) => row.line_item_id,
    }),
    scheduledPostId: t.exposeID('scheduled_post_id', { description: 'The scheduled post.' }),
    postId: t.exposeID('post_id', { description: 'The post it has become; null until it is published.' }),
  }),
})

nodeType(ScheduledPromotedPost, listScheduledPromotedPosts)

builder.queryField('scheduledPromotedPost', (t) =>
  t.byId({
    type: ScheduledPromotedPost,
    endpoint: listScheduledPromotedPosts,
    description: 'One scheduled promoted post.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  scheduledPromotedPost: t.byId({
    type: ScheduledPromotedPost,
    endpoint: listScheduledPromotedPosts,
    description: 'One of its scheduled promoted posts.',
    args: withDeletedArg,
  }),
  scheduledPromotedPosts: t.list({
    type: ScheduledPromotedPostConnection,
    endpoint: listScheduledPromotedPosts,
    description: 'Its scheduled promoted posts, of all line items.',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ description: 'Only the items of these line items, at most 200.' }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds }, account) => ({
      scheduled_promoted_post_ids: restIds('ScheduledPromotedPost', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
    }),
  }),
}))

builder.objectField(LineItem, 'scheduledPromotedPosts', (t) =>
  t.children({
    type: ScheduledPromotedPostConnection,
    endpoint: listScheduledPromotedPosts,
    description: 'The scheduled posts it will promote.',
    parentFilter: 'line_item_ids',
    parentOf: (row) => row.line_item_id,
    args: { ...sortArg, ...withDeletedArg },
  }),
)

const CreateScheduledPromotedPostInput = builder.inputType('CreateScheduledPromotedPostInput', {
  description: 'A scheduled post that a line item shall promote.',
  fields: (t) => ({
    ...inLineItem(t),
    scheduledPostId: t.id({ required: true, description: 'The scheduled post, by either kind of id.' }),
  }),
})

const DeleteScheduledPromotedPostInput = builder.inputType('DeleteScheduledPromotedPostInput', {
  description: 'The scheduled promoted post to delete.',
  fields: (t) => ({
    scheduledPromotedPostId: t.id({
      required: true,
      description:
        "The global id, or the service's own together with `accountId`: of this record, not of the scheduled post.",
    }),
    ...ownAccountField(t),
  }),
})

const scheduledPromotedPostPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<ScheduledPromotedPostRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      scheduledPromotedPost: t.field({
        type: ScheduledPromotedPost,
        description: 'The scheduled promoted post as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateScheduledPromotedPostPayload = scheduledPromotedPostPayload(
  'CreateScheduledPromotedPostPayload',
  'The result of promoting a scheduled post.',
)
const DeleteScheduledPromotedPostPayload = scheduledPromotedPostPayload(
  'DeleteScheduledPromotedPostPayload',
  'The result of deleting a scheduled promoted post.',
  [Payload, DeletePayload],
)

/** The schedule by which a scheduled promoted post can be deleted or not; undefined where none is shown. */
async function scheduledAt({ loaders }: Context, account: string, id: string): Promise<string | null | undefined> {
  const path = { account_id: account }
  const row = await loaders.byId(listScheduledPromotedPosts, path, id)
  if (!row?.scheduled_post_id) return undefined
  const post = await loaders.byId(findScheduledPosts, path, String(row.scheduled_post_id), { alone: true })
  return post?.scheduled_at
}

builder.mutationFields((t) => ({
  createScheduledPromotedPost: writeField(t, {
    payload: CreateScheduledPromotedPostPayload,
    description: 'Lets a line item promote a scheduled post once it is published.',
    input: CreateScheduledPromotedPostInput,
    inputDescription: 'Line item and scheduled post.',
    prepare(check, context) {
      const account = check.account('accountId')
      const line_item_id = check.id('lineItemId', 'LineItem', account)
      const scheduled_post_id = check.longId('scheduledPostId', 'ScheduledPost', account)
      return {
        send: () =>
          context.rest.call(createScheduledPromotedPost, { account_id: account }, { line_item_id, scheduled_post_id }),
      }
    },
  }),

  deleteScheduledPromotedPost: writeField(t, {
    payload: DeleteScheduledPromotedPostPayload,
    description:
      'Ends the promotion of a scheduled post, which is possible only before it is due (R-PROMO-10); with `validateOnly` ' +
      'the record and its post are read.',
    input: DeleteScheduledPromotedPostInput,
    inputDescription: 'The scheduled promoted post.',
    prepare(check, context) {
      const { account, id } = check.changes('scheduledPromotedPostId', 'ScheduledPromotedPost')
      check.leaveUnchecked('R-PROMO-10')
      const path = { account_id: account, scheduled_promoted_post_id: id }
      return {
        send: () => context.rest.call(deleteScheduledPromotedPost, path),
        async validate() {
          const due = await scheduledAt(context, account, id)
          if (!due) return
          check.markChecked('R-PROMO-10')
          const isEarly = Date.now() < momentOf(due)
          check.that(isEarly, 'scheduledPromotedPostId', 'R-PROMO-10', `names one whose post was due at ${due}`)
        },
        fieldOf: () => 'scheduledPromotedPostId',
      }
    },
  }),
}))
