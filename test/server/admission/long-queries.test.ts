import { afterEach, describe, expect, it } from 'vitest'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const [BUSY, SMALL] = ['the-token-of-a-busy-client', 'the-token-of-a-small-client']

/** Up to 1,000 campaigns with 1,000 line items each, and as many rows as a short query may have. */
const LONG = 'campaigns(first: 1000) { nodes { lineItems(first: 1000) { nodes { name } } } }'
const SHORT = 'campaigns(first: 1000) { nodes { name } } fundingInstruments(first: 1000) { nodes { id } }'

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

/** Adgraph for two clients, over a service that answers requests of accounts named `held…` when it is told to. */
async function open(options: Pick<GraphOptions, 'queueTimeoutMs'> = {}): Promise<void> {
  held = []
  const empty: UpstreamAnswer = { body: { data: [], next_cursor: null } }
  upstream = await startUpstream(({ path }) =>
    path.includes('/held') ? new Promise((resolve) => held.push(() => resolve(empty))) : empty,
  )
  graph = await openGraph(upstream.url, {
    tenant: { credentials: ANY_CREDENTIALS, clientTokens: [BUSY, SMALL] },
    ...options,
  })
}

/** Leaves the process no idle time. */
function keepBusy(): void {
  isBusy = true
  const spin = () => void (isBusy && setImmediate(spin))
  spin()
}

const ask = (account: string, selection: string, token = BUSY) =>
  graph.query(`{ account(id: "${account}") { ${selection} } }`, {}, { authorization: `Bearer ${token}` })

async function waiting(): Promise<number> {
  const text = await (await fetch(new URL('/metrics', graph.url))).text()
  return Number(/^adgraph_long_queries_waiting (\d+)$/m.exec(text)![1])
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** The accounts whose campaigns were requested, in order. */
const requested = () => upstream.requests.map(({ path }) => /accounts\/(\w+)\/campaigns/.exec(path)![1])

/** The number of long queries that run at once. */
const RUNNING = 6

/** Waits until six long queries run, and so many others wait. */
const untilOthersWait = (count: number) =>
  until(async () => requested().length === RUNNING && (await waiting()) === count)

const accounts = (count: number) => Array.from({ length: count }, (_, nth) => `held${nth}`)

describe('in a busy process', () => {
  it('six long queries run at once, and the others when these have ended', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LONG))
    await untilOthersWait(2)
    expect(new Set(requested())).toEqual(new Set(accounts(RUNNING)))

    held.shift()!()
    await until(() => requested().length === RUNNING + 1)
    expect(await waiting()).toBe(1)
    held.shift()!()
    await until(() => requested().length === RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    for (const { status, data } of await Promise.all(answers))
      expect([status, data]).toEqual([200, { account: { campaigns: { nodes: [] } } }])
  })

  it('short queries do not wait for long ones', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LONG))
    await untilOthersWait(2)

    expect((await ask('other', SHORT)).data).toEqual({
      account: { campaigns: { nodes: [] }, fundingInstruments: { nodes: [] } },
    })
    expect(await waiting()).toBe(2)
    isBusy = false
    await until(() => held.length === RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
  })

  it('callers share the slots fairly', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING + 4).map((account) => ask(account, LONG))
    await untilOthersWait(4)
    answers.push(ask('heldSmall', LONG, SMALL))
    await until(async () => (await waiting()) === 5)

    held.shift()!()
    await until(() => requested().length === RUNNING + 1)
    expect(requested()[RUNNING]).toBe('heldSmall')
    isBusy = false
    await until(() => requested().length === RUNNING + 5)
    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
  })

  it('a long query whose caller disconnects no longer waits', async () => {
    await open()
    keepBusy()
    const answers = accounts(RUNNING).map((account) => ask(account, LONG))
    await until(() => requested().length === RUNNING)
    const leaving = new AbortController()
    const left = fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SMALL}` },
      body: JSON.stringify({ query: `{ account(id: "gone") { ${LONG} } }` }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await until(async () => (await waiting()) === 1)
    leaving.abort()
    expect(await left).toBe('AbortError')
    await until(async () => (await waiting()) === 0)

    for (const answer of held.splice(0)) answer()
    await Promise.all(answers)
    expect(requested()).not.toContain('gone')
  })

  it('a long query runs after the time in the queue, however busy the process is', async () => {
    await open({ queueTimeoutMs: 50 })
    keepBusy()
    const answers = accounts(RUNNING + 2).map((account) => ask(account, LONG))
    await until(() => requested().length === RUNNING + 2)
    for (const answer of held.splice(0)) answer()
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  })
})

it('in a process that waits for the service, more than six long queries run at once', async () => {
  await open()
  const answers = accounts(20).map((account) => ask(account, LONG))
  await until(() => held.length === 20)
  expect(await waiting()).toBe(0)
  for (const answer of held.splice(0)) answer()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
})
