import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

test('has its documented columns', async () => {
  expect(
    columnFaults(
      await client.walk(path, { with_deleted: true, with_draft: true }),
      'name budget_optimization reasons_not_servable servable purchase_order_number effective_status ' +
        'daily_budget_amount_local_micro funding_instrument_id duration_in_days standard_delivery ' +
        'total_budget_amount_local_micro id entity_status frequency_cap currency created_at updated_at deleted',
    ),
  ).toEqual([])
})

test('comes newest first', async () => {
  const times = (await client.walk(path)).map((row) => String(row.created_at))
  expect(times).toEqual([...times].sort().reverse())
})

test('is found by its funding instruments', async () => {
  const all = await client.walk(path)
  const [one, two] = [...new Set(all.map((row) => String(row.funding_instrument_id)))]
  const found = await client.walk(path, { funding_instrument_ids: `${one},nobody,${two}`, count: 7 })
  expect(found).toEqual(all.filter((row) => row.funding_instrument_id === one || row.funding_instrument_id === two))
  expect(found.length).toBeLessThan(all.length)
})

test.each(['start_time-asc', 'end_time-desc'])('may be sorted by %s, which it no longer has', async (sort_by) => {
  expect((await client.get(path, { sort_by })).body.data).toHaveLength(50)
})
