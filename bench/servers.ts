import type { Dialect, QueryName } from './queries.ts'

/** A server that is measured. */
export interface ServerSpec {
  name: string
  /** What it is called in tables. */
  title: string
  /** What it stands for: ours, a peer, or a limit that no graph reaches. */
  kind: 'adgraph' | 'peer' | 'limit'
  /** The module and its arguments, from the root. */
  command: string[]
  env?: Record<string, string>
  dialect: Dialect
  /** The queries it is asked; left out: all. */
  only?: QueryName[]
  /** The package whose version the results name. */
  version?: string
}

const peer = (name: string, title: string, version: string): ServerSpec => ({
  name,
  title,
  kind: 'peer',
  command: [`bench/peers/${name}/server.js`],
  dialect: 'plain',
  version,
})

export const SERVERS: ServerSpec[] = [
  {
    name: 'adgraph',
    title: 'Adgraph',
    kind: 'adgraph',
    command: ['dist/cli.js', 'start'],
    // Peers log nothing, and no request of the benchmark may be cut off.
    env: { LOG_LEVEL: 'error', OPERATION_TIMEOUT_MS: '600000' },
    dialect: 'adgraph',
  },
  peer('apollo', 'Apollo Server, RESTDataSource, DataLoader', '@apollo/server'),
  peer('mercurius', 'mercurius, loaders, JIT', 'mercurius'),
  peer('grafast', 'Grafast, grafserv', 'grafast'),
  peer('mesh', 'GraphQL Mesh, OpenAPI handler', '@graphql-mesh/compose-cli'),
  peer('yoga-plain', 'Yoga, Pothos, DataLoader', 'graphql-yoga'),
  {
    name: 'proxy',
    title: 'bare proxy',
    kind: 'limit',
    command: ['bench/peers/proxy/server.js'],
    dialect: 'plain',
  },
  {
    name: 'proxy-parallel',
    title: 'bare proxy, parallel pages',
    kind: 'limit',
    command: ['bench/peers/proxy/server.js'],
    env: { PARALLEL: '1' },
    dialect: 'plain',
    only: ['Q4'],
  },
  {
    name: 'finished',
    title: 'finished response',
    kind: 'limit',
    command: ['bench/peers/finished/server.js'],
    dialect: 'plain',
  },
]
