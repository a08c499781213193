import { describe, expect, it, onTestFinished } from 'vitest'
import { listAccountHistory } from '../../src/rest/account/account-history.ts'
import { listCampaigns } from '../../src/rest/campaign/campaign.ts'
import { listDevices } from '../../src/rest/campaign/targeting-option.ts'
import type { ListEndpoint } from '../../src/rest/endpoint.ts'
import type { Row } from '../../src/rest/types.ts'
import { failure, openClient, type OpenClientOptions } from '../support/client.ts'
import { openGraph } from '../support/graph.ts'
import { closedAfterTest } from '../support/open.ts'
import { startUpstream } from '../support/upstream.ts'

const ACCOUNT = { account_id: 'a1' }
const UNAVAILABLE = { code: 'UPSTREAM_UNAVAILABLE' }

/** A service whose pages are these, by their cursors; the first page has the cursor `''`. */
async function open(pages: Record<string, { rows: object[]; next: string | null }>, options?: OpenClientOptions) {
  const client = await openClient(({ query }) => {
    const { rows, next } = pages[query['cursor'] ?? '']!
    return { body: { data: rows, next_cursor: next } }
  }, options)
  onTestFinished(() => client.close())
  const read = async (endpoint: ListEndpoint = listCampaigns, cursor?: string) => {
    const rows: Row[] = []
    const pages = client.session.pages(endpoint, ACCOUNT, cursor === undefined ? {} : { cursor })
    for await (const page of pages) rows.push(...page.rows)
    return rows
  }
  return { ...client, read }
}

const page = (next: string | null, ...ids: string[]) => ({ rows: ids.map((id) => ({ id })), next })
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe('a walk over pages', () => {
  it('has a row that is on several pages once, at its first place', async () => {
    const { read } = await open({ '': page('p2', 'c1', 'c2'), p2: page('p3', 'c2', 'c3'), p3: page(null, 'c1', 'c4') })

    expect(idsOf(await read())).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  it('has a row that is twice on a page once', async () => {
    const { read } = await open({ '': page('p2', 'c1', 'c2', 'c1'), p2: page(null, 'c3', 'c3') })

    expect(idsOf(await read())).toEqual(['c1', 'c2', 'c3'])
  })

  it('has a row that is twice on a page once, however its ID is written', async () => {
    const client = await openClient(() => ({
      headers: { 'content-type': 'application/json' },
      body: '{"data":[{"id":"c1"},{"id":"c\\u0031"},{"id":"c2"}],"next_cursor":null}',
    }))
    onTestFinished(() => client.close())

    const rows: Row[] = []
    for await (const page of client.session.pages(listCampaigns, ACCOUNT, {})) rows.push(...page.rows)
    expect(idsOf(rows)).toEqual(['c1', 'c2'])
  })

  it('compares thousands of rows with equal keys in little time', async () => {
    const rows = (page: number) =>
      Array.from({ length: 3_000 }, (_, nth) => ({ change_time: 't', entity: `${page} ${nth}` }))
    const { read } = await open({
      '': { rows: rows(1), next: 'p2' },
      p2: { rows: [...rows(1), ...rows(2)], next: null },
    })
    const before = process.cpuUsage()

    expect(await read(listAccountHistory)).toHaveLength(6_000)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
  })

  it('has different rows with equal keys, if the key is no ID', async () => {
    const [one, other] = [
      { change_time: 't', entity: 'one' },
      { change_time: 't', entity: 'other' },
    ]
    const { read } = await open({
      '': { rows: [one], next: 'p2' },
      p2: { rows: [other, one], next: null },
    })

    expect(JSON.parse(JSON.stringify(await read(listAccountHistory as never)))).toEqual([one, other])
  })

  it.each([
    ['to the page itself', { '': page('A', 'c1'), A: page('A', 'c2') }, 2],
    ['to the page before', { '': page('A', 'c1'), A: page('B', 'c2'), B: page('A', 'c3') }, 3],
    [
      'to an earlier page',
      { '': page('A', 'c1'), A: page('B', 'c2'), B: page('C', 'c3'), C: page('D', 'c4'), D: page('A', 'c5') },
      5,
    ],
  ])('ends at a cursor that leads back %s', async (_, pages, requests) => {
    const { read, upstream } = await open(pages)

    expect(await failure(read())).toMatchObject(UNAVAILABLE)
    expect(upstream.requests).toHaveLength(requests)
  })

  it('ends at the cursor that it began with', async () => {
    const { read, upstream } = await open({ A: page('B', 'c1'), B: page('A', 'c2') })

    expect(await failure(read(listCampaigns, 'A'))).toMatchObject(UNAVAILABLE)
    expect(upstream.requests).toHaveLength(2)
  })

  it.each([
    ['without rows', () => []],
    ['with rows of earlier pages', () => [{ id: 'c1' }]],
  ])('follows ten pages in a row %s, and no eleventh', async (_, rows) => {
    const endless = await openClient(({ query }) => {
      const next = Number(query['cursor'] ?? 0) + 1
      return { body: { data: next === 1 ? [{ id: 'c1' }] : rows(), next_cursor: `${next}` } }
    })
    onTestFinished(() => endless.close())
    const read = async () => {
      for await (const _page of endless.session.pages(listCampaigns, ACCOUNT, {})) continue
    }

    expect(await failure(read())).toMatchObject(UNAVAILABLE)
    expect(endless.upstream.requests).toHaveLength(12)
  })

  it('asks for the deadline and the signal before each page', async () => {
    const pages = { '': page('A', 'c1'), A: page('B', 'c2'), B: page(null, 'c3') }
    const late = await open(pages, { deadlineMs: 0 })
    const gone = await open(pages, { signal: AbortSignal.abort() })

    expect(await failure(late.read())).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(await failure(gone.read())).toMatchObject(UNAVAILABLE)
    expect([late, gone].flatMap(({ upstream }) => upstream.requests)).toEqual([])
  })

  it('does not ask for a count together with a cursor', async () => {
    const { session, upstream } = await open({ A: page(null, 'c1') })
    await session.page(listCampaigns, ACCOUNT, { cursor: 'A', with_total_count: true })

    expect(upstream.requests.map(({ query }) => query)).toEqual([{ cursor: 'A' }])
  })
})

describe('a walk over pages that are cached', () => {
  it('ends too, and leaves the process to others', async () => {
    const next: Record<string, string> = { '': 'A', A: 'B', B: 'A' }
    const upstream = await startUpstream(({ query }) => ({
      body: { data: [{ targeting_value: query['cursor'] ?? 'first' }], next_cursor: next[query['cursor'] ?? ''] },
    }))
    closedAfterTest(upstream)
    const graph = closedAfterTest(await openGraph(upstream.url, { checksPlan: false }))
    const document = '{ targetingOptions { devices { nodes { name } } } }'
    const [one, again] = [await graph.query(document), await graph.query(document)]

    for (const { data, errors } of [one, again]) {
      expect(data).toEqual({ targetingOptions: { devices: null } })
      expect(errors).toMatchObject([{ path: ['targetingOptions', 'devices'], extensions: UNAVAILABLE }])
    }
    expect(listDevices.cache).toBeDefined()
    expect(upstream.requests.length).toBeLessThanOrEqual(6)
  })
})
