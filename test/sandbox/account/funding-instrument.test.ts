import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundingInstruments } from '../../../src/sandbox/account/funding-instrument.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/funding_instruments`

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
      (await client.get(path, { with_deleted: true })).body.data,
      'start_time description credit_limit_local_micro end_time id entity_status account_id reasons_not_able_to_fund io_header ' +
        'currency funded_amount_local_micro created_at type able_to_fund updated_at credit_remaining_local_micro deleted',
    ),
  ).toEqual([])
})

test('comes in the order of its ids, whatever order it was asked in, and whenever it was made', async () => {
  const all = (await client.get(path)).body.data.map((row) => row.id)
  expect(all).toHaveLength(5)
  expect(all).toEqual([...all].sort())
  const asked = await client.get(path, { funding_instrument_ids: [...all].reverse().join(',') })
  expect(asked.body.data.map((row) => row.id)).toEqual(all)
  const byAge = (await client.get(path, { sort_by: 'created_at-asc' })).body.data.map((row) => row.id)
  expect(byAge).not.toEqual(all)
})

test('is sorted by the amount that funds it', async () => {
  const { body } = await client.get(path, { sort_by: 'funded_amount_local_micro-desc' })
  const amounts = body.data.map((row) => row.funded_amount_local_micro)
  expect(amounts).toEqual([250_000_000_000, 60_000_000_000, null, null, null])
})

test('has an amount beyond 2^53 exactly', async () => {
  const table = sandbox.store.table(fundingInstruments)
  const [row] = table.rows(DEMO_ACCOUNT_ID)
  table.update(DEMO_ACCOUNT_ID, row!.id, { credit_limit_local_micro: 9_007_199_254_740_993n })
  expect((await client.get(`${path}/${row!.id}`)).text).toContain('"credit_limit_local_micro":9007199254740993,')
})
