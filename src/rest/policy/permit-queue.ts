import { randomUUID } from 'node:crypto'
import { onAbort } from '../../async/abort.ts'
import type { NextMessage } from '../../async/messages.ts'
import { type MaybePromise, when } from '../../async/promise.ts'
import { limitKeyOf, type RateLimitKeys } from './rate-limit-keys.ts'

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
 * Creates queues of requests for permits: one for each rate limit of which requests wait. They take permits for all their requests
 * at once, and ask for none while they wait for a message.
 */
export function createPermitQueues(options: PermitQueueOptions) {
  const queues = new Map<string, (request: WaitingRequest) => void>()
  return {
    /** Whether requests with these keys are in a queue. */
    has: (keys: RateLimitKeys) => queues.has(limitKeyOf(keys)),
    /** Like `acquire` of the rate limiter. */
    acquire(keys: RateLimitKeys, now: number, requestOptions: AcquireOptions): Promise<Permit | number> {
      const key = limitKeyOf(keys)
      const add = queues.get(key) ?? createQueue(keys, options, () => queues.delete(key))
      queues.set(key, add)
      return new Promise((resolve) =>
        add({ id: randomUUID(), now, options: requestOptions, madeAt: performance.now(), resolve }),
      )
    },
  }
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
export function serviceTime({ now, madeAt }: PermitRequest): number {
  return now + Math.ceil(performance.now() - madeAt)
}
