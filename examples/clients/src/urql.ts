import { Client, fetchExchange } from '@urql/core'
import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'

/** A urql client of the graph at this URL, with the normalized cache of Graphcache and the graph's introspection. */
export function createUrql(url: string, schema: CacheExchangeOpts['schema']): Client {
  return new Client({
    url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        schema,
        resolvers: {
          Account: { campaigns: relayPagination(), lineItems: relayPagination() },
          Campaign: { lineItems: relayPagination() },
          LineItem: { promotedPosts: relayPagination(), targetingCriteria: relayPagination() },
        },
        updates: {
          Mutation: {
            deleteLineItem(result, _args, cache) {
              const { deletedId } = result['deleteLineItem'] as { deletedId: string | null }
              if (deletedId !== null) cache.invalidate({ __typename: 'LineItem', id: deletedId })
            },
          },
        },
      }),
      fetchExchange,
    ],
  })
}
