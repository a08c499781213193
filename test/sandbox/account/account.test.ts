import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DEMO_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  SMALL_ACCOUNT_ID,
  startSandbox,
  type Sandbox,
} from '../../../src/sandbox/index.ts'
import { Client, type Data } from '../client.ts'
import { columnFaults } from '../columns.ts'

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
      (await client.get('accounts')).body.data,
      'name business_name? timezone timezone_switch_at id created_at updated_at business_id? approval_status deleted industry_type?',
    ),
  ).toEqual([])
})

test('is the demo account', async () => {
  const { body } = await client.get<Data>(`accounts/${DEMO_ACCOUNT_ID}`)
  expect(body).toEqual({
    request: { params: { account_id: DEMO_ACCOUNT_ID } },
    data: {
      name: 'Tidewater Outfitters',
      business_name: 'Tidewater Outfitters Inc.',
      timezone: 'America/Los_Angeles',
      timezone_switch_at: '2022-06-02T12:00:00Z',
      id: DEMO_ACCOUNT_ID,
      created_at: '2022-06-02T12:00:00Z',
      updated_at: '2025-01-30T20:00:00Z',
      business_id: null,
      approval_status: 'ACCEPTED',
      deleted: false,
      industry_type: 'RETAIL',
    },
  })
})

test('is found by id, by the beginning of its name, and sorted by name', async () => {
  const names = async (query: Record<string, string>) =>
    (await client.get('accounts', query)).body.data.map((row) => row.name)
  expect(await names({ account_ids: `${DEMO_ACCOUNT_ID},${SMALL_ACCOUNT_ID},nobody`, sort_by: 'name-desc' })).toEqual([
    'Tidewater Outfitters',
    'Kōji & Rye Bakery ☕️',
  ])
  expect(await names({ q: 'alpenGLÜ' })).toEqual(['Alpenglühen Reisen'])
  expect(await names({ q: 'さくら' })).toEqual(['さくら電機 Sakura Denki'])
  expect(await names({ q: 'alpen', account_ids: EURO_ACCOUNT_ID, count: '1' })).toEqual(['Alpenglühen Reisen'])
})
