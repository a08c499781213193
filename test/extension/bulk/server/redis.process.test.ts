import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startBulkWorkers, type BulkWorkers } from '../../../support/bulk-worker.ts'
import { bulkFolder, openBulkGraph, sharedPlace, type BulkGraph, type BulkOperation } from '../../../support/bulk.ts'
import { tenantSettings } from '../../../support/command.ts'
import { ANY_CREDENTIALS } from '../../../support/credentials.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/redis.ts'
import { startListUpstream, type Upstream } from '../../../support/upstream.ts'

const CAMPAIGNS = 20
const ROWS = inject('killedRows')

/** Thirty in `npm run test:long`. */
const KILLS = inject('kills')

/** A page of the campaigns, and the pages of their line items. */
const CALLS = 1 + ROWS / 1000

const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const lineItems = Array.from({ length: ROWS }, (_, nth) => ({
  id: `l${nth}`,
  campaign_id: `c${nth % 7}`,
  name: `I${nth}`,
}))

const QUERY = '{ account(id: "a") { campaigns { nodes { name lineItems { nodes { name } } } } } }'

/** The service answers with rows from this one on only once it is raised. */
const gate = { at: Infinity }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns, line_items: lineItems }, { before: behindGate })
})
afterAll(() => upstream.close())

async function behindGate(start: number): Promise<void> {
  while (start >= gate.at) await sleep(10)
}

describe.skipIf(!HAS_REDIS)('long work of two workers with Redis (apt package redis-server)', () => {
  let redis: TestRedis
  let redisDir: string
  let dir: string
  let graph: BulkGraph
  let running: BulkWorkers | undefined
  beforeEach(async () => {
    redisDir = await mkdtemp(join(tmpdir(), 'adgraph-redis-'))
    redis = await startRedis(undefined, redisDir)
    dir = await bulkFolder()
    graph = await openBulkGraph(upstream.url, {
      dir,
      work: {
        slots: 0,
        service: upstream.url,
        openPlace: await sharedPlace(redis.url, dir, upstream.url),
      },
    })
  })
  afterEach(async () => {
    gate.at = Infinity
    await running?.close()
    running = undefined
    await graph.close()
    await redis.kill()
    for (const folder of [dir, redisDir]) await rm(folder, { recursive: true, force: true })
  })

  it('goes on in another worker when one is killed, and when one sleeps and wakes up', async () => {
    const workers = await start(2)
    const before = upstream.requests.length
    gate.at = 3_000
    const { id } = await graph.start(QUERY)
    await readUpTo(3_000, id)
    const killed = workers.holder()!
    killed.process.kill('SIGKILL')
    await workers.begun(1)
    await workers.replace(killed)
    await readUpTo(8_000, id)
    const asleep = workers.holder()!
    asleep.process.kill('SIGSTOP')
    await workers.begun(2)
    await readUpTo(11_000, id)
    asleep.process.kill('SIGCONT')
    await readUpTo(15_000, id)
    gate.at = Infinity
    const ended = await graph.until(id, 'COMPLETED')

    expect(await linesOf(ended)).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
    expect(ended.progress.rows).toBe(ROWS + CAMPAIGNS)
    expect(upstream.requests.length - before).toBeLessThan(2 * CALLS)
  })

  it('needs no other permissions of Redis than the documented ones', async () => {
    const [, rule = ''] = /^ACL (SETUSER .+)$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    const operator = new Redis(redis.url)
    await operator.call('ACL', ...rule.replace('PASSWORD', 'secret').split(' '))
    await start(1, redis.url.replace('//', '//adgraph:secret@'))
    const { id } = await graph.start('{ account(id: "a") { campaigns { nodes { name } } } }')
    await graph.until(id, 'COMPLETED')
    const log = (await operator.call('ACL', 'LOG')) as string[][]
    operator.disconnect()

    // The check of the settings of Redis, which is optional.
    expect(log.map((entry) => entry[entry.indexOf('object') + 1])).toEqual(['config|get'])
  })

  it('goes on when Redis is restarted with its file', async () => {
    await start(2)
    const before = upstream.requests.length
    gate.at = 3_000
    const { id } = await graph.start(QUERY)
    await readUpTo(3_000, id)
    const { port } = redis
    await redis.kill()
    gate.at = Infinity
    await sleep(500)
    redis = await startRedis(port, redisDir)
    const ended = await graph.until(id, 'COMPLETED')

    expect(await linesOf(ended)).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
    expect(upstream.requests.length - before).toBeLessThan(2 * CALLS)
  })

  it('goes on when Redis loses everything', async () => {
    await start(2)
    const before = upstream.requests.length
    gate.at = 3_000
    const { id } = await graph.start(QUERY)
    await readUpTo(3_000, id)
    const { port } = redis
    await redis.kill()
    gate.at = Infinity
    redis = await startRedis(port)
    const ended = await graph.until(id, 'COMPLETED')

    expect(await linesOf(ended)).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
    expect(upstream.requests.length - before).toBeLessThan(2 * CALLS)
    expect((await graph.list()).map((operation) => operation.id)).toEqual([id])
    const copies = (await readdir(join(dir, id))).filter((name) => name.startsWith('operation.'))
    expect(copies).toHaveLength(1)
  })

  it.skipIf(KILLS <= 3)(
    'goes on however often workers are killed and sleep, and Redis is restarted (in `npm run test:long`)',
    async () => {
      const workers = await start(2)
      const { port } = redis
      const restart = async (keptIn?: string) => {
        await redis.kill()
        redis = await startRedis(port, keptIn)
      }
      const before = upstream.requests.length
      gate.at = 0
      const { id } = await graph.start(QUERY)
      for (let fault = 0; fault < KILLS; fault += 1) {
        await readUpTo(Math.floor(((fault + 1) * ROWS) / (KILLS + 1) / 1000) * 1000, id)
        const holder = workers.holder()!
        const kind = fault % 4
        if (kind === 0) {
          holder.process.kill('SIGKILL')
          await workers.replace(holder)
        }
        if (kind === 1) {
          holder.process.kill('SIGSTOP')
          setTimeout(() => holder.process.kill('SIGCONT'), 4_000)
        }
        // Its file has what it had at its last restart with it: Redis goes back in time.
        if (kind === 2) await restart(redisDir)
        if (kind === 3) await restart()
      }
      gate.at = Infinity
      const ended = await graph.until(id, 'COMPLETED')

      expect(await linesOf(ended)).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
      expect(upstream.requests.length - before).toBeLessThan(2 * CALLS)
    },
    600_000,
  )

  it('lets a former holder change nothing, whatever Redis has lost, and gives no number twice', async () => {
    const { id } = await graph.start(QUERY)
    const open = await sharedPlace(redis.url, dir, upstream.url)
    const [first, second] = await Promise.all([open(() => undefined), open(() => undefined)])
    const numbers = [(await first.store.hold(id))!.holder, (await second.store.hold(id))!.holder]
    const update = (holder: number) => first.store.update(id, { status: 'RUNNING' }, { holder })
    const before = [await update(numbers[0]!), (await update(numbers[1]!))?.status]
    await redis.forgetAll()
    const after = await update(numbers[1]!)
    numbers.push((await second.store.hold(id))!.holder)
    await Promise.all([first.close(), second.close()])

    expect(before).toEqual([undefined, 'RUNNING'])
    expect(after?.status).toBe('RUNNING')
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  it('is left alone by instances over another service with the same Redis and the same folder', async () => {
    const { id } = await graph.start(QUERY)
    const copies = await readdir(join(dir, id))
    const service = 'https://other.example'
    const place = await (await sharedPlace(redis.url, dir, service))(() => undefined)
    const seen = [await place.store.all(), await place.store.get(id), await place.store.hold(id)]
    await place.close()

    expect(seen).toEqual([[], undefined, undefined])
    expect(await readdir(join(dir, id))).toEqual(copies)
    expect((await graph.find(id))?.status).toBe('CREATED')
  })

  /** Starts workers, which are stopped after the test. */
  async function start(count: number, url = redis.url): Promise<BulkWorkers> {
    running = await startBulkWorkers(count, settingsOf(url, dir))
    return running
  }

  /** Lets an operation read so many line items, and waits until it has. */
  async function readUpTo(rows: number, id: string): Promise<void> {
    gate.at = rows
    await graph.when(id, ({ progress }) => progress.rows >= rows)
  }

  /** The number of lines of the files of all lists, and the number of different ones. */
  async function linesOf({ files }: BulkOperation): Promise<[number, number]> {
    const texts = await Promise.all(
      files.filter(({ name }) => name.endsWith('.ndjson')).map(async ({ url }) => (await graph.get(url)).text()),
    )
    const lines = texts.flatMap((text) => text.split('\n').filter(Boolean))
    return [lines.length, new Set(lines).size]
  }
})

function settingsOf(redisUrl: string, dir: string): Record<string, string> {
  return {
    ...tenantSettings(upstream.url, ANY_CREDENTIALS),
    REDIS_URL: redisUrl,
    BULK_DIR: dir,
  }
}
