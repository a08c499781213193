import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { fundingInstruments } from '../../account/funding-instrument.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { promotedPosts } from '../../campaign/promoted-post.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../index.ts'

type Metrics = Record<string, number[] | Record<string, number[] | null> | null>
interface StatsRow {
  id: string
  id_data: [{ segment: null; metrics: Metrics }]
}

const { sandbox, client, demoRows } = await openSandbox({ limits: { statsReads: 250 } })

const WEEK = { start_time: '2026-05-25', end_time: '2026-06-01' }
const ALL = { granularity: 'TOTAL', placement: 'ALL_ON_SVC', metric_groups: 'ENGAGEMENT,BILLING' }

async function read(
  entity: string,
  ids: string[],
  params: object = {},
  account = DEMO_ACCOUNT_ID,
): Promise<StatsRow[]> {
  const rows: StatsRow[] = []
  for (let from = 0; from < ids.length; from += 20) {
    const query = { entity, entity_ids: ids.slice(from, from + 20).join(','), ...WEEK, ...ALL, ...params }
    const { status, body } = await client.get<StatsRow[]>(`stats/accounts/${account}`, query)
    expect([status, body.errors]).toEqual([200, undefined])
    rows.push(...body.data)
  }
  return rows
}

const sumOf = (rows: StatsRow[], name: string) =>
  rows.flatMap(({ id_data: [{ metrics }] }) => (metrics[name] ?? []) as number[]).reduce((sum, value) => sum + value, 0)

const idsOf = (table: Parameters<typeof sandbox.store.table>[0]) => demoRows(table).map(({ id }) => id)

test('the numbers add up from posts to line items, campaigns, funding instruments and the account', async () => {
  const ofLineItems = await read('LINE_ITEM', idsOf(lineItems as never))
  const ofCampaigns = await read('CAMPAIGN', idsOf(campaigns as never))
  const ofFunding = await read('FUNDING_INSTRUMENT', idsOf(fundingInstruments as never))
  const [account] = await read('ACCOUNT', [DEMO_ACCOUNT_ID])
  const impressions = sumOf([account!], 'impressions')
  expect(impressions).toBeGreaterThan(10_000)
  for (const rows of [ofLineItems, ofCampaigns, ofFunding]) expect(sumOf(rows, 'impressions')).toBe(impressions)
  expect(account!.id_data[0].metrics).toMatchObject({ clicks: null, billed_charge_local_micro: null })
  expect(sumOf(ofFunding, 'billed_charge_local_micro')).toBe(sumOf(ofLineItems, 'billed_charge_local_micro'))

  const posts = demoRows(promotedPosts)
  const one = ofLineItems.find(
    (row) => sumOf([row], 'impressions') > 0 && posts.some(({ line_item_id }) => line_item_id === row.id),
  )!
  const own = posts.filter(({ line_item_id }) => line_item_id === one.id).map(({ id }) => id)
  expect(sumOf(await read('PROMOTED_POST', own), 'impressions')).toBe(sumOf([one], 'impressions'))
})

test('each day costs less than the budget, and a weekend less than other days', async () => {
  const rows = demoRows(campaigns)
  const days = await read('CAMPAIGN', idsOf(campaigns as never), { granularity: 'DAY' })
  const total = [0, 0, 0, 0, 0, 0, 0]
  for (const { id, id_data } of days) {
    const spent = (id_data[0].metrics['billed_charge_local_micro'] ?? []) as number[]
    const budget = Number(rows.find((row) => row.id === id)!.daily_budget_amount_local_micro)
    for (const [day, amount] of spent.entries()) {
      expect(amount).toBeLessThan(budget)
      total[day]! += amount
    }
  }
  // Monday to Sunday.
  expect(Math.max(total[5]!, total[6]!)).toBeLessThan(Math.min(...total.slice(0, 5)))
})

test('paused, draft and unknown entities have no numbers', async () => {
  const rows = demoRows(campaigns)
  const idle = rows.filter(({ entity_status }) => entity_status !== 'ACTIVE').map(({ id }) => id)
  const stats = await read('CAMPAIGN', [...idle.slice(0, 5), 'nobody'])
  expect(stats.map(({ id }) => id)).toEqual(idle.slice(0, 5))
  expect(stats.map(({ id_data }) => id_data[0].metrics['impressions'])).toEqual([null, null, null, null, null])
})

test('days follow the zone of the account, hours and the total have the same sums', async () => {
  const ids = idsOf(campaigns as never).slice(0, 20)
  const [hours, days, total] = [
    await read('CAMPAIGN', ids, { granularity: 'HOUR' }),
    await read('CAMPAIGN', ids, { granularity: 'DAY' }),
    await read('CAMPAIGN', ids),
  ]
  expect(sumOf(hours, 'clicks')).toBe(sumOf(total, 'clicks'))
  expect(sumOf(days, 'clicks')).toBe(sumOf(total, 'clicks'))
  const shown = hours.find((row) => sumOf([row], 'clicks') > 0)!
  expect((shown.id_data[0].metrics['clicks'] as number[]).length).toBe(168)
  expect(
    await read('CAMPAIGN', ids, { start_time: '2026-05-25T07:00:00Z', end_time: '2026-06-01T00:00:00-0700' }),
  ).toEqual(total)
})

test('a launch shows in its first hour', async () => {
  const instrument = sandbox.store
    .table(fundingInstruments)
    .rows(EURO_ACCOUNT_ID)
    .find((row) => row.able_to_fund)
  const accountPath = `accounts/${EURO_ACCOUNT_ID}`
  const create = async (path: string, params: Record<string, string>) => {
    const { body } = await client.post<{ id: string }>(`${accountPath}/${path}`, params)
    expect(body.errors).toBeUndefined()
    return body.data
  }
  const campaign = await create('campaigns', {
    name: 'Launch',
    funding_instrument_id: instrument!.id,
    daily_budget_amount_local_micro: '500000000',
  })
  const lineItem = await create('line_items', {
    campaign_id: campaign.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: 'ALL_ON_SVC',
    start_time: '2026-06-01T12:00:00Z',
    end_time: '2026-06-20T12:00:00Z',
    bid_strategy: 'AUTO',
    entity_status: 'ACTIVE',
  })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const hour = { start_time: '2026-06-01T12:00:00Z', end_time: '2026-06-01T13:00:00Z', granularity: 'HOUR' }
  const [row] = await read('LINE_ITEM', [lineItem.id], hour, EURO_ACCOUNT_ID)
  expect(sumOf([row!], 'billed_charge_local_micro')).toBeGreaterThan(0)
})

test('the limit is one for all accounts, and who may not see stats is refused', async () => {
  const query = { entity: 'CAMPAIGN', entity_ids: 'x', ...WEEK, ...ALL }
  const one = await client.get(`stats/accounts/${DEMO_ACCOUNT_ID}`, query)
  const other = await client.get(`stats/accounts/${YEN_ACCOUNT_ID}`, query)
  expect(one.headers['x-rate-limit-limit']).toBe('250')
  expect(one.headers['x-account-rate-limit-limit']).toBeUndefined()
  expect(Number(other.headers['x-rate-limit-remaining'])).toBe(Number(one.headers['x-rate-limit-remaining']) - 1)

  const credentials = {
    ...sandbox.credentials,
    accessToken: '1000000003-sandbox-access-token',
    accessTokenSecret: '1000000003-sandbox-token-secret',
  }
  const { status, body } = await client.get(`stats/accounts/${SMALL_ACCOUNT_ID}`, query, { credentials })
  expect([status, body.errors?.[0]?.code]).toEqual([403, 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION'])
})

test('reach needs its feature', async () => {
  const period = { start_time: '2026-05-25', end_time: '2026-06-01' }
  const ids = sandbox.store
    .table(campaigns)
    .rows(EURO_ACCOUNT_ID)
    .slice(0, 12)
    .map(({ id }) => id)
  const path = (account: string) => `stats/accounts/${account}/reach/campaigns`
  const { body } = await client.get<{ total_audience_reach: number }[]>(path(EURO_ACCOUNT_ID), {
    ...period,
    campaign_ids: ids.join(','),
  })
  expect(body.data.length).toBeGreaterThan(0)
  const refused = await client.get(path(DEMO_ACCOUNT_ID), { ...period, campaign_ids: ids.join(',') })
  expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([400, 'FEATURE_NOT_AVAILABLE'])
})

test('active entities are those that were shown, below parents of one kind', async () => {
  const path = `stats/accounts/${DEMO_ACCOUNT_ID}/active_entities`
  const period = { start_time: '2026-05-25', end_time: '2026-06-01' }
  const active = await client.get<{ entity_id: string }[]>(path, { entity: 'CAMPAIGN', ...period })
  const [first] = active.body.data
  const below = await client.get<unknown[]>(path, { entity: 'LINE_ITEM', campaign_ids: first!.entity_id, ...period })
  expect(below.body.data.length).toBeGreaterThan(0)
  const both = await client.get(path, { entity: 'LINE_ITEM', campaign_ids: 'x', line_item_ids: 'y', ...period })
  expect([both.status, both.body.errors?.[0]?.parameter]).toEqual([400, 'line_item_ids'])
})
