import { setTimeout as sleep } from 'node:timers/promises'
import { authorizationOf, isSigned } from './authorization.ts'
import { createBreaker, type Breaker } from './breaker.ts'
import { failed, isRevocation, rateLimited, refused, refusedByBreaker, undocumented } from './call-error.ts'
import { createServiceClock, isTimestampRefusal, type ServiceClock } from './clock.ts'
import type { Endpoint } from './endpoint.ts'
import { asList, isDocumented, readEnvelope, type Envelope, type ReadBody } from './envelope.ts'
import { UpstreamError } from './errors.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { isCount, rateLimitKeys } from './rate-limit-keys.ts'
import { retryAtOf, withCheckedRateLimits } from './rate-limit-headers.ts'
import type { Permit, RateLimiter, RateLimitKeys } from './rate-limit.ts'
import { unsignedRequest, type Addresses, type UnsignedRequest } from './request.ts'
import { isAwaited, isOutage, retryDelay } from './retry.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import type { Credentials } from './sign.ts'
import type { AnswerMemory, Transport, WireAnswer, WireFailure } from './transport.ts'
import { isTurnOver, nextTurn } from './turn.ts'
import type { CallRecord } from './types.ts'

/** A body up to this length is read at once. */
const SHORT_BODY_BYTES = 16_384

/** One call of one caller. */
export interface Call {
  endpoint: Endpoint
  path: Readonly<Record<string, string>>
  params: object
  read: ReadBody
  credentials: Credentials
  /** Tells callers apart that share connections fairly. */
  caller: string
  /** Milliseconds since the epoch by our clock; no attempt and no wait goes beyond it. */
  deadline: number
  signal: AbortSignal | undefined
  requestId: string | undefined
  memory: AnswerMemory | undefined
  /** The client application's bearer token, for endpoints that take it. */
  bearer: { get(): Promise<string>; forget(token: string): Promise<void> }
  onCall: ((call: CallRecord) => void) | undefined
  onRevoked: (() => void) | undefined
}

export interface SendOptions {
  addresses: Addresses
  transport: Transport
  rateLimiter: RateLimiter
  /** Longest wait for one attempt's answer. */
  attemptTimeoutMs: number
  onWarning: ((message: string, details: Record<string, unknown>) => void) | undefined
}

/** Sends calls under all policies of the client. */
export interface Sender {
  /** The envelope of the call's answer. Throws an UpstreamError for everything else. */
  send(call: Call): Promise<Envelope>
  /** The time by the clock of the ads interface: a moment that it has surely reached. */
  now(): number
}

/**
 * Here the policies are put together: what may be sent and when (breaker, rate limiter), how it is signed (authorization,
 * clock), how its answer is read (envelope), and whether it is sent again (retry, retry budget).
 */
export function createSender({ addresses, transport, rateLimiter, attemptTimeoutMs, onWarning }: SendOptions): Sender {
  const ads = createHost()
  const isSameHost = new URL(addresses.bases.ads).origin === new URL(addresses.bases.auth).origin
  const hosts: Record<Endpoint['host'], Host> = { ads, auth: isSameHost ? ads : createHost() }
  const reported = new Set<string>()
  const lines = new Map<string, Line>()

  return { send, now: () => ads.clock.now() }

  async function send(call: Call): Promise<Envelope> {
    const { endpoint, path, params, credentials, deadline, signal, memory } = call
    // Thousands of calls that wait for memory hold no addresses and signatures meanwhile.
    if (memory?.isShort() && !(await memory.available())) throw failed(endpoint, 'overloaded')
    const request = unsignedRequest(addresses, endpoint, path, params)
    const keys = rateLimitKeys(endpoint, path, params, credentials)
    const name = `${endpoint.method} ${endpoint.path}`
    const { breaker, clock, retryBudget } = hosts[endpoint.host]
    let error: UpstreamError | undefined
    let isClockCorrected = false
    for (let attempt = 1; ; attempt += 1) {
      if (signal?.aborted) throw callerGone()
      if (breaker.isOpen(name, Date.now())) throw error ?? refusedByBreaker(endpoint)
      const token = endpoint.auth === 'app' ? await call.bearer.get() : undefined
      const permit = await acquirePermit(call, keys)
      const pass = breaker.enter(name, Date.now())
      if (!pass) {
        rateLimiter.update(permit, undefined, clock.now())
        throw error ?? refusedByBreaker(endpoint)
      }
      if (attempt === 1) retryBudget.countFirst(Date.now())
      // Hundreds of calls that begin together are signed in turns.
      if (isTurnOver()) await nextTurn()

      const startMs = Date.now()
      const signedAt = clock.now()
      let answer: WireAnswer | undefined
      let outcome: number | WireFailure | undefined
      try {
        const sent = await tryOnce(call, request, token, signedAt)
        if (typeof sent === 'string') outcome = sent
        else {
          clock.update(sent, startMs, Date.now())
          answer = withCheckedRateLimits(sent, clock.now(), (header, value) => reportHeader(name, header, value))
          outcome = sent.status
        }
      } finally {
        // A short deadline says nothing about the service.
        const isCutShort = outcome === 'timeout' && deadline - startMs < attemptTimeoutMs
        breaker.leave(pass, outcome === undefined || isCutShort ? undefined : isOutage(outcome), Date.now())
      }
      if (answer && answer.body.length > SHORT_BODY_BYTES && isTurnOver()) await nextTurn()
      const now = clock.now()
      const isAnnounced = !isCount(params) || outcome === 429
      rateLimiter.update(permit, answer && !isAnnounced ? { ...answer, headers: {} } : answer, now)

      const isGood = answer !== undefined && answer.status < 300
      const body = answer && isGood ? readEnvelope(endpoint, answer.body, path, call.read) : undefined
      const operations = Array.isArray(params) ? params.length : undefined
      const envelope = body && isDocumented(endpoint, body, operations) ? body : undefined
      if (outcome !== 'unsent' && outcome !== 'overloaded')
        call.onCall?.({
          method: endpoint.method,
          path: endpoint.path,
          status: answer?.status ?? null,
          startMs,
          durationMs: Date.now() - startMs,
          attempt,
          keys: keysIn(params),
          rows: envelope ? asList(envelope.data).length : 0,
        })
      if (envelope) return envelope
      if (answer && isGood) throw undocumented(endpoint, answer, body)

      const retryAt = answer && retryAtOf(answer, now)
      error = answer ? refused(endpoint, params, answer, retryAt) : failed(endpoint, outcome as WireFailure)
      if (token !== undefined && answer?.status === 401) {
        await call.bearer.forget(token)
        // It was revoked since it was asked for: another one may do.
        if (attempt === 1) continue
      }
      if (answer && isSigned(endpoint) && !isClockCorrected && isTimestampRefusal(answer, signedAt)) {
        isClockCorrected = true
        continue
      }
      const delay = retryDelay({ attempt, safe: endpoint.safe, outcome, retryAt, now })
      const mayRetry =
        delay !== undefined &&
        Date.now() + delay < deadline &&
        !breaker.isOpen(name, Date.now()) &&
        (isAwaited(outcome, retryAt) || retryBudget.takeRetry(Date.now()))
      if (!mayRetry) {
        if (endpoint.auth === 'user' && isRevocation(error)) call.onRevoked?.()
        throw error
      }
      await pause(delay, signal)
    }
  }

  /**
   * Waits while the rate limit is spent, in a line in which callers take turns. Throws RATE_LIMITED when it resets only
   * after the deadline.
   */
  async function acquirePermit(call: Call, keys: RateLimitKeys): Promise<Permit> {
    const key = keys.account ?? keys.user
    const line = lines.get(key)
    if (line) assertInTime(call, line.resetAt)
    else {
      const asked = askPermit(call, keys)
      // The budgets of one instance answer at once, and nothing waits for a turn of the event loop.
      const permit = asked instanceof Promise ? await asked : asked
      if (typeof permit !== 'number') return permit
      assertInTime(call, permit)
    }
    return waitInLine(key, call, keys)
  }

  async function waitInLine(key: string, call: Call, keys: RateLimitKeys): Promise<Permit> {
    const { endpoint, caller, deadline, signal } = call
    const line = lines.get(key) ?? { queue: createFairQueue({ slots: 1 }), resetAt: 0 }
    lines.set(key, line)
    const entered = line.queue.enter(caller, { maxWaitMs: deadline - Date.now(), signal })
    if (entered !== true && !(await entered)) throw signal?.aborted ? callerGone() : rateLimited(line.resetAt)
    try {
      for (;;) {
        const permit = await askPermit(call, keys)
        if (typeof permit !== 'number') return permit
        line.resetAt = permit
        assertInTime(call, permit)
        await pause(permit - hosts[endpoint.host].clock.now(), signal)
      }
    } finally {
      line.queue.leave(caller)
      if (line.queue.counts().taken === 0) lines.delete(key)
    }
  }

  function askPermit({ endpoint, deadline, signal }: Call, keys: RateLimitKeys) {
    const now = hosts[endpoint.host].clock.now()
    return rateLimiter.acquire(keys, now, { maxWaitMs: deadline - Date.now(), signal })
  }

  function assertInTime({ endpoint, deadline }: Call, resetAt: number): void {
    if (Date.now() + resetAt - hosts[endpoint.host].clock.now() >= deadline) throw rateLimited(resetAt)
  }

  /** One attempt, within its own time and the operation's. */
  function tryOnce(
    { endpoint, credentials, caller, deadline, requestId, signal, memory }: Call,
    request: UnsignedRequest,
    token: string | undefined,
    signedAt: number,
  ): Promise<WireAnswer | WireFailure> {
    return transport.send({
      method: request.method,
      url: request.query ? `${request.url}?${request.query}` : request.url,
      headers: {
        ...request.headers,
        ...(requestId !== undefined && { 'x-request-id': requestId }),
        authorization: authorizationOf(request, endpoint.auth, credentials, token, signedAt),
      },
      body: request.body,
      timeoutMs: attemptTimeoutMs,
      deadline,
      safe: endpoint.safe,
      signal,
      caller,
      memory,
    })
  }

  /** Reports a header that is ignored: once for each endpoint. */
  function reportHeader(endpoint: string, header: string, value: string): void {
    const key = `${endpoint} ${header}`
    if (reported.has(key)) return
    reported.add(key)
    onWarning?.('A rate-limit header of the service is not plausible and is ignored', {
      endpoint,
      header,
      value: value.slice(0, 100),
    })
  }
}

/** Requests that wait for one rate limit to reset, at that moment. */
interface Line {
  queue: FairQueue
  /** Milliseconds since the epoch, by the service's clock. */
  resetAt: number
}

/** What is known of one host. */
interface Host {
  breaker: Breaker
  clock: ServiceClock
  retryBudget: RetryBudget
}

function createHost(): Host {
  return { breaker: createBreaker(), clock: createServiceClock(), retryBudget: createRetryBudget() }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw callerGone()
  }
}

function callerGone(): UpstreamError {
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The caller went away before the service answered',
  })
}

/** The length of the longest list among the parameters: how many ids or parents one call serves. */
function keysIn(params: object): number {
  return Math.max(0, ...Object.values(params).map((value) => (Array.isArray(value) ? value.length : 0)))
}
