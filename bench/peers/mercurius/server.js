// mercurius with its loaders and its JIT. Loaders batch by field, and their cache lasts for one request.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import mercurius from 'mercurius'
import { firstRows, loadById, loadByParent } from '../rest.js'

const app = fastify({ logger: false })

const inAccount = (account, rows) => {
  for (const row of rows) row.account = account
  return rows
}

const children = (list, filter, column) => async (queries) => {
  const keys = queries.map(({ obj, params }) => ({ account: obj.account, id: obj.id, first: params.first }))
  const found = await loadByParent(list, filter, column, keys)
  return found.map((rows, index) => inAccount(keys[index].account, rows))
}

app.register(mercurius, {
  schema: readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'),
  jit: 1,
  resolvers: {
    Query: {
      account: (_root, { id }) => ({ id }),
      async lineItems(_root, { accountId, ids }) {
        return loadById(
          'line_items',
          'line_item_ids',
          ids.map((id) => ({ account: accountId, id })),
        )
      },
    },
    Account: {
      campaigns: async ({ id }, { first }) => inAccount(id, await firstRows(id, 'campaigns', first)),
      lineItems: async ({ id }, { first }) => inAccount(id, await firstRows(id, 'line_items', first)),
    },
    Campaign: { entityStatus: ({ entity_status }) => entity_status },
    LineItem: {
      entityStatus: ({ entity_status }) => entity_status,
      bidAmountLocalMicro: ({ bid_amount_local_micro }) => bid_amount_local_micro,
    },
    PromotedPost: { postId: ({ post_id }) => post_id },
    TargetingCriterion: {
      targetingType: ({ targeting_type }) => targeting_type,
      targetingValue: ({ targeting_value }) => targeting_value,
    },
  },
  // The cache key would be the whole parent as JSON, and these queries load each parent once.
  loaders: {
    Campaign: { lineItems: { loader: children('line_items', 'campaign_ids', 'campaign_id'), opts: { cache: false } } },
    LineItem: {
      campaign: {
        loader: (queries) =>
          loadById(
            'campaigns',
            'campaign_ids',
            queries.map(({ obj }) => ({ account: obj.account, id: obj.campaign_id })),
          ),
        opts: { cache: false },
      },
      promotedPosts: {
        loader: children('promoted_posts', 'line_item_ids', 'line_item_id'),
        opts: { cache: false },
      },
      targetingCriteria: {
        loader: children('targeting_criteria', 'line_item_ids', 'line_item_id'),
        opts: { cache: false },
      },
    },
  },
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
