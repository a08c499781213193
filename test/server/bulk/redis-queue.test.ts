import { rm } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRedisPlace } from '../../../src/bulk/redis/place.ts'
import type { QueueTiming } from '../../../src/bulk/redis/queue.ts'
import { bulkFolder, openBulkGraph, type BulkGraph } from '../../support/bulk.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../../support/redis.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

/** No lock expires by itself in a test. */
const SHORT: QueueTiming = { lockMs: 5_000, stalledMs: 200 }

const queryOf = (account: string) => `{ account(id: "${account}") { campaigns { nodes { name } } } }`

describe.skipIf(!HAS_REDIS)('the queue of long work in Redis (apt package redis-server)', { timeout: 60_000 }, () => {
  let redis: TestRedis
  let connection: Redis
  let dir: string
  const opened: { close(): Promise<unknown> }[] = []
  beforeEach(async () => {
    redis = await startRedis()
    connection = new Redis(redis.url)
    dir = await bulkFolder()
  })
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close()
    connection.disconnect()
    await redis.kill()
    await rm(dir, { recursive: true, force: true })
  })

  async function service(
    answer: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
  ): Promise<Upstream> {
    const upstream = await startUpstream(answer)
    opened.push(upstream)
    return upstream
  }

  /** A server that runs so many operations at the same time. */
  async function open(url: string, slots: number, timing?: QueueTiming, checkpointMs = 50): Promise<BulkGraph> {
    const graph = await openBulkGraph(url, {
      dir,
      work: {
        slots,
        service: url,
        openPlace: (onFault) => openRedisPlace({ url: redis.url, dir, service: url, onFault, timing }),
        timing: { maxHeldWaitMs: 100, checkpointMs },
      },
    })
    opened.push(graph)
    return graph
  }

  async function keyOf(ending: string): Promise<string> {
    const [key = ''] = await connection.keys(`*${ending}`)
    return key
  }

  /** The milliseconds until the key with this ending expires. */
  const leftOf = async (ending: string) => connection.pttl(await keyOf(ending))

  it('locks an operation for 20 s, and looks for stalled ones every 10 s', async () => {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const { url } = await service(async () => {
      await isReleased
      return { body: { data: [] } }
    })
    const graph = await open(url, 1)
    const { id } = await graph.start(queryOf('a'))
    await graph.until(id, 'RUNNING')

    // The lock is renewed each 10 s, and BullMQ's own times are 30 s each.
    expect(await leftOf(':lock')).toBeGreaterThan(5_000)
    expect(await leftOf(':lock')).toBeLessThanOrEqual(20_000)
    // Each check sets the key anew.
    await expect.poll(async () => Math.ceil((await leftOf(':stalled-check')) / 10_000)).toBe(1)
    release()
    await graph.until(id, 'COMPLETED')
  })

  it('gives the only slot to another operation while the first waits for the reset of a rate limit', async () => {
    const resetAt = Math.ceil(Date.now() / 1000) + 600
    const upstream = await service(({ path, query }) =>
      path.includes('/a/') ? fullPage(query, resetAt) : { body: { data: [{ id: 'c', name: 'x' }] } },
    )
    const graph = await open(upstream.url, 1)
    const first = await graph.start(queryOf('a'))
    const second = await graph.start(queryOf('b'))
    const completed = await graph.until(second.id, 'COMPLETED')
    const waiting = await graph.until(first.id, 'WAITING')
    const delayed = await connection.zrange(await keyOf(':delayed'), 0, -1)

    expect([completed.progress.rows, waiting.progress.rows]).toEqual([1, 1000])
    expect(Date.parse(waiting.progress.waitingUntil ?? '')).toBeGreaterThanOrEqual(resetAt * 1000)
    expect(delayed).toEqual([first.id])
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/12/accounts/a/campaigns', '/12/accounts/b/campaigns'])
    const { data } = await graph.tryCancel(first.id)
    expect(data.cancelBulkOperation?.status).toBe('CANCELED')
  })

  it('goes on after the reset', async () => {
    let resetAt = 0
    const upstream = await service(({ query }) => {
      if (query['cursor'] !== undefined) return { body: { data: [{ id: 'last', name: 'y' }] } }
      resetAt = Math.ceil(Date.now() / 1000) + 1
      return fullPage(query, resetAt)
    })
    const graph = await open(upstream.url, 1)
    const { id } = await graph.start(queryOf('a'))
    const { progress, endedAt } = await graph.until(id, 'COMPLETED')

    expect(progress).toMatchObject({ rows: 1001, waitingUntil: null })
    expect(upstream.requests.map(({ query }) => query['cursor'])).toEqual([undefined, '1'])
    expect(Date.parse(endedAt ?? '')).toBeGreaterThanOrEqual(resetAt * 1000)
  })

  it('fails an operation after two processes have ended without any progress', async () => {
    const { url } = await service(() => new Promise(() => undefined))
    // A checkpoint without rows would be kept on a busy machine.
    const graph = await open(url, 4, SHORT, 60_000)
    const { id } = await graph.start(queryOf('a'))
    const runs = () => graph.logLines.filter((line) => line.includes('long work: RUNNING')).length
    for (let nth = 1; nth <= 2; nth += 1) {
      await expect.poll(runs).toBe(nth)
      // A process that has ended no longer renews its lock.
      await connection.del(await keyOf(':lock'))
    }
    const { errors, files } = await graph.until(id, 'FAILED')

    expect(errors).toMatchObject([
      { message: 'The operation ended its process 2 times without any progress', extensions: { code: 'INTERNAL' } },
    ])
    expect(files).toEqual([])
    expect(runs()).toBe(2)
  })
})

/** A page of an account whose limit it spends, and a cursor. */
function fullPage({ count }: UpstreamRequest['query'], resetAt: number): UpstreamAnswer {
  return {
    headers: {
      'x-account-rate-limit-limit': '1',
      'x-account-rate-limit-remaining': '0',
      'x-account-rate-limit-reset': String(resetAt),
    },
    body: { data: Array.from({ length: Number(count) }, (_, nth) => ({ id: `c${nth}`, name: 'x' })), next_cursor: '1' },
  }
}
