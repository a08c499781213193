import { describe, expect, it } from 'vitest'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, LIVE_LIMITS, type SandboxOptions } from '../../sandbox/index.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { openGraph, openSandboxGraph, type GraphOptions } from '../support/graph.ts'
import { closedAfterTest } from '../support/open.ts'
import { startUpstream } from '../support/upstream.ts'

describe("a clock that differs from the service's", () => {
  async function open(options: SandboxOptions, graphOptions: GraphOptions = {}) {
    return closedAfterTest(await openSandboxGraph({ sandbox: options, graph: graphOptions }))
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

  it('is corrected once for a call, however often the service changes its time', async () => {
    let date = Date.now()
    const upstream = await startUpstream(() => {
      date += 600_000
      return { status: 401, headers: { date: new Date(date).toUTCString() } }
    })
    closedAfterTest(upstream)
    const graph = closedAfterTest(await openGraph(upstream.url))
    const { errors } = await graph.query('{ account(id: "a1") { campaigns { nodes { id } } } }')

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    expect(upstream.requests).toHaveLength(2)
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
