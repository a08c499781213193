import { describe, expect, it } from 'vitest'
import { type ParamsOf, resource, type RowOf } from '../../src/rest/resource.ts'
import { flag, id, ids, LISTED, long, PAGED, text } from '../../src/rest/value.ts'

const things = resource(
  'accounts/:account_id/things/:thing_id',
  {
    columns: { servable: flag },
    list: { ...LISTED, thing_ids: ids, with_draft: flag },
    create: { line_item_id: id },
    update: { name: text, budget_micro: long },
    delete: true,
    batch: true,
  },
  { lookup: { with_draft: true } },
)

type ThingRow = RowOf<typeof things>

const images = resource('accounts/:account_id/images/:media_key', { list: PAGED, columns: { media_url: text } })

describe('a resource', () => {
  it('has an endpoint for each part of its declaration', () => {
    expect(Object.values(things).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET accounts/:account_id/things/:thing_id',
      'GET accounts/:account_id/things',
      'POST accounts/:account_id/things',
      'PUT accounts/:account_id/things/:thing_id',
      'DELETE accounts/:account_id/things/:thing_id',
      'POST batch/accounts/:account_id/things',
    ])
    expect(things.batch).toMatchObject({ encoding: 'json', answer: 'rows' })
    expect(Object.values(images).filter(Boolean)).toEqual([images.get, images.list])
  })

  it('finds out from the parameters of its list how rows are looked up, counted and paged', () => {
    expect(things.list).toMatchObject({
      get: things.get,
      idFilter: 'thing_ids',
      lookup: { with_draft: true },
      answer: 'rows',
      sized: true,
      paged: true,
      counted: true,
    })
    expect(images.list).toMatchObject({ idFilter: undefined, sized: true, paged: true, counted: false })
  })

  it('has the types of its rows and parameters', () => {
    const row: ThingRow = { id: 't1', servable: null, line_item_id: 'l1', budget_micro: '12', deleted: true }
    const image: RowOf<typeof images> = { media_key: '3_1', media_url: 'https://a.example' }
    const filters: ParamsOf<typeof things.list> = { with_draft: true, cursor: 'c', thing_ids: ['t1'] }
    const made: ParamsOf<typeof things.create> = { line_item_id: 'l1', name: 'a', budget_micro: 12n }
    const operations: ParamsOf<typeof things.batch> = [{ operation_type: 'Delete', params: { thing_id: 't1' } }]
    expect([row, image, filters, made, operations]).toHaveLength(5)
  })

  it('does not take a name or a value of another type', () => {
    // @ts-expect-error The row has no such column.
    const column: keyof ThingRow = 'servible'
    // @ts-expect-error The list has no such filter.
    const filter: ParamsOf<typeof things.list> = { with_drafts: true }
    // @ts-expect-error The list has no such parameter to look up rows with.
    resource('accounts/:account_id/things/:thing_id', { list: { ...LISTED } }, { lookup: { with_draft: true } })
    // @ts-expect-error The declaration has no such part.
    resource('accounts/:account_id/things/:thing_id', { list: { ...LISTED }, column: { name: text } })
    // @ts-expect-error It can be set only by a creation.
    const changed: ParamsOf<typeof things.update> = { line_item_id: 'l1' }
    // @ts-expect-error Only the service sets it.
    const made: ParamsOf<typeof things.create> = { servable: true }
    // @ts-expect-error It is a number.
    const amount: ParamsOf<typeof things.update> = { budget_micro: true }
    // @ts-expect-error The declaration says nothing of deletions.
    const path = () => images.delete.path
    // @ts-expect-error A list of images with deleted ones does not exist.
    const deleted: ParamsOf<typeof images.get> = { with_deleted: true }
    expect([column, filter, changed, made, amount, deleted, path]).toHaveLength(7)
  })
})
