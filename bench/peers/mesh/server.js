// GraphQL Mesh. Its OpenAPI handler provides the lists, which are composed here and served by its gateway. Its @resolveTo
// would put all keys of a field into one call, regardless of their accounts and of further pages, so relations are
// resolvers that use its in-context SDK.
import { createGatewayRuntime, Logger } from '@graphql-hive/gateway-runtime'
import { camelCase, createNamingConventionTransform, getComposedSchemaFromConfig } from '@graphql-mesh/compose-cli'
import * as rest from '@graphql-mesh/transport-rest'
import { loadOpenAPISubgraph } from '@omnigraph/openapi'
import DataLoader from 'dataloader'
import { byId, groupBy, MAX_COUNT, MAX_IDS } from '../rest.js'
import { serve } from '../serve.js'

const silent = new Logger({ level: false })

const supergraph = await getComposedSchemaFromConfig(
  {
    cwd: import.meta.dirname,
    subgraphs: [
      {
        sourceHandler: loadOpenAPISubgraph('Ads', { source: './openapi.json', endpoint: '{env.UPSTREAM_URL}/12' }),
        transforms: [createNamingConventionTransform({ fieldNames: camelCase, fieldArgumentNames: camelCase })],
      },
    ],
    additionalTypeDefs: /* GraphQL */ `
      type Account {
        id: ID!
        campaigns(first: Int = 200): [Campaign!]!
        lineItems(first: Int = 200): [LineItem!]!
      }
      extend type Query {
        account(id: ID!): Account
        lineItems(accountId: ID!, ids: [ID!]!): [LineItem]!
      }
      extend type Campaign {
        lineItems(first: Int = 200): [LineItem!]!
      }
      extend type LineItem {
        campaign: Campaign
        promotedPosts(first: Int = 200): [PromotedPost!]!
        targetingCriteria(first: Int = 200): [TargetingCriterion!]!
      }
    `,
  },
  silent,
)

const selectionSet = (selections) => ({ kind: 'SelectionSet', selections })
const field = (name, selections) => ({
  kind: 'Field',
  name: { kind: 'Name', value: name },
  selectionSet: selections && selectionSet(selections),
})

/** Selects a page: its cursor, and the requested columns and keys of its rows. Mesh adds keys at the root only. */
const pageWith = (...keys) => {
  const keyFields = keys.map((key) => field(key))
  return ({ selections }) => selectionSet([field('nextCursor'), field('data', [...selections, ...keyFields])])
}

const PAGES = {
  campaignPage: pageWith('id'),
  lineItemPage: pageWith('id', 'campaignId'),
  promotedPostPage: pageWith('lineItemId'),
  targetingCriterionPage: pageWith('lineItemId'),
}

/** Reads all pages of a list. Returns the rows, each with its account. */
async function rows(list, { first = Infinity, ...filter }, { context, ...resolution }) {
  const all = []
  let cursor
  do {
    const { data, nextCursor } = await context.Ads.Query[list]({
      ...resolution,
      context,
      args: { ...filter, count: Math.min(first - all.length, MAX_COUNT), cursor },
      selectionSet: PAGES[list],
    })
    for (const row of data) row.accountId = filter.accountId
    all.push(...data)
    cursor = nextCursor
  } while (cursor && all.length < first)
  return all
}

/** Creates a batch function that filters a list by IDs. `index` finds the rows of each `{ accountId, id }`. */
const batch = (list, filter, column, index) => (resolution) => async (keys) => {
  const found = new Map()
  await Promise.all(
    [...groupBy(keys, 'accountId')].map(async ([accountId, own]) => {
      const ids = [...new Set(own.map(({ id }) => id))]
      const calls = []
      for (let at = 0; at < ids.length; at += MAX_IDS)
        calls.push(rows(list, { accountId, [filter]: ids.slice(at, at + MAX_IDS) }, resolution))
      found.set(accountId, index((await Promise.all(calls)).flat(), column))
    }),
  )
  return keys.map(({ accountId, id }) => found.get(accountId).get(id))
}

const campaigns = batch('campaignPage', 'campaignIds', 'id', byId)
const lineItems = batch('lineItemPage', 'lineItemIds', 'id', byId)
const lineItemsOf = batch('lineItemPage', 'campaignIds', 'campaignId', groupBy)
const promotedPostsOf = batch('promotedPostPage', 'lineItemIds', 'lineItemId', groupBy)
const targetingCriteriaOf = batch('targetingCriterionPage', 'lineItemIds', 'lineItemId', groupBy)

const loadersByContext = new WeakMap()

/** Returns the loader of a field. All its parents have the same selection set. */
function loaderOf(batchWith, resolution) {
  const { context, info } = resolution
  let loaders = loadersByContext.get(context)
  if (!loaders) loadersByContext.set(context, (loaders = new Map()))
  let loader = loaders.get(info.fieldNodes)
  if (!loader) {
    loader = new DataLoader(batchWith(resolution), { cacheKeyFn: ({ accountId, id }) => `${accountId}:${id}` })
    loaders.set(info.fieldNodes, loader)
  }
  return loader
}

const firstRows =
  (list) =>
  (root, { first }, context, info) =>
    rows(list, { accountId: root.id, first }, { root, context, info })

const children =
  (batchWith) =>
  async (root, { first }, context, info) => {
    const found = await loaderOf(batchWith, { root, context, info }).load(root)
    return found?.slice(0, first) ?? []
  }

const gateway = createGatewayRuntime({
  supergraph,
  transports: { rest },
  additionalResolvers: {
    Query: {
      account: (_root, { id }) => ({ id }),
      lineItems: (root, { accountId, ids }, context, info) =>
        loaderOf(lineItems, { root, context, info }).loadMany(ids.map((id) => ({ accountId, id }))),
    },
    Account: {
      id: ({ id }) => id,
      campaigns: firstRows('campaignPage'),
      lineItems: firstRows('lineItemPage'),
    },
    Campaign: { lineItems: children(lineItemsOf) },
    LineItem: {
      campaign: (root, _args, context, info) =>
        loaderOf(campaigns, { root, context, info }).load({ accountId: root.accountId, id: root.campaignId }),
      promotedPosts: children(promotedPostsOf),
      targetingCriteria: children(targetingCriteriaOf),
    },
  },
  logging: silent,
  graphiql: false,
  landingPage: false,
})

serve(gateway)
