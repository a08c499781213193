// mercurius with its loaders and its JIT. Loaders batch by field, and their cache lasts for one request.
import fastify from 'fastify'
import mercurius from 'mercurius'
import { batches, firstRows } from '../rest.js'
import { COLUMNS, typeDefs } from '../schema.js'

const app = fastify({ logger: false })

/** A loader. Its cache key would be the whole parent as JSON, and these queries load each parent once. */
const loaderOf = (batch, keyOf) => ({ loader: (queries) => batch(queries.map(keyOf)), opts: { cache: false } })

const children = (batch) =>
  loaderOf(batch, ({ obj, params }) => ({ account: obj.account, id: obj.id, first: params.first }))

const stats = (batch) => loaderOf(batch, ({ obj, params }) => ({ account: obj.account, id: obj.id, ...params }))

app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  resolvers: {
    Query: {
      account: (_root, { id }) => ({ id }),
      lineItems: (_root, { accountId, ids }) => batches.lineItem(ids.map((id) => ({ account: accountId, id }))),
    },
    Account: {
      campaigns: ({ id }, { first }) => firstRows(id, 'campaigns', first),
      lineItems: ({ id }, { first }) => firstRows(id, 'line_items', first),
    },
    ...COLUMNS,
  },
  loaders: {
    Campaign: { lineItems: children(batches.lineItemsOf), stats: stats(batches.campaignStats) },
    LineItem: {
      campaign: loaderOf(batches.campaign, ({ obj }) => ({ account: obj.account, id: obj.campaign_id })),
      promotedPosts: children(batches.promotedPostsOf),
      targetingCriteria: children(batches.targetingCriteriaOf),
      stats: stats(batches.lineItemStats),
    },
  },
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
