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
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { childConnection, connection } from '../list/connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost/cost.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../node/reference.ts'
import { momentOf } from '../scalar/scalar.ts'
import { keyOnly } from '../../execute/selection.ts'
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
    lineItem: t.field({
      type: LineItem,
      description: 'Its line item.',
      extensions: lookUpCost(listLineItems),
      resolve: (row, _args, context, info) => reference(context, info, listLineItems, row, row.line_item_id),
    }),
    scheduledPostId: t.exposeID('scheduled_post_id', { description: 'The scheduled post.' }),
    postId: t.exposeID('post_id', { description: 'The post it has become; null until it is published.' }),
  }),
})

nodeType(ScheduledPromotedPost, ({ loaders }, account, id) =>
  loaders.byId(listScheduledPromotedPosts, { account_id: account }, id),
)

builder.queryField('scheduledPromotedPost', (t) =>
  t.field({
    type: ScheduledPromotedPost,
    description: 'One scheduled promoted post.',
    extensions: lookUpCost(listScheduledPromotedPosts),
    args: rootIdArgs,
    resolve: (_root, args, context, info) =>
      findAtRoot(context, info, 'ScheduledPromotedPost', listScheduledPromotedPosts, args),
  }),
)

builder.objectFields(Account, (t) => ({
  scheduledPromotedPost: t.field({
    type: ScheduledPromotedPost,
    description: 'One of its scheduled promoted posts.',
    extensions: { ...keyOnly, ...lookUpCost(listScheduledPromotedPosts) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'ScheduledPromotedPost', listScheduledPromotedPosts, account.id, args),
  }),
  scheduledPromotedPosts: t.field({
    type: ScheduledPromotedPostConnection,
    nullable: false,
    description: 'Its scheduled promoted posts, of all line items.',
    extensions: { ...keyOnly, ...listCost(listScheduledPromotedPosts) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      lineItemIds: t.arg.idList({ description: 'Only those of these line items, at most 200.' }),
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, lineItemIds, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listScheduledPromotedPosts,
          path: { account_id: account.id },
          filters: {
            scheduled_promoted_post_ids: restIds('ScheduledPromotedPost', account.id, ids, 'ids'),
            line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
          },
        },
        page,
      ),
  }),
}))

builder.objectField(LineItem, 'scheduledPromotedPosts', (t) =>
  t.field({
    type: ScheduledPromotedPostConnection,
    nullable: false,
    description: 'The scheduled posts it will promote.',
    extensions: { ...keyOnly, ...childrenCost(listScheduledPromotedPosts, 'line_item_ids') },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (lineItem, page, context) =>
      childConnection(
        context,
        {
          endpoint: listScheduledPromotedPosts,
          parent: lineItem,
          filter: 'line_item_ids',
          parentOf: (row) => row.line_item_id,
        },
        page,
      ),
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
  const row = await loaders.byId(listScheduledPromotedPosts, path, id, { alone: true })
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
