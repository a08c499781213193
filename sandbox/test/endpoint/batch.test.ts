import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { fundingInstruments } from '../../account/funding-instrument.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

const { client, demoRows } = await openSandbox()

const rows = () => demoRows(campaigns)
const live = () => rows().filter((row) => row.entity_status === 'ACTIVE' && !row.deleted)
const funding = () => demoRows(fundingInstruments).find((row) => row.able_to_fund)!.id
const operation = (operation_type: string, params: object) => ({ operation_type, params })
const create = (params: object = {}) =>
  operation('Create', {
    funding_instrument_id: funding(),
    name: 'New',
    daily_budget_amount_local_micro: 1_000_000,
    ...params,
  })

describe('a batch', () => {
  test('runs in order and responds in order, with the array in `request`', async () => {
    const [first, second] = live()
    const operations = [
      create({ name: 'One', standard_delivery: false }),
      operation('Delete', { campaign_id: first!.id }),
      operation('Update', {
        campaign_id: second!.id,
        name: 'Two',
        daily_budget_amount_local_micro: '9007199254740993',
        total_budget_amount_local_micro: '',
      }),
      create({ name: 'Three', entity_status: 'PAUSED' }),
    ]
    const { status, text, body } = await client.batch(path, operations)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['data', 'request'])
    expect(body.data.map((row) => [row.name, row.deleted])).toEqual([
      ['One', false],
      [first!.name, true],
      ['Two', false],
      ['Three', false],
    ])
    expect(body.data[0]).toMatchObject({ standard_delivery: false, entity_status: 'ACTIVE' })
    expect(text).toContain('"daily_budget_amount_local_micro":9007199254740993,')
    expect(body.request).toEqual(
      operations.map(({ operation_type, params }) => ({
        operation_type,
        params: { ...params, account_id: DEMO_ACCOUNT_ID },
      })),
    )
    expect((await client.get(`${path}/${second!.id}`)).body.data).toMatchObject({ name: 'Two' })
  })

  test('without operations does nothing', async () => {
    const { status, body } = await client.batch(path, [])
    expect([status, body]).toEqual([200, { data: [], request: [] }])
  })
})

describe('a batch with an invalid item', () => {
  test('changes nothing, and reports each item: a list of errors, an empty list, or null', async () => {
    const before = rows()
    const [first, second] = live()
    const { status, body } = await client.batch(path, [
      create(),
      operation('Update', { campaign_id: first!.id, name: '', entity_status: 'DRAFT' }),
      operation('Delete', { campaign_id: second!.id }),
      create({ total_budget_amount_local_micro: 1 }),
      create(),
    ])
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(['operation_errors', 'request'])
    expect(body.operation_errors).toEqual([
      [],
      [
        {
          code: 'INVALID_PARAMETER',
          message: 'Expected a length in range [1 - 255], got 0 for name',
          parameter: 'name',
        },
        {
          code: 'INVALID_PARAMETER',
          message: 'Expected one of ACTIVE, PAUSED, got "DRAFT" for entity_status',
          parameter: 'entity_status',
        },
      ],
      [],
      [
        {
          code: 'INVALID',
          message: 'The daily budget 1000000 exceeds the total budget 1',
          attribute: 'daily_budget_amount_local_micro',
        },
      ],
      null,
    ])
    expect(body.request).toHaveLength(5)
    expect(rows()).toEqual(before)
    expect(await client.walk(path, { with_deleted: true, with_draft: true })).toEqual(before)
  })

  const missing = (parameter: string) => ({
    code: 'MISSING_PARAMETER',
    message: `${parameter} is a required parameter`,
    parameter,
  })
  const invalid = (parameter: string, reason: string) => ({
    code: 'INVALID_PARAMETER',
    message: `${reason} for ${parameter}`,
    parameter,
  })
  test.each([
    ['without a type', () => ({ params: {} }), missing('operation_type')],
    ['that is not an object', () => 7, missing('operation_type')],
    [
      'of an unknown type',
      () => operation('create', {}),
      invalid('operation_type', 'Expected one of Create, Update, Delete, got "create"'),
    ],
    [
      'of a type that is a number',
      () => ({ operation_type: 12, params: {} }),
      invalid('operation_type', 'Expected one of Create, Update, Delete, got 12'),
    ],
    ['without params', () => ({ operation_type: 'Create' }), missing('params')],
    ['with params in a list', () => operation('Create', []), missing('params')],
    ['without the id of its row', () => operation('Delete', {}), missing('campaign_id')],
    [
      'with an id for a row to be made',
      () => create({ campaign_id: 'a' }),
      invalid('campaign_id', 'Unknown parameter'),
    ],
    ['with a null', () => create({ name: null }), invalid('name', 'Expected a value, got null')],
    ['with a list for a text', () => create({ name: ['a'] }), invalid('name', 'Expected a value, got a structure')],
  ])('%s gets an error', async (_, item, fault) => {
    const { status, body } = await client.batch(path, [item()])
    expect([status, body.operation_errors]).toEqual([400, [[fault]]])
  })
})

describe('a body', () => {
  test.each([{ operations: [] }, 'Create', null])('of %j is refused as a whole', async (json) => {
    const { status, body } = await client.batch(path, json)
    expect([status, body.errors]).toEqual([
      400,
      [{ code: 'INVALID_PARAMETER', message: 'Expected an array of operations', parameter: '' }],
    ])
    expect(body.request).toEqual({ params: { account_id: DEMO_ACCOUNT_ID } })
  })

  test.each([
    ['a form', { form: { operation_type: 'Create' } }],
    ['nothing', {}],
    ['JSON under another type', { json: [], headers: { 'content-type': 'text/plain' } }],
  ])('of %s is 415', async (_, options) => {
    const { status, body } = await client.send('POST', `/12/batch/${path}`, options)
    expect(status).toBe(415)
    expect(body.errors).toContainEqual({ code: 'INVALID_CONTENT_TYPE', message: 'The body must be application/json' })
  })

  test('that is not JSON is 400', async () => {
    const { status } = await client.raw('POST', `/12/batch/${path}`, { 'content-type': 'application/json' }, '[{')
    expect(status).toBe(400)
  })
})

test.each([
  ['line_items', 40],
  ['targeting_criteria', 500],
  ['custom_audiences', 10],
])('a batch of %s has at most %i operations (R-CAMP-9, R-TGT-9, R-AUD-5)', async (name, most) => {
  const operations = Array.from({ length: most + 1 }, () => operation('Delete', {}))
  const refused = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/${name}`, operations)
  const taken = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/${name}`, operations.slice(1))

  expect(refused.body.errors?.[0]?.message).toBe(`Expected at most ${most} operations, got ${most + 1}`)
  expect(taken.body.operation_errors).toHaveLength(most)
})
