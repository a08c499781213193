import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { accounts } from '../../account/account.ts'
import { fundingInstruments } from '../../account/funding-instrument.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

const { sandbox, client, demoRows } = await openSandbox()
const raised = await openSandbox()

const funding = (type: string) => demoRows(fundingInstruments).find((row) => row.type === type && row.able_to_fund)!.id
const usual = () => ({
  funding_instrument_id: funding('CREDIT_CARD'),
  name: 'Ünï, 100% #new',
  daily_budget_amount_local_micro: 5_500_000,
})
const rows = () => demoRows(campaigns)
const live = (status: string) => rows().find((row) => row.entity_status === status && !row.deleted)!
const stored = (id: string) => sandbox.store.table(campaigns).find(DEMO_ACCOUNT_ID, id)!

test.each(['start_time-asc', 'end_time-desc'])('can be sorted by %s, which it no longer has', async (sort_by) => {
  expect((await client.get(path, { sort_by })).body.data).toHaveLength(50)
})

describe('a created campaign', () => {
  test('is active by default, gives 201, and is returned by reads afterwards', async () => {
    const { status, body } = await client.post(path, usual())
    expect(status).toBe(201)
    expect(body.request?.params).toEqual({ account_id: DEMO_ACCOUNT_ID, ...usual() })
    expect(body.data).toEqual({
      ...usual(),
      budget_optimization: 'CAMPAIGN',
      reasons_not_servable: [],
      servable: true,
      purchase_order_number: null,
      effective_status: 'RUNNING',
      duration_in_days: null,
      standard_delivery: true,
      total_budget_amount_local_micro: null,
      id: expect.stringMatching(/^[0-9a-z]{5}$/),
      entity_status: 'ACTIVE',
      frequency_cap: null,
      currency: 'USD',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: body.data.created_at,
      deleted: false,
    })
    expect((await client.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data)
    expect(await client.walk(path, { q: 'ünï' })).toEqual([body.data])
  })

  test('accepts all writable columns, and amounts beyond 2^53 exactly', async () => {
    const all = {
      ...usual(),
      budget_optimization: 'LINE_ITEM',
      total_budget_amount_local_micro: '9007199254740993',
      entity_status: 'PAUSED',
      purchase_order_number: 'x'.repeat(50),
    }
    const { text, body } = await client.post(path, all)
    expect(text).toContain('"total_budget_amount_local_micro":9007199254740993,')
    expect(body.data).toMatchObject({
      budget_optimization: 'LINE_ITEM',
      entity_status: 'PAUSED',
      effective_status: 'PAUSED',
      reasons_not_servable: ['PAUSED_BY_ADVERTISER'],
      servable: false,
      purchase_order_number: 'x'.repeat(50),
      standard_delivery: null,
    })
  })

  test('treats an empty parameter as absent', async () => {
    const { body } = await client.post(path, {
      ...usual(),
      budget_optimization: '',
      total_budget_amount_local_micro: '',
      entity_status: '',
      purchase_order_number: '',
      standard_delivery: '',
    })
    expect(body.data).toMatchObject({
      budget_optimization: 'CAMPAIGN',
      total_budget_amount_local_micro: null,
      entity_status: 'ACTIVE',
      purchase_order_number: null,
      standard_delivery: true,
    })
  })

  test('as a draft is incomplete, and listed only with `with_draft`', async () => {
    const { body } = await client.post(path, { ...usual(), entity_status: 'DRAFT' })
    expect(body.data).toMatchObject({ servable: false, reasons_not_servable: ['INCOMPLETE'] })
    expect(await client.walk(path, { campaign_ids: body.data.id })).toEqual([])
    expect(await client.walk(path, { campaign_ids: body.data.id, with_draft: true })).toEqual([body.data])
  })

  test('is not servable while the account is under review, or its funding instrument cannot fund', async () => {
    sandbox.store.table(accounts).update(NO_ACCOUNT, DEMO_ACCOUNT_ID, { approval_status: 'UNDER_REVIEW' })
    const underReview = await client.post(path, { ...usual(), entity_status: 'PAUSED' })
    expect(underReview.body.data).toMatchObject({
      servable: false,
      reasons_not_servable: ['PAUSED_BY_ADVERTISER', 'ACCOUNT_UNDER_REVIEW'],
    })
    sandbox.store.table(accounts).update(NO_ACCOUNT, DEMO_ACCOUNT_ID, { approval_status: 'ACCEPTED' })
    const expired = demoRows(fundingInstruments).find((row) => row.reasons_not_able_to_fund.includes('EXPIRED'))!.id
    const unfunded = await client.post(path, { ...usual(), funding_instrument_id: expired })
    expect(unfunded.body.data).toMatchObject({ servable: false, reasons_not_servable: ['FUNDING_PROBLEM'] })
  })

  test('requires no daily budget with an insertion order', async () => {
    const { status, body } = await client.post(path, { funding_instrument_id: funding('INSERTION_ORDER'), name: 'x' })
    expect(status).toBe(201)
    expect(body.data.daily_budget_amount_local_micro).toBeNull()
  })

  test.each<
    [string, Record<string, string | number | boolean>, { code: string; parameter?: string; attribute?: string }[]]
  >([
    [
      'without name and funding instrument',
      { name: '', funding_instrument_id: '' },
      [
        { code: 'INVALID_PARAMETER', parameter: 'funding_instrument_id' },
        { code: 'INVALID_PARAMETER', parameter: 'name' },
      ],
    ],

    [
      'without a daily budget',
      { daily_budget_amount_local_micro: '' },
      [{ code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }],
    ],
    [
      'with a daily budget above the total one',
      { total_budget_amount_local_micro: 5_499_999 },
      [{ code: 'INVALID', attribute: 'daily_budget_amount_local_micro' }],
    ],
    [
      'with a delivery for the campaign where line items have the budget',
      { budget_optimization: 'LINE_ITEM', standard_delivery: false },
      [{ code: 'INVALID', attribute: 'standard_delivery' }],
    ],
  ])('%s is 400, and nothing is created', async (_, params, errors) => {
    const before = rows().length
    const { status, body } = await client.post(path, { ...usual(), ...params })
    expect(status).toBe(400)
    expect(body.errors).toEqual(errors.map((error) => ({ ...error, message: expect.any(String) })))
    expect(rows()).toHaveLength(before)
  })

  test('is refused as the 201st active one, and accepted as a paused one', async () => {
    const active = rows().filter((row) => row.entity_status === 'ACTIVE' && !row.deleted).length
    for (let more = active; more < 200; more += 1) {
      sandbox.store.table(campaigns).insert(DEMO_ACCOUNT_ID, { ...live('ACTIVE'), id: `more${more}` })
    }
    const refused = [{ code: 'TOO_MANY_CAMPAIGNS', message: expect.stringContaining('200') }]
    const created = await client.post(path, usual())
    expect([created.status, created.body.errors]).toEqual([400, refused])
    const paused = await client.post(path, { ...usual(), entity_status: 'PAUSED' })
    expect(paused.status).toBe(201)
    const started = await client.put(`${path}/${paused.body.data.id}`, { entity_status: 'ACTIVE' })
    expect([started.status, started.body.errors]).toEqual([400, refused])
    expect((await client.delete(`${path}/${live('ACTIVE').id}`)).status).toBe(200)
    expect((await client.put(`${path}/${paused.body.data.id}`, { entity_status: 'ACTIVE' })).status).toBe(200)
  })
})

test('can be active beyond 200 if the limit of the sandbox is raised', async () => {
  const headers = { 'content-type': 'application/json' }
  await raised.client.raw('PATCH', '/sandbox/limits', headers, JSON.stringify({ activeCampaigns: 201 }))
  const table = raised.sandbox.store.table(campaigns)
  const active = table.rows(DEMO_ACCOUNT_ID).filter((row) => row.entity_status === 'ACTIVE' && !row.deleted).length
  for (let more = active; more < 200; more += 1) table.insert(DEMO_ACCOUNT_ID, { ...live('ACTIVE'), id: `more${more}` })
  expect((await raised.client.post(path, usual())).status).toBe(201)
  const refused = await raised.client.post(path, usual())
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ code: 'TOO_MANY_CAMPAIGNS' }]])
})

describe('an updated campaign', () => {
  test('keeps omitted columns, except its daily budget, which is spread evenly', async () => {
    const before = live('ACTIVE')
    expect(before.daily_budget_amount_local_micro).not.toBeNull()
    const { status, body } = await client.put(`${path}/${before.id}`, { name: 'Other' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      name: 'Other',
      daily_budget_amount_local_micro: null,
      updated_at: expect.any(String),
    })
    expect(body.data.updated_at).not.toBe(before.updated_at)
    expect((await client.get(`${path}/${before.id}`)).body.data).toEqual(body.data)
  })

  test('has its daily budget unset only if its funding instrument requires none', async () => {
    const { data } = (await client.post(path, usual())).body
    const refused = await client.put(`${path}/${data.id}`, { daily_budget_amount_local_micro: '' })
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }],
    ])
    expect(stored(data.id)).toEqual(data)
    const order = { daily_budget_amount_local_micro: '', funding_instrument_id: funding('INSERTION_ORDER') }
    const unset = await client.put(`${path}/${data.id}`, order)
    expect([unset.status, unset.body.data.daily_budget_amount_local_micro]).toEqual([200, null])
  })

  test('changes the given columns, and unsets those that are sent empty', async () => {
    const { data } = (await client.post(path, { ...usual(), total_budget_amount_local_micro: 9_000_000 })).body
    const changed = await client.put(`${path}/${data.id}`, {
      daily_budget_amount_local_micro: 0,
      total_budget_amount_local_micro: '',
      purchase_order_number: 'PO 1',
      standard_delivery: false,
      entity_status: 'PAUSED',
      funding_instrument_id: funding('CREDIT_LINE'),
    })
    expect(changed.body.data).toMatchObject({
      daily_budget_amount_local_micro: 0,
      total_budget_amount_local_micro: null,
      purchase_order_number: 'PO 1',
      standard_delivery: false,
      entity_status: 'PAUSED',
      effective_status: 'PAUSED',
      reasons_not_servable: ['PAUSED_BY_ADVERTISER'],
      servable: false,
      funding_instrument_id: funding('CREDIT_LINE'),
    })
  })

  test('can be activated and paused, also a draft, and never becomes a draft', async () => {
    const { id } = live('DRAFT')
    const started = await client.put(`${path}/${id}`, { entity_status: 'ACTIVE' })
    expect(started.body.data.entity_status).toBe('ACTIVE')
    const paused = await client.put(`${path}/${id}`, { entity_status: 'PAUSED' })
    expect(paused.body.data).toMatchObject({ entity_status: 'PAUSED', servable: false })
    const drafted = await client.put(`${path}/${id}`, { entity_status: 'DRAFT' })
    expect(drafted.body.errors).toEqual([
      {
        code: 'INVALID_PARAMETER',
        message: 'Expected one of ACTIVE, PAUSED, got "DRAFT" for entity_status',
        parameter: 'entity_status',
      },
    ])
  })

  test('is checked against its current budget', async () => {
    const { data } = (await client.post(path, { ...usual(), total_budget_amount_local_micro: 9_000_000 })).body
    const { status, body } = await client.put(`${path}/${data.id}`, { daily_budget_amount_local_micro: 9_000_001 })
    expect([status, body.errors?.[0]]).toMatchObject([400, { attribute: 'daily_budget_amount_local_micro' }])
    expect(stored(data.id)).toEqual(data)
  })

  test.each([
    ['name', ''],
    ['entity_status', ''],
    ['budget_optimization', ''],
    ['funding_instrument_id', 'nobody'],
  ])('cannot have its %s set to "%s"', async (name, value) => {
    const before = live('ACTIVE')
    const { status, body } = await client.put(`${path}/${before.id}`, { [name]: value })
    expect([status, body.errors?.[0]?.parameter]).toEqual([400, name])
    expect(stored(before.id)).toEqual(before)
  })
})

describe('a deleted campaign', () => {
  test('is returned with null for `servable`, is hidden, and is 404 afterwards', async () => {
    const before = live('ACTIVE')
    const { status, body } = await client.delete(`${path}/${before.id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...before,
      deleted: true,
      servable: null,
      updated_at: expect.any(String),
      reasons_not_servable: ['DELETED', ...before.reasons_not_servable],
    })
    expect(await client.walk(path, { campaign_ids: before.id })).toEqual([])
    expect(await client.walk(path, { campaign_ids: before.id, with_deleted: true })).toEqual([body.data])
    const gone = { code: 'NOT_FOUND', message: `campaign_id ${before.id} was not found`, parameter: 'campaign_id' }
    for (const again of [
      await client.delete(`${path}/${before.id}`),
      await client.put(`${path}/${before.id}`, { name: 'Back' }),
      await client.get<Data>(`${path}/${before.id}`),
    ])
      expect([again.status, again.body.errors]).toEqual([404, [gone]])
  })
})
