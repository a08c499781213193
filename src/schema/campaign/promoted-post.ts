import {
  createPromotedPosts,
  deletePromotedPost,
  listPromotedPosts,
  MAX_PROMOTED_POSTS,
  type PromotedPostRow,
} from '../../rest/campaign/promoted-post.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { batchField, builder, Check, COMMON_ATTRIBUTES, deleteField, entity, inputType, sortArgOf } from '../kit.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../list-limit.ts'
import { IN_LINE_ITEM, IN_LINE_ITEMS, inLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const PromotedPost = builder.objectRef<PromotedPostRow>('PromotedPost')

export const PromotedPostConnection = entity(PromotedPost, listPromotedPosts, {
  description:
    'A post that a line item promotes. Promoted posts cannot be updated (R-PROMO-1). Lists omit promoted posts whose ' +
    'line item is deleted, unless `withDeleted` is true; `deleted` of these is still false (R-PROMO-5).',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    postId: t.foreignKey('post_id', 'the promoted post', 'It can differ from the ID in the input (R-PROMO-6).'),
    ...t.columns({
      entityStatus: [EntityStatus, 'The status that the advertiser set. @beyondDocuments'],
      approvalStatus: [ApprovalStatus, 'The status of its review by the service. @beyondDocuments'],
    }),
  }),
  list: [Account, 'promotedPosts', 'The promoted posts of the account, across all line items.'],
  parents: {
    line_item_ids: [
      LineItem,
      'promotedPosts',
      'The posts that the line item promotes. Promoted posts of up to 200 line items are read in one call.',
      IN_LINE_ITEMS,
    ],
  },
  sort: sortArgOf('PromotedPostSortBy', 'promoted posts', { ...COMMON_ATTRIBUTES, paused: 'Whether it is paused.' }),
})

builder.mutationFields((t) => ({
  createPromotedPosts: batchField(t, {
    rows: {
      type: PromotedPost,
      field: 'promotedPosts',
      ofPayload: 'The result of promoting posts.',
      description:
        'The promoted posts as returned by the service, in the order of `postIds`. Null for a post that was not ' +
        'sent. `postId` can differ from the ID in the input, because the service may promote a copy of the post ' +
        '(R-PROMO-6).',
    },
    endpoint: createPromotedPosts,
    does: {
      action: 'CREATE',
      parent: IN_LINE_ITEM,
      serves: true,
      recognized: {
        isSorted: true,
        // It can be the ID of a copy, which no other column shows (R-PROMO-6).
        shownBy: {
          post_id: ({ post_id: id }, _, all) =>
            all.some(({ post_id: sent }) => String(sent) === String(id)) ? id : undefined,
        },
      },
    },
    maxItems: MAX_PROMOTED_POSTS,
    description:
      `Promotes up to ${MAX_PROMOTED_POSTS} posts with a line item in one call (R-PROMO-7). A post of a user of the ` +
      'type REPOSTS_ONLY is promoted as a copy with its own post ID (R-PROMO-6). If the product type of the line ' +
      'item is PROMOTED_ACCOUNT, promoting a post adds mobile timeline placements to the line item (R-LI-14).',
    input: inputType(
      'CreatePromotedPostsInput',
      'The posts to promote, and the line item that promotes them.',
      (t) => ({
        ...inLineItem(t),
        postIds: t.idList({
          required: true,
          extensions: maxItems(MAX_BATCH_ITEMS),
          description: `The posts: their global IDs or the service's IDs, 1 to ${MAX_PROMOTED_POSTS} in a call (R-PROMO-7).`,
        }),
      }),
    ),
    prepare(check) {
      const { account, id: line_item_id } = check.ids.parent(IN_LINE_ITEM)
      return {
        list: { field: 'postIds', rule: 'R-PROMO-7' },
        operations: check.ids.manyLong('postIds', 'PublishedPost', account).map((id, index) => ({
          check: new Check({}, [...check.path, 'postIds', String(index)], check),
          apply: () => ({ params: { line_item_id, post_id: id } }),
        })),
        send(rest, posts: { params: { post_id: string } }[]) {
          const post_ids = posts.map(({ params }) => params.post_id)
          return rest.call(createPromotedPosts, { account_id: account }, { line_item_id, post_ids })
        },
      }
    },
  }),

  deletePromotedPost: deleteField(t, {
    row: PromotedPost,
    endpoint: deletePromotedPost,
    description:
      "Stops promoting a post with a line item. Afterwards the service's console shows it as paused (R-PROMO-9). " +
      'Its ID is the ID of the promoted post, not of the post (R-PROMO-8).',
  }),
}))
