import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  listScheduledPromotedPosts,
  type ScheduledPromotedPostRow,
} from '../../rest/campaign/scheduled-promoted-post.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
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
