// Apollo Server with RESTDataSource for calls and DataLoader for batches, both created per request.
import { RESTDataSource } from '@apollo/datasource-rest'
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { fetch } from 'undici'
import { createLoaders } from '../loaders.js'
import { createReader } from '../rest.js'
import { COLUMNS, typeDefs } from '../schema.js'

class AdsSource extends RESTDataSource {
  baseURL = `${process.env.UPSTREAM_URL}/12/`

  reader = createReader((path, params) => this.get(path, { params }))
  loaders = createLoaders(this.reader.batches)
}

const ofAccount =
  (list) =>
  ({ id }, { first }, { ads }) =>
    ads.reader.firstRows(id, list, first)

const children =
  (loader) =>
  ({ account, id }, { first }, { ads }) =>
    ads.loaders[loader].load({ account, id, first })

const resolvers = {
  Query: {
    account: (_root, { id }) => ({ id }),
    lineItems: (_root, { accountId, ids }, { ads }) =>
      ads.loaders.lineItem.loadMany(ids.map((id) => ({ account: accountId, id }))),
  },
  Account: { campaigns: ofAccount('campaigns'), lineItems: ofAccount('line_items') },
  ...COLUMNS,
  Campaign: { ...COLUMNS.Campaign, lineItems: children('lineItemsOf') },
  LineItem: {
    ...COLUMNS.LineItem,
    campaign: ({ account, campaign_id }, _args, { ads }) => ads.loaders.campaign.load({ account, id: campaign_id }),
    promotedPosts: children('promotedPostsOf'),
    targetingCriteria: children('targetingCriteriaOf'),
  },
}

const server = new ApolloServer({ typeDefs, resolvers })

await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async () => ({ ads: new AdsSource({ cache: server.cache, fetch }) }),
})
