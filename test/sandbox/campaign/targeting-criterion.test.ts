import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineItems } from '../../../src/sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../../src/sandbox/campaign/targeting-criterion.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client, type Data } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/targeting_criteria`

let sandbox: Sandbox
let client: Client
let line_item_ids: string

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
  const rows = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)
  line_item_ids = rows
    .slice(0, 200)
    .map((row) => row.id)
    .join(',')
})
afterAll(() => sandbox.close())

test('has its documented columns, some of them now and then', async () => {
  expect(
    columnFaults(
      await client.walk(path, { line_item_ids, with_deleted: true }),
      'line_item_id name id operator_type? created_at targeting_value updated_at deleted targeting_type location_type?',
    ),
  ).toEqual([])
})

test('is of many types', () => {
  const rows = sandbox.store.table(targetingCriteria).rows(DEMO_ACCOUNT_ID)
  expect(new Set(rows.map((row) => row.targeting_type))).toEqual(
    new Set([
      'AGE',
      'BROAD_KEYWORD',
      'CONVERSATION',
      'CUSTOM_AUDIENCE',
      'CUSTOM_AUDIENCE_EXPANDED',
      'DEVICE',
      'EVENT',
      'EXACT_KEYWORD',
      'FOLLOWERS_OF_USER',
      'GENDER',
      'INTEREST',
      'LANGUAGE',
      'LOCATION',
      'PHRASE_KEYWORD',
      'PLATFORM',
      'SIMILAR_TO_FOLLOWERS_OF_USER',
      'UNORDERED_KEYWORD',
    ]),
  )
})

test('is found by its own id only within the line items that are named', async () => {
  const [row] = sandbox.store.table(targetingCriteria).rows(DEMO_ACCOUNT_ID)
  const targeting_criterion_ids = row!.id
  const found = await client.get(path, { line_item_ids: row!.line_item_id, targeting_criterion_ids })
  expect(found.body.data).toEqual([row])
  expect((await client.get(path, { line_item_ids: 'nobody', targeting_criterion_ids })).body.data).toEqual([])
  const refused = await client.get(path, { targeting_criterion_ids })
  expect(refused.status).toBe(400)
  expect(refused.body.errors?.[0]).toMatchObject({ code: 'MISSING_PARAMETER', parameter: 'line_item_ids' })
})

describe('asked for with a language', () => {
  test('has its name in that language at its end, in English where there is none', async () => {
    const rows = await client.walk(path, { line_item_ids, lang: 'de', count: 1000 })
    const named = (name: string) => rows.find((row) => row.name === name)
    expect(named('United States')).toMatchObject({ localized_name: 'Vereinigte Staaten' })
    expect(named('Female')).toMatchObject({ localized_name: 'Weiblich' })
    expect(named('sourdough')).toMatchObject({ localized_name: 'sourdough' })
    expect(rows.map((row) => Object.keys(row).at(-1))).toEqual(rows.map(() => 'localized_name'))
  })

  test('is told alone as in a list, and without a language has no such name', async () => {
    const [row] = sandbox.store
      .table(targetingCriteria)
      .rows(DEMO_ACCOUNT_ID)
      .filter((row) => row.name === 'Mexico')
    const single = await client.get<Data>(`${path}/${row!.id}`, { lang: 'ES' })
    expect(single.body.data).toEqual({ ...row, localized_name: 'México' })
    expect((await client.get<Data>(`${path}/${row!.id}`)).body.data).toEqual(row)
  })

  test.each(['deu', 'd', 'd3', ''])('refuses "%s"', async (lang) => {
    const { status, body } = await client.get(path, { line_item_ids, lang })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        code: 'INVALID_PARAMETER',
        message: `Expected an ISO 639-1 language, got "${lang}" for lang`,
        parameter: 'lang',
      },
    ])
  })
})
