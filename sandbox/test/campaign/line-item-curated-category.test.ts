import { expect, test } from 'vitest'
import { curatedCategories } from '../../account/curated-category.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../index.ts'
import { openSandbox } from '../../../test/support/sandbox.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/line_item_curated_categories`

const { sandbox, client } = await openSandbox()
const live = sandbox.store
  .table(lineItems)
  .rows(DEMO_ACCOUNT_ID)
  .filter((row) => !row.deleted)
const items = live.map((row) => row.id)
const categories = sandbox.store
  .table(curatedCategories)
  .rows(NO_ACCOUNT)
  .map((row) => row.id)

const link = (lineItem = 0, category = 0) =>
  client.post(path, { line_item_id: items[lineItem]!, curated_category_id: categories[category]! })

test('only preroll line items have curated categories in the seed', async () => {
  const ties = await client.walk(path)
  expect(ties.length).toBeGreaterThan(5)
  for (const tie of ties) {
    const item = sandbox.store.table(lineItems).find(DEMO_ACCOUNT_ID, String(tie['line_item_id']))
    expect(item?.objective).toBe('PREROLL_VIEWS')
    expect(categories).toContain(tie['curated_category_id'])
  }
  expect((await client.walk(path, { with_deleted: true })).length).toBeGreaterThan(ties.length)
})

test('a category that is added to a line item is returned by reads afterwards, in the list and by ID', async () => {
  const before = (await client.walk(path)).length
  const { status, body } = await link()
  expect(status).toBe(201)
  expect(body.data).toEqual({
    line_item_id: items[0],
    curated_category_id: categories[0],
    id: expect.stringMatching(/^[0-9a-z]{5}$/),
    created_at: expect.any(String),
    updated_at: body.data.created_at,
    deleted: false,
  })
  const other = await link(1, 1)
  expect((await client.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data)
  const list = await client.get(path, { with_total_count: true, count: 1 })
  expect(list.body.total_count).toBe(before + 2)
  expect(await client.walk(path, { count: 1 })).toEqual(expect.arrayContaining([body.data, other.body.data]))
})

test('either end of an association can be changed, or both', async () => {
  const { id } = (await link()).body.data
  const moved = await client.put(`${path}/${id}`, { line_item_id: items[2]! })
  expect(moved.body.data).toMatchObject({ line_item_id: items[2], curated_category_id: categories[0] })
  const turned = await client.put(`${path}/${id}`, { curated_category_id: categories[2]! })
  expect([turned.status, turned.body.data]).toMatchObject([
    200,
    { line_item_id: items[2], curated_category_id: categories[2] },
  ])
  expect((await client.get(`${path}/${id}`)).body.data).toEqual(turned.body.data)
})

test('both ends are required and must exist', async () => {
  const nothing = await client.post(path)
  expect([nothing.status, nothing.body.errors?.map(({ parameter }) => parameter)]).toEqual([
    400,
    ['line_item_id', 'curated_category_id'],
  ])
  const { id } = (await link()).body.data
  const before = await client.walk(path)
  for (const [parameter, other] of [
    ['line_item_id', { curated_category_id: categories[0]! }],
    ['curated_category_id', { line_item_id: items[0]! }],
  ] as const) {
    for (const answer of [
      await client.post(path, { ...other, [parameter]: 'nobody' }),
      await client.put(`${path}/${id}`, { [parameter]: 'nobody' }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [
          {
            code: 'INVALID_PARAMETER',
            message: `Expected an existing id, got "nobody" for ${parameter}`,
            parameter,
          },
        ],
      ])
  }
  expect(await client.walk(path)).toEqual(before)
})
