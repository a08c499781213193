import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { SMALL_ACCOUNT_ID } from '../../sandbox/index.ts'
import { runCommand } from '../support/command.ts'
import { startFakeRedis, type FakeReply } from '../support/fake-redis.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'
import { startUpstream } from '../support/upstream.ts'

const { redis: openRedis, sandbox: openSandbox, instance, state, closeLater } = useInstances()

const READS = `{
  accounts(first: 1) { nodes { name } }
  account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 1) { nodes { name } } }
  webhookConfigs { nodes { url } }
}`

const WRITE = `mutation {
  updateAccount(input: { accountId: "${SMALL_ACCOUNT_ID}", name: "New name" }) { account { name } userErrors { message } }
}`

const CAMPAIGNS = `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 1) { nodes { name } } } }`

const metricsOf = async (graph: { url: string }) => {
  const response = await fetch(new URL('/metrics', graph.url))
  return { status: response.status, text: await response.text() }
}

const messagesIn = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)

async function fakeRedis(reply: FakeReply) {
  const redis = await startFakeRedis(reply)
  closeLater(() => redis.close())
  return redis
}

describe('a Redis that replies in another form', () => {
  it.each<[string, string]>([
    ['OK to everything', '+OK\r\n'],
    ['a number', ':7\r\n'],
    ['a negative number', ':-7\r\n'],
    ['nothing', '$-1\r\n'],
    ['text', '$7\r\ngarbage\r\n'],
    ['an empty array', '*0\r\n'],
    ['an array of text', '*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n'],
    ['more permits than were asked for', '*3\r\n:9000\r\n:0\r\n+all\r\n'],
    ['fewer permits, and nothing to wait for', '*3\r\n:0\r\n:0\r\n+all\r\n'],
    ['a refusal', '-READONLY You cannot write against a read only replica.\r\n'],
    ['another refusal', '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'],
  ])('%s loses no read, no write and no metrics', async (_, reply) => {
    const redis = await fakeRedis(() => reply)
    const sandbox = await openSandbox()
    const graph = await instance(redis.url, sandbox, { operationTimeoutMs: 5_000 })
    expect(graph.redisLines).toEqual([])

    for (let nth = 0; nth < 2; nth += 1) expect((await graph.query(READS)).errors).toBeUndefined()
    const { data, errors } = await graph.query(WRITE)
    expect(errors).toBeUndefined()
    expect(data).toEqual({ updateAccount: { account: { name: 'New name' }, userErrors: [] } })
    const { status, text } = await metricsOf(graph)
    expect(status).toBe(200)
    expect(text).toMatch(
      /adgraph_redis_command_duration_seconds_count\{command="acquirePermits",outcome="(invalid|failed)"\} [1-9]/,
    )
    // Each command's first refusal.
    const messages = messagesIn(graph.redisLines)
    expect(new Set(messages)).toEqual(new Set(['Redis refused a command; this instance continues with its own state']))
    expect(messages.length).toBeLessThanOrEqual(8)
  })
})

describe('a command that cannot be written', () => {
  it('is a fault of this process, and Redis is not called unavailable for it', async () => {
    const redis = await fakeRedis(() => '+OK\r\n')
    const { connection, store, redisLines } = await state(redis.url, 'https://ads.example')
    const write = (value: unknown) =>
      connection.ask(
        { name: 'write', reply: z.literal('OK'), send: (redis) => redis.set('any', JSON.stringify(value)) },
        () => 'OK' as const,
      )

    await expect(write(7n)).rejects.toThrow(TypeError)
    expect(redis.commands).toEqual([])
    expect(redisLines).toEqual([])
    await store.set('any', 'text', 1_000)
    expect(redis.commands).toEqual(['set'])
  })
})

describe('a slow Redis', () => {
  it('is logged once, shows in the metrics, and is not waited for until it is fast again', async () => {
    const redis = await fakeRedis(() => '$-1\r\n')
    const sandbox = await openSandbox()
    const graph = await instance(redis.url, sandbox, { timeoutMs: 100 })
    redis.delayMs = 300
    await graph.query(CAMPAIGNS)
    const sent = redis.commands.length
    for (let nth = 0; nth < 5; nth += 1) expect((await graph.query(CAMPAIGNS)).errors).toBeUndefined()

    expect(redis.commands).toHaveLength(sent)
    expect(messagesIn(graph.redisLines).filter((message) => /unavailable/.test(message))).toEqual([
      'Redis is unavailable; this instance continues with its own state',
    ])
    expect(graph.redisLines.join('')).toContain('no reply in time; the limit is 100 ms')
    const { text } = await metricsOf(graph)
    expect(text).toMatch(/adgraph_redis_command_duration_seconds_count\{command="\w+",outcome="slow"\} [1-9]/)
    expect(text).toMatch(/adgraph_redis_bypassed_total\{command="acquirePermits"\} [1-9]/)
    expect(text).toContain('adgraph_redis_available 0\n')

    redis.delayMs = 0
    await vi.waitFor(async () => expect((await metricsOf(graph)).text).toContain('adgraph_redis_available 1\n'), 10_000)
    expect(messagesIn(graph.redisLines).filter((message) => /available/.test(message))).toEqual([
      'Redis is unavailable; this instance continues with its own state',
      'Redis is available again; state is shared',
    ])
  })
})

describe('a distant Redis', () => {
  it('is used if REDIS_TIMEOUT_MS is long enough', async () => {
    const redis = await fakeRedis(() => '$-1\r\n')
    redis.delayMs = 150
    const messages = async (REDIS_TIMEOUT_MS: string) => {
      const run = runCommand(['start'], { PORT: '0', REDIS_URL: redis.url, REDIS_TIMEOUT_MS })
      await run.printed(/"url":/)
      await run.stop()
      return messagesIn(run.output().trim().split('\n'))
    }
    const unavailable = 'Redis is unavailable; this instance continues with its own state'
    expect(await messages('100')).toContain(unavailable)
    expect(await messages('5000')).not.toContain(unavailable)
  })
})

describe('a Redis that replies in time (needs the apt package redis-server)', () => {
  it.skipIf(!HAS_REDIS)('does not count as slow when this process itself was busy', async () => {
    const redis = await openRedis()
    const { store, redisLines } = await state(redis.url, 'https://ads.example', 100)
    // Redis has the script from here on, so that one reply answers.
    await store.get('any')
    const reading = store.get('any')
    // The reply comes while nothing else can run.
    await new Promise((resolve) => setImmediate(resolve))
    const until = Date.now() + 250
    while (Date.now() < until);

    expect(await reading).toBeUndefined()
    expect(redisLines).toEqual([])
  })

  it.skipIf(!HAS_REDIS)('does not count as slow when it was paused together with this process', async () => {
    const redis = await openRedis()
    const { store, redisLines } = await state(redis.url, 'https://ads.example', 100)
    await store.get('any')
    redis.freeze()
    const reading = store.get('any')
    await new Promise((resolve) => setImmediate(resolve))
    const until = Date.now() + 250
    while (Date.now() < until);
    // Both go on at the same time.
    setTimeout(() => redis.thaw(), 20)

    expect(await reading).toBeUndefined()
    expect(redisLines).toEqual([])
  })
})

describe.skipIf(!HAS_REDIS)('garbage in Redis (needs the apt package redis-server)', () => {
  const GARBAGE = [
    'garbage',
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    JSON.stringify({ answer: { rows: [] } }),
    JSON.stringify({ answer: { rows: [], nextCursor: null }, ttlMs: 'long' }),
    JSON.stringify({ answer: { rows: [], nextCursor: null }, ttlMs: 1 }),
    JSON.stringify({ answer: null, ttlMs: 1e9 }),
    JSON.stringify({ answer: [], ttlMs: 1e9 }),
    JSON.stringify({ answer: {}, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: null, nextCursor: null }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: {}, nextCursor: null }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: [null], nextCursor: null }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: [[]], nextCursor: null }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: ['row'], nextCursor: null }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: [] }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: [], nextCursor: 7 }, ttlMs: 1e9 }),
    JSON.stringify({ answer: { rows: [], nextCursor: null, totalCount: '7' }, ttlMs: 1e9 }),
  ]

  it('is overwritten by the answer of the service, and a new instance reads that', async () => {
    const redis = await openRedis()
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const upstream = await startUpstream(() => ({
      body: { data: [{ currency: 'USD', minimum_cpe_bid_local_micro: 1 }] },
    }))
    closeLater(() => upstream.close())
    const rules = '{ biddingRules { nodes { currency } } }'
    const good = { data: { biddingRules: { nodes: [{ currency: 'USD' }] } }, errors: undefined }
    await (await instance(redis.url, upstream)).query(rules)
    const [key] = await connection.keys('*:reference:*')
    expect(upstream.requests).toHaveLength(1)

    for (const [nth, garbage] of GARBAGE.entries()) {
      await connection.set(key!, garbage, 'PX', 1e9)
      const fresh = await instance(redis.url, upstream)
      expect({ garbage, ...(await fresh.query(rules)) }).toMatchObject({ garbage, ...good })
      expect(upstream.requests).toHaveLength(2 + nth)
      expect(await connection.get(key!)).toContain('"currency":"USD"')
    }
    for (const plant of [() => connection.rpush(key!, 'garbage'), () => connection.hset(key!, { garbage: 1 })]) {
      await connection.del(key!)
      await plant()
      const fresh = await instance(redis.url, upstream)
      expect(await fresh.query(rules)).toMatchObject(good)
      expect(await connection.get(key!)).toContain('"currency":"USD"')
    }
    const [last] = [await instance(redis.url, upstream)]
    const before = upstream.requests.length
    expect(await last.query(rules)).toMatchObject(good)
    expect(upstream.requests).toHaveLength(before)
  })

  it('does not keep a lease from being taken', async () => {
    const redis = await openRedis()
    const connection = new Redis(redis.url)
    closeLater(() => connection.disconnect())
    const { store } = await state(redis.url, 'https://ads.example')
    const lease = await store.lease('any')
    const [key] = await connection.keys('*:lease:any')
    if (lease.held) await lease.release()
    for (const plant of [
      () => connection.set(key!, 'garbage'),
      () => connection.set(key!, 'garbage', 'EX', 1e6),
      () => connection.rpush(key!, 'garbage'),
    ]) {
      await connection.del(key!)
      await plant()
      const again = await store.lease('any')
      expect(again.held).toBe(true)
      if (again.held) await again.release()
      expect(await connection.exists(key!)).toBe(0)
    }
  })
})
