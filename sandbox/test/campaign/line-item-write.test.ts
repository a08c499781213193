import { beforeEach, describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { targetingCriteria } from '../../campaign/targeting-criterion.ts'
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
const preroll = (params: Values = {}) =>
  usual({ objective: 'PREROLL_VIEWS', product_type: 'MEDIA', placements: 'ALL_ON_SVC', categories: 'retl', ...params })
const table = () => sandbox.store.table(lineItems)
const live = (objective: string) =>
  table()
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => row.objective === objective && !row.deleted && row.entity_status === 'PAUSED')!
const stored = (id: string) => table().find(DEMO_ACCOUNT_ID, id)!
const invalid = (parameter: string) => ({ code: 'INVALID_PARAMETER', message: expect.any(String), parameter })
const missing = (parameter: string) => ({
  code: 'MISSING_PARAMETER',
  message: `${parameter} is a required parameter`,
  parameter,
})
const broken = (attribute: string) => ({ code: 'INVALID', message: expect.any(String), attribute })
const criteria = () => demoRows(targetingCriteria)
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

  test('accepts all writable columns', async () => {
    const params = {
      name: 'x'.repeat(255),
      advertiser_domain: 'shop.example.com',
      placements: 'ALL_ON_SVC,PUBLISHER_NETWORK',
      categories: 'IAB18,IAB19',
      bid_amount_local_micro: 1,
      bid_strategy: 'TARGET',
      primary_web_event_tag: 'tag1',
      goal: 'WEBSITE_CONVERSIONS',
      audience_expansion: 'BROAD',
      duration_in_days: 7,
      entity_status: 'PAUSED',
      standard_delivery: false,
      total_budget_amount_local_micro: 90,
      daily_budget_amount_local_micro: 9,
    }
    const { status, body } = await client.post(path, usual(params))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...params,
      placements: ['ALL_ON_SVC', 'PUBLISHER_NETWORK'],
      categories: ['IAB18', 'IAB19'],
    })
    expect((await client.get(`${path}/${body.data.id}`)).body.data).toMatchObject(body.data)
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

  test.each<[string, Values]>([
    [
      'a publisher network with domain and categories',
      usual({ placements: 'ALL_ON_SVC,PUBLISHER_NETWORK', advertiser_domain: 'a.example', categories: 'IAB1' }),
    ],
    [
      'an app engagement by an Android app',
      usual({ objective: 'APP_ENGAGEMENTS', android_app_store_identifier: 'com.example' }),
    ],
    ['a maximum bid', usual({ bid_strategy: 'MAX', bid_amount_local_micro: 1 })],
    ['a target bid for reach', usual({ objective: 'REACH', bid_strategy: 'TARGET', bid_amount_local_micro: 1 })],
    [
      'a target bid for followers',
      usual({ objective: 'FOLLOWERS', bid_strategy: 'TARGET', bid_amount_local_micro: 1 }),
    ],
    ['conversions with a tag', usual({ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 't' })],
    ['site visits', usual({ goal: 'SITE_VISITS' })],
    ['app purchases', app({ goal: 'APP_PURCHASES' })],
    ['a charging unit for an app install', app({ pay_by: 'IMPRESSION' })],
    ['a frequency cap for reach', usual({ objective: 'REACH', frequency_cap: 3, duration_in_days: 30 })],
    ['an advertiser of a preroll', preroll({ advertiser_user_id: '1234567890123456789' })],
    ['two business categories of a preroll', preroll({ categories: 'retl,trav' })],
  ])('can have %s', async (_, params) => {
    expect((await client.post(path, params)).status).toBe(201)
  })

  test.each<[string, Values, object[]]>([
    [
      'in the publisher network without domain and categories',
      usual({ placements: 'ALL_ON_SVC,PUBLISHER_NETWORK' }),
      [missing('advertiser_domain'), missing('categories')],
    ],
    ['for an app without one', usual({ objective: 'APP_ENGAGEMENTS' }), [missing('android_app_store_identifier')]],
    ['with a maximum bid without amount', usual({ bid_strategy: 'MAX' }), [missing('bid_amount_local_micro')]],
    [
      'with a maximum bid for reach',
      usual({ objective: 'REACH', bid_strategy: 'MAX', bid_amount_local_micro: 1 }),
      [broken('bid_strategy')],
    ],
    [
      'with a maximum bid for followers',
      usual({ objective: 'FOLLOWERS', bid_strategy: 'MAX', bid_amount_local_micro: 1 }),
      [broken('bid_strategy')],
    ],
    [
      'with a target bid for engagements',
      usual({ objective: 'ENGAGEMENTS', bid_strategy: 'TARGET', bid_amount_local_micro: 1 }),
      [broken('bid_strategy')],
    ],
    ['for conversions without a tag', usual({ goal: 'WEBSITE_CONVERSIONS' }), [missing('primary_web_event_tag')]],
    ['for site visits with reach', usual({ objective: 'REACH', goal: 'SITE_VISITS' }), [broken('goal')]],
    ['for app purchases without installs', usual({ goal: 'APP_PURCHASES' }), [broken('goal')]],
    [
      'with an advertiser',
      usual({ advertiser_user_id: '7' }),
      [{ code: 'INVALID', message: 'setting advertiser_user_id is not allowed', attribute: 'advertiser_user_id' }],
    ],
    ['with a frequency cap for clicks', usual({ frequency_cap: 3 }), [broken('frequency_cap')]],
    ['with a charging unit for clicks', usual({ pay_by: 'LINK_CLICK' }), [broken('pay_by')]],
    ['as a preroll without categories', preroll({ categories: '' }), [broken('categories')]],
    ['in an unknown IAB category', usual({ categories: 'IAB1,nonsense' }), [broken('categories')]],
    ['as a preroll in an IAB category', preroll({ categories: 'IAB1' }), [broken('categories')]],
    ['as a preroll with three categories', preroll({ categories: 'retl,trav,tech' }), [broken('categories')]],
  ])('%s is 400, and nothing is created', async (_, params, errors) => {
    const before = table().rows(DEMO_ACCOUNT_ID).length
    const { status, body } = await client.post(path, params)
    expect([status, body.errors]).toEqual([400, errors])
    expect(table().rows(DEMO_ACCOUNT_ID)).toHaveLength(before)
  })

  test('must have the objective and the product type of the others in its campaign', async () => {
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

  test('is refused as the 101st of its campaign, not counting deleted ones', async () => {
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
  test('changes the given columns, and unsets those that are sent empty', async () => {
    const { data } = (
      await client.post(
        path,
        usual({ objective: 'REACH', frequency_cap: 2, duration_in_days: 7, daily_budget_amount_local_micro: 5 }),
      )
    ).body
    const params = {
      end_time: '2026-09-01T00:00:00Z',
      bid_strategy: 'TARGET',
      bid_amount_local_micro: 7,
      goal: 'REACH_WITH_ENGAGEMENT',
      entity_status: 'PAUSED',
      total_budget_amount_local_micro: 70,
      audience_expansion: 'DEFINED',
    }
    const emptied = { frequency_cap: '', duration_in_days: '', daily_budget_amount_local_micro: '' }
    const { body } = await client.put(`${path}/${data.id}`, { ...params, ...emptied })
    const nothing = { frequency_cap: null, duration_in_days: null, daily_budget_amount_local_micro: null }
    expect(body.data).toEqual({ ...data, ...params, ...nothing, updated_at: expect.any(String) })
    const auto = await client.put(`${path}/${data.id}`, { bid_strategy: 'AUTO' })
    expect(auto.body.data).toMatchObject({ bid_strategy: 'AUTO', bid_amount_local_micro: null })
  })

  test('targets the platform of a new app once', async () => {
    const { data } = (await client.post(path, app())).body
    await client.put(`${path}/${data.id}`, {
      android_app_store_identifier: 'com.example',
      ios_app_store_identifier: '2',
    })
    expect(await platforms(data.id)).toEqual(['PLATFORM EQ 0', 'PLATFORM EQ 1'])
  })

  test.each(['campaign_id', 'objective', 'placements', 'product_type', 'primary_web_event_tag', 'standard_delivery'])(
    'cannot be given another %s',
    async (parameter) => {
      const { status, body } = await client.put(`${path}/${live('REACH').id}`, { [parameter]: 'x' })
      expect([status, body.errors]).toEqual([
        400,
        [{ code: 'INVALID_PARAMETER', message: `Unknown parameter for ${parameter}`, parameter }],
      ])
    },
  )

  test.each<[string, Values, object]>([
    ['REACH', { entity_status: 'DRAFT' }, invalid('entity_status')],
    ['REACH', { name: '' }, invalid('name')],
    ['REACH', { end_time: '2001-01-01T00:00:00Z' }, broken('end_time')],
    ['REACH', { start_time: '2101-01-01T00:00:00Z' }, broken('end_time')],
    ['REACH', { bid_strategy: 'MAX', bid_amount_local_micro: 4 }, broken('bid_strategy')],
    ['REACH', { goal: 'WEBSITE_CONVERSIONS' }, missing('primary_web_event_tag')],
    ['REACH', { advertiser_user_id: '7' }, broken('advertiser_user_id')],
    ['WEBSITE_CLICKS', { frequency_cap: 1 }, broken('frequency_cap')],
    ['PREROLL_VIEWS', { categories: '' }, broken('categories')],
    [
      'APP_ENGAGEMENTS',
      { android_app_store_identifier: '', ios_app_store_identifier: '' },
      missing('android_app_store_identifier'),
    ],
  ])('for %s cannot become %j', async (objective, params, error) => {
    const before = live(objective)
    const { status, body } = await client.put(`${path}/${before.id}`, params)
    expect([status, body.errors]).toEqual([400, [error]])
    expect(stored(before.id)).toEqual(before)
  })
})

test('a deleted line item is returned with fewer columns', async () => {
  const before = live('REACH')
  const { status, body } = await client.delete(`${path}/${before.id}`)
  expect(status).toBe(200)
  const { funding_instrument_id: _, daily_budget_amount_local_micro: __, standard_delivery: ___, ...rest } = before
  expect(body.data).toEqual({ ...rest, deleted: true, updated_at: expect.any(String) })
})

describe('the placements of a line item', () => {
  test.each([
    ['PROMOTED_POSTS', 'SVC_REPLIES'],
    ['PROMOTED_POSTS', 'SVC_SEARCH,SVC_PROFILE'],
    ['MEDIA', 'SVC_TIMELINE'],
  ])('are refused if %s does not permit %s', async (product_type, placements) => {
    const media: Values = product_type === 'MEDIA' ? { objective: 'PREROLL_VIEWS', categories: 'retl' } : {}
    const { status, body } = await client.post(path, usual({ product_type, placements, ...media }))
    expect([status, body.errors]).toEqual([400, expect.arrayContaining([broken('placements')])])
  })

  test('are a set', async () => {
    const { status, body } = await client.post(path, usual({ placements: 'SVC_SEARCH,SVC_TIMELINE,SVC_SEARCH' }))
    expect([status, body.data['placements']]).toEqual([201, ['SVC_SEARCH', 'SVC_TIMELINE']])
  })
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

  test('with an invalid item creates no line item and no targeting of its app', async () => {
    const before = [table().rows(DEMO_ACCOUNT_ID), criteria()]
    const { status, body } = await client.batch(path, [
      { operation_type: 'Create', params: app() },
      { operation_type: 'Create', params: app({ objective: 'APP_ENGAGEMENTS' }) },
    ])
    expect([status, body.operation_errors]).toEqual([400, [[], [broken('objective')]]])
    expect([table().rows(DEMO_ACCOUNT_ID), criteria()]).toEqual(before)
  })
})
