import { z } from 'zod'
import type { RateLimitKeys } from '../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, type RateLimiter } from '../rest/policy/rate-limit.ts'
import { createPermitQueue, type PermitGrant, type PermitQueue, type PermitRequest } from './permit-queue.ts'
import { ACQUIRE_PERMITS, UPDATE_RATE_LIMIT } from './rate-limit-script.ts'
import type { RedisConnection } from './redis.ts'
import { runScript } from './script.ts'

/** Requests of all instances that may be in flight for a rate limit that no answer has announced yet. */
const MAX_IN_FLIGHT_UNKNOWN = 4

/** The time after which a request without an answer counts as lost: longer than any attempt takes. */
const LEASE_MS = 20_000

/** How long a rate limit is remembered after its window has reset. */
const REMEMBER_MS = 3_600_000

/**
 * How long it is remembered that the answers of the service announce no rate limit, so that requests do not wait for
 * one.
 */
const UNANNOUNCED_MS = 300_000

/** Resets further ahead than this are ignored: no window is so long. */
const MAX_WINDOW_MS = 86_400_000

/**
 * Rate limits that several instances share: each request takes a permit before it is sent, so that all instances together
 * stay within the announced limits. Without Redis, each instance obeys the limits that its own answers announced.
 * In Redis all times are by Redis' clock; a reset is stored as the time that is left until it.
 */
export function createRedisRateLimiter(
  { ask, messages }: Pick<RedisConnection, 'ask' | 'messages'>,
  local: RateLimiter,
): RateLimiter {
  const queues = new Map<string, PermitQueue>()

  return {
    acquire(keys, now, options) {
      const name = `${keys.user}\n${keys.account ?? ''}`
      let queue = queues.get(name)
      if (!queue) {
        queue = createPermitQueue({
          take: (requests) => takePermits(keys, requests),
          nextMessage: () => messages.next(topicOf(keys.user), topicOf(keys.account ?? keys.user)),
          onIdle: () => queues.delete(name),
        })
        queues.set(name, queue)
      }
      return queue.acquire(keys, now, options)
    },

    update(permit, answer, now) {
      local.update(permit, answer, now)
      const { keys, id } = permit
      if (id === undefined) return
      const budget = answer && announcedLimitIn(answer, keys)
      const announced = budget
        ? [
            budget.announced.limit,
            budget.announced.remaining,
            budget.announced.resetAt,
            Math.ceil(budget.announced.resetAt - now),
          ]
        : ['', '', '', '']
      // A failure does not show whether the service announces rate limits.
      const unannouncedMs = answer && answer.status < 500 ? UNANNOUNCED_MS : 0
      const key = budget?.key ?? keys.account ?? keys.user
      void ask(
        {
          name: 'learnBudget',
          reply: z.int(),
          send: (redis) =>
            runScript(
              redis,
              UPDATE_RATE_LIMIT,
              ...redisKeys(keys),
              id,
              key === keys.account ? 3 : 1,
              ...announced,
              REMEMBER_MS,
              unannouncedMs,
              MAX_WINDOW_MS,
              messages.channel,
              topicOf(keys.account ?? keys.user),
              topicOf(key),
            ),
        },
        () => 0,
      )
    },

    // The rate limits that the answers to this instance announced.
    remaining: (now) => local.remaining(now),
    known: (keys, now) => local.known(keys, now),
    knownOf: (caller, now) => local.knownOf(caller, now),
  }

  async function takePermits(keys: RateLimitKeys, requests: readonly PermitRequest[]): Promise<PermitGrant> {
    const ids = requests.map(({ id }) => id)
    return ask<PermitGrant>(
      {
        name: 'acquirePermits',
        reply: grantReply(ids.length),
        send: (redis) =>
          runScript(
            redis,
            ACQUIRE_PERMITS,
            ...redisKeys(keys),
            keys.account === undefined ? 1 : 3,
            LEASE_MS,
            MAX_IN_FLIGHT_UNKNOWN,
            MAX_WINDOW_MS,
            ...ids,
          ),
      },
      async () => ({
        permits: await Promise.all(requests.map(async ({ now, options }) => local.acquire(keys, now, options))),
      }),
    )
  }
}

/** The form of the reply to ACQUIRE_PERMITS for this number of requests. */
const grantReply = (requests: number): z.ZodType<PermitGrant> =>
  z
    .tuple([z.int().min(0).max(requests), z.int().min(0), z.enum(['all', 'reset', 'message'])])
    .refine(([granted, , until]) => (granted === requests) === (until === 'all'))
    .transform(([granted, waitMs, until]) => ({ granted, waitMs, until }))

/** The keys of the user's rate limit and the account's, each with the set of its requests in flight. */
function redisKeys({ user, account = user }: RateLimitKeys): string[] {
  return [user, account].flatMap((key) => [`budget:${key}`, `budget in flight:${key}`])
}

/** The topic of requests that wait until a rate limit is known. */
function topicOf(key: string): string {
  return `budget ${key}`
}
