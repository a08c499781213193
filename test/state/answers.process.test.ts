import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'

const { redis: openRedis, state, closeLater } = useInstances()

const MB = 2 ** 20
const DAY_MS = 86_400_000
const SERVICE = 'https://ads.example'

async function open(maxMemory = '0') {
  const redis = await openRedis()
  const operator = new Redis(redis.url)
  closeLater(() => operator.disconnect())
  await operator.config('SET', 'maxmemory', maxMemory)
  const usedMb = async () => Number(/^used_memory:(\d+)/m.exec(await operator.info('memory'))?.[1]) / MB
  return { operator, usedMb, shared: await state(redis.url, SERVICE), other: await state(redis.url, SERVICE) }
}

const answer = (nth: number, bytes: number) => [`${nth}`.padEnd(bytes, 'x')]

describe.skipIf(!HAS_REDIS)('the answers of reference reads in Redis (needs the apt package redis-server)', () => {
  it('have 32 MB together, and those that expire first make room', async () => {
    const { operator, usedMb, shared, other } = await open()
    for (let nth = 0; nth < 80; nth += 1) await shared.referenceStore.set(`answer ${nth}`, answer(nth, MB), DAY_MS)

    expect(await usedMb()).toBeLessThan(60)
    const keys = await operator.keys('*:reference:*')
    expect(keys).toHaveLength(31)
    expect(await other.referenceStore.get('answer 0')).toBeUndefined()
    expect((await other.referenceStore.get('answer 79'))?.answer).toEqual(answer(79, MB))
    expect(await other.referenceStore.get('answer 48')).toBeUndefined()
    expect((await other.referenceStore.get('answer 49'))?.answer).toEqual(answer(49, MB))
  })

  it('make room for those that expire later', async () => {
    const { shared, other } = await open()
    await shared.referenceStore.set('catalog', answer(0, 1_000), 8 * DAY_MS)
    for (let nth = 0; nth < 40; nth += 1) await shared.statisticsStore.set(`account ${nth}`, answer(nth, MB), DAY_MS)

    expect((await other.referenceStore.get('catalog'))?.answer).toEqual(answer(0, 1_000))
    expect(await other.statisticsStore.get('account 0')).toBeUndefined()
    expect((await other.statisticsStore.get('account 39'))?.answer).toEqual(answer(39, MB))
  })

  it('count once if they are stored again, and no more after they have expired', async () => {
    const { operator, shared } = await open()
    for (let nth = 0; nth < 40; nth += 1) await shared.referenceStore.set('one', answer(nth, MB), DAY_MS)
    await shared.referenceStore.set('other', answer(1, MB), DAY_MS)
    expect(await operator.keys('*:reference:*')).toHaveLength(2)
    for (let nth = 0; nth < 40; nth += 1) await shared.referenceStore.set(`brief ${nth}`, answer(nth, MB), 1)
    for (let nth = 0; nth < 20; nth += 1) await shared.referenceStore.set(`last ${nth}`, answer(nth, MB), DAY_MS)

    expect(await operator.keys('*:reference:*')).toHaveLength(2 + 20)
  })

  it('are not kept if one alone is larger than all may be', async () => {
    const { operator, shared } = await open()
    await shared.referenceStore.set('one', answer(1, 100), DAY_MS)
    await shared.referenceStore.set('large', answer(1, 33 * MB), DAY_MS)

    expect(await operator.keys('*:reference:*')).toHaveLength(1)
  })

  it('never keep a full Redis from a key, a limit, a sign-out or a lease', async () => {
    const { shared } = await open('8mb')
    for (let nth = 0; nth < 400; nth += 1) {
      await shared.referenceStore.set(`large ${nth}`, answer(nth, 40_000), DAY_MS)
      await shared.referenceStore.set(`small ${nth}`, answer(nth, 200), DAY_MS)
      if (nth % 20 > 0) continue
      await shared.strictStore.set(`signed out ${nth}`, 'yes', DAY_MS)
      const lease = await shared.strictStore.lease(`lease ${nth}`)
      expect(lease.held).toBe(true)
      if (lease.held) await lease.release()
    }

    for (let nth = 0; nth < 400; nth += 20)
      expect((await shared.strictStore.get(`signed out ${nth}`))?.value).toBe('yes')
    expect(shared.redisLines).toEqual([])
  })
})
