import { LRUCache } from 'lru-cache'
import { createMemoryReferenceStore, type ReferenceStore } from '../../rest/cache/reference-store.ts'
import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, createRateLimiter, type Permit, type RateLimiter } from '../../rest/policy/rate-limit.ts'
import { EXACT_EXPIRY, type KeyValueStore } from '../../rest/store.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import type { SharedState } from '../index.ts'
import type { Channel } from './channel.ts'
import type { StateFunctions, WorkerStateFunctions } from './host.ts'

type StateChannel = Pick<Channel<StateFunctions>, 'call' | 'tell'>

/** Creates the state of a worker, which the primary process keeps for all workers, and the functions that it calls. */
export function createPrimaryState(channel: StateChannel): { state: SharedState; functions: WorkerStateFunctions } {
  // The rate limits that the answers to all workers announced.
  const known = createRateLimiter()
  const unlimited = createUnlimitedKeys()
  return {
    state: {
      store: createPrimaryStore(channel),
      referenceStore: createPrimaryReferenceStore(channel),
      rateLimiter: createPrimaryRateLimiter(channel, known, unlimited),
    },
    functions: {
      learnRateLimit(keys, answer, now) {
        const announced = announcedLimitIn(answer, keys)
        if (announced) unlimited.delete(announced.key)
        known.update({ keys, window: undefined }, answer, now)
      },
    },
  }
}

function createPrimaryStore({ call }: StateChannel): KeyValueStore {
  return {
    get: (key) => call('get', key),
    set: (key, value, ttlMs) => call('set', key, value, ttlMs),
    delete: (key) => call('delete', key),
    setIfAbsent: (key, value, ttlMs) => call('setIfAbsent', key, value, ttlMs),
    async acquireLease(name) {
      if (await call('acquireLease', name)) return { held: true, release: () => call('releaseLease', name) }
      return { held: false, released: () => call('leaseReleased', name) }
    },
  }
}

/** The size of the copies that a worker keeps, so that an answer is not sent to it for each read. */
const MAX_COPIED_CHARACTERS = 8 * 2 ** 20

/** A copy is used only if the primary process has the same version, so its own age does not matter. */
const COPIED_MS = 86_400_000

function createPrimaryReferenceStore({ call }: StateChannel): ReferenceStore {
  const copies = createMemoryReferenceStore(MAX_COPIED_CHARACTERS)
  return {
    async get(key) {
      const copy = (await copies.get(key))?.answer as CopiedAnswer | undefined
      const found = await call('getAnswer', key, copy?.version ?? null)
      if (!found) return undefined
      const { version, ageMs } = found
      if (version === copy?.version) return { answer: copy.answer, ageMs }
      await copies.set(key, { version, answer: found.answer } satisfies CopiedAnswer, COPIED_MS)
      return { answer: found.answer, ageMs }
    },
    async set(key, answer, ttlMs) {
      const version = await call('setAnswer', key, answer, ttlMs)
      await copies.set(key, { version, answer } satisfies CopiedAnswer, COPIED_MS)
    },
  }
}

interface CopiedAnswer {
  version: string
  answer: unknown
}

/**
 * Every request takes a permit of the primary process, unless its answers announce no rate limit. What is `known` is for
 * reports.
 */
function createPrimaryRateLimiter(
  { call, tell }: StateChannel,
  known: RateLimiter,
  unlimited: UnlimitedKeys,
): RateLimiter {
  return {
    acquire(keys, now) {
      return unlimited.has(keys) ? { keys, window: undefined } : acquire(keys, now)
    },
    update({ keys, primaryId }, answer, now) {
      const announced = answer && announcedLimitIn(answer, keys)
      if (announced) unlimited.delete(announced.key)
      // A failure does not show whether the service announces rate limits.
      else if (answer && answer.status < 500 && primaryId === undefined && !known.known(keys, now)) unlimited.add(keys)
      known.update({ keys, window: undefined }, answer, now)
      if (primaryId === undefined && !announced) return
      const announcing = answer && { status: answer.status, headers: rateLimitHeaders(answer) }
      tell('updateRateLimit', primaryId ?? null, keys, announcing ?? null, now)
    },
    remaining: (now) => known.remaining(now),
    known: (keys, now) => known.known(keys, now),
    knownOf: (caller, now) => known.knownOf(caller, now),
  }

  async function acquire(keys: RateLimitKeys, now: number): Promise<Permit | number> {
    const granted = await call('acquirePermit', keys, now)
    return 'retryAt' in granted ? granted.retryAt : { keys, window: undefined, primaryId: granted.permit ?? undefined }
  }
}

/** The keys for which the answers of the service announce no rate limit, so that there is nothing to share. */
interface UnlimitedKeys {
  has(keys: RateLimitKeys): boolean
  add(keys: RateLimitKeys): void
  delete(key: string): void
}

/** How long an answer without an announcement counts. The first announcement to another worker ends it at once. */
const UNLIMITED_MS = 10_000

const MAX_UNLIMITED_KEYS = 20_000

function createUnlimitedKeys(): UnlimitedKeys {
  const unlimited = new LRUCache<string, true>({ max: MAX_UNLIMITED_KEYS, ttl: UNLIMITED_MS, ...EXACT_EXPIRY })
  return {
    has: ({ user, account }) => unlimited.has(user) && (account === undefined || unlimited.has(account)),
    add({ user, account }) {
      unlimited.set(user, true)
      if (account !== undefined) unlimited.set(account, true)
    },
    delete: (key) => void unlimited.delete(key),
  }
}

function rateLimitHeaders({ headers }: AnswerHead): AnswerHead['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.includes('rate-limit')))
}
