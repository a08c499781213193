import { z } from 'zod'
import { HOUR_MS } from '../async/duration.ts'
import {
  createPermitQueues,
  PERMIT_LEASE_MS,
  type Permit,
  type PermitGrant,
  type PermitRequest,
} from '../rest/policy/permit-queue.ts'
import { MAX_RESET_MS } from '../rest/policy/rate-limit-headers.ts'
import type { RateLimitKeys } from '../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, type RateLimiter } from '../rest/policy/rate-limit.ts'
import type { AnswerHead } from '../rest/wire/transport.ts'
import { ACQUIRE_PERMITS, UPDATE_RATE_LIMIT } from './rate-limit-script.ts'
import type { RedisConnection } from './redis.ts'
import { FORMAT, scriptCommand } from './script.ts'

/** Requests of all instances that may be in flight for a rate limit that no answer has announced yet. */
const MAX_IN_FLIGHT_UNKNOWN = 4

/** How long a rate limit is remembered after its window has reset. */
const REMEMBER_MS = HOUR_MS

/**
 * How long it is remembered that the answers of the service announce no rate limit, so that requests do not wait for
 * one.
 */
const UNANNOUNCED_MS = 300_000

/** Whether a request was answered without an error, has no such answer, or was not sent. */
type RequestResult = 'served' | 'lost' | 'unsent'

/**
 * Rate limits that several instances share: each request takes a permit before it is sent, so that all instances together
 * stay within the announced limits. Without Redis, each instance obeys the limits that its own answers announced.
 * In Redis all times are by Redis' clock; a reset is stored as the time that is left until it.
 */
export function createRedisRateLimiter(
  { ask, messages, channel }: Pick<RedisConnection, 'ask' | 'messages' | 'channel'>,
  local: RateLimiter,
): RateLimiter {
  const queues = createPermitQueues({
    take,
    nextMessage: ({ user, account = user }) => messages.next(topicOf(user), topicOf(account)),
    release,
  })

  return {
    // It knows the rate limits that the answers to this instance announced.
    ...local,
    acquire: (keys, now, options) => queues.acquire(keys, now, options),
    update(permit, answer, now) {
      if (permit.own) local.update(permit.own, answer, now)
      else if (answer) local.learn(permit.keys, answer, now)
      takeBack(permit, answer && answer.status < 400 ? 'served' : 'lost', answer, now)
    },
    release,
  }

  function release(permit: Permit): void {
    if (permit.own) local.release(permit.own)
    takeBack(permit, 'unsent', undefined, 0)
  }

  function take(keys: RateLimitKeys, requests: readonly PermitRequest[]) {
    return ask<PermitGrant | Promise<Permit | number>[]>(
      scriptCommand(
        'acquirePermits',
        grantReply(requests.length),
        ACQUIRE_PERMITS,
        ...redisKeys(keys),
        placeOf(keys),
        PERMIT_LEASE_MS,
        MAX_IN_FLIGHT_UNKNOWN,
        MAX_RESET_MS,
        REMEMBER_MS,
        ...requests.map(({ id }) => id),
      ),
      () => requests.map((request) => acquireHere(keys, request)),
    )
  }

  /** A permit of this instance. */
  async function acquireHere(keys: RateLimitKeys, { id, now, options }: PermitRequest): Promise<Permit | number> {
    const own = await local.acquire(keys, now, options)
    // The script may have run although its reply did not come in time: the ID gives its permit back.
    return typeof own === 'number' ? own : { keys, id, own }
  }

  function takeBack({ keys, id }: Permit, result: RequestResult, answer: AnswerHead | undefined, now: number): void {
    // A failure does not show whether the service announces rate limits.
    const unannouncedMs = answer && answer.status < 500 ? UNANNOUNCED_MS : 0
    const { user, account = user, copy = account } = keys
    void ask(
      scriptCommand(
        'learnBudget',
        z.int(),
        UPDATE_RATE_LIMIT,
        ...redisKeys(keys),
        id,
        placeOf(keys),
        result,
        ...announcementIn(answer, keys, now),
        REMEMBER_MS,
        unannouncedMs,
        MAX_IN_FLIGHT_UNKNOWN,
        MAX_RESET_MS,
        channel,
        topicOf(user),
        topicOf(account),
        topicOf(copy),
      ),
      () => 0,
    )
  }
}

/** The form of the reply to ACQUIRE_PERMITS for this number of requests. */
const grantReply = (requests: number): z.ZodType<PermitGrant> =>
  z
    .tuple([z.int().min(0).max(requests), z.int().min(0), z.enum(['all', 'reset', 'message'])])
    .refine(([granted, , until]) => (granted === requests) === (until === 'all'))
    .transform(([granted, waitMs, until]) => ({ granted, waitMs, until }))

/** The arguments of UPDATE_RATE_LIMIT that tell the announced rate limit. */
function announcementIn(answer: AnswerHead | undefined, keys: RateLimitKeys, now: number): (string | number)[] {
  const announcement = answer && announcedLimitIn(answer, keys)
  if (!announcement) return ['', '', '', '', '']
  const { limit, remaining, resetAt } = announcement.announced
  return [announcement.key === keys.account ? 3 : 1, limit, remaining, resetAt, Math.ceil(resetAt - now)]
}

/** The keys of the user's rate limit, the account's and its copy, each with the set of its requests in flight. */
function redisKeys({ user, account = user, copy = account }: RateLimitKeys): string[] {
  return [user, account, copy].flatMap((key) => [`${FORMAT}:budget:${key}`, `${FORMAT}:budget in flight:${key}`])
}

/** The index of the rate limit of a request in `redisKeys`, counted from 1. */
function placeOf({ account }: RateLimitKeys): number {
  return account === undefined ? 1 : 3
}

/** The topic of requests that wait until a rate limit is known. */
function topicOf(key: string): string {
  return `budget ${key}`
}
