import { expect, inject, it } from 'vitest'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { useGraphOver } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import type { UpstreamRequest } from '../../support/upstream.ts'

type Kind = 'daily' | 'total' | 'bid'
type End = 'past' | 'future'

/** A campaign, or a line item of one. Amounts are in units of the currency. */
interface Row {
  id: string
  /** The campaign of a line item; the funding instrument of a campaign. */
  parent: string
  status: string
  daily: number | null
  total: number | null
  bid: number | null
  strategy: string
  end: End
}

/** An operation as it is drawn: undefined is absent. */
interface Drawn extends Partial<Omit<Row, 'strategy'>> {
  strategy?: string | undefined
  spread?: boolean | undefined
  isDeleted?: boolean
}

/** A mutation: a batch of campaigns or of line items, or a single one of either. */
interface Mutation {
  isOfCampaigns: boolean
  isSingle: boolean
  operations: Drawn[]
}

const LIMITS: Readonly<Record<Kind, number>> = { daily: 10, total: 100, bid: 5 }
const MAX_RAISE = 1.5
const MAX_HOUR = 25
const DOCUMENTS_PER_ACCOUNT = 25
const LIMITED = {
  dailyBudget: '10.00',
  totalBudget: '100.00',
  bid: '5.00',
  raisePercent: 50,
  activatedPerHour: '25.00',
}

/** A generator of numbers below `n`, whose runs can be repeated. */
function createDraw(seed: number) {
  let state = seed
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return { below, one: <T>(...values: T[]) => values[below(values.length)]! }
}

type Draw = ReturnType<typeof createDraw>

/** The account as the service has it, and what this test expects of it. */
interface Account {
  campaigns: Map<string, Row>
  lineItems: Map<string, Row>
  lows: Map<string, number>
  hour: number
  next: number
}

const EMPTY: Account = { campaigns: new Map(), lineItems: new Map(), lows: new Map(), hour: 0, next: 0 }

/** What a mutation does to an account; undefined if a limit refuses it. It shares nothing with what it is compared with. */
function expected(account: Account, { isOfCampaigns, operations }: Mutation): Account | undefined {
  const after: Account = {
    campaigns: new Map(account.campaigns),
    lineItems: new Map(account.lineItems),
    lows: new Map(account.lows),
    hour: account.hour,
    next: account.next,
  }
  const rows = isOfCampaigns ? after.campaigns : after.lineItems
  for (const drawn of operations) {
    if (drawn.isDeleted) rows.delete(drawn.id!)
    else if (!isAccepted(after, drawn, isOfCampaigns)) return undefined
  }
  return after
}

/** Carries out an operation, unless a limit refuses it. */
function isAccepted(account: Account, drawn: Drawn, isOfCampaigns: boolean): boolean {
  const rows = isOfCampaigns ? account.campaigns : account.lineItems
  const before = drawn.id === undefined ? undefined : rows.get(drawn.id)!
  const row = after(before, drawn, `${isOfCampaigns ? 'c' : 'l'}${(account.next += 1)}`)
  rows.set(row.id, row)
  const kinds: Kind[] = isOfCampaigns ? ['daily', 'total'] : ['daily', 'total', 'bid']
  const given = kinds.filter((kind) => drawn[kind] !== undefined)
  const isNew = before === undefined
  const resettles = !isNew && (isOfCampaigns ? drawn.spread : drawn.strategy) !== undefined
  const ends = !isNew && !isOfCampaigns && drawn.end !== undefined
  const isMoney =
    given.length > 0 || drawn.status === 'ACTIVE' || resettles || ends || (isNew && drawn.status === undefined)
  if (!isMoney) return true
  const campaign = isOfCampaigns ? undefined : account.campaigns.get(row.parent)!
  if ((campaign ?? row).parent !== 'eur') return false
  const isActive = row.status === 'ACTIVE'
  const starts = isActive && (isNew || before.status !== 'ACTIVE' || (ends && before.end === 'past'))
  for (const kind of kinds) {
    const [is, was] = [row[kind], before?.[kind] ?? null]
    const isGiven = given.includes(kind)
    if ((isGiven && drawn[kind]! > LIMITS[kind]) || ((isGiven || starts || resettles) && (is ?? 0) > LIMITS[kind]))
      return false
    const isRemoved = !isNew && !is && (isGiven || (resettles && Boolean(was)))
    if (isRemoved) return false
    if (!is && (starts || (resettles && isActive))) {
      const above = kind === 'bid' ? null : campaign?.[kind]
      if (!above || above > LIMITS[kind]) return false
    }
    if (!isNew && is && is !== was && (isGiven || resettles) && is > (was ?? 0)) {
      const bases = [was, account.lows.get(`${row.id} ${kind}`)].filter((each) => Boolean(each)) as number[]
      if (bases.length > 0 && is > Math.min(...bases) * MAX_RAISE) return false
    }
  }
  const isChanged = resettles || given.some((kind) => kind !== 'bid')
  const activated = starts
    ? started(row, campaign)
    : isActive && isChanged && before
      ? raised(before, row, { campaign, drawn })
      : 0
  if (activated === undefined || account.hour + activated > MAX_HOUR) return false
  account.hour += activated
  if (before)
    for (const kind of kinds)
      for (const amount of [before[kind], row[kind]])
        if (amount)
          account.lows.set(`${row.id} ${kind}`, Math.min(amount, account.lows.get(`${row.id} ${kind}`) ?? amount))
  return true
}

/** A row after an operation. What has an automatic bid has none of its own. */
function after(before: Row | undefined, drawn: Drawn, id: string): Row {
  const kept: Row = before ?? {
    id,
    parent: '',
    status: 'ACTIVE',
    daily: null,
    total: null,
    bid: null,
    strategy: 'AUTO',
    end: 'future',
  }
  const given = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)) as Partial<Row>
  const row: Row = { ...kept, ...(drawn.spread && { daily: null }), ...given, id: kept.id }
  return row.strategy === 'AUTO' ? { ...row, bid: null } : row
}

const budgetOf = (row: Row | undefined) => row?.daily || row?.total || 0

/** What something activates; undefined if that is not known. */
function started(row: Row, campaign: Row | undefined): number | undefined {
  if (budgetOf(row) === 0 && campaign && campaign.status !== 'ACTIVE') return 0
  return budgetOf(row) || budgetOf(campaign) || undefined
}

/** How much more something that is ACTIVE can spend; undefined if that is not known. */
function raised(
  before: Row,
  row: Row,
  { campaign, drawn }: { campaign: Row | undefined; drawn: Drawn },
): number | undefined {
  const [was, is] = [before, row].map((each) => budgetOf(each) || budgetOf(campaign)) as [number, number]
  if (is === 0) return was === 0 ? 0 : undefined
  const ofTotal =
    drawn.total !== undefined && before.total && row.daily ? (row.total ? row.total - before.total : row.daily) : 0
  return Math.max(0, is - was, Math.min(ofTotal, row.daily ?? 0))
}

/** The accounts as the service has them, and those that it will have after each write that it is sent. */
const accounts = new Map<string, Account>()
const next: Account[] = []

const micros = (amount: number | null | undefined) =>
  amount === undefined || amount === null ? amount : String(amount * 1_000_000)
const sentMicros = (amount: number | null) => (amount === null ? null : amount * 1_000_000)

const TIMES = { past: '2020-01-01T00:00:00Z', future: '2036-01-01T00:00:00Z' }
const START = '2019-01-01T00:00:00Z'
const KIND_OF_LINE_ITEM = { objective: 'WEBSITE_CLICKS', productType: 'PROMOTED_POSTS', placements: ['SVC_TIMELINE'] }

const amountsOf = (row: Row) => ({
  id: row.id,
  entity_status: row.status,
  daily_budget_amount_local_micro: sentMicros(row.daily),
  total_budget_amount_local_micro: sentMicros(row.total),
  currency: row.parent === 'usd' ? 'USD' : undefined,
})

const campaignOf = (row: Row) => ({
  ...amountsOf(row),
  funding_instrument_id: row.parent,
  budget_optimization: 'CAMPAIGN',
})

const lineItemOf = (row: Row) => ({
  ...amountsOf(row),
  campaign_id: row.parent,
  bid_strategy: row.strategy,
  bid_amount_local_micro: sentMicros(row.bid),
  start_time: START,
  end_time: TIMES[row.end],
})

/** A service that shows the rows that are expected, and does what it is sent. */
function answer({ method, path, query, body }: UpstreamRequest) {
  const [, name = '', list = '', id] = /accounts\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
  const account = accounts.get(name)!
  if (method !== 'GET') {
    accounts.set(name, next.shift() ?? account)
    if (!path.includes('/batch/')) return { body: { data: { id: id ?? 'new' } } }
    const sent = JSON.parse(body) as { params: { campaign_id?: string; line_item_id?: string } }[]
    const idOf = path.endsWith('campaigns') ? 'campaign_id' : 'line_item_id'
    return { body: { data: sent.map(({ params }, index) => ({ ...params, id: params[idOf] ?? `new${index}` })) } }
  }
  const lists: Record<string, { id: string; currency?: string | undefined }[]> = {
    funding_instruments: [
      { id: 'eur', currency: 'EUR' },
      { id: 'usd', currency: 'USD' },
    ],
    campaigns: [...account.campaigns.values()].map(campaignOf),
    line_items: [...account.lineItems.values()].map(lineItemOf),
  }
  const rows = lists[list] ?? []
  if (id !== undefined) return { body: { data: rows.find((row) => row.id === id) } }
  const ids = query[`${list.slice(0, -1)}_ids`]?.split(',')
  return { body: { data: rows.filter((row) => !ids || ids.includes(row.id)), next_cursor: null } }
}

const { upstream, graph } = useGraphOver(answer, {
  spend: { rules: rulesOf({ accounts: ['*'], ...LIMITED }), store: createSpendStore(createMemoryStore()) },
  checksPlan: false,
})

/** Draws a mutation of an account, whose operations break no other rule. */
function drawn(draw: Draw, { campaigns, lineItems }: Account): Mutation {
  const isOfCampaigns = campaigns.size === 0 || draw.below(2) === 0
  const ids = [...(isOfCampaigns ? campaigns : lineItems).keys()]
  const isSingle = draw.below(3) === 0
  const first = draw.below(ids.length + 1)
  const rotated = [...ids.slice(first), ...ids.slice(0, first)]
  const deleted = new Set<string>()
  const operations = Array.from({ length: isSingle ? 1 : 1 + draw.below(3) }, (): Drawn => {
    // Most values are within the limits: an operation that breaks several shows nothing of either.
    const isWild = draw.below(6) === 0
    const amounts = isWild
      ? { daily: draw.one(null, 0, 9, 10, 11), total: draw.one(undefined, null, 20, 90, 100, 101) }
      : {
          daily: draw.one(undefined, undefined, 1, 2, 2, 3, 3, 4, 5, 7),
          total: draw.one(undefined, undefined, undefined, 20, 22, 29, 30),
        }
    const free = rotated.filter((id) => !deleted.has(id))
    const isNew = free.length === 0 || draw.below(3) === 0
    const strategy = draw.one(
      ...(isNew ? ['MAX', 'TARGET', 'MAX', undefined] : [undefined, undefined, undefined, 'MAX', 'TARGET', 'AUTO']),
    )
    const bid = draw.one(1, 1, 2, 2, 3, isWild ? 6 : 2)
    // The other strategies need a bid.
    const bids = isOfCampaigns
      ? {}
      : { strategy, bid: strategy === 'AUTO' ? undefined : strategy ? bid : draw.one(undefined, undefined, bid) }
    if (isNew)
      return {
        daily: amounts.daily ?? draw.one(undefined, 2),
        total: amounts.total ?? draw.one(undefined, 20, 20),
        ...bids,
        status: draw.one(undefined, 'PAUSED', 'PAUSED', 'ACTIVE'),
        parent: isOfCampaigns ? (draw.below(12) === 0 ? 'usd' : 'eur') : draw.one(...campaigns.keys()),
        ...(!isOfCampaigns && { end: draw.one<End>('past', 'future', 'future') }),
      }
    // Several operations of a batch change the same row.
    const id = draw.below(2) === 0 ? free[0]! : draw.one(...free)
    if (!isOfCampaigns && draw.below(10) === 0) {
      deleted.add(id)
      return { id, isDeleted: true }
    }
    const status = draw.one(undefined, 'PAUSED', 'ACTIVE')
    if (!isOfCampaigns)
      return { ...amounts, ...bids, id, status, end: draw.one<End | undefined>(undefined, undefined, 'past', 'future') }
    const spread = amounts.daily === undefined ? draw.one(undefined, undefined, false, true) : undefined
    return { ...amounts, id, status, spread }
  })
  return { isOfCampaigns, isSingle, operations }
}

/** The field of a mutation, with its input in one of the forms in which it can be given. */
function fieldOf(draw: Draw, account: string, { isOfCampaigns, isSingle, operations }: Mutation) {
  const type = isOfCampaigns ? 'Campaign' : 'LineItem'
  const own = isOfCampaigns ? 'campaignId' : 'lineItemId'
  const inputs = operations.map(({ id, parent, daily, total, bid, strategy, status, end, spread, isDeleted }) => {
    const shown = id && draw.one(id, id.toUpperCase(), `${type}:${account}:${id}`)
    if (isDeleted) return { delete: { [own]: shown } }
    const shared = {
      dailyBudgetAmountLocalMicro: micros(daily),
      totalBudgetAmountLocalMicro: micros(total),
      entityStatus: status,
      ...(!isOfCampaigns && { bidAmountLocalMicro: micros(bid), bidStrategy: strategy, endTime: end && TIMES[end] }),
    }
    if (id !== undefined) return { update: { [own]: shown, spreadBudgetEvenly: spread, ...shared } }
    return isOfCampaigns
      ? { create: { name: 'New', fundingInstrumentId: parent, ...shared } }
      : { create: { campaignId: parent, startTime: START, ...KIND_OF_LINE_ITEM, ...shared } }
  })
  const [[kind, input] = ['', {}]] = Object.entries(inputs[0] ?? {})
  return isSingle
    ? { name: `${kind}${type}`, input: { accountId: account, ...input } }
    : { name: `batch${type}s`, input: { accountId: account, operations: inputs } }
}

interface Payload {
  userErrors: { code: string; message: string; spendLimit: { kind: string } | null }[]
}

it('refuses exactly what an independent calculation of the limits refuses', { timeout: 900_000 }, async () => {
  const draw = createDraw(51)
  const seen = { accepted: 0, refused: 0 }
  for (let run = 0; run < inject('spendings'); run += 1) {
    const name = `a${Math.floor(run / DOCUMENTS_PER_ACCOUNT)}`
    let account = accounts.get(name) ?? EMPTY
    accounts.set(name, account)
    // A document with two mutations: the second finds what the first has left.
    const steps = Array.from({ length: 1 + draw.below(2) }, () => {
      const mutation = drawn(draw, account)
      const left = expected(account, mutation)
      if (left) next.push(left)
      const before = account
      account = left ?? account
      return { mutation, field: fieldOf(draw, name, mutation), isAccepted: left !== undefined, before }
    })
    const sentBefore = upstream.requests.length
    const variables = Object.fromEntries(steps.map(({ field }, index) => [`input${index}`, field.input]))
    const types = steps.map(
      ({ field }, index) => `$input${index}: ${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}Input!`,
    )
    const fields = steps.map(
      ({ field }, index) =>
        `m${index}: ${field.name}(input: $input${index}) { userErrors { code message spendLimit { kind } } }`,
    )
    const { data, errors } = await graph.query<Record<string, Payload | null>>(
      `mutation (${types.join(', ')}) { ${fields.join(' ')} }`,
      variables,
    )
    const sent = upstream.requests.slice(sentBefore).filter(({ method }) => method !== 'GET')
    const results = steps.map((_step, index) => data?.[`m${index}`]?.userErrors)
    const what = JSON.stringify({
      run,
      steps: steps.map(({ mutation, before }, index) => ({
        mutation,
        userErrors: results[index],
        campaigns: [...before.campaigns.values()],
        lineItems: [...before.lineItems.values()],
        lows: [...before.lows],
        hour: before.hour,
      })),
    })
    expect({
      what,
      errors,
      codes: results.map((userErrors) => [...new Set(userErrors?.map(({ code }) => code))]),
      sent: sent.length,
    }).toEqual({
      what,
      errors: undefined,
      codes: steps.map(({ isAccepted: isSent }) => (isSent ? [] : ['SPEND_LIMIT'])),
      sent: steps.filter(({ isAccepted: isSent }) => isSent).length,
    })
    for (const step of steps) seen[step.isAccepted ? 'accepted' : 'refused'] += 1
  }
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(inject('spendings') / 10)
})
