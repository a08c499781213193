import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { mapValues } from '../../src/json/object.ts'
import { requestOf } from '../queries.ts'
import { post, TOKENS } from './client.ts'

const json = (query: string, variables: object = {}) => JSON.stringify({ query, variables })

/** So many selections, with aliases of their own. */
const aliased = (count: number, selection: string) =>
  Array.from({ length: count }, (_, nth) => `a${nth}: ${selection}`).join(' ')

/** 20,000 rows. */
const LONG_REQUEST = requestOf('Q4', 'adgraph')
const LONG = JSON.stringify(LONG_REQUEST)

/** As many queries of long work as one operation can start, with the longest variables, and all operations that the caller has. */
const LONG_WORK = json(
  `mutation ($q: String!, $v: JSON) { ${aliased(5, 'startBulkQuery(input: { query: $q, variables: $v }) { id }')} }`,
  {
    q: '{ account(id: "c0") { campaigns { nodes { id lineItems { nodes { id } } } } } }',
    v: { a: 'x'.repeat(99_000) },
  },
)
const LONG_WORK_OF_CALLER = json(`{ ${aliased(150, 'bulkOperations(first: 100) { nodes { id variables query } }')} }`)

/** A tool of agents that reads 20,000 rows. */
const RUN_QUERY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'run_query', arguments: { document: LONG_REQUEST.query, variables: LONG_REQUEST.variables } },
})

/** The biggest operation: it reads rows of an account until its budget is used up. */
export const BIGGEST = json(`{ account(id: "c0") { campaigns(first: 1000) { nodes { id name
  lineItems(first: 20) { nodes { id name promotedPosts(first: 3) { nodes { id postId } } } } } } } }`)

/** The bodies of hostile requests, by the names of the actions. */
const BODIES = {
  'oversized lists': json('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array<string>(100_000).fill('') }),
  'bodies of empty objects': `{"query":"{ __typename }","variables":{"a":[${'{},'.repeat(2_000_000)}1]}}`,
  // Parsing objects of ever new names takes the longest of all JSON.
  'bodies of many names': json('query ($a: ID) { node(id: $a) { id } }', {
    b: Array.from({ length: 90_000 }, (_, nth) => ({ [`name${nth}`]: nth })),
  }),
  // Almost as long as a body may be.
  'bodies of long texts': json('query ($a: ID!) { node(id: $a) { id } }', { a: '€'.repeat(2_600_000) }),
  'deep documents': json(`{ account(id: "a0") ${'{ campaigns { nodes { account '.repeat(100)}`),
  'introspection by aliases': json(`{ ${aliased(150, '__schema { types { name fields { name } } }')} }`),
  'biggest operations': BIGGEST,
  // As many errors as an operation can have without a call.
  'lists of invalid representations': json('query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', {
    r: Array.from({ length: 9_900 }, (_, nth) => ({ __typename: 'Campaign', id: `none${nth}` })),
  }),
  // Response keys that each row repeats.
  'aliases of long names': json(
    `{ account(id: "a0") { campaigns(first: 50) { nodes { ${Array.from({ length: 150 }, (_, nth) => `${`a${nth}`.padEnd(250, 'x')}: name`).join(' ')} } } } }`,
  ),
  // Values that each row or each alias looks at.
  'long cursors': json(
    'query ($a: String) { account(id: "a0") { campaigns(first: 1000) { nodes { lineItems(after: $a) { nodes { id } } } } } }',
    { a: 'x'.repeat(3_000_000) },
  ),
  'long IDs': json(`query ($a: ID!) { ${aliased(190, 'campaign(id: $a) { name }')} }`, {
    a: `Campaign:a0:${'x'.repeat(3_000_000)}`,
  }),
  'long names': json(
    `mutation ($a: String) { batchCampaigns(validateOnly: true, split: true, input: { accountId: "a0", operations: [${'{ update: { campaignId: "c", name: $a } } '.repeat(300)}] }) { userErrors { message } } }`,
    { a: 'x'.repeat(2_500_000) },
  ),
  'raw rows by aliases': json(`{ account(id: "a0") { campaigns(first: 1000) { nodes { ${aliased(19, 'raw')} } } } }`),
}

/** The actions of hostile clients, by name. Each resolves when it was done once. */
export function hostileActs(url: string): Record<string, () => Promise<unknown>> {
  const { hostname, port } = new URL(url)
  const send = (body: string) => post(url, TOKENS.hostile, body)
  const dialed = (use: (socket: Socket) => Promise<unknown>) => async () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    await use(socket)
    socket.destroy()
  }
  const head = (length: number) =>
    `POST /graphql HTTP/1.1\r\nhost: soak\r\ncontent-type: application/json\r\nauthorization: Bearer ${TOKENS.hostile}\r\n` +
    `content-length: ${length}\r\n\r\n`

  return {
    ...mapValues(BODIES, (body) => () => send(body)),
    'wrong tokens': () => post(url, 'a-token-that-is-not-known', LONG),
    'long work': async () => {
      await send(LONG_WORK)
      await send(LONG_WORK_OF_CALLER)
    },
    'tools of agents': () =>
      post(new URL('/mcp', url).href, TOKENS.hostile, RUN_QUERY, { accept: 'application/json, text/event-stream' }),
    'slow bodies': dialed(async (socket) => {
      socket.write(head(1_000_000))
      for (let nth = 0; nth < 100 && !socket.destroyed; nth += 1) {
        socket.write(' '.repeat(100))
        await sleep(50)
      }
    }),
    'half-open sockets': dialed((socket) => {
      socket.end(head(1_000).slice(0, 60))
      return sleep(2_000)
    }),
    'clients that do not read': dialed((socket) => {
      socket.pause()
      socket.write(head(LONG.length) + LONG)
      return Promise.race([once(socket, 'close'), sleep(15_000)])
    }),
    'pipelined requests': dialed((socket) => {
      socket.write((head(LONG.length) + LONG).repeat(90))
      return sleep(2_000)
    }),
    disconnects: dialed((socket) => {
      socket.write(head(LONG.length) + LONG)
      return sleep(Math.random() * 400)
    }),
  }
}
