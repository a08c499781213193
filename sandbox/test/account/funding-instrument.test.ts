import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/funding_instruments`

const { client } = await openSandbox()

test('is sorted by its funded amount', async () => {
  const { body } = await client.get(path, { sort_by: 'funded_amount_local_micro-desc' })
  const amounts = body.data.map((row) => row.funded_amount_local_micro)
  expect(amounts).toEqual([250_000_000_000, 60_000_000_000, null, null, null])
})

test('cannot fund after it is deleted', async () => {
  const [before] = (await client.get(path)).body.data
  const { body } = await client.delete(`${path}/${before!.id}`)
  expect(body.data).toMatchObject({
    able_to_fund: false,
    reasons_not_able_to_fund: expect.arrayContaining(['DELETED']),
  })
})

describe('a new funding instrument', () => {
  const usual = { currency: 'USD', start_time: '2026-01-01T00:00:00+0100', type: 'CREDIT_LINE' }

  test('has its credit limit left', async () => {
    const { text } = await client.post(path, { ...usual, credit_limit_local_micro: '9007199254740993' })
    expect(text).toContain('"credit_remaining_local_micro":9007199254740993,')
    expect(text).toContain('"description":"Sandbox credit line"')
  })

  test('cannot fund before its start and after its end', async () => {
    const late = await client.post(path, { ...usual, start_time: '2099-01-01T00:00:00Z' })
    expect(late.body.data).toMatchObject({ able_to_fund: false, reasons_not_able_to_fund: ['STARTS_IN_FUTURE'] })
    const over = await client.post(path, { ...usual, type: 'INSERTION_ORDER', end_time: '2026-01-02T00:00:00Z' })
    expect(over.body.data).toMatchObject({ able_to_fund: false, reasons_not_able_to_fund: ['EXPIRED'] })
  })
})
