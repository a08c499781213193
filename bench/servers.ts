import bench from './package.json' with { type: 'json' }
import type { Dialect, QueryName } from './queries.ts'

/** A server to measure. */
export interface ServerSpec {
  name: string
  /** The name in tables. */
  title: string
  /** Adgraph, a peer, or a lower bound that no graph can reach. */
  kind: 'adgraph' | 'peer' | 'limit'
  /** The module, relative to the root, and its arguments. */
  command: string[]
  /** The folder of the checkout to run, with a slash at its end. Defaults to this one. */
  root?: string
  /** The V8 options. Defaults to the options of Adgraph in this checkout. */
  v8Options?: string[]
  /** The path of the Node.js to run. Defaults to the one that runs the benchmark. */
  node?: string
  env?: Record<string, string>
  dialect: Dialect
  /** Whether requests name a trusted document instead of sending it. */
  isTrusted?: boolean
  /** The queries to run. Defaults to all. */
  only?: QueryName[]
  /** Its package and the version of it. */
  version?: string
}

const peer = (name: string, title: string, packageName: keyof typeof bench.dependencies): ServerSpec => ({
  name,
  title,
  kind: 'peer',
  command: [`bench/peers/${name}/server.js`],
  dialect: 'plain',
  version: `${packageName} ${bench.dependencies[packageName]}`,
})

export const ADGRAPH: ServerSpec = {
  name: 'adgraph',
  title: 'Adgraph',
  kind: 'adgraph',
  command: ['dist/cli.js', 'start'],
  // The peers do not log. No request of the benchmark may time out or exceed a limit, at ten times the data either.
  env: { LOG_LEVEL: 'error', OPERATION_TIMEOUT_MS: '600000', MAX_ROWS: '1000000' },
  dialect: 'adgraph',
}

export const SERVERS: ServerSpec[] = [
  ADGRAPH,
  {
    ...ADGRAPH,
    name: 'adgraph-trusted',
    title: 'Adgraph, trusted documents',
    isTrusted: true,
    only: ['Q1', 'Q2', 'Q3'],
  },
  peer('apollo', 'Apollo Server, RESTDataSource, DataLoader', '@apollo/server'),
  peer('mercurius', 'mercurius, loaders, JIT', 'mercurius'),
  peer('grafast', 'Grafast, grafserv', 'grafast'),
  peer('breadth', 'graphql-breadth, Yoga', 'graphql-breadth'),
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
