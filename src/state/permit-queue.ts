import { randomUUID } from 'node:crypto'
import type { RateLimitKeys } from '../rest/policy/rate-limit-keys.ts'
import type { AcquireOptions, Permit } from '../rest/policy/rate-limit.ts'
import type { NextMessage } from './messages.ts'

/** The requests of this process for one rate limit. Those that arrive while a script runs are sent together in the next one. */
export interface PermitQueue {
  /** Like `acquire` of the rate limiter. */
  acquire(keys: RateLimitKeys, now: number, options: AcquireOptions): Promise<Permit | number>
}

/** A request for a permit. */
export interface PermitRequest {
  id: string
  /** The service's time of the request. */
  now: number
  options: AcquireOptions
}

/** The result of several requests. */
export type PermitGrant =
  /** The first `granted` have a permit. The others wait `waitMs` for the reset, or at most that long for a message. */
  | { granted: number; waitMs: number; until: 'all' | 'reset' | 'message' }
  /** A result for each request. */
  | { permits: (Permit | number)[] }

interface PermitQueueOptions {
  take: (requests: readonly PermitRequest[]) => Promise<PermitGrant>
  nextMessage: () => NextMessage
  /** The queue is empty and can be dropped. */
  onIdle: () => void
}

interface WaitingRequest extends PermitRequest {
  keys: RateLimitKeys
  madeAt: number
  resolve(permit: Permit | number): void
  /** Ends the wait of this request. Set while the request waits for a message. */
  stopWaiting?: () => void
}

const MAX_REQUESTS_IN_SCRIPT = 500

/** Creates a queue that runs at most one script at a time, and none while it waits for a message. */
export function createPermitQueue({ take, nextMessage, onIdle }: PermitQueueOptions): PermitQueue {
  let waiting: WaitingRequest[] = []
  let running = false
  let listening = false

  return {
    acquire(keys, now, options) {
      return new Promise((resolve) => {
        const request = { id: randomUUID(), keys, now, options, madeAt: performance.now(), resolve }
        waiting.push(request)
        if (listening) limitWait(request)
        if (!running) void run()
      })
    },
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // Listening begins before the script runs, so that no message is missed between its reply and the wait.
      const message = nextMessage()
      const requests = waiting.splice(0, MAX_REQUESTS_IN_SCRIPT)
      const grant = await take(requests)
      const left = answer(requests, grant)
      if ('permits' in grant || grant.until !== 'message') {
        message.cancel()
        continue
      }
      waiting.unshift(...left)
      waiting.forEach(limitWait)
      listening = true
      await message.within(grant.waitMs)
      listening = false
    }
    running = false
    onIdle()
  }

  /** Resolves the requests that have a result, and returns those that wait for a message. */
  function answer(requests: readonly WaitingRequest[], grant: PermitGrant): WaitingRequest[] {
    if ('permits' in grant) {
      requests.forEach((request, index) => {
        const permit = grant.permits[index]!
        // The script may have run although its reply did not come in time: the id gives its permit back.
        finish(request, typeof permit === 'number' ? permit : { ...permit, id: request.id })
      })
      return []
    }
    const { granted, waitMs, until } = grant
    for (const request of requests.slice(0, granted))
      finish(request, { keys: request.keys, window: undefined, id: request.id })
    const left = requests.slice(granted)
    if (until === 'message') return left
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
    signal?.addEventListener('abort', giveUp)
    request.stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    if (signal?.aborted) giveUp()
  }

  function finish(request: WaitingRequest, permit: Permit | number): void {
    request.stopWaiting?.()
    request.resolve(permit)
  }
}

/** The service's time now, derived from the time of the request. */
function serviceTime({ now, madeAt }: WaitingRequest): number {
  return now + Math.ceil(performance.now() - madeAt)
}
