import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type FieldPolicy } from '@apollo/client'
import { costLink } from './cost/cost.ts'
import { connection } from './list/connection.ts'
import { changesLink } from './list/follow.ts'
import { tokenLink } from './session/token.ts'

declare module '@apollo/client' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace ApolloClient {
    // oxlint-disable-next-line typescript/no-namespace
    namespace DeclareDefaultOptions {
      interface WatchQuery {
        errorPolicy: 'all'
      }
      interface Query {
        errorPolicy: 'all'
      }
      interface Mutate {
        errorPolicy: 'all'
      }
    }
  }
}

/** The largest page of a list. */
const MAX_FIRST = 1000

/** An entity that a list has brought is read from the cache. */
function byId(typename: string): FieldPolicy {
  return {
    read: (existing, { args, toReference }) =>
      existing === undefined ? toReference({ __typename: typename, id: args?.['id'] }) : existing,
  }
}

/** The client of the graph, which is served from the same origin. */
export function createClient(): ApolloClient {
  return new ApolloClient({
    link: ApolloLink.from([tokenLink, costLink, changesLink, new HttpLink({ uri: '/graphql' })]),
    cache: new InMemoryCache({
      typePolicies: {
        Query: {
          fields: {
            accounts: connection(),
            account: byId('Account'),
            campaign: byId('Campaign'),
            lineItem: byId('LineItem'),
          },
        },
        Account: {
          fields: {
            // The states of all campaigns are a list of their own, beside the pages.
            campaigns: connection((args) =>
              args?.['first'] === MAX_FIRST ? ['first', 'namePrefix'] : ['namePrefix', 'sortBy'],
            ),
            fundingInstruments: connection(),
          },
        },
        Campaign: {
          fields: {
            lineItems: connection(),
            // The page shows one period: the last values replace earlier ones.
            stats: { keyArgs: false, merge: false },
          },
        },
        LineItem: { fields: { promotedPosts: connection(), targetingCriteria: connection() } },
      },
    }),
    // What did arrive is shown, and each failure where it happened.
    defaultOptions: {
      watchQuery: { errorPolicy: 'all' },
      query: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
  })
}
