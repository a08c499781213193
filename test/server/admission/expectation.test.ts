import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryState } from '../../../src/state/memory.ts'
import { createStatistics } from '../../../src/state/statistics.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { startUpstream, type Upstream, type UpstreamAnswer } from '../../support/upstream.ts'

const [BUSY, SMALL] = ['the-token-of-a-busy-client', 'the-token-of-a-small-client']

const PERIOD = 'startTime: "2026-01-01T00:00:00Z", endTime: "2026-02-01T00:00:00Z"'

/** One call for each campaign: nobody knows how many there are. */
const HISTORIES = `{ account(id: "busy") { campaigns { nodes { history(${PERIOD}) { nodes { changeType } } } } } }`

/** One call for all campaigns, or many if they have many line items. */
const LINE_ITEMS = '{ account(id: "busy") { campaigns { nodes { lineItems { nodes { name } } } } } }'

const LISTS = ['customAudiences { nodes { name } }', 'cards { nodes { id } }', 'pollCards { nodes { id } }']

let upstream: Upstream
let graph: Graph
/** The number of campaigns that the service has. */
let campaigns: number
let isHeld: boolean
/** The requests that wait for their answer, in order of arrival. */
let waiting: { path: string; answer: () => void }[]
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

/** Three slots for two clients, over a service that answers when it is told to once `isHeld` is true. */
async function open(options: GraphOptions = {}): Promise<void> {
  campaigns = 1
  isHeld = false
  waiting = []
  upstream = await startUpstream(async ({ path }) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push({ path, answer: resolve }))
    return answerTo(path)
  })
  graph = await openGraph(upstream.url, {
    tenant: { credentials: ANY_CREDENTIALS, clientTokens: [BUSY, SMALL] },
    settings: { MAX_OPERATIONS: '3' },
    ...options,
  })
}

function answerTo(path: string): UpstreamAnswer {
  const id = path.split('/').at(-1)!
  const rows = Array.from({ length: campaigns }, (_, nth) => ({ id: `c${nth}`, name: 'n' }))
  if (id === 'campaigns') return { body: { data: rows, next_cursor: null } }
  const isList = /^(line_items|account_history|custom_audiences|cards|poll)$/.test(id)
  return { body: { data: isList ? [] : { id, name: 'n', deleted: true }, next_cursor: null } }
}

const ask = (document: string, token: string) => graph.query(document, {}, { authorization: `Bearer ${token}` })

const campaign = (id: string) => `{ campaign(id: "Campaign:a1:${id}") { name } }`

/** Waits until requests like this one wait for their answers. */
async function arrived(like: RegExp, count = 1): Promise<void> {
  await expect.poll(() => waiting.filter(({ path }) => like.test(path)).length, { interval: 5 }).toBe(count)
}

function release(like: RegExp): void {
  for (const { answer } of waiting.filter(({ path }) => like.test(path))) answer()
  waiting = waiting.filter(({ path }) => !like.test(path))
}

async function queued(count: number): Promise<void> {
  const text = async () => (await fetch(new URL('/metrics', graph.url))).text()
  await expect.poll(text, { interval: 5 }).toContain(`adgraph_operations{state="waiting"} ${count}\n`)
}

/**
 * Both callers have an operation that runs; the small one's makes calls to so many lists. Another operation of each waits,
 * the busy one's first. Returns whose is next when a slot is free.
 */
async function nextBeside(running: Promise<unknown>, lists: number, finish = () => {}): Promise<string> {
  const answers: Promise<unknown>[] = [running]
  answers.push(ask(`{ account(id: "small") { ${LISTS.slice(0, lists).join(' ')} } }`, SMALL))
  await arrived(/\/small\//, lists)
  answers.push(ask(campaign('quick'), SMALL))
  await arrived(/quick$/)
  answers.push(ask(campaign('of-busy'), BUSY))
  await queued(1)
  answers.push(ask(campaign('of-small'), SMALL))
  await queued(2)
  release(/quick$/)
  await arrived(/of-(busy|small)$/)
  const next = /of-(\w+)$/.exec(waiting.at(-1)!.path)![1]!
  finish()
  isHeld = false
  release(/./)
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 200, errors: undefined })
  return next
}

describe('a slot goes to the caller whose operations count fewer calls, where an operation counts', () => {
  it('what it is expected to make, not what it can make', async () => {
    await open()
    const { plan } = await graph.query(LINE_ITEMS, {}, { authorization: `Bearer ${BUSY}`, 'x-upstream-plan': '1' })
    expect(plan!.calls).toMatchObject({ min: 1, expected: null, max: 42 })
    isHeld = true
    const running = ask(LINE_ITEMS, BUSY)
    await arrived(/busy\/campaigns$/)

    // Two calls are fewer than three.
    expect(await nextBeside(running, 3)).toBe('busy')
  })

  it('what it is expected to make, if that is more than it has made', async () => {
    await open()
    campaigns = 4
    await ask(HISTORIES, BUSY)
    isHeld = true
    const running = ask(HISTORIES, BUSY)
    await arrived(/busy\/campaigns$/)

    // Five calls are more than three, although it has made one.
    expect(await nextBeside(running, 3)).toBe('small')
  })

  it('what it has made, if that is more than was expected', async () => {
    await open()
    await ask(HISTORIES, BUSY)
    campaigns = 4
    isHeld = true
    const running = ask(HISTORIES, BUSY)
    await arrived(/busy\/campaigns$/)
    release(/busy\/campaigns$/)
    await arrived(/account_history$/, 4)

    // Two calls were expected.
    expect(await nextBeside(running, 3)).toBe('small')
  })

  it('what it certainly makes, if nothing is known and it has made nothing', async () => {
    let readOut = () => {}
    const stored = new Promise<undefined>((resolve) => (readOut = () => resolve(undefined)))
    let isAsked = false
    const state = createMemoryState()
    const get = (key: string) => {
      if (!key.endsWith('account busy')) return state.referenceStore.get(key)
      isAsked = true
      return stored
    }
    const documents = { ...state.referenceStore, get }
    await open({ statistics: createStatistics({ documents, leases: state.store }) })
    isHeld = true
    const running = ask(HISTORIES.replace('campaigns', `${LISTS.join(' ')} campaigns`), BUSY)
    await expect.poll(() => isAsked).toBe(true)

    // It waits for the statistics of its account: four calls are certain, none is made.
    expect(await nextBeside(running, 2, readOut)).toBe('small')
  })
})
