// Yoga, Pothos and DataLoader as in their tutorials: a loader for each relation, created per request.
import SchemaBuilder from '@pothos/core'
import { createYoga } from 'graphql-yoga'
import { createLoaders } from '../loaders.js'
import { batches, firstRows } from '../rest.js'
import { serve } from '../serve.js'

const builder = new SchemaBuilder({})
const Account = builder.objectRef('Account')
const Campaign = builder.objectRef('Campaign')
const LineItem = builder.objectRef('LineItem')
const PromotedPost = builder.objectRef('PromotedPost')
const TargetingCriterion = builder.objectRef('TargetingCriterion')
const Stats = builder.objectRef('Stats')
const Engagement = builder.objectRef('Engagement')
const Billing = builder.objectRef('Billing')

const first = (t) => ({ first: t.arg.int({ required: true, defaultValue: 200 }) })

const ofAccount = (t, type, list) =>
  t.field({ type: [type], args: first(t), resolve: ({ id }, args) => firstRows(id, list, args.first) })

const children = (t, type, loader) =>
  t.field({
    type: [type],
    args: first(t),
    resolve: ({ account, id }, args, { loaders }) => loaders[loader].load({ account, id, first: args.first }),
  })

const stats = (t, loader) =>
  t.field({
    type: Stats,
    nullable: true,
    args: {
      startTime: t.arg.string({ required: true }),
      endTime: t.arg.string({ required: true }),
      granularity: t.arg.string({ required: true, defaultValue: 'TOTAL' }),
    },
    resolve: ({ account, id }, args, { loaders }) => loaders[loader].load({ account, id, ...args }),
  })

Account.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    campaigns: ofAccount(t, Campaign, 'campaigns'),
    lineItems: ofAccount(t, LineItem, 'line_items'),
  }),
})

Campaign.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { nullable: true }),
    entityStatus: t.exposeString('entity_status', { nullable: true }),
    lineItems: children(t, LineItem, 'lineItemsOf'),
    stats: stats(t, 'campaignStats'),
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
    promotedPosts: children(t, PromotedPost, 'promotedPostsOf'),
    targetingCriteria: children(t, TargetingCriterion, 'targetingCriteriaOf'),
    stats: stats(t, 'lineItemStats'),
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

Stats.implement({
  fields: (t) => ({
    engagement: t.field({ type: Engagement, resolve: (metrics) => metrics }),
    billing: t.field({ type: Billing, resolve: (metrics) => metrics }),
  }),
})

const metric = (t, column) =>
  t.floatList({ nullable: { list: true, items: true }, resolve: (metrics) => metrics[column] })

Engagement.implement({ fields: (t) => ({ impressions: metric(t, 'impressions') }) })

Billing.implement({ fields: (t) => ({ billedChargeLocalMicro: metric(t, 'billed_charge_local_micro') }) })

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

const yoga = createYoga({
  schema: builder.toSchema(),
  context: () => ({ loaders: createLoaders(batches) }),
  logging: false,
  graphiql: false,
})

serve(yoga)
