import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Checkpoint } from '../../../../src/extension/bulk/folder/folder.ts'
import { IDS_STREAM } from '../../../../src/extension/bulk/folder/written-ids.ts'
import { openPlace } from '../../../../src/extension/bulk/operation/place.ts'
import { temporaryFolder } from '../../../../src/extension/bulk/operation/record.ts'
import { bulkFolder, openBulkGraph, recordPath, type BulkGraph } from '../../../support/bulk.ts'
import { ANY_CREDENTIALS } from '../../../support/credentials.ts'
import { closedAfterTest } from '../../../support/open.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../../support/upstream.ts'

const campaigns = Array.from({ length: 4 }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const lineItems = Array.from({ length: 6000 }, (_, nth) => ({
  id: `l${nth}`,
  campaign_id: `c${nth % 4}`,
  name: 'Item',
}))
const QUERY = '{ account(id: "a") { campaigns { nodes { name lineItems { nodes { name } } } } } }'
const ITEMS = 'account.campaigns.lineItems.ndjson'

async function openService(delayMs: number): Promise<Upstream> {
  return closedAfterTest(await startListUpstream({ campaigns, line_items: lineItems }, { delayMs }))
}

async function folder(): Promise<string> {
  const dir = await bulkFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function open(...args: Parameters<typeof openBulkGraph>): Promise<BulkGraph> {
  return closedAfterTest(await openBulkGraph(...args))
}

async function idsIn(graph: BulkGraph, id: string): Promise<string[]> {
  const text = await (await graph.get(`/bulk/${id}/${ITEMS}`)).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id as string)
}

describe('after a restart', () => {
  it('an operation goes on where it was when the server stopped, and has every row once', async () => {
    const { url, requests } = await openService(60)
    const dir = await folder()
    let graph = await open(url, { dir })
    const { id } = await graph.start(QUERY)
    await graph.when(id, ({ progress }) => progress.rows >= 2000)
    await graph.stop()
    const calls = requests.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(requests.length).toBe(calls)

    graph = await open(url, { dir })
    const { progress } = await graph.until(id, 'COMPLETED')
    const ids = await idsIn(graph, id)

    expect(progress.rows).toBe(6004)
    expect([ids.length, new Set(ids).size]).toEqual([6000, 6000])
    // The page that was being read is read again.
    expect(requests.length).toBeLessThanOrEqual(1 + 6 + 1)
  })

  it('an operation of many rows can be stopped while it begins to continue, which does not count as its fault', async () => {
    const { url } = await openService(60)
    const dir = await folder()
    let graph = await open(url, { dir })
    const { id } = await graph.start(QUERY)
    await graph.when(id, ({ progress }) => progress.rows >= 2000)
    await graph.stop()
    const work = join(dir, id, 'work')
    const path = join(work, 'checkpoint.1.json')
    const checkpoint = JSON.parse(readFileSync(path, 'utf8')) as Checkpoint
    const ids = checkpoint.segments.find(({ stream }) => stream === IDS_STREAM)!
    // As after a million rows.
    const hashes = randomBytes(16_000_000)
    appendFileSync(join(work, ids.file), hashes)
    ids.bytes += hashes.length
    writeFileSync(path, JSON.stringify(checkpoint))
    const stalls = () => (JSON.parse(readFileSync(recordPath(dir, id), 'utf8')) as { stalls: number }).stalls

    for (let stops = 0; stops < 3; stops += 1) {
      graph = await open(url, { dir })
      await expect.poll(stalls, { interval: 10, timeout: 5_000 }).toBe(1)
      await graph.stop()
      expect(stalls()).toBe(0)
    }
  })

  it('an operation that waits for the service has kept its position, and since when it waits', async () => {
    const upstream = closedAfterTest(await startUpstream(() => ({ status: 503 })))
    const dir = await folder()
    const graph = await open(upstream.url, { dir })
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'WAITING')

    await expect
      .poll(() => (JSON.parse(readFileSync(recordPath(dir, id), 'utf8')) as { stalls: number }).stalls)
      .toBe(0)
    const checkpoint = JSON.parse(readFileSync(join(dir, id, 'work', 'checkpoint.1.json'), 'utf8')) as Checkpoint
    expect(checkpoint.state.stack).toMatchObject([{ failing: { since: expect.any(Number) as number, pages: 0 } }])
  })

  it('nobody sees what was started on behalf of another user of the same server', async () => {
    const { url } = await openService(0)
    const dir = await folder()
    const userOf = (accessToken: string) => ({
      tenant: { credentials: { ...ANY_CREDENTIALS, accessToken }, clientTokens: [] },
    })
    let graph = await open(url, { dir, ...userOf('of-one') })
    const { id } = await graph.start(QUERY)
    const { files } = await graph.until(id, 'COMPLETED')
    const file = files[0]?.url ?? ''
    await graph.stop()

    graph = await open(url, { dir, ...userOf('of-another') })
    expect([await graph.find(id), await graph.list()]).toEqual([null, []])
    expect((await graph.get(file)).status).toBe(404)
    await graph.stop()
    graph = await open(url, { dir, ...userOf('of-one') })
    expect((await graph.get(file)).status).toBe(200)
  })

  it('operations begin that had waited for a slot, and those that have ended are there', async () => {
    const { url } = await openService(0)
    const dir = await folder()
    let graph = await open(url, { dir })
    const first = await graph.start(QUERY)
    await graph.until(first.id, 'COMPLETED')
    await graph.close()
    graph = await open(url, { dir, work: { slots: 0 } })
    const second = await graph.start(QUERY)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await graph.find(second.id))?.status).toBe('CREATED')
    await graph.close()

    graph = await open(url, { dir })
    await graph.until(second.id, 'COMPLETED')
    expect((await graph.list()).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await idsIn(graph, first.id)).toHaveLength(6000)
  })

  it('an operation whose files are missing although everything was read gets them, without an error', async () => {
    const { url } = await openService(0)
    const dir = await folder()
    let graph = await open(url, { dir })
    const { id } = await graph.start(QUERY)
    await graph.until(id, 'COMPLETED')
    await graph.close()
    const path = recordPath(dir, id)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), files: null }))

    graph = await open(url, { dir })
    const { errors } = await graph.when(id, ({ files }) => files.length > 0)
    const manifest = await (await graph.get(`/bulk/${id}/manifest.json`)).json()
    expect(await idsIn(graph, id)).toHaveLength(6000)
    expect([errors, manifest.errors]).toEqual([[], []])
  })

  it('fails an operation whose position cannot be read, such as one of another version, with the reason', async () => {
    const { url } = await openService(60)
    const dir = await folder()
    let graph = await open(url, { dir })
    const { id } = await graph.start(QUERY)
    await graph.when(id, ({ progress }) => progress.rows >= 2000)
    await graph.stop()
    const work = join(dir, id, 'work')
    for (const name of readdirSync(work).filter((each) => each.startsWith('checkpoint.')))
      writeFileSync(join(work, name), '{"version":2}')

    graph = await open(url, { dir })
    const { errors, files } = await graph.until(id, 'FAILED')
    expect(errors).toEqual([
      {
        message: expect.stringMatching(/^BULK_DIR: .* is damaged, or from another version of Adgraph/),
        path: [],
        parents: null,
        extensions: { code: 'BULK_UNAVAILABLE' },
      },
    ])
    expect(files).toEqual([])
  })

  it('ends those that cannot be settled without files, with the reason, and settles the others', async () => {
    const { url } = await openService(0)
    const dir = await folder()
    let graph = await open(url, { dir })
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await graph.start(QUERY)
      await graph.until(id, 'COMPLETED')
      ids.push(id)
    }
    await graph.close()
    for (const id of ids) {
      const path = recordPath(dir, id)
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), files: null }))
    }
    // The second has lost a part, and the folder of the third is a file.
    const [whole = '', short = '', unreadable = ''] = ids
    await rm(join(dir, short, 'work', 'account.campaigns.1.part'))
    await rm(join(dir, unreadable, 'work'), { recursive: true })
    writeFileSync(join(dir, unreadable, 'work'), '')

    graph = await open(url, { dir })
    const settled = await graph.when(short, ({ errors }) => errors.length > 0)
    expect([settled.files, settled.errors[0]?.extensions]).toEqual([[], { code: 'BULK_UNAVAILABLE' }])
    expect((await graph.when(whole, ({ files }) => files.length > 0)).errors).toEqual([])
    const faults = () => graph.logLines.filter((line) => line.includes(unreadable) && line.includes('ENOTDIR'))
    await expect.poll(faults, { timeout: 10_000 }).toHaveLength(1)
  })

  it('fails an operation of another service, and makes no call', async () => {
    const { url, requests } = await openService(0)
    const dir = await folder()
    const graph = await open(url, { dir, work: { slots: 0, service: 'another service' } })
    const { id } = await graph.start(QUERY)
    await graph.close()
    const after = await open(url, { dir })

    await expect.poll(() => after.logLines.join('')).toContain(`"operation":"${id}","status":"FAILED"`)
    expect(requests).toEqual([])
  })

  it('fails an operation that was interrupted again and again without any progress', async () => {
    const { url, requests } = await openService(0)
    const dir = await folder()
    const first = await open(url, { dir, work: { slots: 0 } })
    const { id } = await first.start(QUERY)
    await first.close()
    // Each of these takes it, and ends before it has kept a position.
    for (let nth = 0; nth < 2; nth += 1) {
      const place = await openPlace({ dir, service: 'a service', shared: undefined, onFault: () => {} })
      await place.store.hold(id)
      await place.close()
    }
    const graph = await open(url, { dir })
    const { errors } = await graph.until(id, 'FAILED')

    expect(errors.map(({ message }) => message)).toEqual([
      'The operation ended its process 2 times without any progress',
    ])
    expect(requests).toEqual([])
  })
})

describe('a folder of another process', () => {
  it('is refused, with the reason', async () => {
    const { url } = await openService(0)
    const dir = await folder()
    const one = await open(url, { dir })
    const { id } = await one.start(QUERY)
    const other = await open(url, { dir })
    const { errors } = await other.tryStart(QUERY)

    expect(errors).toMatchObject([
      {
        message:
          'Long work is not available: BULK_DIR is used by another process: without REDIS_URL, each process needs its own folder',
        extensions: { code: 'BULK_UNAVAILABLE' },
      },
    ])
    await one.until(id, 'COMPLETED')
  })

  it('is not used if none is set: the second process has one of its own, which goes with it', async () => {
    const { url } = await openService(0)
    const service = `a service of the process ${process.pid}`
    const usual = temporaryFolder(service)
    onTestFinished(() => rm(usual, { recursive: true, force: true }))
    const openUsual = () =>
      open(url, {
        work: { openPlace: (onFault) => openPlace({ dir: undefined, service, shared: undefined, onFault }) },
      })
    const one = await openUsual()
    const other = await openUsual()
    for (const graph of [one, other]) await graph.until((await graph.start(QUERY)).id, 'COMPLETED')
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(basename(usual)))
    expect(folders()).toHaveLength(2)
    await other.stop()
    await one.stop()
    expect(folders()).toEqual([basename(usual)])
  })
})

describe('a spent rate limit', () => {
  /** A service with windows of so many milliseconds, which allow one call each. */
  async function openWindows(lengthMs: number): Promise<Upstream> {
    const upstream = await startUpstream(({ query }) => {
      const resetAt = Math.ceil((Date.now() + lengthMs) / 1000)
      const page = Number(query['cursor'] ?? 0)
      return {
        headers: {
          date: new Date().toUTCString(),
          'x-account-rate-limit-limit': '10',
          'x-account-rate-limit-remaining': '0',
          'x-account-rate-limit-reset': String(resetAt),
        },
        body: {
          data: Array.from({ length: 1000 }, (_, nth) => ({ id: `c${page}x${nth}`, name: 'One' })),
          next_cursor: page === 0 ? '1' : null,
        },
      }
    })
    closedAfterTest(upstream)
    return upstream
  }
  const CAMPAIGNS = '{ account(id: "a") { campaigns { nodes { name } } } }'

  it('makes an operation wait without a slot, which another operation gets, and goes on after the reset', async () => {
    const { url, requests } = await openWindows(3_000)
    const graph = await open(url, { work: { timing: { maxHeldWaitMs: 500 } } })
    const { id } = await graph.start(CAMPAIGNS)
    const waiting = await graph.until(id, 'WAITING')
    expect(Date.parse(waiting.progress.waitingUntil ?? '')).toBeGreaterThan(Date.now() + 500)
    expect([waiting.progress.rows, requests.length]).toEqual([1000, 1])
    const free = await graph.start({ query: '{ account(id: "b") { campaigns(first: 1) { nodes { name } } } }' })
    await graph.until(free.id, 'COMPLETED')
    expect((await graph.find(id))?.status).toBe('WAITING')

    const { progress } = await graph.until(id, 'COMPLETED')
    expect([progress.rows, progress.waitingUntil]).toEqual([2000, null])
    const logged = () =>
      graph.logLines.filter((line) => line.includes(`"${id}"`)).map((line) => JSON.parse(line).status as unknown)
    await expect.poll(logged).toEqual(['CREATED', 'RUNNING', 'WAITING', 'RUNNING', 'COMPLETED'])
  })

  it('is waited for after a restart too, and can be canceled meanwhile', async () => {
    const { url, requests } = await openWindows(60_000)
    const dir = await folder()
    let graph = await open(url, { dir, work: { timing: { maxHeldWaitMs: 500 } } })
    const { id } = await graph.start(CAMPAIGNS)
    await graph.until(id, 'WAITING')
    const { data } = await graph.tryCancel(id)
    expect(data.cancelBulkOperation).toMatchObject({ status: 'CANCELED', files: [{ rows: 1000 }, {}, {}] })
    const other = await graph.start(CAMPAIGNS)
    await graph.when(other.id, ({ status }) => status === 'WAITING')
    await graph.stop()
    graph = await open(url, { dir, work: { timing: { maxHeldWaitMs: 500 } } })
    await new Promise((resolve) => setTimeout(resolve, 300))

    expect((await graph.find(id))?.status).toBe('CANCELED')
    expect(['WAITING', 'RUNNING']).toContain((await graph.find(other.id))?.status)
    expect(requests.length).toBeLessThanOrEqual(3)
  })
})

describe('an operation that has expired', () => {
  it('has nothing left but that it was there', async () => {
    const { url } = await openService(0)
    const graph = await open(url, { work: { maxAgeMs: 700 } })
    const { id } = await graph.start(QUERY)
    const { files } = await graph.until(id, 'COMPLETED')
    expect((await graph.get(files[0]?.url ?? '')).status).toBe(200)
    const expired = await graph.until(id, 'EXPIRED')

    expect([expired.files, expired.errors]).toEqual([[], []])
    expect((await graph.get(files[0]?.url ?? '')).status).toBe(404)
    while (readdirSync(join(graph.dir, id)).length > 1) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(readdirSync(join(graph.dir, id))).toEqual([expect.stringMatching(/^operation\.\d+\.json$/)])
    while (existsSync(join(graph.dir, id))) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await graph.find(id)).toBeNull()
  })
})
