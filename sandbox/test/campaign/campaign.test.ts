import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { accounts } from '../../account/account.ts'
import { fundingInstruments } from '../../account/funding-instrument.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

const { sandbox, client, demoRows } = await openSandbox()

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
  const empty = { budget_optimization: '', entity_status: '', standard_delivery: '', purchase_order_number: '' }
  test.each<Record<string, string>>([{}, empty])('is active by default, also with %j', async (sent) => {
    const { status, body } = await client.post(path, { ...usual(), ...sent })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      budget_optimization: 'CAMPAIGN',
      entity_status: 'ACTIVE',
      effective_status: 'RUNNING',
      standard_delivery: true,
      reasons_not_servable: [],
      servable: true,
      purchase_order_number: null,
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

  test('is refused as the 201st active one, and accepted as a paused one (R-CAMP-7)', async () => {
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

describe('an updated campaign', () => {
  test('keeps omitted columns, except its daily budget, which is spread evenly (R-CAMP-6)', async () => {
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
})

test('a deleted campaign is not servable', async () => {
  const { id, reasons_not_servable: before } = live('ACTIVE')
  const { body } = await client.delete(`${path}/${id}`)
  expect(body.data).toMatchObject({ servable: null, reasons_not_servable: ['DELETED', ...before] })
})
