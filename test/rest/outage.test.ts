import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { getCampaign } from '../../src/rest/campaign/campaign.ts'
import { listLineItems } from '../../src/rest/campaign/line-item.ts'
import { post } from '../../src/rest/endpoint.ts'
import { createRateLimiter, type Permit } from '../../src/rest/policy/permit.ts'
import {
  budgetHeaders,
  failure,
  openClient,
  statuses,
  type OpenClient,
  type OpenClientOptions,
} from '../support/client.ts'
import { seededRandom } from '../support/random-document.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }
const CAMPAIGN = { ...ACCOUNT, campaign_id: 'c1' }
const OK: UpstreamAnswer = { body: { data: { id: 'c1' } } }
const DOWN: UpstreamAnswer = { status: 503 }
const createThing = post<object, { name?: string }>()('accounts/:account_id/campaigns/:campaign_id')

const closing: OpenClient[] = []
afterAll(async () => {
  await Promise.all(closing.map((opened) => opened.close()))
})

async function open(
  script: (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>,
  options?: OpenClientOptions,
): Promise<OpenClient> {
  const opened = await openClient(script, options)
  closing.push(opened)
  return opened
}

const read = ({ session }: OpenClient) => session.call(getCampaign, CAMPAIGN)
const times = (count: number, call: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: count }, call))

/** Reads one after another until one is refused without a call, at most 30. */
async function readUntilOpen(client: OpenClient): Promise<void> {
  for (let nth = 0; nth < 30; nth += 1) {
    const before = client.upstream.requests.length
    await failure(read(client))
    if (client.upstream.requests.length === before) return
  }
  throw new Error('The breaker did not open')
}

describe.concurrent('calls whose callers do not wait for the answer', () => {
  it('do not count as an outage of the service', async () => {
    let isSlow = true
    const client = await open(() => (isSlow ? new Promise(() => {}) : OK), { attemptTimeoutMs: 20_000 })
    const hasty = () => client.another({ deadline: Date.now() + 300 }).call(getCampaign, CAMPAIGN)
    // More than the breaker remembers.
    while (client.upstream.requests.length < 21) await times(10, hasty)
    isSlow = false

    expect((await times(10, () => read(client))).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
  })
})

describe.concurrent('calls whose callers wait for the answer, but less than an attempt may take', () => {
  it('count as an outage of the service', async () => {
    const client = await open(() => new Promise(() => {}))
    await times(20, () => client.another({ deadline: Date.now() + 5_500 }).call(getCampaign, CAMPAIGN))
    const sent = client.upstream.requests.length

    expect(await failure(read(client))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', outcomeUnknown: false })
    expect(client.upstream.requests).toHaveLength(sent)
  })
})

describe.concurrent('calls that get a connection shortly before their deadline', () => {
  it('do not count as an outage of the service', async () => {
    let isSlow = true
    const client = await open(() => (isSlow ? new Promise(() => {}) : OK), { connections: 1, attemptTimeoutMs: 300 })
    const until = (deadline: number) => client.another({ deadline })
    const sent = () => client.upstream.requests.filter(({ path }) => path.endsWith('/campaigns/c1')).length
    // More than the breaker remembers.
    while (sent() < 21) {
      const now = Date.now()
      const first = until(now + 300).page(listLineItems, ACCOUNT, {})
      let nth = 0
      await Promise.allSettled([first, times(25, () => until(now + 400 + (nth += 1) * 20).call(getCampaign, CAMPAIGN))])
    }
    isSlow = false

    expect((await times(10, () => read(client))).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
  })
})

describe.concurrent('while every call fails', () => {
  it('100 reads make at most a fifth more calls, and all fail', async () => {
    const client = await open(() => DOWN)
    const results = await times(100, () => read(client))

    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(client.upstream.requests.length).toBeGreaterThanOrEqual(19)
    expect(client.upstream.requests.length).toBeLessThanOrEqual(120)
  })

  it('later reads are refused without a call, and their errors say so', async () => {
    const client = await open(() => DOWN)
    await readUntilOpen(client)
    expect(client.upstream.requests).toHaveLength(19)

    expect(await failure(read(client))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      status: undefined,
      message:
        'GET accounts/:account_id/campaigns/:campaign_id is not called at the moment, because nearly all of its recent calls failed; nothing was sent',
    })
    expect(client.upstream.requests).toHaveLength(19)
  })

  it('other endpoints are called', async () => {
    const client = await open(({ path }) => (path.endsWith('/c1') ? DOWN : { body: { data: [] } }))
    await readUntilOpen(client)

    expect((await client.session.page(listLineItems, ACCOUNT, {})).rows).toEqual([])
  })

  it('one probe is sent at a time, and the first that succeeds closes the breaker', async () => {
    let answer: () => UpstreamAnswer | Promise<UpstreamAnswer> = () => DOWN
    const client = await open(() => answer())
    await readUntilOpen(client)
    let release: (answer: UpstreamAnswer) => void = () => {}
    answer = () => new Promise((resolve) => (release = resolve))
    await new Promise((resolve) => setTimeout(resolve, 1_050))

    const before = client.upstream.requests.length
    const probe = read(client)
    const others = await times(10, () => read(client))
    expect(others.every(({ status }) => status === 'rejected')).toBe(true)
    await vi.waitFor(() => expect(client.upstream.requests).toHaveLength(before + 1), 60_000)

    release(OK)
    expect(await probe).toMatchObject({ id: 'c1' })
    answer = () => OK
    const after = await times(10, () => read(client))
    expect(after.every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it('a probe that fails keeps the endpoint closed to others, and is not retried', async () => {
    const client = await open(() => DOWN)
    await readUntilOpen(client)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    await failure(read(client))
    await failure(read(client))

    expect(client.upstream.requests).toHaveLength(20)
  })

  it('a write of that endpoint is refused before it is sent, and certainly did not happen', async () => {
    const client = await open(() => DOWN)
    for (let nth = 0; nth < 19; nth += 1) await failure(client.session.call(createThing, CAMPAIGN, {}))
    expect(client.upstream.requests).toHaveLength(19)

    expect(await failure(client.session.call(createThing, CAMPAIGN, {}))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      outcomeUnknown: false,
    })
    expect(client.upstream.requests).toHaveLength(19)
  })
})

describe.concurrent('while a part of the calls fail', () => {
  it('every read gets its four attempts: failures of a third of the calls do not open the breaker', async () => {
    const random = seededRandom(7)
    const client = await open(() => (random() < 1 / 3 ? DOWN : OK), { connections: 8 })
    const results = await times(200, () => read(client))

    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(196)
    // Nothing was refused without a call: what failed has failed four times.
    expect(client.calls.filter(({ attempt }) => attempt === 1)).toHaveLength(200)
    expect(client.calls.filter(({ attempt, status }) => attempt === 4 && status === 503).length).toBe(
      results.filter(({ status }) => status === 'rejected').length,
    )
  })

  it('refusals and missing rows do not open the breaker', async () => {
    const client = await open(() => ({ status: 404 }))
    await times(40, () => read(client))

    expect(client.upstream.requests).toHaveLength(40)
    expect(statuses(client.calls).every((status) => status === 404)).toBe(true)
  })
})

describe.concurrent('the retries of a host', () => {
  it('are at most ten while there are few requests', async () => {
    // Each endpoint fails too seldom for its breaker.
    const client = await open(() => DOWN)
    const endpoints = Array.from({ length: 8 }, (_, nth) => `accounts/:account_id/campaigns/:campaign_id/${nth}`)
    const reads = endpoints.map((path) => ({ ...getCampaign, path }) as unknown as typeof getCampaign)
    await Promise.allSettled(reads.map((endpoint) => client.session.call(endpoint, CAMPAIGN)))

    expect(client.calls.filter(({ attempt }) => attempt === 1)).toHaveLength(8)
    expect(client.calls.filter(({ attempt }) => attempt > 1)).toHaveLength(10)
  })
  it.each([
    ['the limit has reset', () => budgetHeaders('x-account-rate-limit', 0, Math.floor(Date.now() / 1000) - 1)],
    ['they may be sent at once', () => ({ 'retry-after': '0' })],
  ])('are at most 60 for 100 reads that are refused for their rate although %s', async (_, headersOf) => {
    const client = await open(() => ({ status: 429, headers: headersOf() }))
    await times(100, () => read(client))

    expect(client.calls.filter(({ attempt }) => attempt === 1)).toHaveLength(100)
    expect(client.calls.filter(({ attempt }) => attempt > 1)).toHaveLength(60)
  })
})

describe('a clock that is set back by an hour while the breaker is open', () => {
  afterEach(() => void vi.useRealTimers())

  it('does not delay the next probe', async () => {
    let isDown = true
    const client = await open(() => (isDown ? DOWN : OK))
    await readUntilOpen(client)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    isDown = false
    await new Promise((resolve) => setTimeout(resolve, 1_050))

    expect(await client.another().call(getCampaign, CAMPAIGN)).toMatchObject({ id: 'c1' })
  })
})

it('gives back the permit of a call that its breaker refuses after it has waited for it', async () => {
  const limiter = createRateLimiter()
  const release = vi.fn((given: Permit) => limiter.release(given))
  let permit = (_permit: Permit) => {}
  const client = await open(() => DOWN, {
    rateLimiter: {
      ...limiter,
      release,
      acquire: (keys, now, options) =>
        keys.account?.includes(' late ')
          ? new Promise((resolve) => (permit = resolve))
          : limiter.acquire(keys, now, options),
    },
  })
  const late = failure(client.session.call(getCampaign, { ...CAMPAIGN, account_id: 'late' }))
  await readUntilOpen(client)
  permit({ keys: { user: 'late' }, id: 'late' })

  expect((await late).message).toMatch(/nothing was sent$/)
  expect(release.mock.calls).toEqual([[{ keys: { user: 'late' }, id: 'late' }]])
})
