import { afterEach, describe, expect, it } from 'vitest'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const [CLIENT, OTHER_CLIENT] = ['the-token-of-a-client', 'the-token-of-another-client']

/** Up to 1,000 campaigns with 1,000 line items each, and as many rows as a small query may have. */
const LARGE = 'campaigns(first: 1000) { nodes { lineItems(first: 1000) { nodes { name } } } }'
const SMALL = 'campaigns(first: 1000) { nodes { name } } fundingInstruments(first: 1000) { nodes { id } }'

let upstream: Upstream
let graph: Graph
let isBusy = false
/** Answers each request that waits at the service, in order of arrival. */
let held: (() => void)[]
afterEach(async () => {
  isBusy = false
  for (const answer of held.splice(0)) answer()
  await graph.close()
  await upstream.close()
})

/**
 * Adgraph for two clients, over a service that answers requests of accounts named `held…` when it is told to, and has more than a MB of
 * campaigns in the accounts `long` and `wide`, and more than a MB of line items in the first.
 */
async function open(options: Pick<GraphOptions, 'queueTimeoutMs' | 'settings'> = {}): Promise<void> {
  held = []
  const empty: UpstreamAnswer = { body: { data: [], next_cursor: null } }
  const campaigns = Array.from({ length: 120 }, (_, nth) => ({ id: `c${nth}`, name: 'n'.repeat(10_000) }))
  const long: UpstreamAnswer = { body: { data: campaigns, next_cursor: null } }
  upstream = await startUpstream(({ path }) => {
    if (path.includes('/long/') || path.endsWith('/wide/campaigns')) return long
    return path.includes('/held') ? new Promise((resolve) => held.push(() => resolve(empty))) : empty
  })
  graph = await openGraph(upstream.url, {
    tenant: { credentials: ANY_CREDENTIALS, clientTokens: [CLIENT, OTHER_CLIENT] },
    ...options,
  })
}

/** Leaves the process no idle time. */
function keepBusy(): void {
  isBusy = true
  const spin = () => void (isBusy && setImmediate(spin))
  spin()
}

const ask = (account: string, selection: string, token = CLIENT) =>
  graph.query(`{ account(id: "${account}") { ${selection} } }`, {}, { authorization: `Bearer ${token}` })

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** The accounts whose campaigns were requested, in order. */
const requested = () => upstream.requests.flatMap(({ path }) => /accounts\/(\w+)\/campaigns/.exec(path)?.[1] ?? [])

/** The number of large queries that always run at once. */
const RUNNING = 3

/** Waits until so many queries have called the service, and for as long as another one would need to. */
async function untilCalled(count: number): Promise<void> {
  await until(() => requested().length === count)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requested()).toHaveLength(count)
}

const accounts = (count: number) => Array.from({ length: count }, (_, nth) => `held${nth}`)

describe('in a busy process', () => {
  it('three large queries run at once, and the others when these have ended', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LARGE))
    await untilCalled(RUNNING)

    held.shift()!()
    await untilCalled(RUNNING + 1)
    held.shift()!()
    await untilCalled(RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    for (const { status, data } of await Promise.all(answers))
      expect([status, data]).toEqual([200, { account: { campaigns: { nodes: [] } } }])
  })

  it('small queries do not wait for large ones', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LARGE))
    await untilCalled(RUNNING)

    expect((await ask('other', SMALL)).data).toEqual({
      account: { campaigns: { nodes: [] }, fundingInstruments: { nodes: [] } },
    })
    isBusy = false
    await until(() => held.length === RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
  })

  it('callers share the places fairly', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 4).map((account) => ask(account, LARGE))
    await untilCalled(RUNNING)
    answers.push(ask('heldother', LARGE, OTHER_CLIENT))
    await untilCalled(RUNNING)

    held.shift()!()
    await untilCalled(RUNNING + 1)
    expect(requested()[RUNNING]).toBe('heldother')
    isBusy = false
    await until(() => requested().length === RUNNING + 5)
    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
  })

  it('a large query whose caller disconnects no longer waits', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING).map((account) => ask(account, LARGE))
    await untilCalled(RUNNING)
    const leaving = new AbortController()
    const left = fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${OTHER_CLIENT}` },
      body: JSON.stringify({ query: `{ account(id: "gone") { ${LARGE} } }` }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await untilCalled(RUNNING)
    leaving.abort()
    expect(await left).toBe('AbortError')
    await untilCalled(RUNNING)

    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
    expect(requested()).not.toContain('gone')
  })

  it('large queries that are refused for memory leave their places to others', async () => {
    await open({ queueTimeoutMs: 60_000, settings: { MAX_MEMORY_BYTES: '1000000' } })
    keepBusy()
    const refused = await Promise.all(accounts(RUNNING).map(() => ask('long', LARGE)))
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))

    expect((await ask('other', LARGE)).data).toEqual({ account: { campaigns: { nodes: [] } } })
  })

  it('a large query runs after the time in the queue, however busy the process is', async () => {
    await open({ queueTimeoutMs: 50 })
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LARGE))
    await until(() => requested().length === RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  })
})

it('in a process that waits for the service, no more large queries run at once than have memory, by what the last ones used', async () => {
  await open({ settings: { MAX_MEMORY_BYTES: '13000000' } })
  expect((await ask('wide', LARGE)).errors).toBeUndefined()
  const answers = accounts(10).map((account) => ask(account, LARGE))
  // A third of the memory is for rows, and each of them uses 0.7 MB on average.
  await untilCalled(1 + 6)
  // They have used nothing.
  for (const answer of held.splice(0)) answer()
  await until(() => held.length === 4)
  for (const answer of held.splice(0)) answer()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})

it('in a process that waits for the service, more than three large queries run at once', async () => {
  await open()
  const answers = accounts(20).map((account) => ask(account, LARGE))
  await until(() => held.length === 20)
  for (const answer of held.splice(0)) answer()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})
