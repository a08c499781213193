import { rm } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { bulkFolder, openBulkGraph, sharedPlace, type BulkGraph } from '../../../support/bulk.ts'
import { closedAfterTest } from '../../../support/open.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/redis.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../../support/upstream.ts'

const queryOf = (account: string) => `{ account(id: "${account}") { campaigns { nodes { name } } } }`

describe.skipIf(!HAS_REDIS)('the queue of long work in Redis (apt package redis-server)', () => {
  let redis: TestRedis
  let dir: string
  beforeEach(async () => {
    dir = await bulkFolder()
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    redis = await startRedis()
    onTestFinished(() => redis.kill())
  })

  async function service(
    answer: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
  ): Promise<Upstream> {
    return closedAfterTest(await startUpstream(answer))
  }

  /** A server that runs so many operations at the same time. */
  async function open(url: string, slots: number): Promise<BulkGraph> {
    const graph = await openBulkGraph(url, {
      dir,
      work: {
        slots,
        service: url,
        openPlace: await sharedPlace(redis.url, dir, url),
        timing: { maxHeldWaitMs: 100, checkpointMs: 50 },
      },
    })
    return closedAfterTest(graph)
  }

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

    expect([completed.progress.rows, waiting.progress.rows]).toEqual([1, 1000])
    expect(Date.parse(waiting.progress.waitingUntil ?? '')).toBeGreaterThanOrEqual(resetAt * 1000)
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
