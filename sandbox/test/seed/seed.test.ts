import { beforeAll, describe, expect, test } from 'vitest'
import { SANDBOX_NOW } from '../../../test/support/sandbox.ts'
import { fundingInstruments } from '../../account/funding-instrument.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { campaigns, type CampaignRow } from '../../campaign/campaign.ts'
import { errorsOf } from '../../campaign/line-item-write.ts'
import { lineItems, type LineItemRow } from '../../campaign/line-item.ts'
import { mediaCreatives } from '../../campaign/media-creative.ts'
import { promotedAccounts } from '../../campaign/promoted-account.ts'
import { promotedPosts } from '../../campaign/promoted-post.ts'
import { scheduledPromotedPosts } from '../../campaign/scheduled-promoted-post.ts'
import { targetingCriteria } from '../../campaign/targeting-criterion.ts'
import { trackingTags } from '../../campaign/tracking-tag.ts'
import type { Store } from '../../data/store.ts'
import {
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  LIMIT_ACCOUNT_ID,
  SMALL_ACCOUNT_ID,
  YEN_ACCOUNT_ID,
  type Row,
  type TableDefinition,
} from '../../index.ts'
import { seededStore, SEEDED_ACCOUNT_IDS } from '../../seed/index.ts'

const NOW = new Date(SANDBOX_NOW)

let store: Store

beforeAll(() => {
  store = seededStore(1, NOW)
})

const isShown = (row: Row & { entity_status?: string }) => !row.deleted && row.entity_status !== 'DRAFT'
const shown = <R extends Row>(definition: TableDefinition<R>, account: string) =>
  store.table(definition).rows(account).filter(isShown)
const everywhere = <R extends Row>(definition: TableDefinition<R>) =>
  SEEDED_ACCOUNT_IDS.flatMap((account) => store.table(definition).rows(account))

function groups<R>(rows: R[], key: (row: R) => string): Map<string, R[]> {
  const map = new Map<string, R[]>()
  for (const row of rows) {
    const group = map.get(key(row)) ?? []
    group.push(row)
    map.set(key(row), group)
  }
  return map
}

const children: TableDefinition<Row & { line_item_id: string }>[] = [
  promotedPosts,
  promotedAccounts,
  scheduledPromotedPosts,
  mediaCreatives,
  trackingTags,
  targetingCriteria,
] as unknown as TableDefinition<Row & { line_item_id: string }>[]

test('the same seed gives the same data, and another seed gives other data', () => {
  const other = seededStore(2, NOW)
  const again = seededStore(1, NOW)
  for (const definition of [campaigns, lineItems, targetingCriteria] as unknown as TableDefinition<Row>[]) {
    const rows = store.table(definition).rows(DEMO_ACCOUNT_ID)
    expect(again.table(definition).rows(DEMO_ACCOUNT_ID)).toEqual(rows)
    expect(other.table(definition).rows(DEMO_ACCOUNT_ID)).not.toEqual(rows)
  }
})

test('the data do not depend on the order in which they are asked for', () => {
  // Another seed in between makes the first one's data anew.
  seededStore(3, NOW).table(campaigns).newId()
  const late = seededStore(1, NOW)
  for (const account of [YEN_ACCOUNT_ID, SMALL_ACCOUNT_ID, DEMO_ACCOUNT_ID])
    for (const definition of [campaigns, lineItems, targetingCriteria] as unknown as TableDefinition<Row>[])
      expect(late.table(definition).rows(account)).toEqual(store.table(definition).rows(account))
})

describe('the accounts', () => {
  test.each([
    [DEMO_ACCOUNT_ID, 50, 500, 'USD'],
    [SMALL_ACCOUNT_ID, 3, 12, 'EUR'],
    [LIMIT_ACCOUNT_ID, 200, 20_000, 'USD'],
    [EURO_ACCOUNT_ID, 12, 72, 'EUR'],
    [YEN_ACCOUNT_ID, 8, 40, 'JPY'],
    [EMPTY_ACCOUNT_ID, 0, 0, undefined],
  ])('%s shows %i campaigns and %i line items in %s', (account, campaignCount, lineItemCount, currency) => {
    expect(shown(campaigns, account)).toHaveLength(campaignCount)
    expect(shown(lineItems, account)).toHaveLength(lineItemCount)
    const currencies = [campaigns, lineItems, fundingInstruments].flatMap((definition) =>
      store
        .table(definition as unknown as TableDefinition<CampaignRow>)
        .rows(account)
        .map((row) => row.currency),
    )
    expect([...new Set(currencies)]).toEqual(currency === undefined ? [] : [currency])
  })

  test('at the documented limits have 100 line items in each of 200 campaigns, and one in ten line items has children', () => {
    const perCampaign = groups(shown(lineItems, LIMIT_ACCOUNT_ID), (row) => row.campaign_id)
    expect(new Set([...perCampaign.values()].map((rows) => rows.length))).toEqual(new Set([100]))
    expect(groups(shown(promotedPosts, LIMIT_ACCOUNT_ID), (row) => row.line_item_id).size).toBe(2_000)
  })
})

describe('the demo account', () => {
  test('has 10 visible line items in each visible campaign, and hidden ones', () => {
    const perCampaign = groups(shown(lineItems, DEMO_ACCOUNT_ID), (row) => row.campaign_id)
    expect([...perCampaign.keys()].sort()).toEqual(
      shown(campaigns, DEMO_ACCOUNT_ID)
        .map((row) => row.id)
        .sort(),
    )
    expect(new Set([...perCampaign.values()].map((rows) => rows.length))).toEqual(new Set([10]))
    const hidden = store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .filter((row) => !isShown(row))
    expect(new Set(hidden.map((row) => row.deleted))).toEqual(new Set([true, false]))
  })

  test('has a few children of every kind in its line items', () => {
    const counts = children.map((definition) => {
      const byParent = groups(shown(definition, DEMO_ACCOUNT_ID), (row) => row.line_item_id)
      const sizes = shown(lineItems, DEMO_ACCOUNT_ID).map((row) => byParent.get(row.id)?.length ?? 0)
      return [definition.name, Math.min(...sizes), Math.max(...sizes)]
    })
    expect(counts).toEqual([
      ['promoted_posts', 1, 3],
      ['promoted_accounts', 0, 2],
      ['scheduled_promoted_posts', 0, 1],
      ['media_creatives', 0, 2],
      ['tracking_tags', 0, 2],
      ['targeting_criteria', 2, 5],
    ])
  })
})

describe('the rules of the reference hold:', () => {
  const allTables = [
    fundingInstruments,
    promotableUsers,
    campaigns,
    lineItems,
    ...children,
  ] as unknown as TableDefinition<Row>[]
  const lineItem = (account: string, id: string) => store.table(lineItems).find(account, id)!
  const campaign = (account: string, id: string) => store.table(campaigns).find(account, id)!
  /** Rows of all accounts that break a rule. */
  const breaking = <R extends Row>(definition: TableDefinition<R>, holds: (row: R, account: string) => boolean): R[] =>
    SEEDED_ACCOUNT_IDS.flatMap((account) =>
      store
        .table(definition)
        .rows(account)
        .filter((row) => !holds(row, account)),
    )

  test('IDs are lowercase base 36, and unique within a table', () => {
    for (const definition of allTables) {
      const ids = everywhere(definition).map((row) => row.id)
      expect(ids.filter((id) => !/^[1-9a-z][0-9a-z]{4,5}$/.test(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('times are ISO 8601 in UTC with seconds, and nothing changed before its creation or after today', () => {
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
    for (const definition of allTables) {
      const wrong = breaking(
        definition,
        ({ created_at, updated_at }) =>
          iso.test(created_at) && created_at <= updated_at && updated_at <= '2026-06-01T12:00:00Z',
      )
      expect(wrong).toEqual([])
    }
  })

  test('line items have the funding instrument and the state of their campaigns', () => {
    const follows = (row: LineItemRow, account: string): boolean => {
      const parent = campaign(account, row.campaign_id)
      return (
        (row.funding_instrument_id ?? parent.funding_instrument_id) === parent.funding_instrument_id &&
        (!parent.deleted || row.deleted) &&
        (parent.entity_status !== 'DRAFT' || row.entity_status === 'DRAFT')
      )
    }
    expect(breaking(lineItems, follows)).toEqual([])
  })

  test('campaigns have a funding instrument that is able to fund, and a daily budget within the total budget', () => {
    const payable = (row: CampaignRow, account: string) =>
      store.table(fundingInstruments).find(account, row.funding_instrument_id)!.able_to_fund
    expect(breaking(campaigns, payable)).toEqual([])
    const within = (row: CampaignRow) =>
      row.daily_budget_amount_local_micro! <= (row.total_budget_amount_local_micro ?? Infinity)
    expect(breaking(campaigns, within)).toEqual([])
  })

  test('only campaigns that optimize their own budget have a standard delivery', () => {
    const fits = (row: CampaignRow) => row.standard_delivery === null || row.budget_optimization === 'CAMPAIGN'
    expect(breaking(campaigns, fits)).toEqual([])
  })

  test('an account has at most 200 active campaigns and 256 active line items', () => {
    const active = <R extends Row & { entity_status: string }>(definition: TableDefinition<R>, account: string) =>
      shown(definition, account).filter((row) => row.entity_status === 'ACTIVE').length
    for (const account of SEEDED_ACCOUNT_IDS) {
      expect(active(campaigns, account)).toBeLessThanOrEqual(200)
      expect(active(lineItems, account)).toBeLessThanOrEqual(256)
    }
    expect(active(lineItems, DEMO_ACCOUNT_ID)).toBeGreaterThan(100)
  })

  test('line items of one campaign share product and objective', () => {
    const kinds = [...groups(everywhere(lineItems), (row) => row.campaign_id).values()].map(
      (rows) => new Set(rows.map((row) => `${row.objective} ${row.product_type}`)).size,
    )
    expect(new Set(kinds)).toEqual(new Set([1]))
  })

  test('line items break no rule of the service, and only those for followers promote accounts', () => {
    expect(breaking(lineItems, (row) => errorsOf(row, {}).every((error) => error === false))).toEqual([])
    const isOfAccounts = (row: LineItemRow) => row.product_type === 'PROMOTED_ACCOUNT'
    expect(breaking(lineItems, (row) => (row.objective === 'FOLLOWERS') === isOfAccounts(row))).toEqual([])
    expect(breaking(lineItems, (row) => (row.frequency_cap === null) === (row.duration_in_days === null))).toEqual([])
  })

  test('promoted accounts belong only to line items of that product type', () => {
    const fits = (row: { line_item_id: string }, account: string) =>
      lineItem(account, row.line_item_id).product_type === 'PROMOTED_ACCOUNT'
    expect(breaking(promotedAccounts, fits)).toEqual([])
  })

  test('a line item has at most one age bucket and one event, its country, and its app’s platforms', () => {
    for (const account of SEEDED_ACCOUNT_IDS) {
      const byParent = groups(shown(targetingCriteria, account), (row) => row.line_item_id)
      const wrong = [...byParent].filter(([parent, rows]) => {
        const count = (type: string) => rows.filter((row) => row.targeting_type === type).length
        const has = (name: string) => rows.some((row) => row.name === name)
        const { ios_app_store_identifier: ios, android_app_store_identifier: android } = lineItem(account, parent)
        const platforms = (!ios || has('iOS')) && (!android || has('Android'))
        return count('AGE') > 1 || count('EVENT') > 1 || count('LOCATION') === 0 || !platforms
      })
      expect(wrong).toEqual([])
    }
  })

  test('every line item for an app has a criterion of a platform', () => {
    const isApp = (row: LineItemRow) => row.ios_app_store_identifier ?? row.android_app_store_identifier
    const onPlatform = new Set(
      everywhere(targetingCriteria).flatMap((row) => (row.targeting_type === 'PLATFORM' ? row.line_item_id : [])),
    )
    expect(breaking(lineItems, (row) => !isApp(row) || onPlatform.has(row.id))).toEqual([])
  })

  test('no 200 line items of the demo account have more than 1000 children of a kind', () => {
    for (const definition of children) {
      const byParent = groups(shown(definition, DEMO_ACCOUNT_ID), (row) => row.line_item_id)
      const sizes = [...byParent.values()].map((rows) => rows.length).sort((a, b) => b - a)
      expect(sizes.slice(0, 200).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1000)
    }
  })
})
