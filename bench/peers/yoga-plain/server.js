// Yoga, Pothos and DataLoader as in their tutorials: a loader for each relation, created per request.
import { createServer } from 'node:http'
import SchemaBuilder from '@pothos/core'
import DataLoader from 'dataloader'
import { createYoga } from 'graphql-yoga'
import { firstRows, loadById, loadByParent } from '../rest.js'

const builder = new SchemaBuilder({})
const Account = builder.objectRef('Account')
const Campaign = builder.objectRef('Campaign')
const LineItem = builder.objectRef('LineItem')
const PromotedPost = builder.objectRef('PromotedPost')
const TargetingCriterion = builder.objectRef('TargetingCriterion')

const first = (t) => ({ first: t.arg.int({ required: true, defaultValue: 200 }) })

Account.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    campaigns: t.field({
      type: [Campaign],
      args: first(t),
      resolve: async ({ id }, args) => inAccount(id, await firstRows(id, 'campaigns', args.first)),
    }),
    lineItems: t.field({
      type: [LineItem],
      args: first(t),
      resolve: async ({ id }, args) => inAccount(id, await firstRows(id, 'line_items', args.first)),
    }),
  }),
})

Campaign.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { nullable: true }),
    entityStatus: t.exposeString('entity_status', { nullable: true }),
    lineItems: t.field({
      type: [LineItem],
      args: first(t),
      resolve: ({ account, id }, args, { loaders }) => loaders.lineItemsOf.load({ account, id, first: args.first }),
    }),
  }),
})

LineItem.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { nullable: true }),
    entityStatus: t.exposeString('entity_status', { nullable: true }),
    bidAmountLocalMicro: t.exposeFloat('bid_amount_local_micro', { nullable: true }),
    campaign: t.field({
      type: Campaign,
      nullable: true,
      resolve: ({ account, campaign_id }, _args, { loaders }) => loaders.campaign.load({ account, id: campaign_id }),
    }),
    promotedPosts: t.field({
      type: [PromotedPost],
      args: first(t),
      resolve: ({ account, id }, args, { loaders }) => loaders.promotedPostsOf.load({ account, id, first: args.first }),
    }),
    targetingCriteria: t.field({
      type: [TargetingCriterion],
      args: first(t),
      resolve: ({ account, id }, args, { loaders }) =>
        loaders.targetingCriteriaOf.load({ account, id, first: args.first }),
    }),
  }),
})

PromotedPost.implement({
  fields: (t) => ({ id: t.exposeID('id'), postId: t.exposeID('post_id', { nullable: true }) }),
})

TargetingCriterion.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    targetingType: t.exposeString('targeting_type', { nullable: true }),
    targetingValue: t.exposeString('targeting_value', { nullable: true }),
  }),
})

builder.queryType({
  fields: (t) => ({
    account: t.field({
      type: Account,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }) => ({ id }),
    }),
    lineItems: t.field({
      type: [LineItem],
      nullable: { list: false, items: true },
      args: { accountId: t.arg.id({ required: true }), ids: t.arg.idList({ required: true }) },
      resolve: (_root, { accountId, ids }, { loaders }) =>
        loaders.lineItem.loadMany(ids.map((id) => ({ account: accountId, id }))),
    }),
  }),
})

function inAccount(account, rows) {
  for (const row of rows) row.account = account
  return rows
}

function createLoaders() {
  const one = { cacheKeyFn: ({ account, id }) => `${account}:${id}` }
  const many = { cacheKeyFn: ({ account, id, first }) => `${account}:${id}:${first}` }
  const childLoader = (list, filter, column) =>
    new DataLoader(async (keys) => {
      const found = await loadByParent(list, filter, column, keys)
      return found.map((rows, index) => inAccount(keys[index].account, rows))
    }, many)
  const rowLoader = (list, filter) =>
    new DataLoader(async (keys) => {
      const found = await loadById(list, filter, keys)
      return found.map((row, index) => row && Object.assign(row, { account: keys[index].account }))
    }, one)
  return {
    campaign: rowLoader('campaigns', 'campaign_ids'),
    lineItem: rowLoader('line_items', 'line_item_ids'),
    lineItemsOf: childLoader('line_items', 'campaign_ids', 'campaign_id'),
    promotedPostsOf: childLoader('promoted_posts', 'line_item_ids', 'line_item_id'),
    targetingCriteriaOf: childLoader('targeting_criteria', 'line_item_ids', 'line_item_id'),
  }
}

const yoga = createYoga({
  schema: builder.toSchema(),
  context: () => ({ loaders: createLoaders() }),
  logging: false,
  graphiql: false,
})

createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1')
