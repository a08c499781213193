import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { contentCategories } from '../../account/content-category.ts'
import { customAudiences } from '../../audience/custom-audience.ts'
import { campaigns, type CampaignRow } from '../../campaign/campaign.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { targetingCriteria } from '../../campaign/targeting-criterion.ts'
import { tvShows } from '../../campaign/targeting-option.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/targeting_criteria`

const { sandbox, client, demoRows } = await openSandbox()
const rows = demoRows(lineItems)
const line_item_ids = rows
  .slice(0, 200)
  .map((row) => row.id)
  .join(',')

const [campaign] = demoRows(campaigns) as [CampaignRow]
const GERMAN_SHOW = '10027246000'

test('is found by its ID only within the given line items', async () => {
  const row = demoRows(targetingCriteria).find(({ deleted }) => !deleted)
  const targeting_criterion_ids = row!.id
  const found = await client.get(path, { line_item_ids: row!.line_item_id, targeting_criterion_ids })
  expect(found.body.data).toEqual([row])
  expect((await client.get(path, { line_item_ids: 'nobody', targeting_criterion_ids })).body.data).toEqual([])
})

describe('read with a language', () => {
  test('has its name in that language as the last column, or in English if there is none', async () => {
    const rows = await client.walk(path, { line_item_ids, lang: 'de', count: 1000 })
    const named = (name: string) => rows.find((row) => row.name === name)
    expect(named('United States')).toMatchObject({ localized_name: 'Vereinigte Staaten' })
    expect(named('Female')).toMatchObject({ localized_name: 'Weiblich' })
    expect(named('sourdough')).toMatchObject({ localized_name: 'sourdough' })
    expect(rows.map((row) => Object.keys(row).at(-1))).toEqual(rows.map(() => 'localized_name'))
  })

  test('has the same columns by ID as in a list, and no localized name without a language', async () => {
    const [row] = demoRows(targetingCriteria).filter((row) => row.name === 'Mexico')
    const single = await client.get<Data>(`${path}/${row!.id}`, { lang: 'ES' })
    expect(single.body.data).toEqual({ ...row, localized_name: 'México' })
    expect((await client.get<Data>(`${path}/${row!.id}`)).body.data).toEqual(row)
  })
})

describe('a created targeting criterion', () => {
  /** A line item that is aimed at nothing yet. */
  const fresh = () => {
    const table = sandbox.store.table(lineItems)
    const like = table.rows(DEMO_ACCOUNT_ID).find((row) => !row.deleted)!
    return table.insert(DEMO_ACCOUNT_ID, { ...like, id: 'fresh' }).id
  }
  const criterion = (targeting_type: string, targeting_value: string, operator_type = 'EQ') => ({
    line_item_id: fresh(),
    operator_type,
    targeting_type,
    targeting_value,
  })
  const broken = (attribute: string) => [{ code: 'INVALID', message: expect.any(String), attribute }]
  const audience = (targetable: boolean) =>
    demoRows(customAudiences).find((row) => row.targetable === targetable && !row.deleted)!

  test.each([
    ['BROAD_KEYWORD', 'rain, shoes & more', 'NE', 'rain, shoes & more'],
    ['EVENT', '93h', 'EQ', 'Summer solstice'],
    ['CONVERSATION', 'ao1', 'EQ', 'Marathon running'],
    ['DEVICE', '1q', 'EQ', 'Tidal One'],
    ['IAB_CATEGORY', 'IAB17', 'EQ', expect.stringMatching(/Sports/)],
    ['SIMILAR_TO_FOLLOWERS_OF_USER', '2400117451', 'EQ', '@trailnotes'],
    ['NETWORK_ACTIVATION_DURATION', '2', 'LT', '2'],
    ['PLATFORM_VERSION', '2s', 'GTE', 'iOS 15.0'],
    ['NETWORK_OPERATOR', '208', 'EQ', 'Bluebird Mobile'],
    ['ENGAGEMENT_TYPE', 'IMPRESSION', 'EQ', 'Seen'],
    ['CAMPAIGN_ENGAGEMENT', campaign.id, 'EQ', campaign.name],
    ['CAMPAIGN_ENGAGEMENT_LOOKALIKE', campaign.id, 'NE', campaign.name],
    ['APP_LIST', '1234567', 'NE', '1234567'],
  ])('of %s is named by its value', async (type, value, operator, name) => {
    const { status, body } = await client.post(path, criterion(type, value, operator))
    expect([status, body.data]).toMatchObject([201, { name, targeting_value: value, operator_type: operator }])
  })

  test.each([
    ['AGE', 'AGE_13_TO_24', 'AGE_18_TO_34'],
    ['EVENT', '93h', '9lz'],
  ])('of %s is the only one of its line item (R-TGT-5)', async (type, value, other) => {
    const first = await client.post(path, criterion(type, value))
    const second = await client.post(path, criterion(type, other))
    expect([second.status, second.body.errors]).toEqual([400, broken('targeting_type')])
    await client.delete(`${path}/${first.body.data.id}`)
    expect((await client.post(path, criterion(type, other))).status).toBe(201)
  })

  test('of an audience requires one that is targetable (R-TGT-6)', async () => {
    const { id, name } = audience(true)
    const { status, body } = await client.post(path, criterion('CUSTOM_AUDIENCE', id))
    expect([status, body.data.name]).toEqual([201, name])
    for (const type of ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']) {
      for (const other of [audience(false).id, 'nobody']) {
        const refused = await client.post(path, criterion(type, other))
        expect([refused.status, refused.body.errors]).toEqual([400, broken('targeting_value')])
      }
    }
  })

  test('of a TV show requires an earlier location (R-TGT-7)', async () => {
    const early = await client.post(path, criterion('TV_SHOW', GERMAN_SHOW))
    expect([early.status, early.body.errors]).toEqual([400, broken('targeting_type')])
    const show = { operation_type: 'Create', params: criterion('TV_SHOW', GERMAN_SHOW) }
    const place = { operation_type: 'Create', params: criterion('LOCATION', '3a2c075d8104bdda') }
    const wrongOrder = await client.batch(path, [show, place])
    expect(wrongOrder.body.operation_errors).toEqual([broken('targeting_type'), null])
    const { status, body } = await client.batch(path, [place, show])
    expect([status, body.data.map((row) => row.targeting_type)]).toEqual([200, ['LOCATION', 'TV_SHOW']])
  })

  test('of a TV show requires a location in a country of its locales', async () => {
    const ofLocale = (country: string) =>
      sandbox.store
        .table(tvShows)
        .rows(NO_ACCOUNT)
        .find(({ sent }) => sent.locales.some((locale) => locale.country === country))!
    const lineItem = criterion('LOCATION', '3a2c075d8104bdda')
    expect((await client.post(path, lineItem)).status).toBe(201)
    const french = await client.post(path, criterion('TV_SHOW', ofLocale('FR').id))
    expect([french.status, french.body.errors]).toEqual([400, broken('targeting_type')])
    expect((await client.post(path, criterion('TV_SHOW', ofLocale('DE').id))).status).toBe(201)
  })

  test('of content requires its IAB category, not the content category that maps to it (R-TGT-8)', async () => {
    const [content] = sandbox.store.table(contentCategories).rows(NO_ACCOUNT)
    const refused = await client.post(path, criterion('IAB_CATEGORY', content!.sent.id))
    expect([refused.status, refused.body.errors]).toEqual([400, broken('targeting_value')])
    for (const id of content!.sent.iab_categories)
      expect((await client.post(path, criterion('IAB_CATEGORY', id))).status).toBe(201)
  })
})
