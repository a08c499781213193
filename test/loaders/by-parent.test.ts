import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { nextTurn } from '../../src/async/turn.ts'
import type { ChildrenRequest } from '../../src/loaders/by-parent.ts'
import { createLoaders, type ParentRows } from '../../src/loaders/index.ts'
import { listLineItems } from '../../src/rest/campaign/line-item.ts'
import { listTrackingTags } from '../../src/rest/campaign/tracking-tag.ts'
import { aboutParam, list } from '../../src/rest/endpoint.ts'
import type { Row } from '../../src/rest/types.ts'
import { ids, LISTED, PAGED } from '../../src/rest/value.ts'
import { budgetHeaders, depthOf } from '../support/client.ts'
import { loadersOver, type OpenLoaders } from '../support/loaders.ts'
import { startListUpstream, startUpstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

/** So many line items of each campaign, one campaign after the other. */
const grouped = (campaigns: readonly string[], each: number) =>
  campaigns.flatMap((campaign_id) => numbered(`${campaign_id}-`, each).map((id) => ({ id, campaign_id })))

/** So many line items of each campaign, one of every campaign in turn. */
const interleaved = (campaigns: readonly string[], each: number) =>
  numbered('-', each).flatMap((suffix) => campaigns.map((campaign_id) => ({ id: campaign_id + suffix, campaign_id })))

const lineItems = (loaders: OpenLoaders, campaign: string, first: number, { count = false, more = true } = {}) =>
  loaders
    .byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
    .read({ parent: campaign, first, count, more })

const lineItemsOfAll = (
  loaders: OpenLoaders,
  campaigns: readonly string[],
  first: number,
  request?: Partial<Pick<ChildrenRequest, 'count' | 'more'>>,
) => Promise.all(campaigns.map((campaign) => lineItems(loaders, campaign, first, request)))

/** A list that tells no most rows per parent. */
const tags = (loaders: OpenLoaders, parent: string, first: number) =>
  loaders
    .byParent(listTrackingTags, { filter: 'line_item_ids', parentColumn: 'line_item_id' }, ACCOUNT)
    .read({ parent, first, more: true })

const idsOf = ({ rows }: ParentRows<Row>) => rows.map(({ id }) => id)

/** What a connection makes of it: the rows asked for, and whether more follow. */
const shown = (read: ParentRows<Row>, first: number) => ({
  ids: idsOf(read).slice(0, first),
  hasNext: read.rows.length > first || !read.complete,
})

const keysOf = (loaders: OpenLoaders) => loaders.calls.map(({ keys }) => keys)

describe('lists of many parents', () => {
  it('are one call for 200 parents and two for 201', async () => {
    const campaigns = numbered('c', 201)
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(campaigns, 1) }))
    const lists = await lineItemsOfAll(loaders, campaigns, 10)

    expect(lists.map(idsOf)).toEqual(campaigns.map((campaign) => [`${campaign}-1`]))
    expect(upstream.requests.map(({ query }) => query)).toEqualInSteps([
      { count: '1000', campaign_ids: campaigns.slice(0, 200).join(',') },
      { count: '10', campaign_ids: 'c201' },
    ])
  })

  it('of thousands of parents are added in several turns, and are as many calls, also with those of another field', async () => {
    const campaigns = numbered('c', 20_000)
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: [] }))
    const lists = loaders.byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
    const few = lists.readAll(campaigns.slice(0, 10_050), { first: 1, count: false, more: true })
    const more = lists.readAll(campaigns, { first: 5, count: false, more: true })
    // Other operations continue before the last parent is added.
    expect(loaders.read.keys).toBeLessThan(campaigns.length)

    expect([(await few).length, (await more).length]).toEqual([10_050, 20_000])
    expect(loaders.read.keys).toBe(20_000)
    expect(upstream.requests.map(({ query }) => query['campaign_ids']?.split(',').length)).toEqual(
      Array<number>(100).fill(200),
    )
  })

  it('of thousands of parents leave the rest of each turn to other operations while they are added', async () => {
    const { loaders } = await loadersOver(startListUpstream({ line_items: [] }))
    const lists = loaders.byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
    // A turn has 5 ms: a thousand parents take 2 ms here, and a step of the other operation a hundredth, on any machine.
    let steps = 0
    const start = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + loaders.read.keys / 500 + steps / 100)
    const read = lists.readAll(numbered('c', 20_000), { first: 1, count: false, more: true })
    for (; steps < 200 && loaders.read.keys < 20_000; steps += 1) await nextTurn()
    clock.mockRestore()
    await read

    expect(steps).toBe(200)
  })

  it('are grouped by the parent in each row, empty for parents without rows', async () => {
    const { upstream, loaders } = await loadersOver(
      startListUpstream({
        line_items: [
          { id: 'l1', campaign_id: 'c2' },
          { id: 'l2', campaign_id: 'c1' },
          { id: 'l3', campaign_id: 'c2' },
        ],
      }),
    )
    const lists = await lineItemsOfAll(loaders, ['c1', 'c2', 'c3'], 10)

    expect(lists.map(idsOf)).toEqual([['l2'], ['l1', 'l3'], []])
    expect(lists.map(({ complete }) => complete)).toEqual([true, true, true])
    expect(upstream.requests).toHaveLength(1)
  })

  it('are grouped by parents that are JSON numbers too, as the list of a single parent is', async () => {
    const { upstream, loaders } = await loadersOver(
      startListUpstream({
        line_items: [
          { id: 'l1', campaign_id: 2 },
          { id: 'l2', campaign_id: 0 },
          { id: 'l3', campaign_id: '2' },
          { id: 'l4', campaign_id: 9007199254740991 },
        ],
      }),
    )
    const lists = await lineItemsOfAll(loaders, ['0', '1', '2', '9007199254740991'], 10)
    const [alone] = await lineItemsOfAll({ ...loaders, ...createLoaders(loaders.session) }, ['2'], 10)

    expect(lists.map(idsOf)).toEqual([['l2'], [], ['l1', 'l3'], ['l4']])
    expect(idsOf(alone!)).toEqual(['l1', 'l3'])
    expect(upstream.requests).toHaveLength(2)
  })

  it('are grouped by IDs without regard to case, as look-ups are, and parents with the same ID share one list', async () => {
    const rows = [
      { id: 'l1', campaign_id: 'C1' },
      { id: 'l2', campaign_id: 'c2' },
    ]
    const { upstream, loaders } = await loadersOver(startUpstream(() => ({ body: { data: rows, next_cursor: null } })))
    const lists = await lineItemsOfAll(loaders, ['c1', 'C2', 'c2'], 10)

    expect(lists.map(idsOf)).toEqual([['l1'], ['l2'], ['l2']])
    expect(upstream.requests.map(({ query }) => query['campaign_ids'])).toEqual(['c1,C2'])
  })

  it('are read by separate calls if account, filters or order differ', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(['c1'], 1) }))
    const key = { filter: 'campaign_ids', parentColumn: 'campaign_id' } as const
    const request = { parent: 'c1', first: 5, more: true }
    await Promise.all([
      loaders.byParent(listLineItems, key, ACCOUNT).read(request),
      loaders.byParent(listLineItems, key, { account_id: 'a2' }).read(request),
      loaders.byParent(listLineItems, key, ACCOUNT, { with_deleted: true }).read(request),
      loaders.byParent(listLineItems, key, ACCOUNT, { q: 'x', sort_by: ['created_at-desc'] }).read(request),
      loaders.byParent(listLineItems, key, ACCOUNT, { sort_by: ['created_at-desc'], q: 'x' }).read(request),
    ])

    expect(upstream.requests.map(({ path, query }) => [path, query])).toEqualInSteps([
      ['/12/accounts/a1/line_items', { count: '5', campaign_ids: 'c1' }],
      ['/12/accounts/a2/line_items', { count: '5', campaign_ids: 'c1' }],
      ['/12/accounts/a1/line_items', { with_deleted: 'true', count: '5', campaign_ids: 'c1' }],
      ['/12/accounts/a1/line_items', { q: 'x', sort_by: 'created_at-desc', count: '5', campaign_ids: 'c1' }],
    ])
  })

  it('requested twice with a different `first` share the call', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: interleaved(['c1', 'c2'], 9) }))
    const [two, seven] = await Promise.all([
      lineItemsOfAll(loaders, ['c1', 'c2'], 2),
      lineItemsOfAll(loaders, ['c1', 'c2'], 7),
    ])

    expect(two.map((read) => shown(read, 2))).toEqual(
      ['c1', 'c2'].map((campaign) => ({ ids: numbered(`${campaign}-`, 2), hasNext: true })),
    )
    expect(seven.map((read) => shown(read, 7))).toEqual(
      ['c1', 'c2'].map((campaign) => ({ ids: numbered(`${campaign}-`, 7), hasNext: true })),
    )
    expect(upstream.requests).toHaveLength(1)
  })

  it('end as soon as every parent has one row more than requested', async () => {
    const campaigns = numbered('c', 10)
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: interleaved(campaigns, 300) }))
    const lists = await lineItemsOfAll(loaders, campaigns, 99)

    expect(lists.map((read) => shown(read, 99))).toEqual(
      campaigns.map((campaign) => ({ ids: numbered(`${campaign}-`, 99), hasNext: true })),
    )
    expect(upstream.requests).toHaveLength(1)
  })

  it('follow the cursor if little overflows', async () => {
    const campaigns = numbered('c', 200)
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(campaigns, 6) }))
    const lists = await lineItemsOfAll(loaders, campaigns, 10)

    expect(lists.map(idsOf)).toEqual(campaigns.map((campaign) => numbered(`${campaign}-`, 6)))
    expect(upstream.requests.map(({ query }) => query['cursor'])).toEqual([undefined, '1000'])
  })

  it.each([
    ['grouped by parent', grouped],
    ['interleaved', interleaved],
  ])('of 100 rows each come in 1 + 20 calls and two round trips when rows are %s', async (_, ordered) => {
    const campaigns = numbered('c', 200)
    const { loaders } = await loadersOver(startListUpstream({ line_items: ordered(campaigns, 100) }, { delayMs: 100 }))
    const lists = await lineItemsOfAll(loaders, campaigns, 100)

    expect(lists.map((read) => shown(read, 100))).toEqual(
      campaigns.map((campaign) => ({ ids: numbered(`${campaign}-`, 100), hasNext: false })),
    )
    expect(keysOf(loaders)).toEqual([200, ...Array.from({ length: 20 }, () => 10)])
    expect(depthOf(loaders.calls)).toBe(2)
  })

  it('need no row beyond those requested unless `hasNextPage` is requested', async () => {
    const campaigns = numbered('c', 200)
    const { loaders } = await loadersOver(startListUpstream({ line_items: grouped(campaigns, 100) }, { delayMs: 100 }))
    const lists = await lineItemsOfAll(loaders, campaigns, 100, { more: false })

    expect(lists.map(idsOf)).toEqual(campaigns.map((campaign) => numbered(`${campaign}-`, 100)))
    expect(keysOf(loaders)).toEqual([200, ...Array.from({ length: 19 }, () => 10)])
    expect(depthOf(loaders.calls)).toBe(2)
  })

  it('find out whether more rows follow for those that need it, together with others in the same tick', async () => {
    const campaigns = numbered('c', 11)
    const { loaders } = await loadersOver(startListUpstream({ line_items: grouped(campaigns, 100) }))
    const [read] = await Promise.all([
      lineItems(loaders, 'c1', 100, { more: false }),
      lineItems(loaders, 'c1', 100, { more: true }),
      lineItemsOfAll(loaders, campaigns, 100, { more: false }),
    ])

    expect(shown(read, 100).hasNext).toBe(false)
    expect(keysOf(loaders)).toEqual([11, 2])
  })

  it('find out later whether more rows follow, if it was not requested before', async () => {
    const campaigns = numbered('c', 11)
    const { loaders } = await loadersOver(startListUpstream({ line_items: grouped(campaigns, 100) }))
    await lineItemsOfAll(loaders, campaigns, 100, { more: false })
    await lineItems(loaders, 'c1', 100, { more: false })
    expect(keysOf(loaders)).toEqual([11, 1])

    expect(shown(await lineItems(loaders, 'c1', 100, { more: true }), 100).hasNext).toBe(false)
    expect(keysOf(loaders)).toEqual([11, 1, 1])
  })

  it('follow an empty page that has a cursor', async () => {
    const pages = [[], [{ id: 'l1', campaign_id: 'c2' }], [], [{ id: 'l2', campaign_id: 'c1' }]]
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const page = Number(query['cursor'] ?? 0)
        return { body: { data: pages[page], next_cursor: page < 3 ? String(page + 1) : null } }
      }),
    )
    const lists = await lineItemsOfAll(loaders, ['c1', 'c2'], 10)

    expect(lists.map(idsOf)).toEqual([['l2'], ['l1']])
    expect(upstream.requests.map(({ query }) => query['cursor'])).toEqual([undefined, '1', '2', '3'])
  })

  it('fail if the service returns the cursor that it was sent', async () => {
    const { upstream, loaders } = await loadersOver(startUpstream(() => ({ body: { data: [], next_cursor: 'again' } })))

    await expect(lineItemsOfAll(loaders, ['c1', 'c2'], 10)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(upstream.requests.map(({ query }) => query['cursor'])).toEqual([undefined, 'again'])
  })

  it('have each row once even if it is on two pages', async () => {
    const row = (id: string, campaign_id: string) => ({ id, campaign_id })
    const pages = [
      [row('l1', 'c1'), row('l2', 'c2')],
      [row('l2', 'c2'), row('l3', 'c1'), row('l1', 'c1')],
    ]
    const { loaders } = await loadersOver(
      startUpstream(({ query }) => ({
        body: { data: pages[Number(query['cursor'] ?? 0)], next_cursor: query['cursor'] ? null : '1' },
      })),
    )
    expect((await lineItemsOfAll(loaders, ['c1', 'c2'], 10)).map(idsOf)).toEqual([['l1', 'l3'], ['l2']])
  })

  it('are read for one parent at a time if a row does not have its parent', async () => {
    const rows = [
      { id: 'l1', campaign_id: 'x1', funding_instrument_id: 'f1' },
      { id: 'l2', campaign_id: 'x2' },
      { id: 'l3', campaign_id: 'x1', funding_instrument_id: null },
    ]
    const fundedBy: Record<string, string> = { l1: 'f1', l2: 'f2', l3: 'f1' }
    const { loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const wanted = query['funding_instrument_ids']!.split(',')
        return { body: { data: rows.filter(({ id }) => wanted.includes(fundedBy[id]!)), next_cursor: null } }
      }),
    )
    const key = {
      filter: 'funding_instrument_ids',
      parentColumn: 'funding_instrument_id',
    } as const
    const funded = loaders.byParent(listLineItems, key, ACCOUNT)
    const lists = await Promise.all(['f1', 'f2', 'f3'].map((parent) => funded.read({ parent, first: 10, more: true })))

    expect(lists.map(idsOf)).toEqual([['l1', 'l3'], ['l2'], []])
    expect(keysOf(loaders)).toEqual([3, 1, 1, 1])
  })

  it('fail only for the parents of the call that failed', async () => {
    const campaigns = numbered('c', 201)
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const wanted = query['campaign_ids']!.split(',')
        if (wanted.includes('c201')) return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
        return { body: { data: grouped(wanted, 1), next_cursor: null } }
      }),
    )
    const lists = await Promise.allSettled(campaigns.map((campaign) => lineItems(loaders, campaign, 10)))

    expect(lists.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
    expect(lists[200]).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } })
    expect(upstream.requests).toHaveLength(2)
  })

  it('keep the parents that were served before a later page failed', async () => {
    const { loaders } = await loadersOver(
      startUpstream(({ query }) => {
        if (query['cursor'] || query['campaign_ids'] === 'c2') return { status: 403, body: '' }
        return { body: { data: grouped(['c1'], 1000), next_cursor: '1' } }
      }),
    )
    const [served, failed] = await Promise.allSettled(['c1', 'c2'].map((campaign) => lineItems(loaders, campaign, 5)))

    expect(served).toMatchObject({ status: 'fulfilled' })
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } })
  })
})

describe('one parent with 5,000 rows among 199 with 3', () => {
  const parents = numbered('p', 200)
  const big = 'p100'
  const rowsOf = (parent: string) =>
    numbered(`${parent}-`, parent === big ? 5000 : 3).map((id) => ({ id, line_item_id: parent }))
  const tables = {
    'before them': [big, ...parents.filter((parent) => parent !== big)].flatMap(rowsOf),
    'among them': parents.flatMap(rowsOf),
    'after them': [...parents.filter((parent) => parent !== big), big].flatMap(rowsOf),
  }

  it.each([
    ['before them', 10, [[200], [100, 99]]],
    ['before them', 1000, [[200], [1, 100, 99]]],
    ['among them', 10, [[200], [199]]],
    ['among them', 1000, [[200], [1, 199]]],
    ['after them', 10, [[200], [100, 99]]],
    ['after them', 1000, [[200], [200], [100, 99]]],
  ] as const)('%s, the first %i of each: %j keys a call', async (where, first, steps) => {
    const { loaders } = await loadersOver(startListUpstream({ tracking_tags: tables[where] }, { delayMs: 100 }))
    const lists = await Promise.all(parents.map((parent) => tags(loaders, parent, first)))

    expect(lists.map((read) => shown(read, first))).toEqual(
      parents.map((parent) => ({
        ids: numbered(`${parent}-`, parent === big ? first : 3),
        hasNext: parent === big,
      })),
    )
    expect(keysOf(loaders)).toEqualInSteps(...steps)
    expect(depthOf(loaders.calls)).toBe(steps.length)
  })
})

describe('the list of a single parent', () => {
  it('requests exactly the needed rows, and keeps the cursor after them', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(['c1'], 9) }))
    const read = await lineItems(loaders, 'c1', 4)

    expect(idsOf(read)).toEqual(numbered('c1-', 4))
    expect(read).toMatchObject({ complete: false, nextCursor: '4' })
    expect(upstream.requests.map(({ query }) => query)).toEqual([{ count: '4', campaign_ids: 'c1' }])
  })

  it('joins short pages, requesting the missing rows', async () => {
    const rows = grouped(['c1'], 9)
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const start = Number(query['cursor'] ?? 0)
        return { body: { data: rows.slice(start, start + 3), next_cursor: String(start + 3) } }
      }),
    )
    expect(idsOf(await lineItems(loaders, 'c1', 5))).toEqual(numbered('c1-', 6))
    expect(upstream.requests.map(({ query }) => [query['count'], query['cursor']])).toEqual([
      ['5', undefined],
      ['2', '3'],
    ])
  })

  it('is counted in the same call as its page', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(['c1'], 9) }))
    const read = await lineItems(loaders, 'c1', 4, { count: true })

    expect(read.totalCount).toBe(9)
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '4', with_total_count: 'true', campaign_ids: 'c1' },
    ])
  })

  it('has no count if the service returns none, and no further page is read for it', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(() => ({ body: { data: grouped(['c1'], 4), next_cursor: 'more' } })),
    )
    expect(await lineItems(loaders, 'c1', 4, { count: true })).toMatchObject({ complete: false, totalCount: undefined })
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('lists that are requested more than once', () => {
  const key = { filter: 'campaign_ids', parentColumn: 'campaign_id' } as const

  it('share a call in one tick, which reads what all of them need', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(['c1'], 9) }))
    const lists = loaders.byParent(listLineItems, key, ACCOUNT)
    const reads = await Promise.all([
      lists.read({ parent: 'c1', first: 2 }),
      lists.read({ parent: 'c1', first: 5 }),
      lists.read({ parent: 'c1', first: 3, count: true }),
      lists.read({ parent: 'c1', first: 1, more: true }),
    ])

    expect(new Set(reads).size).toBe(1)
    expect(idsOf(reads[0])).toEqual(numbered('c1-', 5))
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '5', with_total_count: 'true', campaign_ids: 'c1' },
    ])
  })

  it('are read again later only for unknown parents', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: grouped(['c1'], 9) }))
    const lists = loaders.byParent(listLineItems, key, ACCOUNT)
    const first = await lists.read({ parent: 'c1', first: 4 })
    expect(await lists.read({ parent: 'c1', first: 4 })).toBe(first)
    expect(await lists.read({ parent: 'c1', first: 2 })).toBe(first)
    expect(idsOf(await lists.read({ parent: 'c1', first: 6 }))).toEqual(numbered('c1-', 6))
    const counted = await lists.read({ parent: 'c1', first: 3, count: true })
    expect(counted.totalCount).toBe(9)
    expect(await lists.read({ parent: 'c1', first: 1 })).toBe(counted)

    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '4', campaign_ids: 'c1' },
      { count: '6', campaign_ids: 'c1' },
      { count: '3', with_total_count: 'true', campaign_ids: 'c1' },
    ])
  })
})

describe('the lists of many parents in one request', () => {
  it('are in the order of the parents, each with its rows or its error', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const wanted = query['campaign_ids']!.split(',')
        if (wanted.includes('c201')) return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
        return { body: { data: grouped(wanted, 1), next_cursor: null } }
      }),
    )
    const lists = loaders.byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)
    const campaigns = [...numbered('c', 201), 'c1']
    const read = await lists.readAll(campaigns, { first: 1 })

    expect(read).toHaveLength(202)
    expect(read[200]).toMatchObject({ code: 'FORBIDDEN' })
    expect(read.map((list) => (list instanceof Error ? 'failed' : idsOf(list).join()))).toEqual(
      campaigns.map((campaign) => (campaign === 'c201' ? 'failed' : `${campaign}-1`)),
    )
    expect(upstream.requests).toHaveLength(2)
    expect(await lists.readAll(['c5'], { first: 1 })).toEqual([read[4]])
    await expect(lists.read({ parent: 'c201', first: 1 })).rejects.toBe(read[200])
    expect(upstream.requests).toHaveLength(2)
  })

  it('are none for no parents', async () => {
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: [] }))
    const lists = loaders.byParent(listLineItems, { filter: 'campaign_ids', parentColumn: 'campaign_id' }, ACCOUNT)

    expect(await lists.readAll([], { first: 1 })).toEqual([])
    expect(upstream.requests).toEqual([])
  })
})

describe('lists that fail', () => {
  const refused = { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
  /** The rate limit resets only after the deadline. */
  const spent = () => ({
    status: 429,
    headers: budgetHeaders('x-rate-limit', 0, Math.ceil(Date.now() / 1000) + 600),
    body: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'wait' }] },
  })
  const options = {
    params: { ...PAGED, parent_ids: ids },
    count: { max: 4 },
    refusal: aboutParam('parent_ids', 'R-1'),
  }
  const listChildren = list<Row & { parent_id?: string }>()('accounts/:account_id/children', options)
  const children = (loaders: OpenLoaders, request: ChildrenRequest) =>
    loaders.byParent(listChildren, { filter: 'parent_ids', parentColumn: 'parent_id' }, ACCOUNT).read(request)
  const row = (id: string) => ({ id, parent_id: id.split('-')[0] })

  it('only because they were counted are read once more without their count', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        if (query['with_total_count']) return spent()
        const start = Number(query['cursor'] ?? 0)
        return { body: { data: grouped(['c1'], 9).slice(start, start + 2), next_cursor: String(start + 2) } }
      }),
    )
    const read = await lineItems(loaders, 'c1', 4, { count: true })

    expect(read).toMatchObject({ complete: false, totalCount: undefined, countError: { code: 'RATE_LIMITED' } })
    expect(idsOf(read)).toEqual(numbered('c1-', 4))
    expect(upstream.requests.map(({ query }) => [query['with_total_count'], query['cursor']])).toEqual([
      ['true', undefined],
      [undefined, undefined],
      [undefined, '2'],
    ])
  })

  it.each([
    ['not read again if another parameter was refused', 'sort_by', 1],
    ['read once more if it is not known what was refused', undefined, 2],
  ])('are %s', async (_name, parameter, calls) => {
    const errors = [{ code: 'FORBIDDEN', message: 'no', parameter }]
    const { upstream, loaders } = await loadersOver(startUpstream(() => ({ status: 403, body: { errors } })))

    await expect(lineItems(loaders, 'c1', 4, { count: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(upstream.requests).toHaveLength(calls)
  })

  it('without a count because of a rate limit are not read again', async () => {
    const { upstream, loaders } = await loadersOver(startUpstream(spent))

    await expect(lineItems(loaders, 'c1', 4)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(upstream.requests).toHaveLength(1)
  })

  it('are counted on their first page only', async () => {
    const { upstream, loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const start = Number(query['cursor'] ?? 0)
        const total = query['with_total_count'] ? { total_count: 9 } : {}
        return { body: { data: grouped(['c1'], 9).slice(start, start + 2), next_cursor: String(start + 2), ...total } }
      }),
    )

    expect((await lineItems(loaders, 'c1', 4, { count: true })).totalCount).toBe(9)
    expect(upstream.requests.map(({ query }) => query['with_total_count'])).toEqual(['true', undefined])
  })

  it('while their other rows are counted keep the rows that were requested', async () => {
    const { loaders } = await loadersOver(
      startUpstream(({ query }) =>
        query['cursor'] || query['parent_ids'] !== 'p1'
          ? refused
          : { body: { data: ['p1-1', 'p1-2', 'p1-3', 'p1-4'].map(row), next_cursor: 'more' } },
      ),
    )
    const read = await children(loaders, { parent: 'p1', first: 4, count: true, more: true })

    expect(idsOf(read)).toEqual(['p1-1', 'p1-2', 'p1-3', 'p1-4'])
    expect(read).toMatchObject({
      complete: false,
      nextCursor: null,
      totalCount: undefined,
      countError: { code: 'FORBIDDEN' },
    })
    await expect(children(loaders, { parent: 'p1', first: 5, count: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(children(loaders, { parent: 'p2', first: 0, count: true, more: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('after a page that they shared keep its rows if these are enough', async () => {
    const { loaders } = await loadersOver(
      startUpstream(({ query }) =>
        query['parent_ids'] === 'p1,p2'
          ? { body: { data: ['p1-1', 'p1-2', 'p1-3', 'p2-1'].map(row), next_cursor: 'more' } }
          : refused,
      ),
    )
    const readBoth = (first: number, more: boolean) =>
      Promise.allSettled(['p1', 'p2'].map((parent) => children(loaders, { parent, first, count: true, more })))

    expect(await readBoth(1, false)).toMatchObject([
      { value: { rows: ['p1-1', 'p1-2', 'p1-3'].map((id) => ({ id })), complete: false, totalCount: undefined } },
      { value: { rows: [{ id: 'p2-1' }], countError: { code: 'FORBIDDEN' } } },
    ])
    expect(await readBoth(2, true)).toMatchObject([
      { value: { rows: ['p1-1', 'p1-2', 'p1-3'].map((id) => ({ id })) } },
      { reason: { code: 'FORBIDDEN' } },
    ])
    // Whether there is a fourth row is not known.
    expect(await readBoth(3, true)).toMatchObject([
      { reason: { code: 'FORBIDDEN' } },
      { reason: { code: 'FORBIDDEN' } },
    ])
  })

  it('because no parent has any are empty', async () => {
    const { loaders } = await loadersOver(
      startUpstream(({ query }) =>
        query['parent_ids'] === 'bad'
          ? refused
          : { status: 400, body: { errors: [{ code: 'INVALID_PARAMETER', message: 'none' }] } },
      ),
    )
    const lists = await Promise.all(['p1', 'p2'].map((parent) => children(loaders, { parent, first: 2, count: true })))

    for (const read of lists)
      expect(read).toMatchObject({ rows: [], complete: true, nextCursor: null, totalCount: 0, countError: undefined })
    await expect(children(loaders, { parent: 'bad', first: 2 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('counts of many parents', () => {
  it('are counted from the rows, because the rate limit of counts is low', async () => {
    const campaigns = numbered('c', 3)
    const { upstream, loaders } = await loadersOver(startListUpstream({ line_items: interleaved(campaigns, 700) }))
    const lists = await Promise.all(campaigns.map((campaign) => lineItems(loaders, campaign, 2, { count: true })))

    expect(lists.map(({ totalCount }) => totalCount)).toEqual([700, 700, 700])
    expect(upstream.requests.filter(({ query }) => query['with_total_count'] !== undefined)).toEqual([])
  })

  it('are not the count of all of them together, which the service can send unasked', async () => {
    const rows = [...grouped(['c1'], 1500), ...grouped(['c2'], 3)]
    const { loaders } = await loadersOver(
      startUpstream(({ query }) => {
        const matching = rows.filter(({ campaign_id }) => query['campaign_ids']!.split(',').includes(campaign_id))
        const start = Number(query['cursor'] ?? 0)
        const end = start + Number(query['count'])
        const next_cursor = end < matching.length ? String(end) : null
        return { body: { data: matching.slice(start, end), next_cursor, total_count: matching.length } }
      }),
    )
    const lists = await Promise.all(['c1', 'c2'].map((campaign) => lineItems(loaders, campaign, 2, { count: true })))

    expect(lists.map(({ totalCount }) => totalCount)).toEqual([1500, 3])
  })
})

describe('any rows in any order', () => {
  interface Child extends Row {
    parent_id?: string
  }
  const PAGE_ROWS = 10
  const listChildren = list<Child>()('accounts/:account_id/children', {
    params: { ...LISTED, parent_ids: ids },
    count: { max: PAGE_ROWS },
  })
  const tables: { children: { id: string; parent_id: string }[] } = { children: [] }

  const skewed = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 40 }))
  const scenario = fc.record({
    sizes: fc.array(skewed, { minLength: 1, maxLength: 12 }),
    order: fc.constantFrom('grouped', 'interleaved', 'shuffled'),
    seed: fc.array(fc.nat(), { minLength: 1, maxLength: 50 }),
    firsts: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 }),
    count: fc.boolean(),
    more: fc.boolean(),
  })

  it('give each parent the rows of its own list, in their order, with few calls', async () => {
    const {
      upstream,
      loaders: { session },
    } = await loadersOver(startListUpstream(tables))
    await fc.assert(
      fc.asyncProperty(scenario, async ({ sizes, order, seed, firsts, count, more }) => {
        const parents = numbered('p', sizes.length)
        const rows = parents.flatMap((parent_id, index) =>
          numbered(`${parent_id}-`, sizes[index]!).map((id, place) => ({ id, parent_id, place, index })),
        )
        if (order === 'interleaved') rows.sort((a, b) => a.place - b.place)
        if (order === 'shuffled') rows.sort((a, b) => hash(a, seed) - hash(b, seed))
        tables.children = rows
        upstream.requests.length = 0
        const { byParent } = createLoaders(session)
        const requests: ChildrenRequest[] = parents.map((parent, index) => ({
          parent,
          first: firsts[index % firsts.length]!,
          count,
          more,
        }))
        const lists = await Promise.all(
          requests.map((request) =>
            byParent(listChildren, { filter: 'parent_ids', parentColumn: 'parent_id' }, ACCOUNT).read(request),
          ),
        )

        for (const [index, { parent, first }] of requests.entries()) {
          const own = rows.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id)
          const { ids, hasNext } = shown(lists[index]!, first)
          expect(ids).toEqual(own.slice(0, first))
          expect([own.length > first, ...(more ? [] : [true])]).toContain(hasNext)
          expect([own.length, ...(count ? [] : [undefined])]).toContain(lists[index]!.totalCount)
        }
        const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS))
        expect(upstream.requests.length).toBeLessThanOrEqual(3 * pages + parents.length)
      }),
      { numRuns: 60 },
    )
  })

  const hash = ({ place, index }: { place: number; index: number }, seed: readonly number[]) =>
    (seed[(place * 7 + index * 13) % seed.length]! * 31 + place * 17 + index * 101) % 1009
})
