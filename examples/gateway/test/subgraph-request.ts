import type { GatewayPlugin } from '@graphql-hive/gateway-runtime'

/** A request of the gateway to a subgraph. `calls` are the REST calls that Adgraph made for it. */
export interface SubgraphRequest {
  subgraph: string
  calls?: string[]
}

interface TracedResult {
  extensions?: { upstream?: { calls: { method: string; path: string }[] } }
}

/** A plugin of the gateway that writes down its requests to subgraphs. */
export function recordRequests(requests: SubgraphRequest[]): GatewayPlugin {
  return {
    onSubgraphExecute:
      ({ subgraphName: subgraph }) =>
      ({ result }) => {
        const { upstream } = (result as TracedResult).extensions ?? {}
        requests.push({
          subgraph,
          ...(upstream && { calls: upstream.calls.map(({ method, path }) => `${method} ${path}`) }),
        })
      },
  }
}
