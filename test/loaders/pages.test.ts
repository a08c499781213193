import { afterEach, describe, expect, it } from 'vitest'
import { readSlice, type ListPosition, type Slice } from '../../src/loaders/index.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { list } from '../../src/rest/endpoint.ts'
import type { ListParams, Row } from '../../src/rest/types.ts'
import { openLoaders, type OpenLoaders } from '../support/loaders.ts'
import { startListUpstream, startUpstream, type Upstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

/** A list whose pages hold three rows, and one whose pages are as long as the service makes them. */
const listCards = list<Row, ListParams>()('accounts/:account_id/cards', { maxCount: 3, defaultCount: 2 })
const listUnsized = list<Row, ListParams>()('accounts/:account_id/cards', { sized: false })

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((opened) => opened.close()))
})

async function open(upstream: Promise<Upstream>): Promise<{ upstream: Upstream; loaders: OpenLoaders }> {
  const started = await upstream
  const loaders = openLoaders(started.url)
  closing.push(started, loaders)
  return { upstream: started, loaders }
}

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

describe('a slice of a list', () => {
  it('joins pages and requests no further row', async () => {
    const { upstream, loaders } = await open(startListUpstream(cards(1, 2, 3, 4, 5, 6, 7, 8, 9)))
    const slice = await read(loaders, 7)

    expect(idsOf(slice)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'])
    expect(slice).toMatchObject({ hasNext: true, nextCursor: '7' })
    expect(sent(upstream)).toEqual([{ count: '3' }, { count: '3', cursor: '3' }, { count: '1', cursor: '6' }])
  })

  it('ends with the list', async () => {
    const { loaders } = await open(startListUpstream(cards(1, 2)))
    const slice = await read(loaders, 7)

    expect(idsOf(slice)).toEqual(['k1', 'k2'])
    expect(slice).toMatchObject({ hasNext: false, nextCursor: null })
  })

  it('sends no `count` if the list does not accept it, and cuts longer pages', async () => {
    const { upstream, loaders } = await open(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await readSlice(
      loaders.session,
      listUnsized,
      ACCOUNT,
      {},
      { first: 2, after: undefined, count: false },
    )

    expect(idsOf(slice)).toEqual(['k1', 'k2'])
    expect(slice).toMatchObject({ hasNext: true, nextCursor: null, rowAfter: { id: 'k3' } })
    expect(sent(upstream)).toEqual([{}])
  })

  it('requests the count on the first page only', async () => {
    const { upstream, loaders } = await open(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await read(loaders, 5, undefined, true)

    expect(slice.totalCount).toBe(5)
    expect(sent(upstream)).toEqual([
      { count: '3', with_total_count: 'true' },
      { count: '2', cursor: '3' },
    ])
  })

  it('does not request the count if it starts at a cursor', async () => {
    const { upstream, loaders } = await open(startListUpstream(cards(1, 2, 3, 4, 5)))
    const slice = await read(loaders, 5, { pageCursor: '3', index: -1, row: undefined, after: [], before: [] }, true)

    expect(idsOf(slice)).toEqual(['k4', 'k5'])
    expect(slice.totalCount).toBeUndefined()
    expect(sent(upstream)).toEqual([{ count: '3', cursor: '3' }])
  })

  it('follows an empty page that has a cursor', async () => {
    const pages = [[], [{ id: 'k1' }], [], [{ id: 'k2' }]]
    const { loaders } = await open(
      startUpstream(({ query }) => {
        const page = Number(query['cursor'] ?? 0)
        return { body: { data: pages[page], next_cursor: page < 3 ? String(page + 1) : null } }
      }),
    )
    expect(idsOf(await read(loaders, 5))).toEqual(['k1', 'k2'])
  })

  it('fails if the service returns the cursor that it was sent', async () => {
    const { upstream, loaders } = await open(startUpstream(() => ({ body: { data: [], next_cursor: 'again' } })))

    await expect(read(loaders, 5)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('a slice that begins in the middle of a page', () => {
  it('reads that page again, up to the needed rows', async () => {
    const { upstream, loaders } = await open(startListUpstream(cards(1, 2, 3, 4, 5, 6, 7)))

    expect(idsOf(await read(loaders, 1, after('3', 0, 4)))).toEqual(['k5'])
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
    const { loaders } = await open(startListUpstream(tables))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(expected)
  })

  it('continues at the same position after rows were added before it, and reads the page once more', async () => {
    const { upstream, loaders } = await open(
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

  it('continues after the same number of rows if no row near its position is left', async () => {
    const { loaders } = await open(startListUpstream(cards(11, 12, 13, 14, 15, 16)))

    expect(idsOf(await read(loaders, 2, after(null, 2, 3)))).toEqual(['k13', 'k14'])
  })
})
