import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/funding_instruments`

const { client } = await openSandbox()

test('is sorted by its funded amount', async () => {
  const { body } = await client.get(path, { sort_by: 'funded_amount_local_micro-desc' })
  const amounts = body.data.map((row) => row.funded_amount_local_micro)
  expect(amounts).toEqual([250_000_000_000, 60_000_000_000, null, null, null])
})

describe('a new funding instrument', () => {
  const usual = { currency: 'USD', start_time: '2026-01-01T00:00:00+0100', type: 'CREDIT_LINE' }

  test('can fund immediately, and is read later', async () => {
    const { status, body } = await client.post(path, { ...usual, credit_limit_local_micro: '9007199254740993' })
    expect(status).toBe(201)
    const { created_at } = body.data
    expect(body.data).toEqual({
      start_time: '2025-12-31T23:00:00Z',
      description: 'Sandbox credit line',
      credit_limit_local_micro: Number('9007199254740993'),
      end_time: null,
      id: expect.stringMatching(/^[0-9a-z]{5}$/),
      entity_status: 'ACTIVE',
      account_id: DEMO_ACCOUNT_ID,
      reasons_not_able_to_fund: [],
      io_header: null,
      currency: 'USD',
      funded_amount_local_micro: null,
      created_at,
      type: 'CREDIT_LINE',
      able_to_fund: true,
      updated_at: created_at,
      credit_remaining_local_micro: Number('9007199254740993'),
      deleted: false,
    })
    const read = await client.get<Data>(`${path}/${body.data.id}`)
    expect(read.text).toContain('"credit_limit_local_micro":9007199254740993,')
  })

  test('cannot fund before its start and after its end', async () => {
    const late = await client.post(path, { ...usual, start_time: '2099-01-01T00:00:00Z' })
    expect(late.body.data).toMatchObject({ able_to_fund: false, reasons_not_able_to_fund: ['STARTS_IN_FUTURE'] })
    const over = await client.post(path, { ...usual, type: 'INSERTION_ORDER', end_time: '2026-01-02T00:00:00Z' })
    expect(over.body.data).toMatchObject({ able_to_fund: false, reasons_not_able_to_fund: ['EXPIRED'] })
  })

  test.each([
    ['with an end before its start', { ...usual, end_time: '2025-12-31T00:00:00Z' }, ['end_time']],
    ['with an end at its start', { ...usual, end_time: usual.start_time }, ['end_time']],
    ['as an insertion order without end', { ...usual, type: 'INSERTION_ORDER' }, ['end_time']],
    [
      'with amounts that its type does not have',
      { ...usual, type: 'CREDIT_CARD', credit_limit_local_micro: 1, funded_amount_local_micro: 1 },
      ['credit_limit_local_micro', 'funded_amount_local_micro'],
    ],
  ])('%s is 400, and nothing is created', async (_, params, names) => {
    const { status, body } = await client.post(path, params)
    expect(status).toBe(400)
    expect(body.errors?.map(({ parameter, attribute }) => parameter ?? attribute)).toEqual(names)
    expect((await client.get(path)).body.data).toHaveLength(5)
  })
})

test('a deleted funding instrument cannot fund, is hidden, and is 404', async () => {
  const [before] = (await client.get(path)).body.data
  const { status, body } = await client.delete(`${path}/${before!.id}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id: before!.id, deleted: true, able_to_fund: false })
  expect(body.data.reasons_not_able_to_fund).toContain('DELETED')
  expect((await client.get(path)).body.data).toHaveLength(4)
  expect((await client.delete(`${path}/${before!.id}`)).status).toBe(404)
  expect((await client.get(`${path}/${before!.id}`, { with_deleted: true })).body.data).toEqual(body.data)
})
