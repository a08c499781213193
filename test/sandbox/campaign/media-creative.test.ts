import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineItems } from '../../../src/sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_creatives`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

test('has its documented columns', async () => {
  const rows = await client.walk(path)
  expect(
    columnFaults(
      rows,
      'line_item_id landing_url creative_type id entity_status created_at account_media_id updated_at approval_status deleted',
    ),
  ).toEqual([])
  expect(new Set(rows.map((row) => row.landing_url === null))).toEqual(new Set([true, false]))
})

test('comes newest first, found by its line items and by its own id', async () => {
  const all = await client.walk(path)
  const times = all.map((row) => String(row.created_at))
  expect(times).toEqual([...times].sort().reverse())
  const parents = new Set(all.slice(0, 3).map((row) => String(row.line_item_id)))
  const found = await client.walk(path, { line_item_ids: [...parents].join(','), count: 1 })
  expect(found).toEqual(all.filter((row) => parents.has(String(row.line_item_id))))
  const media_creative_ids = `${all[1]!.id},${all[0]!.id}`
  expect((await client.get(path, { media_creative_ids })).body.data).toEqual(all.slice(0, 2))
})

describe('the campaign filter', () => {
  test('takes one id', async () => {
    const all = await client.walk(path)
    const campaignOf = (lineItemId: unknown) =>
      sandbox.store.table(lineItems).find(DEMO_ACCOUNT_ID, String(lineItemId))!.campaign_id
    const campaign_id = campaignOf(all[0]!.line_item_id)
    const found = (await client.get(path, { campaign_id })).body.data
    expect(found).toEqual(all.filter((row) => campaignOf(row.line_item_id) === campaign_id))
    expect((await client.get(path, { campaign_id: `${campaign_id},${campaign_id}` })).body.data).toEqual([])
  })

  test('has no plural', async () => {
    const { status, body } = await client.get(path, { campaign_ids: 'a' })
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'campaign_ids' })
  })
})
