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

it.each([
  ['is renewed', false, () => [1, [null]]],
  ['is held by another', true, () => [0, [['another', 3_000]]]],
  ['cannot be renewed', true, () => 'unavailable'],
])('a lease that %s is lost before it ends: %s', async (_, isLost, renewed) => {
  const messages = createMessages()
  let reply: () => unknown = () => [1, [null]]
  const ask = <T>(command: RedisCommand<T>): T => command.reply.parse(reply())
  const store = createRedisStore({ ask, messages, publish: () => {} } as unknown as RedisConnection)
  const lease = await store.lease('a task')
  await vi.advanceTimersByTimeAsync(1_500)
  const lost = lease.held ? lease.lost : undefined
  expect(lost?.aborted).toBe(false)
  reply = renewed
  // It was renewed after a second.
  await vi.advanceTimersByTimeAsync(2_400)

  expect(lost?.aborted).toBe(isLost)
  if (lease.held) await lease.release()
})
