import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/line_items`

const { client, demoRows } = await openSandbox()

describe('filters', () => {
  test('by funding instruments apply to line items without that column', async () => {
    const all = await client.walk(path, { count: 1000 })
    const rows = demoRows(campaigns)
    const funding = rows[0]!.funding_instrument_id
    const funded = new Set(rows.filter((row) => row.funding_instrument_id === funding).map((row) => row.id))
    const found = await client.walk(path, { funding_instrument_ids: funding, count: 1000 })
    expect(found).toEqual(all.filter((row) => funded.has(String(row.campaign_id))))
    expect(new Set(found.map((row) => row.funding_instrument_id))).toEqual(new Set([undefined, funding]))
  })

  test('by name skip line items without a name', async () => {
    const found = await client.walk(path, { q: 'n', count: 1000 })
    expect(new Set(found.map((row) => String(row.name).slice(0, 19)))).toEqual(new Set(['Newsletter readers,']))
  })
})
