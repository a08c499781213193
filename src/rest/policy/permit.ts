import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFairQueue, type FairQueue } from '../../async/fair-queue.ts'
import { createMessages, type NextMessage } from '../../async/messages.ts'
import { onAbort, type MaybePromise, when } from '../../async/promise.ts'
import { callerGone, rateLimited } from '../call-error.ts'
import type { AnswerHead } from '../wire/transport.ts'
import { RESOLUTION_MS } from './clock.ts'
import {
  type AnnouncedLimit,
  announcedLimitIn,
  type KnownRateLimit,
  ownerOf,
  type RateLimitKeys,
} from './rate-limit.ts'

/**
 * Keeps requests within the rate limits that headers announce. Every `now`, and every time that is returned, is in
 * milliseconds since the epoch by the service's clock, because resets are announced by it.
 */
export interface RateLimiter {
  /**
   * Returns a permit to send now, or the time at which to ask again: when the spent rate limit resets. A promise if the
   * request must wait for the answers to others, at most `maxWaitMs`, or if several processes share rate limits.
   */
  acquire(keys: RateLimitKeys, now: number, options: AcquireOptions): MaybePromise<Permit | number>
  /** Takes a permit back with the answer, whose headers announce the rate limit; undefined if there was no answer. */
  update(permit: Permit, answer: AnswerHead | undefined, now: number): void
  /** Takes a permit back whose request was not sent. */
  release(permit: Permit): void
  /** Learns the rate limit that the answer to a request announced for which another limiter gave the permit. */
  learn(keys: RateLimitKeys, answer: AnswerHead, now: number): void
  /** The key of the limit that requests with these keys count against, as far as this process knows. */
  limitOf(keys: RateLimitKeys): string
  /** The number of remaining requests in the most restrictive window of each endpoint, by the last word of the keys. */
  remaining(now: number): Map<string, number>
  /** The limit that requests with these keys count against, if it has been announced and has not reset. */
  known(keys: RateLimitKeys, now: number): KnownRateLimit | undefined
  /** The limits of the caller with this `credentialKey` that have been announced and have not reset. */
  knownOf(caller: string, now: number): KnownRateLimit[]
}

/** The known state of one rate limit, and the requests that count against it. `src/state/redis-rate-limit.ts` keeps the same in Redis. */
interface Quota {
  /** Undefined if no answer has announced one. */
  window: Window | undefined
  /**
   * The requests in flight, each with the time at which it counts as lost, in the order of these times. Not a Map, whose
   * old tables keep new ones alive (bench/README.md).
   */
  inFlight: { id: string; lostAt: number }[]
}

/** A window of a rate limit: the one that an answer announced, and from its reset until the next announcement the one after it. */
interface Window {
  limit: number
  /** The lowest number of remaining requests that an answer has announced. From the reset on: the whole limit. */
  announced: number
  /** Requests of this window that no announcement has counted, because their answers had none or did not arrive. */
  lost: number
  /** As announced. Answers with the same reset belong to the same window. */
  resetAt: number
  /** Whether the announced window has reset. */
  isOver: boolean
  /** The latest reset that a refusal with an earlier one has replaced; 0 if none has. */
  replaced: number
}

/** How far `now` can be behind the service's clock. */
export const CLOCK_LAG_MS = RESOLUTION_MS

/** The maximum number of rate limits that are known, besides those of requests in flight. */
const MAX_QUOTAS = 50_000

/** How many rate limits a new one beyond the maximum looks at to find one that can be forgotten. */
const MAX_LOOKED_AT = 10

/**
 * Creates the rate limits of one process. No request waits before headers have
 * announced a limit.
 */
export function createRateLimiter(): RateLimiter {
  const quotas = createQuotas()
  const messages = createMessages()
  const queues = createPermitQueues({
    take: (keys, requests) =>
      take(
        keys,
        requests.map(({ id }) => id),
        serviceTime(requests.at(-1)!),
      ),
    nextMessage: ({ user, account = user }) => messages.next(user, account),
    release,
  })

  /** The number of permits that were given at once: no other process knows their IDs. */
  let permits = 0

  return {
    acquire(keys, now, options) {
      if (queues.has(keys)) return queues.acquire(keys, now, options)
      const id = String((permits += 1))
      const { granted, waitMs, until } = take(keys, [id], now)
      if (granted === 1) return { keys, id }
      return until === 'reset' ? now + waitMs : queues.acquire(keys, now, options)
    },

    update({ keys, id }, answer, now) {
      const quota = quotas.of(keys)
      const window = quota && windowAt(quota, now)
      const wasInFlight = quota?.inFlight.some((request) => request.id === id)
      quotas.takeBack(keys, id)
      if (!quotas.learn(keys, answer, now) && window && wasInFlight)
        countLost(window, answer !== undefined && answer.status < 400)
      wake(keys)
    },

    release,

    learn(keys, answer, now) {
      if (quotas.learn(keys, answer, now)) wake(keys)
    },

    limitOf: quotas.keyOf,

    remaining: quotas.remaining,

    known: (keys, now) => quotas.knownAt(quotas.keyOf(keys), now),

    knownOf: quotas.knownOf,
  }

  /** Permits as many of the requests with these IDs as the rate limit allows. */
  function take(keys: RateLimitKeys, ids: readonly string[], now: number): PermitGrant {
    const grant = grantIn(quotas.of(keys), ids.length, now)
    const lostAt = now + PERMIT_LEASE_MS
    const granted = ids.slice(0, grant.granted).map((id) => ({ id, lostAt }))
    for (const key of keysIn(keys)) for (const request of granted) quotas.at(key, now).inFlight.push(request)
    return grant
  }

  function release({ keys, id }: Permit): void {
    quotas.takeBack(keys, id)
    wake(keys)
  }

  function wake(keys: RateLimitKeys): void {
    for (const key of keysIn(keys)) messages.deliver(key)
  }
}

/** Creates the quotas of one process, which are all unknown at first. */
function createQuotas() {
  const quotas = new Map<string, Quota>()
  /** The keys of each caller. */
  const keysOf = new Map<string, Set<string>>()
  let forgettable = quotas.entries()
  return {
    of: (keys: RateLimitKeys) => quotas.get(keyOf(keys)),
    keyOf,
    at,
    takeBack,
    learn,
    remaining,
    knownAt,
    knownOf,
  }

  /**
   * The key of the quota that requests count against. That of the account wins over the user's, which is then only a large one over
   * all accounts.
   */
  function keyOf({ account, user }: RateLimitKeys): string {
    return account !== undefined && quotas.get(account)?.window ? account : user
  }

  function at(key: string, now: number): Quota {
    let quota = quotas.get(key)
    if (!quota) {
      makeRoom(now)
      // Those without a window are kept too: the next request counts against the same ones.
      quotas.set(key, (quota = { window: undefined, inFlight: [] }))
      const caller = callerOf(key)
      keysOf.set(caller, (keysOf.get(caller) ?? new Set()).add(key))
    }
    return quota
  }

  /**
   * Beyond the maximum, forgets one for each new one: one of the next that has reset, otherwise one that has not. An answer announces it
   * again.
   */
  function makeRoom(now: number): void {
    for (let looked = 1; quotas.size >= MAX_QUOTAS && looked <= MAX_LOOKED_AT; looked += 1) {
      const { value: next, done } = forgettable.next()
      if (done) {
        forgettable = quotas.entries()
        continue
      }
      const [key, { window, inFlight }] = next
      const hasReset = !window || window.resetAt <= now
      if (inFlight.length === 0 && (hasReset || looked === MAX_LOOKED_AT)) forget(key)
    }
  }

  function forget(key: string): void {
    quotas.delete(key)
    const caller = callerOf(key)
    const keys = keysOf.get(caller)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(caller)
  }

  function takeBack(keys: RateLimitKeys, id: string): void {
    for (const key of keysIn(keys)) {
      const { inFlight = [] } = quotas.get(key) ?? {}
      const index = inFlight.findIndex((request) => request.id === id)
      if (index >= 0) inFlight.splice(index, 1)
    }
  }

  /** Whether the answer announces a rate limit. */
  function learn(keys: RateLimitKeys, answer: AnswerHead | undefined, now: number): boolean {
    const announcement = answer && announcedLimitIn(answer, keys, now)
    if (!announcement) return false
    const { key, announced } = announcement
    const isRefusal = answer.status === 429
    learnAt(key, announced, isRefusal, now)
    if (key === keys.account && keys.copy !== undefined) learnAt(keys.copy, announced, isRefusal, now)
    return true
  }

  function learnAt(key: string, announced: AnnouncedLimit, isRefusal: boolean, now: number): void {
    const { remaining, resetAt } = announced
    // An announcement of a window that has ended says nothing of the next one.
    if (resetAt <= now) return
    const quota = at(key, now)
    const known = windowAt(quota, now)
    const limit = announced.limit || (known?.limit ?? 0)
    // A refusal says when the service serves again, unless its window may have ended by the service's clock.
    const isCurrent = isRefusal && resetAt > now + CLOCK_LAG_MS
    if (known && resetAt < known.resetAt && !isCurrent) return
    // This answers a request before the refusal that said otherwise.
    if (known && !known.isOver && !isRefusal && resetAt <= known.replaced) return
    if (known?.resetAt === resetAt) {
      known.limit = limit
      // Answers can arrive in another order than they were sent. Within a window the number of remaining requests only decreases.
      known.announced = Math.min(known.announced, remaining)
      known.isOver = false
      return
    }
    // Requests that were lost since the reset may have been counted after this announcement.
    const lost = known?.isOver ? known.lost : 0
    const replaced = known && !known.isOver && known.resetAt > resetAt ? Math.max(known.resetAt, known.replaced) : 0
    quota.window = { limit, announced: remaining, lost, resetAt, isOver: false, replaced }
  }

  function remaining(now: number): Map<string, number> {
    const mostRestrictive = new Map<string, number>()
    for (const [key, quota] of quotas) {
      const window = currentIn(quota, now)
      if (!window) continue
      const endpoint = key.slice(key.lastIndexOf(' ') + 1)
      const left = Math.max(0, remainingIn(quota, window))
      if (left < (mostRestrictive.get(endpoint) ?? Infinity)) mostRestrictive.set(endpoint, left)
    }
    return mostRestrictive
  }

  function knownOf(caller: string, now: number): KnownRateLimit[] {
    return Array.from(keysOf.get(caller) ?? []).flatMap((key) => knownAt(key, now) ?? [])
  }

  function knownAt(key: string, now: number): KnownRateLimit | undefined {
    const quota = quotas.get(key)
    const window = quota && currentIn(quota, now)
    if (!window) return undefined
    const { limit, resetAt } = window
    return {
      ...ownerOf(key),
      limit,
      remaining: Math.max(0, remainingIn(quota, window)),
      resetAt,
      resetAfterMs: resetAt - now,
    }
  }
}

/** The window that an answer has announced, unless it has reset. */
function currentIn({ window }: Quota, now: number): Window | undefined {
  return window && !window.isOver && window.resetAt > now ? window : undefined
}

function callerOf(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

function keysIn({ account, user, copy }: RateLimitKeys): string[] {
  if (account === undefined) return [user]
  return copy === undefined ? [user, account] : [user, account, copy]
}

/**
 * The window at this time: after a reset, the last known limit holds until an answer announces the next window. A refusal can have
 * announced none: then nothing is known of the next window.
 */
function windowAt(quota: Quota, now: number): Window | undefined {
  const { window, inFlight } = quota
  if (!window) return undefined
  for (; inFlight.length > 0 && inFlight[0]!.lostAt <= now; window.lost += 1) inFlight.shift()
  if (window.resetAt > now || window.isOver) return window
  if (window.limit === 0) {
    quota.window = undefined
    return undefined
  }
  return Object.assign(window, { announced: window.limit, lost: 0, isOver: true } satisfies Partial<Window>)
}

/** Grants as many of the requests as the window allows. */
function grantIn(quota: Quota | undefined, requests: number, now: number): PermitGrant {
  const window = quota && windowAt(quota, now)
  if (!window) return { granted: requests, waitMs: 0, until: 'all' }
  const { inFlight } = quota
  const granted = Math.min(requests, Math.max(0, remainingIn(quota, window)))
  if (granted === requests) return { granted, waitMs: 0, until: 'all' }
  const { announced, lost, isOver, resetAt } = window
  if (!isOver && announced <= lost) return { granted, waitMs: resetAt - now, until: 'reset' }
  const [{ lostAt: firstLostAt } = { lostAt: now + PERMIT_LEASE_MS }] = inFlight
  // The answers to the requests in flight tell whether more remain.
  if (!isOver) return { granted, waitMs: Math.min(firstLostAt, resetAt) - now, until: 'message' }
  // Nobody knows when the window resets. One more request can find out when no other is about to.
  return { granted: granted === 0 && inFlight.length === 0 ? 1 : granted, waitMs: firstLostAt - now, until: 'message' }
}

/** The requests that remain for sure: those in flight may not be counted in the announcement. */
function remainingIn({ inFlight }: Quota, { announced, lost }: Window): number {
  return announced - lost - inFlight.length
}

/** Counts a request whose answer announced no rate limit, or did not arrive. */
function countLost(window: Window, isServed: boolean): void {
  // A request beyond the limit that is served shows that a new window has started.
  if (isServed && window.isOver && window.announced <= window.lost)
    Object.assign(window, { announced: Math.max(0, window.limit - 1), lost: 0 } satisfies Partial<Window>)
  else window.lost += 1
}

/** A permit to send one request. `update` or `release` takes it back. */
export interface Permit {
  readonly keys: RateLimitKeys
  /** Identifies the request among those in flight. */
  readonly id: string
  /** The permit of the own limiter of an instance, which gave it because Redis was unavailable. */
  readonly own?: Permit
}

/** How long a request can wait for a permit. */
export interface AcquireOptions {
  maxWaitMs: number
  /** Ends the wait when the caller disconnects. */
  signal?: AbortSignal
}

/** A request for a permit. */
export interface PermitRequest {
  id: string
  /** The service's time of the request. */
  now: number
  options: AcquireOptions
  /** When `acquire` was called, by `performance.now()`. */
  madeAt: number
}

/** The first `granted` requests have a permit. The others wait `waitMs` for the reset, or at most that long for a message. */
export interface PermitGrant {
  granted: number
  waitMs: number
  until: 'all' | 'reset' | 'message'
}

/** A result for each request. */
type PermitResults = MaybePromise<Permit | number>[]

interface PermitQueueOptions {
  /** Takes permits for these requests, which have the same keys. */
  take: (keys: RateLimitKeys, requests: readonly PermitRequest[]) => MaybePromise<PermitGrant | PermitResults>
  /** Begins to listen for the next change of the rate limits with these keys. */
  nextMessage: (keys: RateLimitKeys) => NextMessage
  /** Takes back a permit for a request whose wait ended while it was taken. */
  release: (permit: Permit) => void
}

interface WaitingRequest extends PermitRequest {
  resolve(permit: MaybePromise<Permit | number>): void
  /** Ends the wait of this request. Set while the request waits for a message. */
  stopWaiting?: () => void
  /** Whether the request was resolved. */
  isOver?: boolean
}

/** The time after which a request without an answer counts as lost: longer than any attempt takes. */
export const PERMIT_LEASE_MS = 20_000

const MAX_REQUESTS_AT_ONCE = 500

/**
 * Creates queues of requests for permits: one for the requests of each user in each account, because two users of an account have only
 * one of their rate limits in common. They take permits for all their requests at once, and ask for none while they wait for a message.
 */
export function createPermitQueues(options: PermitQueueOptions) {
  const queues = new Map<string, (request: WaitingRequest) => void>()
  return {
    /** Whether requests with these keys are in a queue. */
    has: (keys: RateLimitKeys) => queues.has(queueKeyOf(keys)),
    /** Like `acquire` of the rate limiter. */
    acquire(keys: RateLimitKeys, now: number, requestOptions: AcquireOptions): Promise<Permit | number> {
      const key = queueKeyOf(keys)
      const add = queues.get(key) ?? createQueue(keys, options, () => queues.delete(key))
      queues.set(key, add)
      return new Promise((resolve) =>
        add({ id: randomUUID(), now, options: requestOptions, madeAt: performance.now(), resolve }),
      )
    },
  }
}

function queueKeyOf({ account = '', user }: RateLimitKeys): string {
  return `${account} ${user}`
}

/**
 * Creates a queue that asks for permits at most once at a time, and returns the function that adds a request. `onIdle` drops the queue
 * when it is empty: no request is added afterwards.
 */
function createQueue(keys: RateLimitKeys, { take, nextMessage, release }: PermitQueueOptions, onIdle: () => void) {
  let waiting: WaitingRequest[] = []
  let running = false
  let listening = false

  return (request: WaitingRequest): void => {
    waiting.push(request)
    if (listening) limitWait(request)
    if (!running) void run()
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // Listening begins before permits are taken, so that no message is missed between the reply and the wait.
      const message = nextMessage(keys)
      const requests = waiting.splice(0, MAX_REQUESTS_AT_ONCE)
      const grant = await take(keys, requests)
      waiting.unshift(...answer(requests, grant))
      if (Array.isArray(grant) || grant.until !== 'message') {
        message.cancel()
        continue
      }
      waiting.forEach(limitWait)
      listening = true
      await message.within(grant.waitMs)
      listening = false
    }
    onIdle()
  }

  /** Resolves the requests that have a result, and returns those that wait for a message. */
  function answer(requests: readonly WaitingRequest[], grant: PermitGrant | PermitResults): WaitingRequest[] {
    if (Array.isArray(grant)) {
      requests.forEach((request, index) => finish(request, grant[index]!))
      return []
    }
    const { granted, waitMs, until } = grant
    for (const request of requests.slice(0, granted)) finish(request, { keys, id: request.id })
    const left = requests.slice(granted)
    if (until === 'message') return left.filter(({ isOver }) => !isOver)
    for (const request of left) finish(request, serviceTime(request) + waitMs)
    return []
  }

  /** Ends the wait of a request at its time limit, or when its caller disconnects. */
  function limitWait(request: WaitingRequest): void {
    if (request.stopWaiting) return
    const { signal, maxWaitMs } = request.options
    const giveUp = () => {
      waiting = waiting.filter((other) => other !== request)
      finish(request, request.now + maxWaitMs)
    }
    const timer = setTimeout(giveUp, request.now + maxWaitMs - serviceTime(request))
    const unlisten = signal && onAbort(signal, giveUp)
    request.stopWaiting = () => {
      clearTimeout(timer)
      unlisten?.()
    }
    if (signal?.aborted) giveUp()
  }

  function finish(request: WaitingRequest, permit: MaybePromise<Permit | number>): void {
    if (request.isOver) return void when(permit, (late) => typeof late !== 'number' && release(late))
    request.isOver = true
    request.stopWaiting?.()
    request.resolve(permit)
  }
}

/** The service's time now, derived from the time of the request. */
function serviceTime({ now, madeAt }: PermitRequest): number {
  return now + Math.ceil(performance.now() - madeAt)
}

/** A request that needs a permit, and how long it can wait for one. */
interface PermitWaiter {
  caller: string
  /** Milliseconds since the epoch by our clock. */
  deadline: number
  signal: AbortSignal | undefined
  /** Whether it must not wait until a limit resets. */
  isShared: boolean | undefined
  /** The service's time. */
  clock: { now(): number }
}

/** The requests that wait for one rate limit to reset. */
interface Queue {
  requests: FairQueue
  /** Milliseconds since the epoch, by the service's clock. */
  resetAt: number
}

/** Creates the queues in front of a rate limiter: one for each spent rate limit that requests wait for until it resets. */
export function createRateLimitQueues(rateLimiter: RateLimiter) {
  const queues = new Map<string, Queue>()
  return { acquire }

  /**
   * A permit to send one request. While the rate limit is spent the request waits in a queue that callers share fairly,
   * until the limit resets. Throws RATE_LIMITED if the limit resets after the deadline. A promise only if it waits.
   */
  function acquire(keys: RateLimitKeys, waiter: PermitWaiter): MaybePromise<Permit> {
    const queue = queues.get(rateLimiter.limitOf(keys))
    if (queue) return permitOrQueue(queue.resetAt)
    // The rate limits of one instance answer synchronously, so that nothing waits for a turn of the event loop.
    return when(ask(keys, waiter), permitOrQueue)

    function permitOrQueue(permit: Permit | number): MaybePromise<Permit> {
      if (typeof permit !== 'number') return permit
      if (waiter.isShared) throw rateLimited(permit)
      assertInTime(waiter, permit)
      return waitInQueue(keys, waiter)
    }
  }

  async function waitInQueue(keys: RateLimitKeys, waiter: PermitWaiter): Promise<Permit> {
    const { caller, deadline, signal, clock } = waiter
    const key = rateLimiter.limitOf(keys)
    const queue = queues.get(key) ?? { requests: createFairQueue({ isFree: (taken) => taken === 0 }), resetAt: 0 }
    queues.set(key, queue)
    const entered = queue.requests.enter(caller, { maxWaitMs: deadline - Date.now(), signal })
    if (entered !== true && !(await entered)) {
      if (signal?.aborted) throw callerGone()
      // The next reset is not known while the first of the queue waits for the answer that tells it.
      throw rateLimited(queue.resetAt > clock.now() ? queue.resetAt : undefined)
    }
    try {
      for (;;) {
        const permit = await ask(keys, waiter)
        if (typeof permit !== 'number') return permit
        queue.resetAt = permit
        assertInTime(waiter, permit)
        await pause(permit - clock.now(), signal)
      }
    } finally {
      queue.requests.leave(caller)
      if (queue.requests.counts().taken === 0) queues.delete(key)
    }
  }

  function ask(keys: RateLimitKeys, { deadline, signal, clock }: PermitWaiter) {
    return rateLimiter.acquire(keys, clock.now(), { maxWaitMs: deadline - Date.now(), signal })
  }
}

function assertInTime({ deadline, clock }: PermitWaiter, resetAt: number): void {
  if (Date.now() + resetAt - clock.now() >= deadline) throw rateLimited(resetAt)
}

/** Waits for `ms` milliseconds. Throws UPSTREAM_UNAVAILABLE if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw callerGone()
  }
}
