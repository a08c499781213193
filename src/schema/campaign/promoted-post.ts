import { listLineItems } from '../../rest/campaign/line-item.ts'
import { listPromotedPosts, type PromotedPostRow } from '../../rest/campaign/promoted-post.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { childrenCost, listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
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
    lineItem: t.field({
      type: LineItem,
      description: 'Its line item.',
      extensions: lookUpCost(listLineItems),
      resolve: (row, _args, context, info) => reference(context, info, listLineItems, row, row.line_item_id),
    }),
    postId: t.exposeID('post_id', {
      description: 'The post that is promoted. It can differ from the one that was asked for (R-PROMO-6).',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    approvalStatus: t.expose('approval_status', { type: ApprovalStatus, description: 'Where its review stands.' }),
  }),
})

nodeType(PromotedPost, ({ loaders }, account, id) => loaders.byId(listPromotedPosts, { account_id: account }, id))

builder.queryField('promotedPost', (t) =>
  t.field({
    type: PromotedPost,
    description: 'One promoted post, by the id of this record (not of the post).',
    extensions: lookUpCost(listPromotedPosts),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'PromotedPost', listPromotedPosts, args),
  }),
)

builder.objectFields(Account, (t) => ({
  promotedPost: t.field({
    type: PromotedPost,
    description: 'One of its promoted posts, by the id of that record (not of the post).',
    extensions: { ...keyOnly, ...lookUpCost(listPromotedPosts) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'PromotedPost', listPromotedPosts, account.id, args),
  }),
  promotedPosts: t.field({
    type: PromotedPostConnection,
    nullable: false,
    description: 'Its promoted posts, of all line items.',
    extensions: { ...keyOnly, ...listCost(listPromotedPosts) },
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
          endpoint: listPromotedPosts,
          path: { account_id: account.id },
          filters: {
            promoted_post_ids: restIds('PromotedPost', account.id, ids, 'ids'),
            line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
          },
        },
        page,
      ),
  }),
}))

builder.objectField(LineItem, 'promotedPosts', (t) =>
  t.field({
    type: PromotedPostConnection,
    nullable: false,
    description: 'The posts it promotes. Lists of up to 200 line items are read in one call.',
    extensions: { ...keyOnly, ...childrenCost(listPromotedPosts, 'line_item_ids') },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (lineItem, page, context) =>
      childConnection(
        context,
        {
          endpoint: listPromotedPosts,
          parent: lineItem,
          filter: 'line_item_ids',
          parentOf: (row) => row.line_item_id,
        },
        page,
      ),
  }),
)
