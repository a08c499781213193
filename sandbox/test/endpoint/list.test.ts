import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { byId } from '../../data/order.ts'
import { Store, type Row, type TableDefinition } from '../../data/store.ts'
import { listEndpoint, USUAL_NAMES, type ListDefinition } from '../../endpoint/list.ts'
import { readParameters } from '../../endpoint/parameter.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, EURO_ACCOUNT_ID } from '../../index.ts'
import { type Body, type Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/campaigns`

const { sandbox, client, demoRows } = await openSandbox()

const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

/** The ids of the demo account's campaigns that lists show, in the table's own order. */
const shown = () => ids(demoRows(campaigns).filter((row) => !row.deleted && row.entity_status !== 'DRAFT'))

describe('paging', () => {
  test.each([1, 7, 49, 50, 51, 200, 1000])('by %i returns every row once, in the same order', async (count) => {
    expect(ids(await client.walk(path, { count }))).toEqual(shown())
  })

  test('returns 200 rows by default', async () => {
    const { body } = await client.get(`accounts/${DEMO_ACCOUNT_ID}/line_items`)
    expect(body.data).toHaveLength(200)
    expect(body.next_cursor).toEqual(expect.any(String))
  })

  test('ends with a null cursor, even if the last page is exactly full', async () => {
    expect((await client.get(path, { count: 50 })).body.next_cursor).toBeNull()
    const first = await client.get(path, { count: 25 })
    const second = await client.get(path, { count: 25, cursor: first.body.next_cursor! })
    expect(second.body.data).toHaveLength(25)
    expect(second.body.next_cursor).toBeNull()
  })

  test('of an empty list is an empty page with a null cursor', async () => {
    const { status, body } = await client.get(`accounts/${EMPTY_ACCOUNT_ID}/campaigns`)
    expect(status).toBe(200)
    expect(body).toEqual({ request: { params: { account_id: EMPTY_ACCOUNT_ID } }, data: [], next_cursor: null })
  })

  test('distinguishes rows that were created in the same second', async () => {
    const lineItemPath = `accounts/${DEMO_ACCOUNT_ID}/line_items`
    const rows = await client.walk(lineItemPath, { count: 7 })
    expect(new Set(rows.map((row) => row.created_at)).size).toBeLessThan(rows.length)
    expect(ids(rows)).toEqual(ids(await client.walk(lineItemPath, { count: 1000 })))
  })

  test('skips no other row if the last row of a page is removed before the next page', async () => {
    const expected = shown()
    const first = await client.get(path, { count: 10 })
    sandbox.store.table(campaigns).remove(DEMO_ACCOUNT_ID, expected[9]!)
    const rest = await client.get(path, { count: 1000, cursor: first.body.next_cursor! })
    expect(ids(rest.body.data)).toEqual(expected.slice(10))
  })

  test('skips no other row if rows of the next page are removed, and repeats none if new rows come first', async () => {
    const expected = shown()
    const table = sandbox.store.table(campaigns)
    const first = await client.get(path, { count: 10 })
    table.update(DEMO_ACCOUNT_ID, expected[10]!, { deleted: true })
    const newest = {
      ...table.find(DEMO_ACCOUNT_ID, expected[0]!)!,
      id: table.newId(),
      created_at: '2026-06-02T00:00:00Z',
    }
    table.insert(DEMO_ACCOUNT_ID, newest)
    const rest = await client.get(path, { count: 1000, cursor: first.body.next_cursor! })
    expect(ids(rest.body.data)).toEqual(expected.slice(11))
    expect(ids(await client.walk(path))).toEqual([newest.id, ...expected.filter((id) => id !== expected[10])])
  })
})

describe('a cursor', () => {
  const refused = { code: 'INVALID_PARAMETER', message: 'The cursor is not from this list', parameter: 'cursor' }

  test.each([
    ['made up', () => 'abcdef'],
    [
      'changed in one letter',
      (cursor: string) => `${cursor.slice(0, -3)}${cursor.at(-3) === 'A' ? 'B' : 'A'}${cursor.slice(-2)}`,
    ],
    ['cut short', (cursor: string) => cursor.slice(0, -1)],
    ['a number', () => '100'],
  ])('that is %s is 400', async (_, spoil) => {
    const { body } = await client.get(path, { count: 10 })
    const answer = await client.get(path, { count: 10, cursor: spoil(body.next_cursor!) })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([refused])
  })

  test.each([
    ['filters', path, { q: 'Summer' }],
    ['order', path, { sort_by: 'name-asc' }],
    ['visibility', path, { with_deleted: true }],
    ['entity', `accounts/${DEMO_ACCOUNT_ID}/line_items`, {}],
    ['account', `accounts/${EURO_ACCOUNT_ID}/campaigns`, {}],
  ])('of a list with other %s is 400', async (_, otherPath, query) => {
    const { body } = await client.get(path, { count: 10 })
    const answer = await client.get(otherPath, { ...query, count: 10, cursor: body.next_cursor! })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([refused])
  })
})

describe('the total count', () => {
  test('is absent by default', async () => {
    expect((await client.get(path)).body).not.toHaveProperty('total_count')
    expect((await client.get(path, { with_total_count: false })).body).not.toHaveProperty('total_count')
  })

  test('counts the filtered rows of all pages', async () => {
    const all = await client.get(path, { with_total_count: true, count: 3 })
    expect(all.body.total_count).toBe(50)
    const some = await client.get(path, { with_total_count: true, count: 1, q: 'summer' })
    expect(some.body.total_count).toBe((await client.walk(path, { q: 'summer' })).length)
  })
})

describe('filters by id', () => {
  test('ignore the rows of another account', async () => {
    const [foreign] = sandbox.store.table(campaigns).rows(EURO_ACCOUNT_ID)
    expect((await client.get(path, { campaign_ids: foreign!.id })).body.data).toEqual([])
  })

  test('are combined with AND', async () => {
    const [item] = demoRows(lineItems)
    const other = shown().find((id) => id !== item!.campaign_id)!
    const lineItemPath = `accounts/${DEMO_ACCOUNT_ID}/line_items`
    const both = await client.get(lineItemPath, { line_item_ids: item!.id, campaign_ids: item!.campaign_id })
    expect(ids(both.body.data)).toEqual([item!.id])
    const neither = await client.get(lineItemPath, { line_item_ids: item!.id, campaign_ids: other })
    expect(neither.body.data).toEqual([])
  })
})

describe('the name filter', () => {
  test('keeps names with this prefix, ignoring case, and no others', async () => {
    const rows = await client.walk(path, { q: 'wAVE 2 · ' })
    const all = await client.walk(path)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(all.filter((row) => String(row.name).startsWith('Wave 2 · ')))
    expect((await client.get(path, { q: 'Gift' })).body.data).toEqual([])
  })

  test('treats every character literally', async () => {
    const table = sandbox.store.table(campaigns)
    const name = "100% .* a,b +!*'() & = ☃ 漢字 🔥"
    table.update(DEMO_ACCOUNT_ID, shown()[0]!, { name })
    expect(ids((await client.get(path, { q: name })).body.data)).toEqual([shown()[0]])
    expect((await client.get(path, { q: '100% .* a,c' })).body.data).toEqual([])
  })
})

describe('sorting', () => {
  const column = (rows: Data[], name: string) => rows.map((row) => row[name])

  test('by an amount is numeric, with null as the lowest value', async () => {
    const query = { sort_by: 'total_budget_amount_local_micro-asc', count: 7 }
    const amounts = column(await client.walk(path, query), 'total_budget_amount_local_micro') as (number | null)[]
    expect(amounts).toEqual([...amounts].sort((a, b) => (a ?? -1) - (b ?? -1)))
    expect(amounts[0]).toBeNull()
    expect(amounts.at(-1)).toBe(1_000_000_000_000_000)
  })

  test('by two attributes uses the second if the first is equal', async () => {
    const query = { sort_by: 'daily_budget_amount_local_micro-desc,updated_at-asc', count: 7 }
    const keys = (await client.walk(path, query)).map((row): [number, string] => [
      Number(row.daily_budget_amount_local_micro),
      String(row.updated_at),
    ])
    expect(keys).toEqual([...keys].sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1)))
    expect(new Set(keys.map(([amount]) => amount)).size).toBeLessThan(keys.length)
  })

  test.each(['name', 'name-up', 'id-asc', 'entity_status-asc', 'name-asc,', '', 'NAME-asc', 'constructor-asc'])(
    'by "%s" is 400',
    async (sort_by) => {
      const { status, body } = await client.get(path, { sort_by })
      expect(status).toBe(400)
      expect(body.errors?.[0]).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'sort_by' })
    },
  )
})

describe('drafts', () => {
  test('are in lists only with `with_draft`', async () => {
    const all = await client.walk(path, { with_draft: true })
    expect(all.filter((row) => row.entity_status === 'DRAFT')).toHaveLength(2)
    expect(all).toHaveLength(52)
  })

  test('are found by ID', async () => {
    const draft = demoRows(campaigns).find((row) => row.entity_status === 'DRAFT')!
    expect((await client.get<Data>(`${path}/${draft.id}`)).body.data.id).toBe(draft.id)
    expect((await client.get(path, { campaign_ids: draft.id })).body.data).toEqual([])
  })
})

describe('a list with other parameters', () => {
  const things: TableDefinition<Row> = { name: 'things', order: byId(), idLength: 5 }
  const store = new Store()
  for (const id of ['a', 'b', 'c']) {
    store.table(things).insert('account', { id, created_at: '', updated_at: '', deleted: id === 'c' })
  }
  type Variety = Partial<Pick<ListDefinition<Row>, 'count' | 'accepts'>>
  const allBut = (...names: string[]) => USUAL_NAMES.filter((name) => !names.includes(name))

  /** The answer of such a list, or the parameters that it refuses. */
  function ask(variety: Variety, query: Record<string, string> = {}): Body | string[] {
    const keep = () => () => true
    const list = listEndpoint({
      version: '12',
      accepts: USUAL_NAMES,
      ...variety,
      path: 'things',
      quota: 'account',
      table: things,
      filters: {},
      sortable: {},
      keep,
    })
    const { values, errors } = readParameters(list.parameters, Object.entries(query))
    if (errors.length > 0) return errors.map((error) => String(error.parameter))
    const call = { params: values, path: {}, echo: {}, owner: 'account', store } as unknown
    return list.handle(call as Parameters<typeof list.handle>[0]).body as Body
  }

  test('has its own page size', () => {
    const variety = { count: { max: 2, absent: 1 } }
    expect(ask(variety)).toMatchObject({ data: [{ id: 'a' }], next_cursor: expect.any(String) as string })
    expect(ask(variety, { count: '2' })).toMatchObject({ data: [{ id: 'a' }, { id: 'b' }], next_cursor: null })
    expect(ask(variety, { count: '3' })).toEqual(['count'])
  })

  test('refuses the common parameters that it does not accept', () => {
    const others = ['count', 'sort_by', 'with_deleted', 'with_total_count']
    const accepts = allBut(...others)
    for (const name of others) expect(ask({ accepts }, { [name]: '1' })).toEqual([name])
    expect(ask({ accepts })).toMatchObject({ data: [{ id: 'a' }, { id: 'b' }], next_cursor: null })
  })

  test('without cursor returns all rows and no next_cursor', () => {
    expect(ask({ accepts: allBut('cursor', 'count') }, { with_deleted: 'true' })).toEqual({
      request: { params: {} },
      data: store.table(things).rows('account'),
    })
    expect(ask({ accepts: allBut('cursor') }, { count: '1' })).not.toHaveProperty('next_cursor')
  })
})
