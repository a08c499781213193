import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { openBulkGraph, recordPath, type BulkGraph } from '../../../support/bulk.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../../support/upstream.ts'

const campaigns = Array.from({ length: 3 }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const lineItems = Array.from({ length: 2500 }, (_, nth) => ({
  id: `l${nth}`,
  campaign_id: `c${nth % 3}`,
  name: `=Item ${nth}`,
}))

const QUERY = '{ account(id: "a") { id campaigns { nodes { name lineItems { nodes { name } } } } } }'
const FILES = ['account.campaigns.ndjson', 'account.campaigns.lineItems.ndjson', 'root.json', 'manifest.json']

let upstream: Upstream
let graph: BulkGraph
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns, line_items: lineItems })
})
afterEach(() => graph.close())
afterAll(() => upstream.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('long work', () => {
  it('reads a query to the end of its lists, and reports its progress and its files', async () => {
    graph = await openBulkGraph(upstream.url)
    const before = upstream.requests.length
    const { id, status, files } = await graph.start(QUERY)
    const ended = await graph.until(id, 'COMPLETED')

    expect([status, files]).toEqual(['CREATED', []])
    expect(ended.progress).toEqual({
      rows: 2503,
      calls: upstream.requests.length - before,
      waitingUntil: null,
      lists: [
        { path: 'account.campaigns', rows: 3, pages: 1, done: true },
        { path: 'account.campaigns.lineItems', rows: 2500, pages: 3, done: true },
      ],
    })
    expect(ended.errors).toEqual([])
    expect(ended.files.map(({ name, url, rows }) => [name, url, rows])).toEqual(
      FILES.map((name, nth) => [name, `/bulk/${id}/${name}`, [3, 2500, 0, 0][nth]]),
    )
    const texts = await Promise.all(ended.files.map(async ({ url }) => (await graph.get(url)).text()))
    expect(ended.files.map(({ bytes, sha256 }) => [bytes, sha256])).toEqual(
      texts.map((text) => [String(Buffer.byteLength(text)), sha256(text)]),
    )
    const [lines = '', items = '', root = '', manifest = ''] = texts
    expect(lines.trim().split('\n')[0]).toBe(
      '{"__typename":"Campaign","id":"Campaign:a:c0","__parentId":"Account:a","name":"Campaign 0"}',
    )
    expect(new Set(items.trim().split('\n')).size).toBe(2500)
    expect(JSON.parse(root)).toEqual({ account: { id: 'Account:a' } })
    expect(JSON.parse(manifest)).toMatchObject({
      query: QUERY,
      rows: 2503,
      errors: [],
      files: [{ rows: 3 }, { rows: 2500 }],
    })
    expect(Date.parse(ended.expiresAt ?? '') - Date.parse(ended.endedAt ?? '')).toBe(3_600_000)
  })

  it('takes an operation, its variables and a format', async () => {
    graph = await openBulkGraph(upstream.url)
    const query =
      'query A { accounts { nodes { id } } } query B($id: ID!) { account(id: $id) { campaigns { nodes { name } } } }'
    const { id } = await graph.start({ query, operationName: 'B', variables: { id: 'a' }, format: 'CSV' })
    const { files } = await graph.until(id, 'COMPLETED')
    const text = await (await graph.get(files[0]?.url ?? '')).text()

    expect(files[0]?.name).toBe('account.campaigns.csv')
    expect(text).toBe(
      '__typename,id,__parentId,name\r\n' +
        campaigns.map(({ id, name }) => `Campaign,Campaign:a:${id},Account:a,${name}\r\n`).join(''),
    )
  })

  it('lists the operations of the caller, newest first, in pages', async () => {
    graph = await openBulkGraph(upstream.url)
    const first = await graph.start(QUERY)
    await graph.until(first.id, 'COMPLETED')
    const second = await graph.start(QUERY)

    expect((await graph.list()).map(({ id }) => id)).toEqual([second.id, first.id])
    const page = '{ bulkOperations(first: 1) { totalCount edges { cursor node { id } } pageInfo { hasNextPage } } }'
    const { data } = await graph.query<{
      bulkOperations: { totalCount: number; edges: { cursor: string; node: { id: string } }[] }
    }>(page)
    expect(data.bulkOperations).toMatchObject({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { id: second.id } }],
    })
    const next = await graph.query(
      `{ bulkOperations(after: "${data.bulkOperations.edges[0]?.cursor}") { nodes { id } } }`,
    )
    expect(next.data).toEqual({ bulkOperations: { nodes: [{ id: first.id }] } })
    await graph.until(second.id, 'COMPLETED')
  })

  it('keeps files that only their owner can read, and nothing that is needed to go on', async () => {
    graph = await openBulkGraph(upstream.url)
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    const folder = join(graph.dir, id)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const modes = names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))

    expect([...new Set(modes)].toSorted()).toEqual(['600', '700'])
    expect(names.filter((name) => /index|new$/.test(name))).toEqual([])
    expect(readFileSync(recordPath(graph.dir, id), 'utf8')).toContain('"credentials":null')
  })

  it('ends when it is canceled, with the files of what was read', async () => {
    const slow = await startListUpstream({ campaigns, line_items: lineItems }, { delayMs: 100 })
    graph = await openBulkGraph(slow.url)
    const { id } = await graph.start(QUERY)
    await graph.when(id, ({ progress }) => progress.rows >= 1003)
    const { data } = await graph.tryCancel(id)
    const calls = slow.requests.length
    const canceled = data.cancelBulkOperation

    expect(canceled?.status).toBe('CANCELED')
    expect(canceled?.files.map(({ name }) => name)).toEqual(FILES)
    const rows = canceled?.files[1]?.rows ?? 0
    const lines = (await (await graph.get(`/bulk/${id}/account.campaigns.lineItems.ndjson`)).text()).trim().split('\n')
    expect([lines.length, rows % 1000]).toEqual([rows, 0])
    const manifest = await (await graph.get(`/bulk/${id}/manifest.json`)).json()
    expect(manifest).toMatchObject({ errors: [{ message: 'The operation was canceled' }] })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(slow.requests.length).toBeLessThanOrEqual(calls + 1)
    expect((await graph.tryCancel(id)).data.cancelBulkOperation?.status).toBe('CANCELED')
    await slow.close()
  })

  it('names the lists that could not be read, with their parents, and completes with everything else', async () => {
    const failing = await startUpstream(({ path }) =>
      path.endsWith('/line_items')
        ? { status: 403, body: { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'Not these' }] } }
        : { body: { data: campaigns, next_cursor: null } },
    )
    graph = await openBulkGraph(failing.url)
    const { id } = await graph.start(QUERY)
    const { errors, files, progress } = await graph.until(id, 'COMPLETED')

    expect(errors.map(({ path, parents, extensions }) => [path.join('.'), parents, extensions?.['code']])).toEqual(
      ['c0', 'c1', 'c2'].map((id) => ['account.campaigns.lineItems', [`Campaign:a:${id}`], 'FORBIDDEN']),
    )
    expect([files.map(({ rows }) => rows), progress.rows]).toEqual([[3, 0, 0, 0], 3])
    await failing.close()
  })

  it('fails if a part of a file is gone when it ends', async () => {
    const slow = await startListUpstream({ campaigns, line_items: lineItems }, { delayMs: 300 })
    graph = await openBulkGraph(slow.url)
    const { id } = await graph.start(QUERY)
    await graph.when(id, ({ progress }) => progress.rows >= 3)
    await rm(join(graph.dir, id, 'work', 'account.campaigns.1.part'))
    const { errors, files } = await graph.until(id, 'FAILED')

    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BULK_UNAVAILABLE' }])
    expect(files).toEqual([])
    await slow.close()
  })

  it('logs each change of its status, and counts what it does', async () => {
    graph = await openBulkGraph(upstream.url)
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    const lines = graph.logLines.map((line) => JSON.parse(line)).filter(({ operation }) => operation === id)
    const metrics = await (await graph.get('/metrics')).text()

    expect(lines.map(({ status, rows }) => [status, rows])).toEqual([
      ['CREATED', 0],
      ['RUNNING', 0],
      ['COMPLETED', 2503],
    ])
    expect(metrics).toContain('adgraph_bulk_operations{state="running"} 0')
    expect(metrics).toContain('adgraph_bulk_rows_total 2503')
    expect(metrics).toMatch(/adgraph_bulk_bytes_total [1-9]\d{5}\n/)
    expect(metrics).toContain('adgraph_bulk_oldest_seconds 0')
  })
})
