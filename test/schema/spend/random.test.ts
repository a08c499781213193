import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream, type UpstreamRequest } from '../../support/upstream.ts'

interface Row {
  id: string
  status: string
  daily: number | null
  total: number | null
  instrument: string
}

/** An operation as it is drawn: undefined is absent. Amounts are in units of the currency. */
interface Drawn {
  id?: string
  daily?: number | null
  total?: number | null
  status?: string
  spread?: boolean
  instrument?: string
}

const LIMITS = { daily: 10, total: 100, raise: 1.5, hour: 60 }
const MUTATIONS_PER_ACCOUNT = 25
const LIMITED = { dailyBudget: '10.00', totalBudget: '100.00', raisePercent: 50, activatedPerHour: '60.00' }

/** A generator of numbers below `n`, of which a run can be repeated. */
function createDraw(seed: number) {
  let state = seed
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return { below, one: <T>(...values: T[]) => values[below(values.length)]! }
}

/** The account as the service has it, and what this test expects of it. */
interface Account {
  rows: Map<string, Row>
  lows: Map<string, number>
  hour: number
  next: number
}

const copyOf = ({ rows, lows, hour, next }: Account): Account => ({
  rows: new Map(rows),
  lows: new Map(lows),
  hour,
  next,
})

const EMPTY: Account = { rows: new Map(), lows: new Map(), hour: 0, next: 0 }

/** What a batch does to an account; undefined if a limit refuses it. It shares nothing with what it is compared with. */
function expected(account: Account, operations: readonly Drawn[]): Account | undefined {
  const after = copyOf(account)
  for (const drawn of operations) {
    const before = drawn.id === undefined ? undefined : after.rows.get(drawn.id)!
    const hasAmount = drawn.daily !== undefined || drawn.total !== undefined
    const row: Row = before
      ? {
          ...before,
          daily: drawn.daily !== undefined ? drawn.daily : drawn.spread ? null : before.daily,
          total: drawn.total !== undefined ? drawn.total : before.total,
          status: drawn.status ?? before.status,
        }
      : {
          id: `c${(after.next += 1)}`,
          status: drawn.status ?? 'ACTIVE',
          daily: drawn.daily ?? null,
          total: drawn.total ?? null,
          instrument: drawn.instrument!,
        }
    const starts = row.status === 'ACTIVE' && before?.status !== 'ACTIVE' && (!before || drawn.status === 'ACTIVE')
    const isMoney = hasAmount || starts || drawn.status === 'ACTIVE' || (before && drawn.spread !== undefined)
    if (isMoney) {
      if (row.instrument !== 'eur') return undefined
      const seen: [string, number][] = []
      for (const name of ['daily', 'total'] as const) {
        const [is, was] = [row[name], before?.[name] ?? null]
        const isGiven = drawn[name] !== undefined
        if (!isGiven && !starts && (!before || drawn.spread === undefined)) {
          if (before && was) seen.push([name, was])
          continue
        }
        if ((is ?? 0) > LIMITS[name]) return undefined
        if (!is) {
          const isChanged = before && (isGiven || (drawn.spread !== undefined && Boolean(was)))
          if (isChanged || starts || (before && drawn.spread !== undefined && row.status === 'ACTIVE')) return undefined
          continue
        }
        if (before && (!was || is > was)) {
          const bases = [was, account.lows.get(`${row.id} ${name}`)].filter((each) => Boolean(each)) as number[]
          if (isGiven && bases.length > 0 && is > Math.min(...bases) * LIMITS.raise) return undefined
        }
        if (was) seen.push([name, was])
        if (before) seen.push([name, is])
      }
      const budget = (of: Row) => of.daily || of.total || 0
      if (starts) after.hour += budget(row)
      else if (before && row.status === 'ACTIVE' && budget(before) > 0)
        after.hour += Math.max(0, budget(row) - budget(before))
      if (after.hour > LIMITS.hour) return undefined
      for (const [name, value] of seen) {
        const key = `${row.id} ${name}`
        after.lows.set(key, Math.min(value, after.lows.get(key) ?? value))
      }
    }
    after.rows.set(row.id, row)
  }
  return after
}

const accounts = new Map<string, Account>()
let service: Upstream
let graph: Graph

const micros = (amount: number | null | undefined) =>
  amount === undefined ? undefined : amount === null ? null : String(amount * 1_000_000)

/** A service that shows the rows that are expected, and does what it is sent. */
function answer({ method, path, query, body }: UpstreamRequest) {
  const name = /accounts\/([^/]+)/.exec(path)![1]!
  const rows = [...accounts.get(name)!.rows.values()].map((row) => ({
    id: row.id,
    entity_status: row.status,
    budget_optimization: 'CAMPAIGN',
    currency: 'EUR',
    funding_instrument_id: row.instrument,
    daily_budget_amount_local_micro: row.daily === null ? null : row.daily * 1_000_000,
    total_budget_amount_local_micro: row.total === null ? null : row.total * 1_000_000,
  }))
  if (method !== 'GET') {
    const sent = JSON.parse(body) as { params: { campaign_id?: string } }[]
    return {
      body: { data: sent.map(({ params }, index) => ({ id: params.campaign_id ?? `new${index}x${sent.length}` })) },
    }
  }
  if (path.endsWith('/funding_instruments'))
    return {
      body: {
        data: [
          { id: 'eur', currency: 'EUR' },
          { id: 'usd', currency: 'USD' },
        ],
        next_cursor: null,
      },
    }
  const own = /campaigns\/(.+)$/.exec(path)?.[1]
  if (own !== undefined) return { body: { data: rows.find(({ id }) => id === own) } }
  const ids = query['campaign_ids']?.split(',') ?? []
  return { body: { data: rows.filter(({ id }) => ids.includes(id)), next_cursor: null } }
}

beforeAll(async () => {
  service = await startUpstream(answer)
  const store = createSpendStore(createMemoryStore())
  graph = await openGraph(service.url, {
    spend: { rules: rulesOf({ accounts: ['*'], ...LIMITED }), store },
    checksPlan: false,
  })
})
afterAll(async () => {
  await graph.close()
  await service.close()
})

it('refuses exactly what an independent calculation of the limits refuses', { timeout: 900_000 }, async () => {
  const draw = createDraw(51)
  const seen = { accepted: 0, refused: 0 }
  for (let run = 0; run < inject('spendings'); run += 1) {
    const name = `a${Math.floor(run / MUTATIONS_PER_ACCOUNT)}`
    const account = accounts.get(name) ?? EMPTY
    accounts.set(name, account)
    const ids = [...account.rows.keys()]
    const operations = Array.from({ length: 1 + draw.below(3) }, (): Drawn => {
      const amounts = {
        daily: draw.one(undefined, undefined, null, 0, 1, 2, 3, 4, 6, 9, 10, 11),
        total: draw.one(undefined, undefined, undefined, null, 20, 29, 30, 31, 90, 100, 101),
      }
      const isNew = ids.length === 0 || draw.below(3) === 0
      if (isNew)
        return {
          ...amounts,
          status: draw.one(undefined, 'PAUSED', 'PAUSED', 'ACTIVE'),
          instrument: draw.one('eur', 'eur', 'eur', 'usd'),
        }
      const spread = amounts.daily === undefined ? draw.one(undefined, undefined, false, true) : undefined
      return { ...amounts, spread, id: draw.one(...ids), status: draw.one(undefined, 'PAUSED', 'ACTIVE') }
    })
    const input = {
      accountId: name,
      operations: operations.map(({ id, daily, total, status, spread, instrument }) => {
        const shared = {
          dailyBudgetAmountLocalMicro: micros(daily),
          totalBudgetAmountLocalMicro: micros(total),
          entityStatus: status,
        }
        return id === undefined
          ? { create: { name: 'New', fundingInstrumentId: instrument, ...shared } }
          : { update: { campaignId: id, spreadBudgetEvenly: spread, ...shared } }
      }),
    }
    const sentBefore = service.requests.length
    const { data, errors } = await graph.query<{
      batchCampaigns: { userErrors: { code: string; message: string }[] } | null
    }>('mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { userErrors { code message } } }', {
      input,
    })
    const after = expected(account, operations)
    const userErrors = data?.batchCampaigns?.userErrors ?? []
    const isSent = service.requests.slice(sentBefore).some(({ method }) => method !== 'GET')
    const what = JSON.stringify({
      run,
      rows: [...account.rows.values()],
      lows: [...account.lows],
      hour: account.hour,
      operations,
      userErrors,
      errors,
    })
    const others = userErrors.filter(({ code }) => code !== 'SPEND_LIMIT')
    expect({ what, others, isRefused: userErrors.length > 0, isSent }).toEqual({
      what,
      others: [],
      isRefused: after === undefined,
      isSent: after !== undefined,
    })
    seen[after ? 'accepted' : 'refused'] += 1
    if (after) accounts.set(name, after)
  }
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(inject('spendings') / 10)
})
