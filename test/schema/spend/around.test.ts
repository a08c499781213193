import { afterEach, expect, it } from 'vitest'
import { MAX_CAMPAIGN_OPERATIONS } from '../../../src/rest/campaign/campaign.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream, type UpstreamRequest } from '../../support/upstream.ts'

/** Ways around the limits: each write below is within every amount, and would spend more than an hour allows. */

const INSTRUMENTS = [
  { id: 'eur', currency: 'EUR', able_to_fund: true },
  { id: 'other', currency: 'EUR', able_to_fund: true },
  { id: 'exhausted', currency: 'EUR', able_to_fund: false },
  { id: 'unknown', currency: 'EUR' },
  { id: 'usd', currency: 'USD' },
]
const CAMPAIGN = {
  id: 'c1',
  funding_instrument_id: 'eur',
  entity_status: 'ACTIVE',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 5_000_000,
  total_budget_amount_local_micro: 50_000_000,
}
const LINE_ITEM = {
  id: 'l1',
  campaign_id: 'c1',
  entity_status: 'ACTIVE',
  bid_strategy: 'MAX',
  bid_amount_local_micro: 1_000_000,
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-02-01T00:00:00Z',
  daily_budget_amount_local_micro: 5_000_000,
  total_budget_amount_local_micro: 50_000_000,
}

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

async function open({ campaign = {}, lineItem = {}, limit = {} }: Record<string, object> = {}): Promise<void> {
  const campaigns = [{ ...CAMPAIGN, ...campaign }]
  const lineItems = [{ ...LINE_ITEM, ...lineItem }]
  const answer = ({ method, path, body }: UpstreamRequest) => {
    const rows = path.includes('funding_instruments') ? INSTRUMENTS : path.includes('campaigns') ? campaigns : lineItems
    const isOne = /(campaigns|line_items)\/\w+$/.test(path)
    if (method !== 'GET' && path.includes('batch'))
      return { body: { data: (JSON.parse(body) as unknown[]).map(() => rows[0]) } }
    return { body: isOne || method !== 'GET' ? { data: rows[0] } : { data: rows, next_cursor: null } }
  }
  service = await startUpstream(answer)
  const rules = rulesOf({ accounts: ['*'], ...limit })
  graph = await openGraph(service.url, {
    spend: { rules, store: createSpendStore(createMemoryStore()) },
    checksPlan: false,
  })
}

/** The limits that refuse a mutation, and whether it was sent. */
async function write(mutation: string, input: object, args = '') {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<Record<string, { userErrors: { spendLimit: { kind: string } | null }[] }>>(
    `mutation ($input: ${type}!) { ${mutation}(input: $input ${args}) { userErrors { code message spendLimit { kind } } } }`,
    { input: { accountId: 'a1', ...input } },
  )
  expect(errors).toBeUndefined()
  return {
    kinds: data?.[mutation]?.userErrors.map(({ spendLimit }) => spendLimit?.kind),
    isSent: service.requests.some(({ method }) => method !== 'GET'),
  }
}

const ACTIVATED = { kinds: ['activatedPerHour'], isSent: false }

it('counts the budget that an item before sets, whatever the case of the ID is', async () => {
  await open({ campaign: { entity_status: 'PAUSED' }, limit: { activatedPerHour: '10.00' } })
  const operations = [
    { update: { campaignId: 'c1', dailyBudgetAmountLocalMicro: '20000000' } },
    { update: { campaignId: 'C1', entityStatus: 'ACTIVE' } },
  ]

  expect(await write('batchCampaigns', { operations })).toEqual(ACTIVATED)
})

it('counts what has ended when it gets a later end', async () => {
  await open({ limit: { activatedPerHour: '4.00' } })

  expect(await write('updateLineItem', { lineItemId: 'l1', endTime: '2036-01-01T00:00:00Z' })).toEqual(ACTIVATED)
})

it.each(['2035-01-01T00:00:00Z', null, undefined])(
  'counts what starts at %s when it gets another start',
  async (at) => {
    await open({ lineItem: { start_time: at, end_time: '2036-01-01T00:00:00Z' }, limit: { activatedPerHour: '4.00' } })

    expect(await write('updateLineItem', { lineItemId: 'l1', startTime: '2034-01-01T00:00:00Z' })).toEqual(ACTIVATED)
  },
)

it.each(['exhausted', 'unknown'])('counts a campaign that gets another funding instrument than %s', async (id) => {
  await open({ campaign: { funding_instrument_id: id }, limit: { activatedPerHour: '4.00' } })

  expect(await write('updateCampaign', { campaignId: 'c1', fundingInstrumentId: 'eur' })).toEqual(ACTIVATED)
})

it('counts a campaign that gets, in a batch, another funding instrument than one that cannot fund it', async () => {
  await open({ limit: { activatedPerHour: '4.00' } })
  const operations = ['exhausted', 'eur'].map((id) => ({ update: { campaignId: 'c1', fundingInstrumentId: id } }))

  expect(await write('batchCampaigns', { operations })).toEqual(ACTIVATED)
})

it.each([
  ['eur', 'other', 'ACTIVE'],
  ['exhausted', 'EXHAUSTED', 'ACTIVE'],
  ['exhausted', 'eur', 'PAUSED'],
])('counts nothing when a campaign of %s gets %s and is %s', async (from, fundingInstrumentId, entity_status) => {
  await open({ campaign: { funding_instrument_id: from, entity_status }, limit: { activatedPerHour: '4.00' } })

  expect(await write('updateCampaign', { campaignId: 'c1', fundingInstrumentId })).toEqual({ kinds: [], isSent: true })
})

it.each([
  ['what runs gets another end', { endTime: '2036-01-01T00:00:00Z' }],
  ['what runs gets another start', { startTime: '2026-01-02T00:00:00Z' }],
])('counts nothing when %s', async (_, input) => {
  await open({ lineItem: { end_time: '2035-01-01T00:00:00Z' }, limit: { activatedPerHour: '4.00' } })

  expect(await write('updateLineItem', { lineItemId: 'l1', name: 'New', ...input })).toEqual({
    kinds: [],
    isSent: true,
  })
})

it('refuses to move a campaign to another currency: the bids and budgets of its line items are not read', async () => {
  await open({ campaign: { funding_instrument_id: 'usd' }, limit: { dailyBudget: '10.00' } })

  expect(await write('updateCampaign', { campaignId: 'c1', fundingInstrumentId: 'eur' })).toEqual({
    kinds: ['currency'],
    isSent: false,
  })
})

/** A paused campaign that leaves its budgets to its line items, so the service can ignore one that is given to it. */
const OF_LINE_ITEMS = {
  entity_status: 'PAUSED',
  budget_optimization: 'LINE_ITEM',
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
}
const BUDGET = { dailyBudgetAmountLocalMicro: '1000000' }
const TOTAL = { totalBudgetAmountLocalMicro: '90000000' }
const OTHER_LEVEL = { budgetOptimization: 'LINE_ITEM' }
const OWN_LEVEL = { budgetOptimization: 'CAMPAIGN' }
const PAUSED_ROW = { entity_status: 'PAUSED' }
const ACTIVE = { entityStatus: 'ACTIVE' }
const PAUSED = { entityStatus: 'PAUSED' }

const operationsOf = (updates: object[]) => updates.map((each) => ({ update: { campaignId: 'c1', ...each } }))

it.each([
  ['an ACTIVE campaign', {}, [OTHER_LEVEL]],
  ['a paused campaign', { entity_status: 'PAUSED' }, [{ ...OTHER_LEVEL, ...ACTIVE }]],
  ['a paused campaign, by two operations', { entity_status: 'PAUSED' }, [OTHER_LEVEL, ACTIVE]],
  ['a paused campaign, by three operations', { entity_status: 'PAUSED' }, [OTHER_LEVEL, BUDGET, ACTIVE]],
])('does not rest on the budget of %s that leaves the budgets to its line items', async (_, campaign, updates) => {
  await open({ campaign, limit: { activatedPerHour: '100.00' } })

  expect(await write('batchCampaigns', { operations: operationsOf(updates) })).toEqual(ACTIVATED)
})

it.each([
  ['when it is activated', [{ ...BUDGET, ...ACTIVE }]],
  ['before it is activated', [BUDGET, ACTIVE]],
  ['after it is paused', [PAUSED, BUDGET, ACTIVE]],
  ['at the other level for a while', [{ budgetOptimization: 'CAMPAIGN', ...BUDGET }, OTHER_LEVEL, ACTIVE]],
])('does not rest on a budget that is given to such a campaign %s', async (_, updates) => {
  await open({ campaign: OF_LINE_ITEMS, limit: { activatedPerHour: '100.00', dailyBudget: '10.00' } })

  expect(await write('batchCampaigns', { operations: operationsOf(updates) })).toEqual({
    kinds: ['dailyBudget'],
    isSent: false,
  })
})

it.each([
  [
    'given at the other level',
    OF_LINE_ITEMS,
    [
      { ...BUDGET, ...TOTAL },
      { ...OWN_LEVEL, ...ACTIVE },
    ],
  ],
  ['left at the other level for a while', PAUSED_ROW, [OTHER_LEVEL, { ...OWN_LEVEL, ...ACTIVE }]],
])('does not rest on a total budget that was %s', async (_, campaign, updates) => {
  await open({ campaign, limit: { totalBudget: '100.00' } })

  expect(await write('batchCampaigns', { operations: operationsOf(updates) })).toEqual({
    kinds: ['totalBudget'],
    isSent: false,
  })
})

it('counts no such total budget for the hour', async () => {
  await open({ campaign: OF_LINE_ITEMS, limit: { activatedPerHour: '100.00' } })
  const updates = [TOTAL, { ...OWN_LEVEL, ...ACTIVE, spreadBudgetEvenly: true }]

  expect(await write('batchCampaigns', { operations: operationsOf(updates) })).toEqual(ACTIVATED)
})

it.each([
  ['given with the level', OF_LINE_ITEMS, [{ ...OWN_LEVEL, ...BUDGET, ...TOTAL }, ACTIVE]],
  ['given at the level', PAUSED_ROW, [TOTAL, ACTIVE]],
  ['there, if the level is given again', PAUSED_ROW, [OWN_LEVEL, { ...OWN_LEVEL, ...ACTIVE }]],
])('rests on a total budget that was %s', async (_, campaign, updates) => {
  await open({ campaign, limit: { totalBudget: '100.00' } })

  expect(await write('batchCampaigns', { operations: operationsOf(updates) })).toEqual({ kinds: [], isSent: true })
})

it('does not rest on a budget that an earlier call of the batch gives to such a campaign', async () => {
  await open({ campaign: OF_LINE_ITEMS, limit: { activatedPerHour: '100.00' } })
  const names = Array.from({ length: MAX_CAMPAIGN_OPERATIONS - 1 }, () => ({ name: 'New' }))
  const operations = operationsOf([BUDGET, ...names, ACTIVE])

  expect(await write('batchCampaigns', { operations }, 'split: true')).toMatchObject({ kinds: ['activatedPerHour'] })
})

it('rests on a budget that such a campaign has', async () => {
  await open({
    campaign: { ...OF_LINE_ITEMS, daily_budget_amount_local_micro: 2_000_000 },
    limit: { activatedPerHour: '100.00', dailyBudget: '10.00' },
  })

  expect(await write('batchCampaigns', { operations: operationsOf([BUDGET, ACTIVE]) })).toEqual({
    kinds: [],
    isSent: true,
  })
})

it('counts the whole budget of a campaign that takes the budgets from its line items', async () => {
  await open({
    campaign: { budget_optimization: 'LINE_ITEM', daily_budget_amount_local_micro: null },
    limit: { activatedPerHour: '4.00' },
  })
  const input = { campaignId: 'c1', budgetOptimization: 'CAMPAIGN', dailyBudgetAmountLocalMicro: '5000000' }

  expect(await write('updateCampaign', input)).toEqual(ACTIVATED)
})

it('measures the raises of a batch from the lowest amount that its items find', async () => {
  await open({ campaign: { entity_status: 'PAUSED' }, limit: { raisePercent: 50 } })
  const operations = [7, 10, 15].map((amount) => ({
    update: { campaignId: 'c1', dailyBudgetAmountLocalMicro: String(amount * 1_000_000) },
  }))

  expect(await write('batchCampaigns', { operations })).toEqual({
    kinds: ['raisePercent', 'raisePercent'],
    isSent: false,
  })
})

const NO_BUDGETS = { daily_budget_amount_local_micro: null, total_budget_amount_local_micro: null }

it('counts the first budget of an ACTIVE entity without one: it can have spent nothing', async () => {
  await open({
    campaign: { budget_optimization: 'LINE_ITEM', ...NO_BUDGETS },
    lineItem: NO_BUDGETS,
    limit: { activatedPerHour: '4.00' },
  })

  expect(await write('updateLineItem', { lineItemId: 'l1', dailyBudgetAmountLocalMicro: '5000000' })).toEqual(ACTIVATED)
})

it('counts the whole budget that replaces 0: it can have meant no limit, or nothing', async () => {
  await open({
    campaign: { ...NO_BUDGETS, daily_budget_amount_local_micro: 0 },
    limit: { activatedPerHour: '4.00' },
  })

  expect(await write('updateCampaign', { campaignId: 'c1', dailyBudgetAmountLocalMicro: '5000000' })).toEqual(ACTIVATED)
})

it('counts what a raised total budget lets it spend a day again', async () => {
  await open({ limit: { activatedPerHour: '4.00' } })

  expect(await write('updateCampaign', { campaignId: 'c1', totalBudgetAmountLocalMicro: '60000000' })).toEqual(
    ACTIVATED,
  )
})

it.each([
  ['its own', 5_000_000],
  ['that of its campaign', null],
])('counts a removed total budget up to the daily budget, which is %s', async (_, daily_budget_amount_local_micro) => {
  await open({
    lineItem: { daily_budget_amount_local_micro, total_budget_amount_local_micro: 4_000_000 },
    limit: { activatedPerHour: '4.00' },
  })

  expect(await write('updateLineItem', { lineItemId: 'l1', totalBudgetAmountLocalMicro: null })).toEqual(ACTIVATED)
})

it('counts a raise of what has a status that is not known here', async () => {
  await open({ campaign: { entity_status: 'RUNNING' }, limit: { activatedPerHour: '4.00' } })

  expect(await write('updateCampaign', { campaignId: 'c1', dailyBudgetAmountLocalMicro: '10000000' })).toEqual(
    ACTIVATED,
  )
})

it('counts a line item in a campaign whose status is not known here', async () => {
  await open({
    campaign: { entity_status: 'RUNNING' },
    lineItem: { entity_status: 'PAUSED', ...NO_BUDGETS },
    limit: { activatedPerHour: '4.00' },
  })

  expect(await write('updateLineItem', { lineItemId: 'l1', entityStatus: 'ACTIVE' })).toEqual(ACTIVATED)
})

it.each([
  ['updateCampaign', { campaignId: 'c1' }, { campaign: { currency: 'JPY' } }],
  ['updateLineItem', { lineItemId: 'l1' }, { lineItem: { currency: 'JPY' } }],
])(
  '%s of %j compares no amounts where %j is not the currency of the funding instrument',
  async (mutation, input, rows) => {
    await open({ ...rows, limit: { dailyBudget: '10.00' } })

    expect(await write(mutation, { ...input, dailyBudgetAmountLocalMicro: '5000000' })).toEqual({
      kinds: ['currency'],
      isSent: false,
    })
  },
)

it.each([
  ['updateCampaign', { campaignId: 'c1', standardDelivery: false }],
  ['updateLineItem', { lineItemId: 'l1', payBy: 'APP_CLICK' }],
  ['updateLineItem', { lineItemId: 'l1', goal: 'LINK_CLICKS' }],
  ['updateLineItem', { lineItemId: 'l1', endTime: '2036-01-01T00:00:00Z' }],
])('%s with %j is a write of money: no rule names the account', async (mutation, input) => {
  await open({ limit: { accounts: ['other'], dailyBudget: '10.00' } })

  expect(await write(mutation, input)).toEqual({ kinds: ['account'], isSent: false })
})
