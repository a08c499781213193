import { createHash } from 'node:crypto'
import {
  createMemoryStore as createReferenceMemory,
  type KeptAnswer,
  type ReferenceStore,
} from '../rest/reference-store.ts'
import { createRateLimiter, type RateLimiter } from '../rest/rate-limit.ts'
import { createMemoryStore, type SharedStore } from '../rest/store.ts'
import type { AskRedis } from './redis.ts'
import { createSharedRateLimiter } from './rate-limit.ts'

/** What several instances share: small texts, answers to reads that are few, and rate budgets. */
export interface SharedState {
  store: SharedStore
  referenceStore: ReferenceStore
  rateLimiter: RateLimiter
}

/** State in Redis. While that does not answer, each instance goes on with what it knows by itself. */
export function createSharedState(ask: AskRedis): SharedState {
  return {
    store: sharedStore(ask),
    referenceStore: sharedReference(ask),
    rateLimiter: createSharedRateLimiter(ask, createRateLimiter()),
  }
}

/** Texts in Redis, and in this process too for the time when Redis does not answer. What Redis has not, others have deleted. */
function sharedStore(ask: AskRedis): SharedStore {
  const memory = createMemoryStore()
  return {
    get: async (name) =>
      (await ask<string | null | undefined>(
        (redis) => redis.get(name),
        () => memory.get(name),
      )) ?? undefined,
    async set(name, text, forMs) {
      await memory.set(name, text, forMs)
      await ask(
        (redis) => redis.set(name, text, 'PX', Math.ceil(forMs)),
        () => 'OK' as const,
      )
    },
    async delete(name) {
      await memory.delete(name)
      await ask(
        (redis) => redis.del(name),
        () => 0,
      )
    },
    async take(name, text, forMs) {
      const taken = await memory.take(name, text, forMs)
      if (!taken) return false
      const answer = await ask<'OK' | null>(
        (redis) => redis.set(name, text, 'PX', Math.ceil(forMs), 'NX'),
        () => 'OK',
      )
      if (answer === null) await memory.delete(name)
      return answer === 'OK'
    },
  }
}

/** Kept answers in Redis, and in this process too for the time when Redis does not answer, or has lost them. */
function sharedReference(ask: AskRedis): ReferenceStore {
  const memory = createReferenceMemory()
  return {
    async get(name) {
      const text = await ask(
        (redis) => redis.get(nameOf(name)),
        () => null,
      )
      return text === null ? memory.get(name) : (JSON.parse(text) as KeptAnswer)
    },
    async set(name, kept, forMs) {
      await memory.set(name, kept, forMs)
      await ask(
        (redis) => redis.set(nameOf(name), JSON.stringify(kept), 'PX', Math.ceil(forMs)),
        () => 'OK' as const,
      )
    },
  }

  function nameOf(name: string): string {
    return `reference:${createHash('sha256').update(name).digest('base64url')}`
  }
}
