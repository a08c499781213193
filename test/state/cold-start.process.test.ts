import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { LIVE_LIMITS } from '../../sandbox/index.ts'
import type { Messages, NextMessage } from '../../src/async/messages.ts'
import { createSharedState } from '../../src/state/shared.ts'
import { BrowserClient } from '../support/browser-client.ts'
import { runCommand, type CommandRun, tenantSettings } from '../support/command.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import type { Graph } from '../support/graph.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS, type TestRedis } from '../support/redis.ts'
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

const SCARCE = `{
  accounts(first: 2) { nodes { name } }
  biddingRules { nodes { currency } }
  publishers { nodes { userId } }
  iabCategories(first: 3) { totalCount nodes { name } }
  contentCategories { nodes { iabCategories { nodes { name } } } }
}`

const RULES = '{ biddingRules { nodes { minimumCpeBidLocalMicro } } }'

const { redis: openRedis, sandbox: openSandbox, instance, state, closeLater } = useInstances()

/** Bidding rules whose lowest bid is the number of the request that brought them. */
const numbered = (nth: number): UpstreamAnswer => ({
  body: { data: [{ currency: 'USD', minimum_cpe_bid_local_micro: nth }] },
})

type Script = (request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>

async function openUpstream(script: Script) {
  const upstream = await startUpstream(script)
  closeLater(() => upstream.close())
  return upstream
}

describe.skipIf(!HAS_REDIS)('fresh instances that share Redis (needs the apt package redis-server)', () => {
  it('make each reference read once between the eight of them', async () => {
    const redis = await openRedis()
    const sandbox = await openSandbox(LIVE_LIMITS)
    const graphs: Graph[] = []
    for (let nth = 0; nth < 8; nth += 1) graphs.push(await instance(redis.url, sandbox))
    const answers = await Promise.all(Array.from({ length: 80 }, (_, nth) => graphs[nth % 8]!.query(SCARCE)))

    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    for (const { data } of answers) expect(data).toEqual(answers[0]!.data)
    expect(sandbox.requests.map(({ path }) => path)).toEqualInSteps([
      '/12/accounts',
      '/12/bidding_rules',
      '/12/content_categories',
      '/12/iab_categories',
      '/12/publishers',
    ])
  })

  it('try one after another while the reads fail, and share the first answer', async () => {
    const redis = await openRedis()
    const upstream = await openUpstream((_, nth) => (nth <= 2 ? { status: 400 } : numbered(nth)))
    const graphs = []
    for (let nth = 0; nth < 5; nth += 1) graphs.push(await instance(redis.url, upstream))
    const answers = await Promise.all(graphs.map((graph) => graph.query(RULES)))

    expect(answers.filter(({ errors }) => errors).map(({ errors }) => errors![0]!.extensions.code)).toEqual([
      'UPSTREAM_ERROR',
      'UPSTREAM_ERROR',
    ])
    expect(upstream.requests).toHaveLength(3)
  })

  it('refresh an old answer once between them', async () => {
    const redis = await openRedis()
    const upstream = await openUpstream(async (_, nth) => {
      await wait(100)
      return numbered(nth)
    })
    const graphs = []
    for (let nth = 0; nth < 4; nth += 1) graphs.push(await instance(redis.url, upstream, { referenceMaxAgeMs: 200 }))
    await graphs[0]!.query(RULES)
    await wait(250)
    const stale = await Promise.all(graphs.map((graph) => graph.query(RULES)))

    expect(stale.map(({ data, cached, stale }) => [data, cached, stale])).toEqual(
      graphs.map(() => [{ biddingRules: { nodes: [{ minimumCpeBidLocalMicro: '1' }] } }, 1, 1]),
    )
    await expect.poll(() => upstream.requests).toHaveLength(2)
    await wait(150)
    expect(upstream.requests).toHaveLength(2)
  })

  it('compute the age of an answer by the clock of Redis, not by their own', async () => {
    const redis = await openRedis()
    const [one, other] = [await state(redis.url, 'https://ads.example'), await state(redis.url, 'https://ads.example')]
    await one.referenceStore.set('key', { any: 'answer' }, 60_000)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    const found = await other.referenceStore.get('key')
    vi.useRealTimers()

    expect(found?.answer).toEqual({ any: 'answer' })
    expect(found?.ageMs).toBeLessThan(30_000)
  })

  it('send an answer that has not changed to each instance once', async () => {
    const redis = await openRedis()
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const sentBytes = async () => Number(/total_net_output_bytes:(\d+)/.exec(await connection.info('stats'))![1])
    const [one, other] = [await state(redis.url, 'https://ads.example'), await state(redis.url, 'https://ads.example')]
    const answer = { large: 'x'.repeat(1_000_000) }
    await one.referenceStore.set('key', answer, 60_000)
    const before = await sentBytes()
    for (const { referenceStore } of [one, other])
      for (let nth = 0; nth < 10; nth += 1) expect((await referenceStore.get('key'))?.answer).toEqual(answer)
    const sent = (await sentBytes()) - before
    expect([sent > 1_000_000, sent < 2_000_000]).toEqual([true, true])
    await other.referenceStore.set('key', { small: 1 }, 60_000)

    expect((await one.referenceStore.get('key'))?.answer).toEqual({ small: 1 })
  })

  it('restore an answer in a Redis that has lost it, if one of them still has it', async () => {
    const redis = await openRedis()
    const upstream = await openUpstream((_, nth) => numbered(nth))
    const [one, other] = [await instance(redis.url, upstream), await instance(redis.url, upstream)]
    await one.query(RULES)
    await redis.forgetAll()
    expect(await one.query(RULES)).toMatchObject({ cached: 1, calls: [] })

    await expect.poll(() => other.query(RULES)).toMatchObject({ cached: 1, calls: [] })
    expect(upstream.requests).toHaveLength(1)
  })
})

/** A process of `adgraph start`, and its address. */
async function startProcess(settings: Record<string, string>): Promise<{ run: CommandRun; url: string }> {
  const run = runCommand(['start'], { PORT: '0', ...settings })
  closeLater(() => run.process.kill('SIGKILL'))
  const [, url] = await run.printed(/"url":"([^"]+)"/)
  return { run, url: url! }
}

describe.skipIf(!HAS_REDIS)('a process that is killed (needs the apt package redis-server)', () => {
  it('during a reference read and a request for a bearer token leaves both to another', async () => {
    const redis = await openRedis()
    const seen = new Map<string, number>()
    const upstream = await openUpstream(({ path }, nth) => {
      const time = (seen.get(path) ?? 0) + 1
      seen.set(path, time)
      // The first instance never gets an answer.
      if (time === 1 && path !== '/2/webhooks') return new Promise<UpstreamAnswer>(() => {})
      if (path === '/oauth2/token') return { body: { token_type: 'bearer', access_token: 'b' } }
      return path === '/12/bidding_rules' ? numbered(nth) : { body: { data: [] } }
    })
    const settings = {
      REDIS_URL: redis.url,
      ...tenantSettings(upstream.url, ANY_CREDENTIALS),
    }
    const [first, second] = await Promise.all([startProcess(settings), startProcess(settings)])
    const document = '{ biddingRules { nodes { currency } } webhookConfigs { nodes { url } } }'
    const lost = new BrowserClient().query(first.url, document).catch(() => 'cut')
    await vi.waitFor(() => expect([...seen.keys()].sort()).toEqual(['/12/bidding_rules', '/oauth2/token']), 10_000)
    const waiting = new BrowserClient().query(second.url, document)
    first.run.process.kill('SIGKILL')

    expect(await lost).toBe('cut')
    expect((await waiting).errors).toBeUndefined()
    expect(Object.fromEntries(seen)).toMatchObject({ '/12/bidding_rules': 2, '/oauth2/token': 2 })
  })
})

describe.skipIf(!HAS_REDIS)('a lease (needs the apt package redis-server)', () => {
  it('is held by one instance, is renewed while its holder runs, and can be acquired by the next when it is released', async () => {
    const redis = await openRedis()
    const [one, other] = [await state(redis.url, 'https://ads.example'), await state(redis.url, 'https://ads.example')]
    const lease = await one.store.lease('any')
    const refused = await other.store.lease('any')
    expect([lease.held, refused.held]).toEqual([true, false])
    // Longer than a lease lasts that nobody renews.
    await wait(3_300)
    const refusedAgain = await other.store.lease('any')
    expect(refusedAgain.held).toBe(false)

    const released = refusedAgain.held ? undefined : refusedAgain.released()
    if (lease.held) await lease.release()
    await released
    expect((await other.store.lease('any')).held).toBe(true)
  })

  it('is not released by one that has lost it', async () => {
    const redis = await openRedis()
    const [one, other] = [await state(redis.url, 'https://ads.example'), await state(redis.url, 'https://ads.example')]
    const lost = await one.store.lease('any')
    await redis.forgetAll()
    const lease = await other.store.lease('any')
    if (lost.held) await lost.release()

    expect(lease.held).toBe(true)
    expect((await one.store.lease('any')).held).toBe(false)
  })

  it.each([
    ['ended', (redis: TestRedis) => redis.kill()],
    ['stopped answering', async (redis: TestRedis) => redis.freeze()],
  ])('that cannot be renewed or released because Redis has %s lapses, and its holder goes on', async (_, fail) => {
    const redis = await openRedis()
    const { strictStore, connection } = await state(redis.url, 'https://ads.example', 200)
    let renewals = 0
    const renewed = new Promise<void>((resolve) => {
      const onRenewal = (name: string) => void (name === 'compareAndSet' && renewals++ > 0 && resolve())
      connection.observe({ onCommand: onRenewal, onBypass: onRenewal, onAvailable: () => {} })
    })
    const faults: unknown[] = []
    const onFault = (fault: unknown) => void faults.push(fault)
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, onFault)
    closeLater(() => {
      for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, onFault)
    })
    const lease = await strictStore.lease('any')
    await fail(redis)
    await renewed
    if (lease.held) await lease.release()
    // Node reports what nobody has caught before the next immediate.
    await new Promise((resolve) => setImmediate(resolve))

    expect(lease.held).toBe(true)
    expect(faults).toEqual([])
  })

  it('that cannot be acquired leaves no listener behind', async () => {
    const redis = await openRedis()
    const { connection } = await state(redis.url, 'https://ads.example', 200)
    const listeners = new Set<NextMessage>()
    const { messages } = connection
    const counted: Messages = {
      ...messages,
      next(...topics) {
        const message = messages.next(...topics)
        listeners.add(message)
        return {
          within: (ms) => message.within(ms).finally(() => listeners.delete(message)),
          cancel() {
            listeners.delete(message)
            message.cancel()
          },
        }
      },
    }
    const { strictStore } = createSharedState({ ...connection, messages: counted })
    redis.freeze()
    // The first command gets no reply, and the second one is not sent.
    for (let nth = 0; nth < 2; nth += 1) await expect(strictStore.lease('any')).rejects.toThrow('Redis is unavailable')

    expect(listeners.size).toBe(0)
  })
})
