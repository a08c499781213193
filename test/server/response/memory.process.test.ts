import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, tenantSettings, type CommandRun } from '../../support/command.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

const MAX_MEGABYTES = 512
/** The heap that Node.js gives a process in a container of so much memory. */
const HEAP_MEGABYTES = MAX_MEGABYTES / 2

let upstream: Upstream
let adgraph: CommandRun
let url: string
beforeAll(async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: `r${nth}`, name: 'n' }))
  upstream = await startUpstream(({ method, path, query }) => {
    if (method === 'PUT') return { body: { data: { id: 'r1', name: 'x' } } }
    if (path.includes('/stats/')) return { body: { data: statsOf(query) } }
    return { body: { data: /accounts\/[^/]+$/.test(path) ? rows(1)[0] : rows(Number(query['count'] ?? 1)) } }
  })
  adgraph = runCommand(['start'], {
    ...tenantSettings(upstream.url, {
      consumerKey: 'consumer-key',
      consumerSecret: 'the-consumer-secret',
      accessToken: 'access-token',
      accessTokenSecret: 'the-access-token-secret',
    }),
    PORT: '0',
    AUTH_BASE_URL: upstream.url,
    MCP: 'read',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
  })
  url = (await adgraph.printed(/"url":"([^"]+)"/))[1]!
})
afterAll(async () => {
  await adgraph.stop()
  await upstream.close()
})

/** The stats of each hour, with three metrics. */
function statsOf({ entity_ids = '', start_time = '', end_time = '' }: Record<string, string>): object[] {
  const hours = (Date.parse(end_time) - Date.parse(start_time)) / 3_600_000
  const values = Array<number>(hours).fill(7)
  const metrics = { impressions: values, clicks: values, likes: values }
  return entity_ids.split(',').map((id) => ({ id, id_data: [{ segment: null, metrics }] }))
}

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
  return response.text()
}

const AROUND = 'campaigns(first: 100) { nodes { account '
/** A hundred million line items, from one call. */
const repeated = (items: string) =>
  `{ ${AROUND} { ${AROUND} { ${AROUND} { lineItems(first: 1000) { ${items} } ${'}'.repeat(10)}`
const ids = '{ id } '

describe(`rows that are repeated in a process of ${MAX_MEGABYTES} MB`, () => {
  it.each([
    ['in a query', `{ account(id: "a") ${repeated(`nodes ${ids}`)} }`],
    ['as edges', `{ account(id: "a") ${repeated('edges { cursor }')} }`],
    [
      'in the payload of a mutation',
      `mutation { updateCampaign(input: { accountId: "a", campaignId: "r1", name: "x", spreadBudgetEvenly: true }) {
        campaign { account ${repeated(`nodes ${ids}`)} } } }`,
    ],
    [
      'below a reference of a gateway',
      `{ _entities(representations: [{ __typename: "Account", id: "Account:r0" }]) { ... on Account ${repeated(`nodes ${ids}`)} } }`,
    ],
  ])('are refused before they are there: %s', async (_, query) => {
    expect(await post('/graphql', { query })).toContain('"code":"BUDGET_SPENT","limit":"bytes"')
  })

  it('are refused for agents too', async () => {
    const query = `{ account(id: "a") ${repeated(`nodes ${ids}`)} }`
    const call = { name: 'run_query', arguments: { document: query } }
    const answer = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    expect(answer).toContain('BUDGET_SPENT')
  })

  it('wait for the memory of others, or are refused, if many are asked for at once, and the process stays within its memory', async () => {
    const query = `{ account(id: "a") ${repeated(`nodes ${ids}`)} }`
    const answers = await Promise.all(Array.from({ length: 64 }, () => post('/graphql', { query })))
    const codes = new Set(answers.map((answer) => /"code":"(\w+)"/.exec(answer)?.[1]))
    expect(['BUDGET_SPENT', 'OVERLOADED']).toEqual(expect.arrayContaining([...codes]))

    expectWithinMemory()
  })
})

it.each([
  ['of 500 campaigns', 500, 1],
  ['by 30 aliases', 20, 30],
])('a year of stats by hour %s is refused in time', async (_, campaigns, aliases) => {
  const stats = Array.from(
    { length: aliases },
    (_, nth) => `a${nth}: stats(startTime: "2025-02-01T00:00:00Z", endTime: "2026-02-01T00:00:00Z", granularity: HOUR) {
      engagement { impressions clicks likes } }`,
  )
  const query = `{ account(id: "r0") { campaigns(first: ${campaigns}) { nodes { ${stats.join(' ')} } } } }`
  const [, code] = /"code":"(\w+)"/.exec(await post('/graphql', { query })) ?? []
  expect(['BUDGET_SPENT', 'OVERLOADED']).toContain(code)
  expectWithinMemory()
})

it('bodies of which each byte is a chunk take little more than their bytes', async () => {
  const head =
    'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  const sockets = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
      await new Promise((resolve) => socket.write(head + '1\r\n \r\n'.repeat(30_000), resolve))
      return socket
    }),
  )
  // Each turn of the process reads one of them.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await post('/graphql', { query: '{ __typename }' })).toContain('Query')
  for (const socket of sockets) socket.destroy()
  expectWithinMemory()
}, 60_000)

function expectWithinMemory(): void {
  expect(adgraph.process.exitCode).toBeNull()
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${adgraph.process.pid}/status`, 'utf8'))!
  expect(Number(kilobytes) / 1024).toBeLessThan(MAX_MEGABYTES)
}
