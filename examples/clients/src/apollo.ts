import { ApolloClient, HttpLink, InMemoryCache, type FieldPolicy } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface Query {
        errorPolicy: 'all'
      }
      interface WatchQuery {
        errorPolicy: 'all'
      }
      interface Mutate {
        errorPolicy: 'all'
      }
    }
  }
}

/**
 * Joins the pages of a list, in `edges` and in `nodes`. Each combination of filters is a list of its own. A list that
 * failed is null, as in the answer; a page that failed leaves those before it.
 */
function connection(): FieldPolicy {
  const policy = relayStylePagination((args) =>
    Object.keys(args ?? {}).filter((name) => name !== 'first' && name !== 'after'),
  )
  return {
    ...policy,
    merge(existing, incoming, options) {
      if (incoming === null) return existing ?? null
      const merged = typeof policy.merge === 'function' ? policy.merge(existing, incoming, options) : incoming
      if (!incoming.nodes) return merged
      const before = options.args?.['after'] ? (existing?.nodes ?? []) : []
      return { ...merged, nodes: [...before, ...incoming.nodes] }
    },
  }
}

/** An Apollo Client of the graph at this URL. A field that failed is null, with its error beside the data. */
export function createApollo(uri: string): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri }),
    cache: new InMemoryCache({
      typePolicies: {
        Account: { fields: { campaigns: connection(), lineItems: connection() } },
        Campaign: { fields: { lineItems: connection() } },
        LineItem: { fields: { promotedPosts: connection(), targetingCriteria: connection() } },
      },
    }),
    defaultOptions: {
      query: { errorPolicy: 'all' },
      watchQuery: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
  })
}
