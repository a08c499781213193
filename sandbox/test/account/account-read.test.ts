import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'
import { columnFaults } from '../columns.ts'

const account = `accounts/${DEMO_ACCOUNT_ID}`

const { client } = await openSandbox()

const period = { start_time: '2020-01-01T00:00:00Z', end_time: '2026-06-02T00:00:00Z' }

test('recommendations are in version 5, and include their changes only if read one by one', async () => {
  expect((await client.get(`${account}/recommendations`)).status).toBe(404)
  const { body } = await client.send('GET', `/5/${account}/recommendations`)
  expect(body).not.toHaveProperty('next_cursor')
  expect(columnFaults(body.data, 'funding_instrument_id id account_id status message created_at updated_at')).toEqual(
    [],
  )
  const one = await client.send<Data>('GET', `/5/${account}/recommendations/${body.data[0]!.id}`)
  expect(
    columnFaults([one.body.data], 'changes funding_instrument_id id account_id status message created_at updated_at'),
  ).toEqual([])
})

interface Recommended {
  operation_type: string
  params: Record<string, unknown>
  dependent_entities: Recommended[]
}

test('the changes of a recommendation can be applied by batches', async () => {
  const { body } = await client.send('GET', `/5/${account}/recommendations`)
  for (const { id } of body.data) {
    const one = await client.send<{ changes: Recommended[] }>('GET', `/5/${account}/recommendations/${id}`)
    const [campaign] = one.body.data.changes
    const [lineItem] = campaign!.dependent_entities
    const apply = (list: string, { operation_type, params }: Recommended) =>
      client.batch(`${account}/${list}`, [{ operation_type, params }])

    expect((await apply('campaigns', campaign!)).status).toBe(200)
    const created = await apply('line_items', lineItem!)
    expect(created.body.operation_errors).toBe(undefined)
    const criterion = lineItem!.dependent_entities[0]!
    const line_item_id = created.body.data[0]!.id
    const params = { line_item_id, ...criterion.params }
    expect((await apply('targeting_criteria', { ...criterion, params })).status).toBe(200)
  }
})

test('curated categories and recommendations are counted without being asked', async () => {
  const { body: categories } = await client.get(`${account}/curated_categories`, { country_codes: 'US' })
  expect([categories.data.length, categories.total_count]).toEqual([10, 15])
  const { body } = await client.send('GET', `/5/${account}/recommendations`)
  expect(body).toHaveProperty('total_count', body.data.length)
})

test('settings have neither IDs nor times', async () => {
  expect(
    columnFaults(
      [(await client.get<Data>(`${account}/tax_settings`)).body.data],
      'tax_id address_city business_relationship address_street1 address_last_name address_company tax_category address_postal_code bill_to address_region address_country address_first_name invoice_jurisdiction address_street2 address_email',
    ),
  ).toEqual([])
  expect(
    columnFaults(
      [(await client.get<Data>(`${account}/user_settings/1000000001`)).body.data],
      'notification_email contact_phone contact_phone_extension subscribe_email_types',
    ),
  ).toEqual([])
  expect((await client.get(`${account}/user_settings/1`)).status).toBe(404)
})

test('the history of an account under review is not available', async () => {
  const { status, body } = await client.get(`accounts/${YEN_ACCOUNT_ID}/account_history`, {
    entity_type: 'CAMPAIGN',
    entity_id: 'x',
    ...period,
  })
  expect([status, body.errors?.map(({ code }) => code)]).toEqual([400, ['FEATURE_NOT_AVAILABLE']])
})

test('an estimate takes JSON only, and gives the same size for the same criteria', async () => {
  const path = `/12/${account}/audience_estimate`
  const json = { targeting_criteria: [{ targeting_type: 'LANGUAGE', targeting_value: 'en' }] }
  const once = await client.send<Data>('POST', path, { json })
  const again = await client.send<Data>('POST', path, { json })
  expect(once.body.data).toEqual({
    audience_size: { min: expect.any(Number) as number, max: expect.any(Number) as number },
  })
  expect(again.body.data).toEqual(once.body.data)
  expect(once.body.request!.params).toMatchObject({ targeting_criteria: null })
  expect((await client.send('POST', path)).status).toBe(415)
  const duration = { targeting_type: 'NETWORK_ACTIVATION_DURATION', targeting_value: '3' }
  const atLeast = { json: { targeting_criteria: [{ ...duration, operator_type: 'GTE' }] } }
  expect((await client.send('POST', path, atLeast)).status).toBe(200)
  for (const [json, wrong] of [
    [{ targeting_criteria: [{ ...duration, operator_type: 'GT' }] }, 'operator_type'],
    [{ targeting_criteria: [duration], operator_type: 'GTE' }, 'operator_type'],
    [{ targeting_criteria: [{ ...duration, line_item_id: 'none' }] }, 'line_item_id'],
    [{ targeting_criteria: [{ ...duration, name: 'x' }] }, 'name'],
    [{ targeting_criteria: [{ targeting_value: '3' }] }, 'targeting_type'],
    [{ targeting_criteria: [{ ...duration, targeting_type: 'MOOD' }] }, 'targeting_type'],
    [{ targeting_criteria: [{ ...duration, targeting_value: '' }] }, 'targeting_value'],
    [{ targeting_criteria: [{ targeting_type: 'LANGUAGE', targeting_value: 'xx' }] }, 'targeting_value'],
    [{ targeting_criteria: [{ targeting_type: 'CUSTOM_AUDIENCE', targeting_value: 'none' }] }, 'targeting_value'],
    [{ targeting_criteria: [{ targeting_type: 'IAB_CATEGORY', targeting_value: 'none' }] }, 'targeting_value'],
    [{ targeting_criteria: [{ targeting_type: 'APP_LIST', targeting_value: 'v' }] }, 'operator_type'],
  ] as const) {
    const { body } = await client.send('POST', path, { json })
    expect(body.errors?.map(({ parameter, attribute }) => parameter ?? attribute)).toEqual([wrong])
  }
})
