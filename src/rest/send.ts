import type { Call, CallContext, Send } from './call.ts'
import { callerGone, failed, isRevocation, refused, refusedByBreaker, undocumented } from './call-error.ts'
import type { Endpoint } from './endpoint.ts'
import type { UpstreamError } from './errors.ts'
import type { CallRecord } from './types.ts'
import { createAnswerSizes, keysIn } from './policy/answer-size.ts'
import { type Breaker, createBreaker, type Pass } from './policy/breaker.ts'
import { createServiceClock, isTimestampRefusal, type ServiceClock } from './policy/clock.ts'
import type { Permit } from './policy/permit-queue.ts'
import { createRateLimitQueues, pause } from './policy/rate-limit-queue.ts'
import { retryAtOf, withCheckedRateLimits } from './policy/rate-limit-headers.ts'
import {
  announcesRateLimit,
  createAccountCallers,
  rateLimitKeys,
  type RateLimitKeys,
} from './policy/rate-limit-keys.ts'
import type { RateLimiter } from './policy/rate-limit.ts'
import { createRetryBudget, isAwaited, isOutage, type RetryBudget, retryDelay } from './policy/retry.ts'
import { isTurnOver, nextTurn } from '../async/turn.ts'
import { authorizationOf, credentialKey, isSigned } from './wire/sign.ts'
import { asList, type Envelope, isDocumented, readEnvelope } from './wire/envelope.ts'
import { type Addresses, identifiesPerson, unsignedRequest, type UnsignedRequest } from './wire/request.ts'
import type { Vocabulary } from './wire/vocabulary.ts'
import type { Transport, WireAnswer, WireFailure } from './wire/transport.ts'

/** A longer body is parsed in a turn of its own. */
const SHORT_BODY_BYTES = 16_384

interface SendOptions {
  addresses: Addresses
  transport: Transport
  rateLimiter: RateLimiter
  /** The maximum time to wait for the answer to one attempt. */
  attemptTimeoutMs: number
  /** The client application's bearer token, for endpoints that take it. */
  bearer: { get(context: CallContext): Promise<string>; forget(context: CallContext, token: string): Promise<void> }
  onWarning: ((message: string, details: Record<string, unknown>) => void) | undefined
  onExchange: ((exchange: Exchange) => void) | undefined
}

/** One attempt as it was on the wire: what was sent, and the answer or why there is none. */
export interface Exchange {
  readonly call: Call
  readonly request: UnsignedRequest
  readonly answer: WireAnswer | WireFailure
  /** Milliseconds since the epoch by our clock. */
  readonly startMs: number
  readonly endMs: number
}

/** Sends calls, with all policies of the client. */
interface Sender {
  send: Send
  /** The time of the ads interface in milliseconds since the epoch: a moment that its clock has surely reached. */
  now(): number
  /** Every endpoint that was called, as method and path, and whether its breaker is open. */
  breakers(): [endpoint: string, isOpen: boolean][]
}

/** The state that all attempts of a call share. */
interface Sending {
  readonly call: Call
  readonly caller: string
  readonly request: UnsignedRequest
  readonly keys: RateLimitKeys
  /** Method and path: the name of the endpoint for the breaker. */
  readonly endpointName: string
  readonly host: Host
  isClockCorrected: boolean
}

/** What an attempt needs before it can be sent. */
interface Admitted {
  pass: Pass
  permit: Permit
  bearerToken: string | undefined
}

/** One attempt that has ended: its outcome is the status of its answer, or the reason why there is none. */
interface Attempt {
  /** Milliseconds since the epoch by our clock. */
  startMs: number
  /** Milliseconds since the epoch by the service's clock. */
  signedAt: number
  answer: WireAnswer | undefined
  outcome: number | WireFailure
}

/** The result of an attempt: the documented envelope, or the error. */
type Result = { envelope: Envelope; error?: undefined } | { envelope?: undefined; error: UpstreamError }

/**
 * Combines the policies: `admit` asks the breaker and the rate limiter, `exchange` signs and sends, `resultOf` reads
 * the answer, and `delayBeforeRetry` asks the retry policies.
 */
export function createSender(options: SendOptions): Sender {
  const { addresses, transport, rateLimiter, attemptTimeoutMs, bearer, onWarning, onExchange } = options
  const ads = createHost()
  const isSameHost = new URL(addresses.bases.ads).origin === new URL(addresses.bases.auth).origin
  const hosts: Record<Endpoint['host'], Host> = { ads, auth: isSameHost ? ads : createHost() }
  const rateLimitQueues = createRateLimitQueues(rateLimiter)
  const accountCallers = createAccountCallers()
  const answerSizes = createAnswerSizes()
  const reportedHeaders = new Set<string>()
  const { vocabulary } = addresses
  const requestIdHeader = vocabulary ? vocabulary.sentHeader('x-request-id') : 'x-request-id'

  return {
    send,
    now: () => ads.clock.now(),
    breakers: () => [...new Set(Object.values(hosts))].flatMap(({ breaker }) => [...breaker.states()]),
  }

  async function send(call: Call): Promise<Envelope> {
    const { endpoint, context } = call
    let readyMs = Date.now()
    const sending = prepare(call)
    let error: UpstreamError | undefined
    for (let nth = 1; ; nth += 1) {
      if (context.signal?.aborted) throw callerGone()
      const admission = await admit(sending, nth)
      if (!admission) throw error ?? refusedByBreaker(endpoint)
      const attempt = await exchange(sending, admission)
      if (isLong(attempt.answer) && isTurnOver()) await nextTurn()
      const result = resultOf(sending, attempt, vocabulary)
      report(sending, addresses, nth, readyMs, attempt, result)
      readyMs = Date.now()
      if (result.envelope) return result.envelope
      error = result.error
      const delay = await delayBeforeRetry(sending, nth, admission, attempt)
      if (delay === undefined) {
        if (endpoint.auth === 'user' && isRevocation(error)) context.onRevoked?.()
        throw error
      }
      if (delay > 0) await pause(delay, context.signal)
    }
  }

  function prepare(call: Call): Sending {
    const { endpoint, path, params, context } = call
    const { credentials, caller = credentialKey(credentials) } = context
    return {
      call,
      caller,
      request: unsignedRequest(addresses, endpoint, path, params),
      keys: rateLimitKeys(endpoint, path, params, credentials),
      endpointName: `${endpoint.method} ${endpoint.path}`,
      host: hosts[endpoint.host],
      isClockCorrected: false,
    }
  }

  /** Waits until the attempt may be sent. Undefined if the breaker is open. Throws RATE_LIMITED if the wait is too long. */
  async function admit(
    { call, caller, keys, endpointName, host }: Sending,
    nth: number,
  ): Promise<Admitted | undefined> {
    const { breaker, clock, retryBudget } = host
    if (breaker.isOpen(endpointName, Date.now())) return undefined
    const bearerToken = call.endpoint.auth === 'app' ? await bearer.get(call.context) : undefined
    const { deadline, signal } = call.context
    const acquired = rateLimitQueues.acquire(accountCallers.shared(keys, clock.now()), {
      caller,
      deadline,
      signal,
      clock,
    })
    const permit = acquired instanceof Promise ? await acquired : acquired
    // Other calls may have failed while this one waited.
    const pass = breaker.enter(endpointName, Date.now())
    if (!pass) {
      rateLimiter.release(permit)
      return undefined
    }
    if (nth === 1) retryBudget.countFirst(Date.now())
    // Hundreds of calls that begin together are signed in turns.
    if (isTurnOver()) await nextTurn()
    return { pass, permit, bearerToken }
  }

  /** Sends the attempt, and reports its outcome to the breaker, the clock and the rate limiter. */
  async function exchange(sending: Sending, { pass, permit, bearerToken }: Admitted): Promise<Attempt> {
    const { call, endpointName, host } = sending
    const { breaker, clock } = host
    const startMs = Date.now()
    const signedAt = clock.now()
    let answer: WireAnswer | undefined
    let outcome: number | WireFailure | undefined
    try {
      const sent = await sendOnce(sending, bearerToken, signedAt)
      onExchange?.({ call, request: sending.request, answer: sent, startMs, endMs: Date.now() })
      if (typeof sent === 'string') outcome = sent
      else {
        clock.update(sent, startMs, Date.now())
        const named = vocabulary ? { ...sent, headers: vocabulary.headers(sent.headers) } : sent
        answer = withCheckedRateLimits(named, clock.now(), (header, value) => reportHeader(endpointName, header, value))
        outcome = sent.status
        if (sent.status < 300) answerSizes.learn(call, sent.body.length)
      }
      return { startMs, signedAt, answer, outcome }
    } finally {
      // A timeout because of a short deadline says nothing about the service.
      const isCutShort = outcome === 'timeout' && call.context.deadline - startMs < attemptTimeoutMs
      breaker.leave(pass, outcome === undefined || isCutShort ? undefined : isOutage(outcome), Date.now())
      const announces = answer && announcesRateLimit(call.params, answer.status)
      if (answer && answer.status < 300) accountCallers.add(sending.keys, clock.now())
      rateLimiter.update(permit, announces ? answer : answer && { ...answer, headers: {} }, clock.now())
    }
  }

  /** One attempt on the wire, within its own time and the operation's. */
  function sendOnce(
    { call, caller, request }: Sending,
    bearerToken: string | undefined,
    signedAt: number,
  ): Promise<WireAnswer | WireFailure> {
    const { endpoint, context } = call
    const { credentials, deadline, requestId, signal, memory } = context
    return transport.send({
      method: request.method,
      url: request.query ? `${request.url}?${request.query}` : request.url,
      // For a spread followed by further members V8 creates a hidden class each time, which slows every access to the
      // object.
      headers: Object.assign({}, request.headers, requestId !== undefined && { [requestIdHeader]: requestId }, {
        authorization: authorizationOf(request, endpoint.auth, credentials, bearerToken, signedAt),
      }),
      body: request.body,
      timeoutMs: attemptTimeoutMs,
      deadline,
      safe: endpoint.safe,
      signal,
      caller,
      expectedBytes: answerSizes.expected(call),
      memory,
    })
  }

  /** The delay in milliseconds before the next attempt, which may be 0; undefined if there must be none. */
  async function delayBeforeRetry(
    sending: Sending,
    nth: number,
    { bearerToken }: Admitted,
    { answer, outcome, signedAt }: Attempt,
  ): Promise<number | undefined> {
    const { call, endpointName, host } = sending
    const { endpoint, context } = call
    const { breaker, clock, retryBudget } = host
    if (bearerToken !== undefined && outcome === 401) {
      await bearer.forget(context, bearerToken)
      // The token was revoked after it was stored: a new one may be accepted.
      if (nth === 1) return 0
    }
    if (answer && isSigned(endpoint) && !sending.isClockCorrected && isTimestampRefusal(answer, signedAt)) {
      sending.isClockCorrected = true
      return 0
    }
    const now = clock.now()
    const retryAt = answer && retryAtOf(answer, now)
    const delay = retryDelay({ attempt: nth, retries: context.retries, safe: endpoint.safe, outcome, retryAt, now })
    if (delay === undefined || Date.now() + delay >= context.deadline) return undefined
    if (breaker.isOpen(endpointName, Date.now())) return undefined
    return isAwaited(outcome, retryAt) || retryBudget.takeRetry(Date.now()) ? delay : undefined
  }

  /** Warns of a header that is ignored, once for each endpoint. */
  function reportHeader(endpoint: string, header: string, value: string): void {
    const key = `${endpoint} ${header}`
    if (reportedHeaders.has(key)) return
    reportedHeaders.add(key)
    onWarning?.('A rate-limit header of the service is not plausible and is ignored', {
      endpoint,
      header,
      value: value.slice(0, 100),
    })
  }
}

/** The documented envelope of the answer, or the error if there is none. */
function resultOf({ call, host }: Sending, { answer, outcome }: Attempt, vocabulary: Vocabulary | undefined): Result {
  const { endpoint, path, params } = call
  if (!answer) return { error: failed(endpoint, outcome as WireFailure) }
  if (answer.status >= 300)
    return { error: refused(endpoint, params, answer, retryAtOf(answer, host.clock.now()), vocabulary) }
  const body = readEnvelope(endpoint, answer.body, path, call.read, vocabulary)
  const operations = Array.isArray(params) ? params.length : undefined
  if (body && isDocumented(endpoint, body, operations)) return { envelope: body }
  return { error: undocumented(endpoint, answer, body) }
}

/** Reports an attempt that was sent, or that could not reach the service. */
function report(
  { call, request }: Sending,
  addresses: Addresses,
  nth: number,
  readyMs: number,
  { startMs, answer, outcome }: Attempt,
  { envelope }: Result,
): void {
  if (outcome === 'unsent' || outcome === 'overloaded') return
  const { records = [], askers } = call.context
  const { url, body } = sentIn(call, request, addresses)
  const record = {
    method: call.endpoint.method,
    path: call.endpoint.path,
    url,
    body,
    status: answer?.status ?? null,
    startMs,
    durationMs: Date.now() - startMs,
    waitedMs: startMs - readyMs,
    attempt: nth,
    keys: keysIn(call.params),
    rows: envelope ? asList(envelope.data).length : 0,
    askers,
  }
  for (const each of records) each.push(record)
}

/**
 * The path and the query of a request, and its body, in our words. Undefined if nobody traces the call, or if a parameter can identify a
 * person. Bodies of the authorization can contain secrets.
 */
function sentIn(
  { endpoint, path, params, context }: Call,
  sent: UnsignedRequest,
  { vocabulary, ...addresses }: Addresses,
): Pick<CallRecord, 'url' | 'body'> {
  if (!context.askers || endpoint.confidential || [path, params].some(identifiesPerson))
    return { url: undefined, body: undefined }
  const { url, query, body } = vocabulary ? unsignedRequest(addresses, endpoint, path, params) : sent
  return {
    url: new URL(url).pathname + (query && `?${query}`),
    body: endpoint.host === 'ads' ? body : undefined,
  }
}

function isLong(answer: WireAnswer | undefined): boolean {
  return answer !== undefined && answer.body.length > SHORT_BODY_BYTES
}

/** The state of one host. */
interface Host {
  breaker: Breaker
  clock: ServiceClock
  retryBudget: RetryBudget
}

function createHost(): Host {
  return { breaker: createBreaker(), clock: createServiceClock(), retryBudget: createRetryBudget() }
}
