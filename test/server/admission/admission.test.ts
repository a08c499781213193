import { afterEach, describe, expect, it } from 'vitest'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const [BUSY, SMALL] = ['the-token-of-a-busy-client', 'the-token-of-a-small-client']

let upstream: Upstream
let graph: Graph
/** Answers each request that waits at the service, in order of arrival. */
let waiting: (() => void)[]
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

/** Adgraph for two clients over a service that answers when it is told to. */
async function open(settings: Record<string, string>): Promise<void> {
  waiting = []
  upstream = await startUpstream(
    ({ path }) =>
      new Promise<UpstreamAnswer>((resolve) =>
        waiting.push(() => resolve({ body: { data: { id: path.split('/').at(-1), name: 'n' } } })),
      ),
  )
  graph = await openGraph(upstream.url, {
    tenant: { credentials: ANY_CREDENTIALS, clientTokens: [BUSY, SMALL] },
    settings,
  })
}

const ask = (id: string, token: string) =>
  graph.query(`{ campaign(id: "Campaign:a1:${id}") { name } }`, {}, { authorization: `Bearer ${token}` })

async function metric(name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', graph.url))).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )
}

async function until(name: string, count: number): Promise<void> {
  while ((await metric(name)) !== count) await new Promise((resolve) => setTimeout(resolve, 5))
}

const RUNNING = 'adgraph_operations{state="running"}'
const WAITING = 'adgraph_operations{state="waiting"}'
const MEMORY = 'adgraph_memory_budget_bytes{state="used"}'

/** Answers the requests of the service one after another, and gives the ids in the order in which they were asked for. */
async function served(count: number): Promise<string[]> {
  for (let nth = 0; nth < count; nth += 1) {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    waiting.shift()!()
  }
  return upstream.requests.map(({ path }) => path.split('/').at(-1)!)
}

describe('operations beyond MAX_OPERATIONS', () => {
  it('wait for their turn, and are all answered', async () => {
    await open({ MAX_OPERATIONS: '2' })
    const answers = [1, 2, 3, 4, 5].map((nth) => ask(`c${nth}`, BUSY))
    await until(WAITING, 3)
    expect(await metric(RUNNING)).toBe(2)
    await served(5)

    for (const { status, data } of await Promise.all(answers))
      expect([status, data]).toEqual([200, { campaign: { name: 'n' } }])
    await until(RUNNING, 0)
    expect(await metric(MEMORY)).toBe(0)
  })

  it('are admitted fairly: another caller is next, regardless of how many operations one caller has waiting', async () => {
    await open({ MAX_OPERATIONS: '1' })
    const answers = Array.from({ length: 20 }, async (_, nth) => ask(`busy${nth}`, BUSY))
    await until(WAITING, 19)
    answers.push(ask('small', SMALL))
    await until(WAITING, 20)
    const order = await served(21)
    await Promise.all(answers)

    expect(order.indexOf('small')).toBe(1)
  })

  it('are admitted by the calls of those that run: the caller whose operations make fewer is next', async () => {
    await open({ MAX_OPERATIONS: '3' })
    const lists =
      'campaigns { nodes { name } } lineItems { nodes { name } } cards { nodes { id } } pollCards { nodes { id } }'
    const large = graph.query(`{ account(id: "a") { ${lists} } }`, {}, { authorization: `Bearer ${BUSY}` })
    while (waiting.length < 4) await new Promise((resolve) => setTimeout(resolve, 2))
    const answers = [ask('small1', SMALL)]
    while (waiting.length < 5) await new Promise((resolve) => setTimeout(resolve, 2))
    answers.push(ask('small2', SMALL))
    while (waiting.length < 6) await new Promise((resolve) => setTimeout(resolve, 2))
    answers.push(ask('busy', BUSY))
    await until(WAITING, 1)
    answers.push(ask('small3', SMALL))
    await until(WAITING, 2)

    // Each caller holds one slot now, and the busy one was served longer ago.
    waiting.splice(4, 1)[0]!()
    while (upstream.requests.length < 7) await new Promise((resolve) => setTimeout(resolve, 2))
    expect(upstream.requests.at(-1)!.path).toMatch(/small3$/)
    await served(7)
    for (const { status } of await Promise.all([large, ...answers])) expect(status).toBe(200)
  })

  it('enter at once if their caller runs none, as long as a few more slots are free', async () => {
    await open({ MAX_OPERATIONS: '16' })
    const answers = Array.from({ length: 20 }, async (_, nth) => ask(`busy${nth}`, BUSY))
    await until(WAITING, 4)
    const typename = () => graph.query('{ __typename }', {}, { authorization: `Bearer ${SMALL}` })
    expect((await typename()).data).toEqual({ __typename: 'Query' })
    expect(await metric(RUNNING)).toBe(16)
    expect(await metric(WAITING)).toBe(4)

    answers.push(ask('small', SMALL))
    await until(RUNNING, 17)
    const second = typename()
    await until(WAITING, 5)
    const order = await served(21)
    for (const { status } of await Promise.all([...answers, second])) expect(status).toBe(200)
    expect(order.indexOf('small')).toBe(16)
  })

  it('whose callers have disconnected take no slot', async () => {
    await open({ MAX_OPERATIONS: '1' })
    const first = ask('c1', BUSY)
    await until(RUNNING, 1)
    const leaving = new AbortController()
    const left = fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SMALL}` },
      body: '{"query":"{ __typename }"}',
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await until(WAITING, 1)
    leaving.abort()
    expect(await left).toBe('AbortError')
    await until(WAITING, 0)
    await served(1)
    expect((await first).status).toBe(200)
    await until(RUNNING, 0)
  })
})

describe('callers without a token of CLIENT_TOKENS', () => {
  const headers: [string, Record<string, string>][] = [
    ['no token', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['another scheme', { authorization: `Basic ${BUSY}` }],
  ]

  it.each(headers)('that present %s have nothing parsed, validated, coerced or executed', async (_what, presented) => {
    await open({})
    for (const [query, variables] of [
      ['{ __typename }', {}],
      ['{ __schema { queryType { name } } }', {}],
      ['{ _service { sdl } }', {}],
      ['{', {}],
      ['{ nonsense }', {}],
      ['query ($first: Int!) { accounts(first: $first) { totalCount } }', { first: 'x' }],
      ['mutation { createCampaign(input: {}) { userErrors { message } } }', {}],
    ] as const) {
      const { status, data, errors } = await graph.query(query, variables, presented)
      expect([status, data, errors?.map(({ extensions }) => extensions.code)]).toEqual([
        401,
        undefined,
        ['UNAUTHENTICATED'],
      ])
    }
    const response = await fetch(`${graph.url}?query={__typename}`, { headers: presented })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(upstream.requests).toEqual([])
  })

  it('still see the page, and whether the server is well', async () => {
    await open({})
    for (const path of ['/healthz', '/readyz', '/graphql'])
      expect((await fetch(new URL(path, graph.url), { headers: { accept: 'text/html' } })).status).toBe(200)
  })
})
