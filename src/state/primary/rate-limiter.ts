import { LRUCache } from 'lru-cache'
import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, createRateLimiter, type Permit, type RateLimiter } from '../../rest/policy/rate-limit.ts'
import { EXACT_EXPIRY } from '../../rest/store.ts'
import type { Channel } from './channel.ts'
import type { PermitGrant, StateFunctions, WorkerStateFunctions } from './host.ts'
import { createPermitReports } from './permit-reports.ts'
import { createSparePermits, permitsAhead, SPARE_MS } from './spare-permits.ts'

type StateChannel = Pick<Channel<StateFunctions>, 'call' | 'tell'>

/** The most rate limits of which a worker remembers something for a few seconds. */
const MAX_KEYS = 20_000

/**
 * Creates the rate limits of a worker, which the primary process keeps. Every request needs a permit of the primary process,
 * unless its answers announce no rate limit. While much of a rate limit remains, a busy worker takes several permits at a
 * time, and reports several answers together.
 */
export function createPrimaryRateLimiter({ call, tell }: StateChannel): {
  rateLimiter: RateLimiter
  learnRateLimit: WorkerStateFunctions['learnRateLimit']
} {
  // The rate limits that the answers to all workers announced. What remains is for reports only.
  const known = createRateLimiter()
  const unlimited = createUnlimitedKeys()
  const spare = createSparePermits((first, count) => tell('returnPermits', first, count))
  const reports = createPermitReports({ tell })
  /** The rate limits of which permits were taken just now. */
  const busy = new LRUCache<string, true>({ max: MAX_KEYS, ttl: SPARE_MS, ...EXACT_EXPIRY })
  /** The rate limits of which permits are being taken ahead. */
  const takingAhead = new Set<string>()

  return {
    rateLimiter: {
      acquire(keys, now) {
        if (unlimited.has(keys)) return { keys, window: undefined }
        const key = keyOf(keys)
        const primaryId = spare.take(key, now)
        if (primaryId === undefined) return acquire(keys, now)
        if (spare.isLow(key) && !takingAhead.has(key)) void refill(keys, now)
        return { keys, window: undefined, primaryId }
      },
      update({ keys, primaryId }, answer, now) {
        const announced = answer && announcedLimitIn(answer, keys)
        if (announced) unlimited.delete(announced.key)
        // A failure does not show whether the service announces rate limits.
        else if (answer && answer.status < 500 && primaryId === undefined && !known.known(keys, now))
          unlimited.add(keys)
        known.update({ keys, window: undefined }, answer, now)
        if (primaryId === undefined && !announced) return
        const key = keyOf(keys)
        reports.add(key, { keys, permits: primaryId === undefined ? [] : [primaryId], answer, announced, now })
        const isWide = announced !== undefined && permitsAhead(announced.announced.remaining) > 0
        if (!isWide) spare.returnAll(key)
        // The first announcement is reported at once, because other workers send without permits until they know of it.
        if (!isWide || primaryId === undefined || !busy.has(key)) reports.send(key)
      },
      remaining: (now) => known.remaining(now),
      known: (keys, now) => known.known(keys, now),
      knownOf: (caller, now) => known.knownOf(caller, now),
    },
    learnRateLimit(keys, answer, now) {
      const announced = announcedLimitIn(answer, keys)
      if (announced) unlimited.delete(announced.key)
      known.update({ keys, window: undefined }, answer, now)
    },
  }

  async function acquire(keys: RateLimitKeys, now: number): Promise<Permit | number> {
    const granted = await take(keys, now)
    if ('retryAt' in granted) return granted.retryAt
    const { first, count, resetAt } = granted
    if (first === null) return { keys, window: undefined }
    spare.add(keyOf(keys), { first: first + 1, count: count - 1, resetAt })
    return { keys, window: undefined, primaryId: first }
  }

  async function refill(keys: RateLimitKeys, now: number): Promise<void> {
    const granted = await take(keys, now)
    if ('first' in granted && granted.first !== null) spare.add(keyOf(keys), { ...granted, first: granted.first })
  }

  /** Takes a permit, and some ahead if others were taken just now. */
  async function take(keys: RateLimitKeys, now: number): Promise<PermitGrant> {
    const key = keyOf(keys)
    const isAhead = busy.has(key) && !takingAhead.has(key)
    busy.set(key, true)
    // Reports that wait travel in the same message.
    reports.sendAll()
    if (!isAhead) return call('acquirePermit', keys, now, false)
    takingAhead.add(key)
    try {
      return await call('acquirePermit', keys, now, true)
    } finally {
      takingAhead.delete(key)
    }
  }
}

/** The key of the rate limit of which permits can be taken ahead: that of the account if the request has one. */
function keyOf({ account, user }: RateLimitKeys): string {
  return account ?? user
}

/** The keys for which the answers of the service announce no rate limit, so that there is nothing to share. */
interface UnlimitedKeys {
  has(keys: RateLimitKeys): boolean
  add(keys: RateLimitKeys): void
  delete(key: string): void
}

/** How long an answer without an announcement counts. The first announcement to another worker ends it at once. */
const UNLIMITED_MS = 10_000

function createUnlimitedKeys(): UnlimitedKeys {
  const unlimited = new LRUCache<string, true>({ max: MAX_KEYS, ttl: UNLIMITED_MS, ...EXACT_EXPIRY })
  return {
    has: ({ user, account }) => unlimited.has(user) && (account === undefined || unlimited.has(account)),
    add({ user, account }) {
      unlimited.set(user, true)
      if (account !== undefined) unlimited.set(account, true)
    },
    delete: (key) => void unlimited.delete(key),
  }
}
