import { beforeEach, describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/line_items`
type Values = Record<string, string | number | boolean>

const { sandbox, client, demoRows } = await openSandbox()
/** A campaign without line items. */
const campaign = 'fresh'

beforeEach(() => {
  const [like] = demoRows(campaigns)
  sandbox.store.table(campaigns).insert(DEMO_ACCOUNT_ID, { ...like!, deleted: false, id: campaign })
})

const usual = (params: Values = {}): Values => ({
  campaign_id: campaign,
  start_time: '2026-07-01T00:00:00Z',
  end_time: '2026-08-01T00:00:00Z',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_POSTS',
  placements: 'SVC_TIMELINE,SVC_SEARCH',
  ...params,
})
const app = (params: Values = {}) => usual({ objective: 'APP_INSTALLS', ios_app_store_identifier: '1', ...params })
const table = () => sandbox.store.table(lineItems)
const live = (objective: string) =>
  table()
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => row.objective === objective && !row.deleted && row.entity_status === 'PAUSED')!
const broken = (attribute: string) => ({ code: 'INVALID', message: expect.any(String), attribute })
const platforms = async (id: string) => {
  const { body } = await client.get(`accounts/${DEMO_ACCOUNT_ID}/targeting_criteria`, { line_item_ids: id })
  return body.data.map((row) => [row.targeting_type, row.operator_type, row.targeting_value].join(' ')).sort()
}

describe('a created line item', () => {
  test("is active with the bid strategy AUTO and the objective's goal by default", async () => {
    const { status, body } = await client.post(path, usual())
    expect(status).toBe(201)
    const advertiser = demoRows(promotableUsers)[0]!
    const { funding_instrument_id } = sandbox.store.table(campaigns).find(DEMO_ACCOUNT_ID, campaign)!
    expect(body.data).toMatchObject({
      advertiser_user_id: advertiser.user_id,
      name: null,
      placements: ['SVC_TIMELINE', 'SVC_SEARCH'],
      bid_strategy: 'AUTO',
      bid_amount_local_micro: null,
      goal: 'LINK_CLICKS',
      pay_by: 'LINK_CLICK',
      funding_instrument_id,
      currency: 'USD',
      entity_status: 'ACTIVE',
      standard_delivery: true,
      categories: [],
      creative_source: 'MANUAL',
    })
    expect(await platforms(body.data.id)).toEqual([])
  })

  test('targets the platforms of its app', async () => {
    const ios = await client.post(path, app())
    expect(await platforms(ios.body.data.id)).toEqual(['PLATFORM EQ 0'])
    const both = await client.post(path, app({ android_app_store_identifier: 'com.example' }))
    expect(await platforms(both.body.data.id)).toEqual(['PLATFORM EQ 0', 'PLATFORM EQ 1'])
  })

  test('ignores the bid with AUTO', async () => {
    const { body } = await client.post(path, usual({ bid_amount_local_micro: 5, bid_strategy: 'AUTO' }))
    expect(body.data.bid_amount_local_micro).toBeNull()
  })

  test('must have the objective and the product type of the others in its campaign (R-LI-2)', async () => {
    const first = await client.post(path, usual())
    expect((await client.post(path, usual({ goal: 'SITE_VISITS' }))).status).toBe(201)
    const other = await client.post(
      path,
      usual({ objective: 'REACH', product_type: 'MEDIA', placements: 'ALL_ON_SVC' }),
    )
    expect([other.status, other.body.errors]).toEqual([400, [broken('objective'), broken('product_type')]])
    for (const row of await client.walk(path, { campaign_ids: campaign })) await client.delete(`${path}/${row.id}`)
    expect(first.status).toBe(201)
    expect(
      (await client.post(path, usual({ objective: 'REACH', product_type: 'MEDIA', placements: 'ALL_ON_SVC' }))).status,
    ).toBe(201)
  })

  const fill = (count: number, changes: object) => {
    const like = live('WEBSITE_CLICKS')
    for (let index = 0; index < count; index += 1)
      table().insert(DEMO_ACCOUNT_ID, { ...like, ...changes, id: `fill${index}` })
  }
  const tooMany = { code: 'TOO_MANY_LINE_ITEMS', message: expect.any(String) }

  test('is refused as the 101st of its campaign, not counting deleted ones (R-LI-15)', async () => {
    fill(100, { campaign_id: campaign, entity_status: 'PAUSED' })
    const refused = await client.post(path, usual({ entity_status: 'PAUSED' }))
    expect([refused.status, refused.body.errors]).toEqual([400, [tooMany]])
    await client.delete(`${path}/fill0`)
    expect((await client.post(path, usual({ entity_status: 'PAUSED' }))).status).toBe(201)
  })

  test('is refused as the 257th active one of the account, and accepted as a paused one', async () => {
    const active = table()
      .rows(DEMO_ACCOUNT_ID)
      .filter((row) => row.entity_status === 'ACTIVE' && !row.deleted).length
    fill(256 - active, { entity_status: 'ACTIVE' })
    const refused = await client.post(path, usual())
    expect([refused.status, refused.body.errors]).toEqual([400, [tooMany]])
    const paused = await client.post(path, usual({ entity_status: 'PAUSED' }))
    expect(paused.status).toBe(201)
    const started = await client.put(`${path}/${paused.body.data.id}`, { entity_status: 'ACTIVE' })
    expect([started.status, started.body.errors]).toEqual([400, [tooMany]])
    await client.put(`${path}/fill0`, { entity_status: 'PAUSED' })
    expect((await client.put(`${path}/${paused.body.data.id}`, { entity_status: 'ACTIVE' })).status).toBe(200)
  })
})

describe('an updated line item', () => {
  test('targets the platform of a new app once', async () => {
    const { data } = (await client.post(path, app())).body
    await client.put(`${path}/${data.id}`, {
      android_app_store_identifier: 'com.example',
      ios_app_store_identifier: '2',
    })
    expect(await platforms(data.id)).toEqual(['PLATFORM EQ 0', 'PLATFORM EQ 1'])
  })
})

test('a deleted line item is returned with fewer columns', async () => {
  const before = live('REACH')
  const { status, body } = await client.delete(`${path}/${before.id}`)
  expect(status).toBe(200)
  const { funding_instrument_id: _, daily_budget_amount_local_micro: __, standard_delivery: ___, ...rest } = before
  expect(body.data).toEqual({ ...rest, deleted: true, updated_at: expect.any(String) })
})

describe('the default bid strategy of a line item', () => {
  test.each([
    ['WEBSITE_CLICKS', {}, 'AUTO'],
    ['WEBSITE_CLICKS', { bid_amount_local_micro: 5 }, 'MAX'],
    ['REACH', { bid_amount_local_micro: 5 }, 'TARGET'],
    ['FOLLOWERS', { bid_amount_local_micro: 5 }, 'TARGET'],
  ])('for %s with %j is %s', async (objective, bid, strategy) => {
    const mine = await client.post(`accounts/${DEMO_ACCOUNT_ID}/campaigns`, {
      funding_instrument_id: sandbox.store.table(campaigns).find(DEMO_ACCOUNT_ID, campaign)!.funding_instrument_id,
      name: `For ${objective}`,
      daily_budget_amount_local_micro: 1,
      entity_status: 'PAUSED',
    })
    const { body } = await client.post(path, usual({ campaign_id: mine.body.data.id, objective, ...bid }))
    expect(body.data).toMatchObject({ bid_strategy: strategy, bid_amount_local_micro: strategy === 'AUTO' ? null : 5 })
  })
})

describe('a batch of line items', () => {
  test('accepts lists as arrays and as text, and updates and deletes by line_item_id', async () => {
    const [changed, deleted] = [live('REACH'), live('ENGAGEMENTS')]
    const { status, body } = await client.batch(path, [
      { operation_type: 'Create', params: { ...usual(), placements: ['SVC_TIMELINE', 'SVC_PROFILE'], name: 'A' } },
      { operation_type: 'Create', params: { ...app(), campaign_id: changed.campaign_id, objective: 'REACH' } },
      { operation_type: 'Update', params: { line_item_id: changed.id, frequency_cap: 4 } },
      { operation_type: 'Delete', params: { line_item_id: deleted.id } },
    ])
    expect(status).toBe(200)
    expect(body.data.map((row) => [row.placements, row.frequency_cap, row.deleted])).toEqual([
      [['SVC_TIMELINE', 'SVC_PROFILE'], null, false],
      [['SVC_TIMELINE', 'SVC_SEARCH'], null, false],
      [changed.placements, 4, false],
      [deleted.placements, deleted.frequency_cap, true],
    ])
    expect(body.data[3]).not.toHaveProperty('funding_instrument_id')
  })
})

test('the placements of a line item are a set', async () => {
  const { body } = await client.post(path, usual({ placements: 'SVC_SEARCH,SVC_TIMELINE,SVC_SEARCH' }))
  expect(body.data['placements']).toEqual(['SVC_SEARCH', 'SVC_TIMELINE'])
})

test('a line item with the bid strategy AUTO has no bid', async () => {
  const { body } = await client.post(path, usual({ bid_strategy: 'MAX', bid_amount_local_micro: 5 }))
  const changed = await client.put(`${path}/${body.data.id}`, { bid_strategy: 'AUTO' })
  expect([body.data, changed.body.data].map((row) => row['bid_amount_local_micro'])).toEqual([5, null])
})
