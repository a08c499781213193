import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  createPromotedPosts,
  deletePromotedPost,
  listPromotedPosts,
  MAX_PROMOTED_POSTS,
  type PromotedPostRow,
} from '../../rest/campaign/promoted-post.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const PromotedPost = builder.objectRef<PromotedPostRow>('PromotedPost')
export const PromotedPostConnection = connectionType(PromotedPost)

PromotedPost.implement({
  description:
    'A post that a line item promotes. There is no update (R-PROMO-1). Lists leave out those whose line item is deleted, ' +
    'unless `withDeleted` asks for them; they still say `deleted: false` (R-PROMO-5).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'Its line item.',
      id: (row) => row.line_item_id,
    }),
    postId: t.exposeID('post_id', {
      description: 'The post that is promoted. It can differ from the one that was asked for (R-PROMO-6).',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    approvalStatus: t.expose('approval_status', { type: ApprovalStatus, description: 'Where its review stands.' }),
  }),
})

nodeType(PromotedPost, listPromotedPosts)

builder.queryField('promotedPost', (t) =>
  t.byId({
    type: PromotedPost,
    endpoint: listPromotedPosts,
    description: 'One promoted post, by the id of this record (not of the post).',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  promotedPost: t.byId({
    type: PromotedPost,
    endpoint: listPromotedPosts,
    description: 'One of its promoted posts, by the id of that record (not of the post).',
    args: withDeletedArg,
  }),
  promotedPosts: t.list({
    type: PromotedPostConnection,
    endpoint: listPromotedPosts,
    description: 'Its promoted posts, of all line items.',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ description: 'Only the items of these line items, at most 200.' }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds }, account) => ({
      promoted_post_ids: restIds('PromotedPost', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
    }),
  }),
}))

builder.objectField(LineItem, 'promotedPosts', (t) =>
  t.children({
    type: PromotedPostConnection,
    endpoint: listPromotedPosts,
    description: 'The posts it promotes. Lists of up to 200 line items are read in one call.',
    parentFilter: 'line_item_ids',
    parentOf: (row) => row.line_item_id,
    args: { ...sortArg, ...withDeletedArg },
  }),
)

const CreatePromotedPostsInput = builder.inputType('CreatePromotedPostsInput', {
  description: 'Posts that a line item shall promote.',
  fields: (t) => ({
    ...inLineItem(t),
    postIds: t.idList({
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description: `The posts, by either kind of id: 1 to ${MAX_PROMOTED_POSTS} in a call (R-PROMO-7).`,
    }),
  }),
})

const DeletePromotedPostInput = builder.inputType('DeletePromotedPostInput', {
  description: 'The promoted post to delete.',
  fields: (t) => ({
    promotedPostId: t.id({
      required: true,
      description:
        "The global id, or the service's own together with `accountId`: of this record, not of the post (R-PROMO-8).",
    }),
    ...ownAccountField(t),
  }),
})

const CreatePromotedPostsPayload = builder
  .objectRef<BatchOutcome<PromotedPostRow>>('CreatePromotedPostsPayload')
  .implement({
    description: 'The result of promoting posts.',
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({
      promotedPosts: t.field({
        type: [PromotedPost],
        nullable: { list: true, items: true },
        description:
          'The promoted posts as the service answered, in the order of `postIds`; null where nothing was sent. Their `postId` need not be one that ' +
          'was asked for: of a post of another user a copy is promoted (R-PROMO-6).',
        resolve: ({ data }) => data,
      }),
    }),
  })

const DeletePromotedPostPayload = builder.objectRef<Outcome<PromotedPostRow>>('DeletePromotedPostPayload').implement({
  description: 'The result of deleting a promoted post.',
  interfaces: [Payload, DeletePayload],
  fields: (t) => ({
    promotedPost: t.field({
      type: PromotedPost,
      description: 'The promoted post as the service answered; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationFields((t) => ({
  createPromotedPosts: batchField(t, {
    payload: CreatePromotedPostsPayload,
    description:
      `Promotes posts by a line item, ${MAX_PROMOTED_POSTS} in a call (R-PROMO-7). A post of a user who may only be ` +
      'reposted (REPOSTS_ONLY) is promoted as a copy, which has a post id of its own (R-PROMO-6). With the product type ' +
      'PROMOTED_ACCOUNT a post adds placements in the timeline of mobile devices to the line item (R-LI-14).',
    input: CreatePromotedPostsInput,
    inputDescription: 'Line item and posts.',
    prepare(check, context) {
      const account = check.account('accountId')
      const line_item_id = check.id('lineItemId', 'LineItem', account)
      return {
        field: 'postIds',
        maxItems: MAX_PROMOTED_POSTS,
        rule: 'R-PROMO-7',
        operations: check.longIds('postIds', 'Post', account),
        async send(post_ids: string[]) {
          const rows = await context.rest.call(createPromotedPosts, { account_id: account }, { line_item_id, post_ids })
          return post_ids.map((_, index) => rows[index] ?? null)
        },
      }
    },
  }),

  deletePromotedPost: writeField(t, {
    payload: DeletePromotedPostPayload,
    description:
      'Ends the promotion of a post by a line item; the console of the service shows it as paused from then on (R-PROMO-9).',
    input: DeletePromotedPostInput,
    inputDescription: 'The promoted post.',
    prepare(check, context) {
      const { account, id } = check.changes('promotedPostId', 'PromotedPost')
      return { send: () => context.rest.call(deletePromotedPost, { account_id: account, promoted_post_id: id }) }
    },
  }),
}))
