import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'
import { startUpstream } from '../support/upstream.ts'

const { redis: openRedis, instance, closeLater } = useInstances()

const CAMPAIGNS = '{ account(id: "a1") { campaigns { nodes { name } } } }'

const REFUSALS: [name: string, reason: RegExp, begin: string[], end: string[]][] = [
  ['is a replica', /READONLY/, ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ['is out of memory', /OOM/, ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  [
    'lacks its replicas',
    /NOREPLICAS/,
    ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
    ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
  ],
  [
    'allows no scripts',
    /NOPERM/,
    ['ACL', 'SETUSER', 'default', '-@scripting'],
    ['ACL', 'SETUSER', 'default', '+@scripting'],
  ],
  [
    'allows no messages',
    /NOPERM|permissions/,
    ['ACL', 'SETUSER', 'default', 'resetchannels'],
    ['ACL', 'SETUSER', 'default', 'allchannels'],
  ],
]

async function open() {
  const redis = await openRedis()
  const operator = new Redis(redis.url)
  closeLater(() => operator.disconnect())
  const command = async ([name = '', ...args]: string[]) => operator.call(name, ...args)
  const upstream = await startUpstream(() => ({ body: { data: [] } }))
  closeLater(() => upstream.close())
  return { redis, command, upstream }
}

const isAvailable = async ({ url }: { url: string }) =>
  /^adgraph_redis_available (\d)$/m.exec(await (await fetch(new URL('/metrics', url))).text())?.[1] === '1'

const bypassed = async ({ url }: { url: string }) =>
  (await (await fetch(new URL('/metrics', url))).text()).includes(
    'adgraph_redis_bypassed_total{command="acquirePermits"}',
  )

describe.skipIf(!HAS_REDIS)('a Redis user with the documented permissions (needs the apt package redis-server)', () => {
  it('is refused nothing', async () => {
    const { redis, command, upstream } = await open()
    const [, rule = ''] = /^(ACL SETUSER .+)$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    await command(rule.replace('PASSWORD', 'secret').split(' '))
    const graph = await instance(redis.url.replace('//', '//adgraph:secret@'), upstream)
    const lease = await graph.store.lease('any')
    if (lease.held) await lease.release()
    await graph.store.set('any', 'text', 10_000)
    await graph.store.compareAndSet({ key: 'other', before: undefined, after: 'text', ttlMs: 10_000 })
    await graph.store.setSpare('spare', 'text', 10_000)
    expect(await graph.store.getAll(['any', 'other'])).toMatchObject([{ value: 'text' }, { value: 'text' }])
    await graph.store.delete('any')
    for (let nth = 0; nth < 3; nth += 1)
      expect(
        (
          await graph.query(
            '{ biddingRules { nodes { currency } } account(id: "a1") { campaigns { nodes { name } } } }',
          )
        ).errors,
      ).toBeUndefined()

    expect(graph.redisLines).toEqual([])
    expect(await command(['ACL', 'LOG'])).toEqual([])
  })
})

describe.skipIf(!HAS_REDIS)('a Redis that refuses everything (needs the apt package redis-server)', () => {
  it.each(REFUSALS)(
    'because it %s is not used from the start, and is as soon as it can be',
    async (_, reason, begin, end) => {
      const { redis, command, upstream } = await open()
      await command(begin)
      const graph = await instance(redis.url, upstream)
      expect((await graph.query(CAMPAIGNS)).errors).toBeUndefined()

      expect([await isAvailable(graph), await bypassed(graph)]).toEqual([false, true])
      expect(graph.redisLines).toHaveLength(1)
      expect(JSON.parse(graph.redisLines[0]!)).toMatchObject({
        msg: 'Redis is unavailable; this instance continues with its own state',
        reason: expect.stringMatching(reason) as string,
      })
      await command(end)
      await vi.waitFor(async () => expect(await isAvailable(graph)).toBe(true), 10_000)
      expect(graph.redisLines.at(-1)).toContain('Redis is available again; state is shared')
    },
  )

  it.each<[database: string, path: string, reason: RegExp, begin: string[]]>([
    ['that it does not have', '/99', /out of range/, ['PING']],
    ['that its user may not select', '/3', /NOPERM/, ['ACL', 'SETUSER', 'default', '-select']],
  ])(
    'because REDIS_URL has a database %s is not used, whose database 0 is not either',
    async (_, path, reason, begin) => {
      const { redis, command, upstream } = await open()
      await command(begin)
      const graph = await instance(`${redis.url}${path}`, upstream)
      expect((await graph.query(CAMPAIGNS)).errors).toBeUndefined()

      expect([await isAvailable(graph), await bypassed(graph)]).toEqual([false, true])
      expect(graph.redisLines.join('')).toMatch(reason)
      expect(await command(['KEYS', '*'])).toEqual([])
    },
  )

  // A script that begins with a deletion is not refused for lack of memory, and a subscription that exists is not ended.
  it.each(REFUSALS.filter(([, reason]) => !/OOM|permissions/.test(reason.source)))(
    'because it %s is no longer used, and is again when that has ended',
    async (_, reason, begin, end) => {
      const { redis, command, upstream } = await open()
      const graph = await instance(redis.url, upstream)
      expect(await isAvailable(graph)).toBe(true)
      await command(begin)
      expect((await graph.query(CAMPAIGNS)).errors).toBeUndefined()
      await vi.waitFor(async () => expect(await isAvailable(graph)).toBe(false), 10_000)
      await graph.query(CAMPAIGNS)
      expect(await bypassed(graph)).toBe(true)
      expect(graph.redisLines.join('')).toMatch(reason)
      await command(end)

      await vi.waitFor(async () => expect(await isAvailable(graph)).toBe(true), 10_000)
      expect(graph.redisLines.at(-1)).toContain('Redis is available again; state is shared')
    },
  )
})
