import { Environment, Network, RecordSource, Store, type GraphQLResponse } from 'relay-runtime'

/** A Relay environment of the graph at this URL. */
export function createRelay(url: string): Environment {
  return new Environment({
    network: Network.create(async ({ text }, variables) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      })
      return (await response.json()) as GraphQLResponse
    }),
    store: new Store(new RecordSource()),
    // Fields that failed are null. With @throwOnFieldError, a component or a fragment throws instead.
    relayFieldLogger: () => undefined,
  })
}
