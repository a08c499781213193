import { createGatewayRuntime, type GatewayConfigSupergraph } from '@graphql-hive/gateway-runtime'
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'
import { adgraphSdl } from './adgraph.ts'
import { notesSdl } from './notes.ts'
import { listen, type Service } from './service.ts'

/** The URLs of the subgraphs. */
export interface Subgraphs {
  ads: string
  notes: string
}

interface GatewayOptions extends Pick<GatewayConfigSupergraph, 'unifiedGraphHandler'> {
  port?: number
}

/**
 * The headers of a caller that each subgraph receives. Adgraph gets who calls: a bearer token, or the cookie of a session.
 * With a cookie it also needs to know which page made the browser send the request, to refuse pages of other sites.
 */
const FORWARDED: Record<string, readonly string[]> = {
  ads: ['authorization', 'cookie', 'origin', 'sec-fetch-site'],
  notes: [],
}

/** Composes the supergraph. Throws if the subgraphs do not fit together. */
export function composeSupergraph({ ads, notes }: Subgraphs): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'ads', url: ads, typeDefs: parse(adgraphSdl()) },
    { name: 'notes', url: notes, typeDefs: parse(notesSdl) },
  ])
  if (supergraphSdl === undefined) throw new Error(errors?.map(({ message }) => message).join('\n'))
  return supergraphSdl
}

/** Serves a supergraph. `unifiedGraphHandler` replaces the part of Hive Gateway that plans and executes queries. */
export async function startGateway(
  supergraph: string,
  { port = 0, ...options }: GatewayOptions = {},
): Promise<Service> {
  const gateway = createGatewayRuntime({
    supergraph,
    propagateHeaders: {
      fromClientToSubgraphs({ request, subgraphName }) {
        const names = FORWARDED[subgraphName] ?? []
        return Object.fromEntries(names.map((name) => [name, request.headers.get(name)]))
      },
    },
    logging: false,
    ...options,
  })
  const service = await listen(gateway, port)
  return {
    url: service.url,
    async close() {
      await service.close()
      await gateway[Symbol.asyncDispose]()
    },
  }
}
