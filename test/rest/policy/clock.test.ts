import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServiceClock, isTimestampRefusal } from '../../../src/rest/policy/clock.ts'
import { campaigns } from '../../../src/sandbox/campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, LIVE_LIMITS, type SandboxOptions } from '../../../src/sandbox/index.ts'
import { answered } from '../../support/client.ts'
import { ANY_CREDENTIALS, openSandboxGraph, type GraphOptions } from '../../support/graph.ts'

const NOW = 1_900_000_000_000

describe('the clock of the service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW + 300, toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())

  /** An answer of a service whose clock is ahead of ours by so much, and that took 20 ms each way. */
  function answer(clock: ReturnType<typeof createServiceClock>, aheadMs: number) {
    const sentAt = Date.now()
    const date = new Date(Math.floor((sentAt + 20 + aheadMs) / 1000) * 1000).toUTCString()
    vi.setSystemTime(sentAt + 40)
    clock.update(answered({ date }), sentAt, Date.now())
  }

  it('equals ours until an answer has a Date', () => {
    const clock = createServiceClock()
    clock.update(answered({}), NOW, NOW)
    clock.update(answered({ date: 'yesterday' }), NOW, NOW)
    expect(clock.now()).toBe(NOW + 300)
  })

  it.each([0, -2_000, 2_000, -600_000, 600_000, 1_234])(
    'is never estimated to be ahead, and hardly behind, if it differs from ours by %s ms',
    (aheadMs) => {
      const clock = createServiceClock()
      answer(clock, aheadMs)
      expect(clock.now()).toBeLessThanOrEqual(Date.now() + aheadMs)
      expect(clock.now()).toBeGreaterThan(Date.now() + aheadMs - 1_040)
      for (let nth = 0; nth < 50; nth += 1) {
        vi.setSystemTime(Date.now() + 77)
        answer(clock, aheadMs)
      }
      expect(clock.now()).toBeLessThanOrEqual(Date.now() + aheadMs)
      expect(clock.now()).toBeGreaterThan(Date.now() + aheadMs - 140)
    },
  )

  it.each([600_000, -600_000])('follows a clock that was set by %s ms with the next answer', (aheadMs) => {
    const clock = createServiceClock()
    answer(clock, 0)
    answer(clock, 0)
    answer(clock, aheadMs)
    expect(Math.abs(clock.now() - Date.now() - aheadMs)).toBeLessThanOrEqual(1_040)
  })

  it('ignores a date that differs by more than a day', () => {
    const clock = createServiceClock()
    answer(clock, -86_402_000)
    answer(clock, 86_402_000)
    expect(clock.now()).toBe(Date.now())
  })

  it.each([
    ['a 401 with a date more than a minute later', 401, 60_001, true],
    ['a 401 with a date more than a minute earlier', 401, -60_001, true],
    ['a 401 with a date a minute off', 401, 60_000, false],
    ['a 403', 403, 600_000, false],
    ['a 200', 200, 600_000, false],
  ])('tells a timestamp that was refused by %s', (_, status, offMs, isRefused) => {
    const date = new Date(NOW).toUTCString()
    expect(isTimestampRefusal(answered({ date }, status), NOW - offMs)).toBe(isRefused)
    expect(isTimestampRefusal(answered({}, status), NOW - offMs)).toBe(false)
  })
})

describe('a clock that differs from that of the service', () => {
  const closing: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of closing.splice(0)) await each.close()
  })

  async function open(options: SandboxOptions, graphOptions: GraphOptions = {}) {
    const graph = await openSandboxGraph({ sandbox: options, graph: graphOptions })
    closing.push(graph)
    return graph
  }
  const off = (ms: number) => () => new Date(Date.now() + ms)
  const read = `{ campaigns: account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 1) { nodes { id } } } }`

  it.each([600_000, -600_000])('by %s ms is corrected with the first refused signature, once', async (ms) => {
    const graph = await open({ now: off(ms) })
    const [first, second] = [await graph.query(read), await graph.query(read)]

    expect([first.errors, second.errors]).toEqual([undefined, undefined])
    expect(first.calls.map(({ status, attempt }) => [status, attempt])).toEqual([
      [401, 1],
      [200, 2],
    ])
    expect(second.calls.map(({ status }) => status)).toEqual([200])
  })

  it('by ten minutes makes a write happen once', async () => {
    const graph = await open({ now: off(600_000) })
    const rows = () => graph.sandbox.store.table(campaigns).rows(DEMO_ACCOUNT_ID)
    const before = rows().length
    const { data, errors, calls } = await graph.query(
      `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { name } userErrors { code } } }`,
      {
        input: {
          accountId: DEMO_ACCOUNT_ID,
          fundingInstrumentId: rows()[0]!.funding_instrument_id,
          name: 'Late',
          dailyBudgetAmountLocalMicro: 1,
        },
      },
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ createCampaign: { campaign: { name: 'Late' }, userErrors: [] } })
    expect(calls.map(({ status }) => status)).toEqual([401, 201])
    expect(rows()).toHaveLength(before + 1)
  })

  it('is not corrected a second time: a signature that is refused again is an error', async () => {
    const graph = await open({ now: off(600_000) }, { credentials: { ...ANY_CREDENTIALS } })
    const { errors, calls } = await graph.query(read)

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    expect(calls.map(({ status }) => status)).toEqual([401, 401])
  })

  it.each([-2_000, 2_000, -600_000, 600_000, 0])(
    'by %s ms stays within the rate limits: no call is refused',
    async (ms) => {
      const limits = { ...LIVE_LIMITS, windowMs: 1_000, accountReads: 5 }
      const graph = await open({ now: off(ms), limits }, { operationTimeoutMs: 20_000 })
      const tags = `{ account(id: "${DEMO_ACCOUNT_ID}") { promotableUsers(first: 1) { nodes { id } } } }`
      await graph.query(tags)
      graph.sandbox.clearRequests()
      const answers = await Promise.all(Array.from({ length: 12 }, () => graph.query(tags)))

      expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
      expect(answers.flatMap(({ calls }) => calls.map(({ status }) => status))).toEqual(
        Array.from({ length: 12 }, () => 200),
      )
    },
  )
})
