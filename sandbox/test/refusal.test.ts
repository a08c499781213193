import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../test/support/sandbox.ts'
import { fundingInstruments } from '../account/funding-instrument.ts'
import { customAudiences } from '../audience/custom-audience.ts'
import { lineItems } from '../campaign/line-item.ts'
import { accountMedia } from '../creative/account-media.ts'
import { DEMO_ACCOUNT_ID, type Row, type TableDefinition } from '../index.ts'
import type { ErrorItem } from './client.ts'

const { sandbox, client } = await openSandbox()

const root = `accounts/${DEMO_ACCOUNT_ID}`
const first = <R extends Row>(table: TableDefinition<R>) =>
  sandbox.store
    .table(table)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted)!.id
const funding = { currency: 'USD', start_time: '2026-01-01T00:00:00Z', type: 'CREDIT_CARD' }
const lineItem = () => ({
  campaign_id: '6dtbr',
  objective: 'WEBSITE_CLICKS',
  product_type: 'PROMOTED_POSTS',
  placements: 'ALL_ON_SVC',
  start_time: '2096-01-01T00:00:00Z',
  end_time: '2096-02-01T00:00:00Z',
})

describe('a write with a value that means nothing', () => {
  test.each<[string, string, () => Record<string, string | number>]>([
    ['currency', 'funding_instruments', () => ({ ...funding, currency: 'ZZZ' })],
    ['end_time', 'funding_instruments', () => ({ ...funding, end_time: '2025-12-31T00:00:00Z' })],
    ['end_time', 'funding_instruments', () => ({ ...funding, end_time: funding.start_time })],
    [
      'credit_limit_local_micro',
      'funding_instruments',
      () => ({ ...funding, type: 'CREDIT_LINE', credit_limit_local_micro: -1 }),
    ],
    ['daily_budget_amount_local_micro', 'campaigns', () => campaign({ daily_budget_amount_local_micro: -1 })],
    ['total_budget_amount_local_micro', 'campaigns', () => campaign({ total_budget_amount_local_micro: -1 })],
    ['daily_budget_amount_local_micro', 'line_items', () => ({ ...lineItem(), daily_budget_amount_local_micro: -1 })],
    ['name', 'line_items', () => ({ ...lineItem(), name: '' })],
    [
      'scheduled_at',
      'scheduled_posts',
      () => ({ as_user_id: '1000000001', text: 'Late', scheduled_at: '2020-01-01T00:00:00Z' }),
    ],
    [
      'granted_account_id',
      `custom_audiences/${first(customAudiences)}/permissions`,
      () => ({ granted_account_id: DEMO_ACCOUNT_ID, permission_level: 'READ_ONLY' }),
    ],
    [
      'landing_url',
      'media_creatives',
      () => ({ account_media_id: first(accountMedia), line_item_id: first(lineItems), landing_url: 'nonsense' }),
    ],
  ])('of %s is 400: %s', async (name, path, params) => {
    const { status, body } = await client.post(`${root}/${path}`, params())

    expect([status, body.errors?.map(namedBy)]).toEqual([400, [name]])
  })

  test.each([
    ['country_codes', `${root}/curated_categories`, 'ZZ'],
    ['country_codes', 'targeting_criteria/events', 'US,ZZ'],
    ['country_code', 'targeting_criteria/locations', 'ZZ'],
    ['currency', 'bidding_rules', 'ZZZ'],
  ])('in the filter %s is 400: %s', async (name, path, value) => {
    const { status, body } = await client.get(path, {
      [name]: value,
      ...(path.endsWith('events') && { event_types: 'SPORTS' }),
    })

    expect([status, body.errors?.map(namedBy)]).toEqual([400, [name]])
  })
})

function campaign(budget: Record<string, number>) {
  const instrument = first(fundingInstruments)
  return { funding_instrument_id: instrument, name: 'Spring', daily_budget_amount_local_micro: 1, ...budget }
}

/** The parameter or the attribute that an error is about. */
function namedBy({ parameter, attribute }: ErrorItem): string | undefined {
  return parameter ?? attribute
}
