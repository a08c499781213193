import { describe, expect, it } from 'vitest'
import { canBeCountFailure, emptySlice, sliceOf, type ListPosition, type Slice } from '../../src/loaders/index.ts'
import { readSlice } from '../../src/loaders/pages.ts'
import { listIabCategories } from '../../src/rest/account/iab-category.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { list } from '../../src/rest/endpoint.ts'
import { UpstreamError, type UpstreamCode } from '../../src/rest/errors.ts'
import type { ListParams, Row } from '../../src/rest/types.ts'
import { loadersOver, type OpenLoaders } from '../support/loaders.ts'
import { startListUpstream, startUpstream, type Upstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

/** A list whose pages hold three rows, and one whose pages are as long as the service makes them. */
const listCards = list<Row>()('accounts/:account_id/cards', { count: { max: 3, default: 2 } })
const listUnsized = list<Row>()('accounts/:account_id/cards', { params: {} })

const cards = (...ids: number[]) => ({ cards: ids.map((id) => ({ id: `k${id}` })) })
const idsOf = ({ rows }: Slice<Row>) => rows.map(({ id }) => id)
const sent = ({ requests }: Upstream) => requests.map(({ query }) => query)

/** After the row k<at> at an index of the page that begins at a cursor. */
const after = (pageCursor: string | null, index: number, at: number): ListPosition => ({
  pageCursor,
  index,
  row: `k${at}`,
  after: [`k${at + 1}`, `k${at + 2}`],
  before: [`k${at - 1}`, `k${at - 2}`],
})

const read = (loaders: OpenLoaders, first: number, place?: ListPosition, count = false) =>
  readSlice(loaders.session, listCards, ACCOUNT, {}, { first, after: place, count })

describe('a slice of rows that have all been read', () => {
  const rows = [1, 2, 3, 4, 5].map((at): Row => ({ id: `k${at}` }))
  const slice = (first: number, place?: ListPosition) => sliceOf(listCards, rows, { first, after: place })

  it('begins after the position, and knows what follows', () => {
    expect(slice(2)).toMatchObject({
      rows: rows.slice(0, 2),
      nextCursor: null,
      rowAfter: { id: 'k3' },
      totalCount: 5,
      pages: [{ cursor: null, start: 0, skipped: 0 }],
    })
    expect(slice(2, after(null, 0, 1))).toMatchObject({
      rows: rows.slice(1, 3),
      rowAfter: { id: 'k4' },
      pages: [{ cursor: null, start: 0, skipped: 1 }],
    })
    expect(slice(3, after(null, 1, 2))).toMatchObject({
      rows: rows.slice(2),
      rowAfter: undefined,
      before: ['k2', 'k1'],
    })
    expect(slice(9, after(null, 1, 2))).toMatchObject({ rows: rows.slice(2), rowAfter: undefined })
  })

  it('begins at the start if the rows around the position are gone', () => {
    const gone = (index: number): ListPosition => ({ pageCursor: null, index, row: 'gone', after: [], before: [] })
    expect([-1, 0, 3, 5, 99].map((index) => idsOf(slice(1, gone(index))))).toEqual([-1, 0, 3, 5, 99].map(() => ['k1']))
  })
})

describe('the cursor of a position', () => {
  const REFUSED = '`after` is not a valid cursor'

  it.each([
    ['is a wrong `after`', 400, ['count', 'cursor'], 'c', 'BAD_USER_INPUT', REFUSED],
    ['is not refused for another parameter', 400, ['count'], 'c', 'UPSTREAM_ERROR', 'no'],
    ['is not refused to a caller who may not read', 403, ['cursor'], 'c', 'FORBIDDEN', 'no'],
    ["is not the caller's without a position", 400, ['cursor'], undefined, 'UPSTREAM_ERROR', 'no'],
  ])('%s', async (_name, status, parameters, cursor, code, message) => {
    const errors = parameters.map((parameter) => ({ code: 'INVALID_PARAMETER', parameter, message: 'no' }))
    const { loaders } = await loadersOver(startUpstream(() => ({ status, body: { errors } })))
    const reading = read(loaders, 2, cursor === undefined ? undefined : after(cursor, 0, 1))
    await expect(reading).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })
})

describe('a slice of a list', () => {
  it('joins pages and requests no further row', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5, 6, 7, 8, 9)))
    const slice = await read(loaders, 7)

    expect(idsOf(slice)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'])
    expect(slice).toMatchObject({ nextCursor: '7' })
    expect(slice.pages).toEqual([
      { cursor: null, start: 0, skipped: 0 },
      { cursor: '3', start: 3, skipped: 0 },
      { cursor: '6', start: 6, skipped: 0 },
    ])
    expect(sent(upstream)).toEqual([{ count: '3' }, { count: '3', cursor: '3' }, { count: '1', cursor: '6' }])
  })

  it('ends with the list', async () => {
    const { loaders } = await loadersOver(startListUpstream(cards(1, 2)))
    const slice = await read(loaders, 7)

    expect(idsOf(slice)).toEqual(['k1', 'k2'])
    expect(slice).toMatchObject({ nextCursor: null })
  })

  it('sends no `count` if the list does not accept it, and cuts longer pages', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await readSlice(
      loaders.session,
      listUnsized,
      ACCOUNT,
      {},
      { first: 2, after: undefined, count: false },
    )

    expect(idsOf(slice)).toEqual(['k1', 'k2'])
    expect(slice).toMatchObject({ nextCursor: null, rowAfter: { id: 'k3' } })
    expect(sent(upstream)).toEqual([{}])
  })

  it('requests the count on the first page only', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await read(loaders, 5, undefined, true)

    expect(slice.totalCount).toBe(5)
    expect(sent(upstream)).toEqual([
      { count: '3', with_total_count: 'true' },
      { count: '2', cursor: '3' },
    ])
  })

  it('does not request the count if it starts at a cursor', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await read(loaders, 5, { pageCursor: '3', index: -1, row: undefined, after: [], before: [] }, true)

    expect(idsOf(slice)).toEqual(['k4', 'k5'])
    expect(slice.totalCount).toBeUndefined()
    expect(sent(upstream)).toEqual([{ count: '3', cursor: '3' }])
  })

  it('follows an empty page that has a cursor', async () => {
    const pages = [[], [{ id: 'k1' }], [], [{ id: 'k2' }]]
    const { loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const page = Number(query['cursor'] ?? 0)
        return { body: { data: pages[page], next_cursor: page < 3 ? String(page + 1) : null } }
      }),
    )
    expect(idsOf(await read(loaders, 5))).toEqual(['k1', 'k2'])
  })

  it('fails if the service returns the cursor that it was sent', async () => {
    const { upstream, loaders } = await loadersOver(startUpstream(() => ({ body: { data: [], next_cursor: 'again' } })))

    await expect(read(loaders, 5)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('a slice that begins in the middle of a page', () => {
  it('reads that page again, up to the needed rows', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5, 6, 7)))

    const slice = await read(loaders, 1, after('3', 0, 4))
    expect(idsOf(slice)).toEqual(['k5'])
    expect(slice.pages).toEqual([{ cursor: '3', start: 0, skipped: 1 }])
    expect(sent(upstream)).toEqual([{ count: '2', cursor: '3' }])
  })

  it.each([
    ['its row', cards(1, 2, 4, 5, 6), ['k4', 'k5']],
    ['those before it', cards(3, 4, 5, 6), ['k4', 'k5']],
    ['its row and those before it', cards(4, 5, 6), ['k4', 'k5']],
    ['its row and the two after it', cards(1, 2, 6, 7), ['k6', 'k7']],
    ['those after it', cards(1, 2, 3, 6), ['k6']],
    ['all rows', cards(), []],
  ])('continues at the same position without %s', async (_, tables, expected) => {
    const { loaders } = await loadersOver(startListUpstream(tables))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(expected)
  })

  it('continues at the same position after rows were added before it, and reads the page once more', async () => {
    const { upstream, loaders } = await loadersOver(
      startListUpstream({ tracking_tags: cards(-3, -2, -1, 0, 1, 2, 3, 4, 5).cards }),
    )
    const slice = await readSlice(
      loaders.session,
      listTrackingTags,
      ACCOUNT,
      {},
      { first: 1, after: after(null, 2, 3), count: true },
    )

    expect(idsOf(slice)).toEqual(['k4'])
    expect(slice.rowAfter?.id).toBe('k5')
    expect(sent(upstream)).toEqual([{ count: '4', with_total_count: 'true' }, { count: '1000' }])
  })

  it('continues at the start of the page if no row near its position is left', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(11, 12, 13, 14, 15, 16)))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(['k11', 'k12'])
    expect(sent(upstream)).toEqual([{ count: '3' }])
  })

  it('loses no row that is left if the page has become shorter than its position', async () => {
    const { loaders } = await loadersOver(startListUpstream(cards(6, 7)))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(['k6', 'k7'])
  })
})

describe('a position in a list whose pages have changed', () => {
  /** Pages of these rows. */
  const paged = (...pages: number[][]) =>
    startUpstream(({ query }) => {
      const page = Number(query['cursor'] ?? 0)
      const next_cursor = page + 1 < pages.length ? String(page + 1) : null
      return { body: { data: pages[page]!.map((id) => ({ id: `k${id}` })), next_cursor } }
    })
  const readUnsized = (loaders: OpenLoaders, first: number, place: ListPosition, endpoint = listUnsized) =>
    readSlice(loaders.session, endpoint, ACCOUNT, {}, { first, after: place, count: false })

  it.each([
    ['its own row', 3, 14, ['k15', 'k16']],
    ['its own row, at another index', 4, 16, ['k17']],
    ['the row after it', 3, 13.5, ['k14', 'k15']],
  ])('is found again on the next page, by %s', async (_what, index, at, expected) => {
    const { upstream, loaders } = await loadersOver(paged([11, 12, 13], [14, 15, 16, 17]))
    // No row before it is known.
    const place = { ...after(null, index, at), before: [], after: [`k${Math.ceil(at + 0.1)}`] }

    expect(idsOf(await readUnsized(loaders, 2, place))).toEqual(expected)
    expect(sent(upstream)).toEqual([{}, { cursor: '1' }])
  })

  it('is the start of its page if it is not found on the next one either', async () => {
    const { upstream, loaders } = await loadersOver(paged([11, 12, 13], [14, 15, 16, 17]))

    expect(idsOf(await readUnsized(loaders, 2, after(null, 4, 3)))).toEqual(['k11', 'k12'])
    expect(sent(upstream)).toEqual([{}, { cursor: '1' }, {}])
  })

  it('is the start of the next page if its last row before is the last of its page', async () => {
    const { loaders } = await loadersOver(paged([1, 2], [14, 15, 16, 17]))

    expect(idsOf(await readUnsized(loaders, 2, after(null, 4, 3)))).toEqual(['k14', 'k15'])
  })

  it.each([
    ['after the page with the last row before it', 4, [[1, 2], [], [14, 15]], ['k14', 'k15'], 3],
    ['in the place of its page', 2, [[], [14, 15]], ['k14', 'k15'], 2],
    ['in the place of its page, before one that is shorter than its index', 2, [[], [14], [15]], ['k14', 'k15'], 6],
    ['after a page without a row near it, whose rows come first', 4, [[11, 12], [], [14, 15, 16]], ['k11', 'k12'], 4],
  ])('loses no row and repeats none if an empty page is %s', async (_where, index, pages, expected, requests) => {
    const { upstream, loaders } = await loadersOver(paged(...pages))

    expect(idsOf(await readUnsized(loaders, 2, after(null, index, 3)))).toEqual(expected)
    expect(upstream.requests).toHaveLength(requests)
  })

  it('is found by the row before it, or the one before that', async () => {
    const { loaders } = await loadersOver(paged([9, 1, 2, 8]))
    expect(idsOf(await readUnsized(loaders, 2, after(null, 0, 3)))).toEqual(['k8'])

    const others = await loadersOver(paged([9, 1, 8, 7]))
    expect(idsOf(await readUnsized(others.loaders, 2, after(null, 0, 3)))).toEqual(['k8', 'k7'])
  })

  it('of a row without an ID, in a cursor of an earlier version, belongs to the row at its index', async () => {
    const { loaders } = await loadersOver(
      startUpstream(() => ({ body: { data: [1, 2, 3, 4].map((n) => ({ kind: 'same', n })), next_cursor: null } })),
    )
    const place = { pageCursor: null, index: 1, row: 'same', after: ['same'], before: ['same'] }

    expect((await readUnsized(loaders, 1, place, listKeyed)).rows).toMatchObject([{ n: 3 }])
  })

  /** Rows with a key, in the order of a service that sends all in one page. */
  const keyed = (rows: object[]) => loadersOver(startUpstream(() => ({ body: { data: rows, next_cursor: null } })))
  const listKeyed = list<Row & { kind?: string; n?: number }>()('accounts/:account_id/cards', {
    params: {},
    key: 'kind',
  })
  const { identityOf } = emptySlice(listKeyed)
  /** After the row at an index of these, which have a key. */
  const afterKeyed = (rows: Row[], index: number): ListPosition => {
    const near = (...at: number[]) => at.flatMap((each) => (rows[each] ? [identityOf(rows[each])] : []))
    const [row] = near(index)
    return { pageCursor: null, index, row, after: near(index + 1, index + 2), before: near(index - 1, index - 2) }
  }

  it.each<[string, object[]]>([
    ['other rows have its key', [1, 2, 3, 4, 5].map((n) => ({ kind: n % 2 ? 'odd' : 'even', n }))],
    ['no row has a key', [1, 2, 3, 4, 5].map((n) => ({ n }))],
  ])('of a row without an ID belongs to this row, although %s', async (_, rows) => {
    const { loaders } = await keyed([{ kind: 'odd', n: 0 }, ...rows])

    for (const [index, row] of rows.entries()) {
      const { rows: following } = await readUnsized(loaders, 9, afterKeyed(rows, index), listKeyed)
      expect([row, JSON.parse(JSON.stringify(following))]).toEqual([row, rows.slice(index + 1)])
    }
  })

  it('of a row without an ID belongs to the row with its key if all rows near it have changed', async () => {
    const rowsAt = (n: number): (Row & { kind: string; n: number })[] =>
      ['a', 'b', 'c', 'd', 'e'].map((kind) => ({ kind, n }))
    const { loaders } = await keyed([{ kind: 'new', n: 2 }, ...rowsAt(2)])

    const { rows } = await readUnsized(loaders, 9, afterKeyed(rowsAt(1), 2), listKeyed)
    expect(rows).toMatchObject([{ kind: 'd' }, { kind: 'e' }])
  })

  it('of a row without an ID is the start of its page if all rows near it have changed, and none has a key', async () => {
    const { loaders } = await keyed([1, 2, 3, 4, 5].map((n) => ({ n })))
    const changed = [6, 7, 8, 9, 10].map((n): Row & { n: number } => ({ n }))

    expect((await readUnsized(loaders, 1, afterKeyed(changed, 2), listKeyed)).rows).toMatchObject([{ n: 1 }])
  })

  it('of no row is the start of its page', async () => {
    const { loaders } = await loadersOver(paged([1, 2, 3, 4]))
    const place = { pageCursor: null, index: 1, row: undefined, after: [], before: [] }

    expect(idsOf(await readUnsized(loaders, 1, place))).toEqual(['k1'])
  })

  it('is not looked for on a longer page if there are no more rows', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ tracking_tags: cards(11, 12, 13).cards }))
    const request = { first: 1, after: after(null, 2, 3), count: false }

    expect(idsOf(await readSlice(loaders.session, listTrackingTags, ACCOUNT, {}, request))).toEqual(['k11'])
    expect(sent(upstream)).toEqual([{ count: '4' }])
  })

  it('is after its row, although this is on the next page because rows were added before it', async () => {
    const { loaders } = await loadersOver(startListUpstream(cards(0, 1, 2, 3, 4, 5)))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(['k4', 'k5'])
  })
})

describe('a position that no page has', () => {
  it('is refused before anything is sent', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5)))

    await expect(read(loaders, 1, after(null, 3, 4))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(upstream.requests).toEqual([])
  })
})

describe('a position whose rows have moved to the end of a page', () => {
  it('is looked for in full pages, so that none is read twice', async () => {
    const numbers = [...Array.from({ length: 998 }, (_, nth) => nth + 1000), 1, 2, 6, 7, 8, 9]
    const { upstream, loaders } = await loadersOver(startListUpstream({ tracking_tags: cards(...numbers).cards }))
    const request = { first: 2, after: after(null, 2, 3), count: false }

    expect(idsOf(await readSlice(loaders.session, listTrackingTags, ACCOUNT, {}, request))).toEqual(['k6', 'k7'])
    expect(sent(upstream)).toEqual([{ count: '5' }, { count: '1000' }, { cursor: '1000', count: '1000' }])
  })
})

describe('the slices of an operation', () => {
  const first = (count: number) => ({ first: count, after: undefined, count: false })

  it('are read once if they are equal', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3)))
    const slice = (request = first(2), params: ListParams = {}) => loaders.slice(listCards, ACCOUNT, params, request)
    const [one, same] = await Promise.all([slice(), slice(), slice(first(1)), slice(first(2), { with_deleted: true })])
    await loaders.slice(listCards, { account_id: 'a2' }, {}, first(2))

    expect(same).toBe(one)
    expect(await slice()).toBe(one)
    expect(upstream.requests.map(({ target }) => target)).toEqualInSteps(
      [
        '/12/accounts/a1/cards?count=2',
        '/12/accounts/a1/cards?count=1',
        '/12/accounts/a1/cards?with_deleted=true&count=2',
      ],
      ['/12/accounts/a2/cards?count=2'],
    )
  })

  it('settle together if they are of one tick, each with its own failure', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(async ({ path }) => {
        if (path.includes('/slow/')) await new Promise((resolve) => setTimeout(resolve, 50))
        if (path.includes('/bad/')) return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
        return { body: { data: [{ id: 'k1' }] } }
      }),
    )
    const outcomes = await Promise.allSettled(
      ['quick', 'slow', 'bad'].map(async (account_id) => {
        const slice = await loaders.slice(listCards, { account_id }, {}, first(1))
        expect(upstream.requests).toHaveLength(3)
        await loaders.once(listTrackingTags, { account_id: 'a1' }, {})
        return idsOf(slice)
      }),
    )

    expect(outcomes).toMatchObject([{ value: ['k1'] }, { value: ['k1'] }, { reason: { code: 'FORBIDDEN' } }])
    expect(upstream.requests).toHaveLength(4)
  })

  it('are empty below a parent that does not exist, but fail if the account does not', async () => {
    const { loaders } = await loadersOver(
      startUpstream(({ path }) =>
        path.includes('bad')
          ? { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
          : { status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'gone' }] } },
      ),
    )
    const listBelow = list<Row>()('accounts/:account_id/things/:thing_id/cards')
    const below = (thing_id: string) => loaders.slice(listBelow, { ...ACCOUNT, thing_id }, {}, first(1))
    const { identityOf, ...empty } = await below('gone')

    expect(empty).toEqual({
      rows: [],
      nextCursor: null,
      rowAfter: undefined,
      before: [],
      totalCount: 0,
      pages: [{ cursor: null, start: 0, skipped: 0 }],
    })
    expect(identityOf({ id: 'k1' })).toBe('k1')
    expect(emptySlice(listBelow).identityOf({ id: 'k2' })).toBe('k2')
    await expect(below('bad')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(loaders.slice(listCards, ACCOUNT, {}, first(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a whole list', () => {
  it('is read in the longest pages, once for equal reads', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2, 3, 4, 5, 6, 7)))
    const [one, same] = await Promise.all([loaders.whole(listCards, ACCOUNT), loaders.whole(listCards, ACCOUNT, {})])
    await loaders.whole(listCards, ACCOUNT, { with_deleted: true })

    expect(one.map(({ id }) => id)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'])
    expect(same).toBe(one)
    expect(sent(upstream)).toEqual([
      { count: '3' },
      { count: '3', cursor: '3' },
      { count: '3', cursor: '6' },
      { with_deleted: 'true', count: '3' },
      { with_deleted: 'true', count: '3', cursor: '3' },
      { with_deleted: 'true', count: '3', cursor: '6' },
    ])
  })

  it('is read without `count` if the list does not accept it', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream(cards(1, 2)))
    await loaders.whole(listUnsized, ACCOUNT)

    expect(sent(upstream)).toEqual([{}])
  })
})

describe('a page of a list that is cached', () => {
  it('is as long as possible, so that it serves every reader', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(() => ({ body: { data: [{ id: 'c1' }, { id: 'c2' }], next_cursor: null } })),
    )
    const slice = await readSlice(
      loaders.session,
      listIabCategories,
      {},
      {},
      { first: 1, after: undefined, count: false },
    )

    expect(idsOf(slice)).toEqual(['c1'])
    expect(sent(upstream)).toEqual([{ count: '1000' }])
  })
})

describe('a cursor that the service refuses', () => {
  const errors = [{ code: 'INVALID_PARAMETER', message: 'Not of this list', parameter: 'cursor' }]
  const at = (pageCursor: string) => ({ pageCursor, index: -1, row: undefined, after: [], before: [] })

  it.each([
    [
      'the input of the caller if the caller sent it',
      'refused',
      { code: 'BAD_USER_INPUT', refusal: { param: 'after' } },
    ],
    ['not the input of the caller if the service sent it', 'valid', { code: 'UPSTREAM_ERROR', refusal: undefined }],
  ])('is %s', async (_name, cursor, error) => {
    const { loaders } = await loadersOver(
      startUpstream(({ query }) =>
        query['cursor'] === 'refused'
          ? { status: 400, body: { errors } }
          : { body: { data: [{ id: 'k1' }], next_cursor: 'refused' } },
      ),
    )
    const read = loaders.slice(listCards, ACCOUNT, {}, { first: 2, after: at(cursor), count: false })

    await expect(read).rejects.toMatchObject({ status: 400, errors, ...error })
  })
})

describe('a page that was to be counted', () => {
  it.each<[UpstreamCode, boolean]>([
    ['RATE_LIMITED', true],
    ['UPSTREAM_UNAVAILABLE', true],
    ['UPSTREAM_TIMEOUT', true],
    ['UPSTREAM_ERROR', true],
    ['FORBIDDEN', true],
    ['NOT_FOUND', false],
    ['UNAUTHENTICATED', false],
    ['BUDGET_SPENT', false],
  ])('may have failed because of the count if it failed with %s: %s', (code, expected) => {
    expect(canBeCountFailure(new UpstreamError({ code, message: 'no' }))).toBe(expected)
    expect(canBeCountFailure(Object.assign(new Error('no'), { code }))).toBe(false)
  })

  it.each<[refused: object[], boolean]>([
    [[{ parameter: 'with_total_count' }], true],
    [[{ parameter: '' }, {}], true],
    [[{ parameter: 'with_total_count' }, { parameter: 'q' }], false],
    [[{ attribute: 'account_id' }], false],
  ])('may have failed because of the count if %j was refused: %s', (refused, expected) => {
    const errors = refused.map((each) => ({ code: 'INVALID', message: 'no', ...each }))
    expect(canBeCountFailure(new UpstreamError({ code: 'UPSTREAM_ERROR', message: 'no', errors }))).toBe(expected)
  })
})
