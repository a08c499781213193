import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMessages } from '../../src/async/messages.ts'
import { createRedisStore } from '../../src/state/redis-store.ts'
import type { RedisCommand, RedisConnection } from '../../src/state/redis.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('renews the lease of a living holder every second, and no more once it is released', async () => {
  const commands: string[] = []
  const messages = createMessages()
  const ask = <T>({ name, reply }: RedisCommand<T>): T => {
    commands.push(name)
    return reply.parse([1, [null]])
  }
  const store = createRedisStore({
    ask,
    messages,
    publish: (topic: string) => messages.deliver(topic),
  } as unknown as RedisConnection)
  const lease = await store.lease('a task')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(commands).toHaveLength(1 + 2)
  if (lease.held) await lease.release()
  await vi.advanceTimersByTimeAsync(5_000)

  expect(commands).toEqual(Array(4).fill('compareAndSet'))
})
