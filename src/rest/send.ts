import { type MaybePromise, when } from '../async/promise.ts'
import { inTurns, isTurnOver, nextTurn, type Steps } from '../async/turn.ts'
import { faultOf } from './answer.ts'
import { failed, faulty, isRevocation, refused, refusedByBreaker } from './call-error.ts'
import { type Call, type CallContext, callerOf } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { UpstreamError } from './errors.ts'
import {
  type Admitted,
  type Attempt,
  createExchange,
  createHost,
  type ExchangeOptions,
  type Host,
  type Sending,
} from './exchange.ts'
import { invalidateAccessToken } from './oauth/access-token.ts'
import { isTimestampRefusal } from './policy/clock.ts'
import { createRateLimitQueues, pause } from './policy/permit.ts'
import { retryAtOf, createAccountCallers, rateLimitKeys } from './policy/rate-limit.ts'
import { isAwaited, retryDelay } from './policy/retry.ts'
import type { CallRecord } from './types.ts'
import { asList, type Envelope, readEnvelope } from './wire/envelope.ts'
import { type Addresses, identifiesPerson, unsignedRequest, type UnsignedRequest } from './wire/request.ts'
import { isSigned } from './wire/sign.ts'
import type { WireFailure } from './wire/transport.ts'
import type { Vocabulary } from './wire/vocabulary.ts'

/** A body up to this length is parsed at once. */
const SHORT_BODY_BYTES = 16_384

/** A body up to this length is parsed in a short step of a turn. */
const SHORT_STEP_BYTES = 65_536

interface SendOptions extends ExchangeOptions {
  /** How far the clocks of the service are ahead of ours, if that is known before its first answer. */
  aheadMs?: number | undefined
  /** The client application's bearer token, for endpoints that take it. */
  bearer: { get(context: CallContext): Promise<string>; forget(context: CallContext, token: string): Promise<void> }
}

/** An observer of the calls of all callers. A context has records of its own calls. */
type Watcher = Pick<CallContext, 'calls' | 'onRevoked'>

/**
 * Combines the policies: `admit` asks the breaker and the rate limiter, `exchange` signs and sends, `resultOf` reads
 * the answer, and `delayBeforeRetry` asks the retry policies.
 */
export function createSender(options: SendOptions) {
  const { addresses, rateLimiter, bearer, aheadMs } = options
  const ads = createHost(addresses.bases.ads, aheadMs)
  const isSameHost = new URL(addresses.bases.ads).origin === new URL(addresses.bases.auth).origin
  const hosts: Record<Endpoint['host'], Host> = {
    ads,
    auth: isSameHost ? ads : createHost(addresses.bases.auth, aheadMs),
  }
  const rateLimitQueues = createRateLimitQueues(rateLimiter)
  const accountCallers = createAccountCallers()
  const exchange = createExchange(options, accountCallers)
  const watchers: Watcher[] = []

  return {
    send,
    /** Tells a watcher of the calls of every caller. */
    watch: (watcher: Watcher) => void watchers.push(watcher),
    /** The time of an interface in milliseconds since the epoch: a moment that its clock has certainly reached. */
    now: (host: Endpoint['host']) => hosts[host].clock.now(),
    /** Every endpoint that was called, as method and path template, and whether its breaker is open: then it is not called. */
    breakers: () => [...new Set(Object.values(hosts))].flatMap(({ breaker }) => breaker.states()),
  }

  async function send(call: Call): Promise<Envelope> {
    const { endpoint, context } = call
    let readyMs = Date.now()
    const sending = sendingOf(call, addresses, hosts)
    let error: UpstreamError | undefined
    for (let nth = 1; ; nth += 1) {
      const admitted = admit(sending, nth)
      const admission = admitted instanceof Promise ? await admitted : admitted
      if (!admission) throw error ?? refusedByBreaker(endpoint)
      // Hundreds of calls that begin together are signed in turns.
      if (isTurnOver()) await nextTurn('short')
      const attempt = await exchange(sending, admission)
      const bodyBytes = attempt.answer?.body.bytes.length ?? 0
      if (bodyBytes > SHORT_BODY_BYTES && isTurnOver()) await nextTurn(bodyBytes > SHORT_STEP_BYTES ? 'long' : 'short')
      const read = inTurns(resultOf(sending, attempt, addresses.vocabulary))
      const result = read instanceof Promise ? await read : read
      const record = recordOf(sending, addresses, nth, readyMs, attempt, result)
      if (record) {
        context.calls?.push(record)
        for (const { calls } of watchers) calls?.push(record)
      }
      readyMs = Date.now()
      if (!(result instanceof UpstreamError)) {
        if (endpoint === invalidateAccessToken) reportRevoked(context)
        return result
      }
      error = result
      const delay = await delayBeforeRetry(sending, nth, admission, attempt, bearer)
      if (delay === undefined) {
        if (endpoint.auth === 'user' && isRevocation(error)) reportRevoked(context)
        throw error
      }
      if (delay > 0) await pause(delay, context.signal)
    }
  }

  function reportRevoked({ credentials, onRevoked }: CallContext): void {
    onRevoked?.(credentials)
    for (const watcher of watchers) watcher.onRevoked?.(credentials)
  }

  /**
   * Lets the attempt be sent: a promise if it must wait, undefined if the breaker is open. Throws RATE_LIMITED if the wait is too
   * long.
   */
  function admit({ call, caller, keys, endpointName, host }: Sending, nth: number): MaybePromise<Admitted | undefined> {
    const { breaker, clock, retryBudget } = host
    if (breaker.isOpen(endpointName, performance.now())) return undefined
    const { deadline, signal, isShared } = call.context
    return when(call.endpoint.auth === 'app' ? bearer.get(call.context) : undefined, (bearerToken) =>
      when(
        rateLimitQueues.acquire(accountCallers.shared(keys, clock.now()), {
          caller,
          deadline,
          signal,
          isShared,
          clock,
        }),
        (permit) => {
          // Other calls may have failed while this one waited.
          const pass = breaker.enter(endpointName, performance.now())
          if (!pass) {
            rateLimiter.release(permit)
            return undefined
          }
          if (nth === 1) retryBudget.countFirst(performance.now())
          return { pass, permit, bearerToken }
        },
      ),
    )
  }
}

function sendingOf(call: Call, addresses: Addresses, hosts: Record<Endpoint['host'], Host>): Sending {
  const { endpoint, path, params, context } = call
  return {
    call,
    caller: callerOf(context),
    request: unsignedRequest(addresses, endpoint, path, params),
    keys: rateLimitKeys(endpoint, path, params, context.credentials),
    endpointName: `${endpoint.method} ${endpoint.path}`,
    host: hosts[endpoint.host],
    isClockCorrected: false,
  }
}

/** The delay in milliseconds before the next attempt, which may be 0; undefined if there must be none. */
async function delayBeforeRetry(
  sending: Sending,
  nth: number,
  { bearerToken }: Admitted,
  { answer, outcome, signedAt }: Attempt,
  bearer: SendOptions['bearer'],
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
  if (context.isShared && outcome === 429) return undefined
  const now = clock.now()
  const retryAt = answer && retryAtOf(answer, now)
  const delay = retryDelay({ attempt: nth, retries: context.retries, safe: endpoint.safe, outcome, retryAt, now })
  if (delay === undefined || Date.now() + delay >= context.deadline) return undefined
  if (breaker.isOpen(endpointName, performance.now())) return undefined
  return isAwaited(outcome, retryAt, now) || retryBudget.takeRetry(performance.now()) ? delay : undefined
}

/** The documented envelope of the answer, or the error if there is none. */
function* resultOf(
  { call, host }: Sending,
  { answer, outcome }: Attempt,
  vocabulary: Vocabulary | undefined,
): Steps<Envelope | UpstreamError> {
  const { endpoint, path, params } = call
  if (!answer) return failed(endpoint, outcome as WireFailure)
  if (answer.status >= 300)
    return yield* refused(endpoint, params, answer, retryAtOf(answer, host.clock.now()), vocabulary)
  const body = yield* readEnvelope(endpoint, answer.body, path, call.read, vocabulary)
  const fault = body ? faultOf(call, body) : 'form'
  return body && !fault ? body : faulty(call, answer, body, fault)
}

/** If nothing was sent for one of these reasons, nobody tried to reach the service. */
const UNREPORTED: ReadonlySet<WireFailure['reason']> = new Set(['timeout', 'overloaded', 'aborted'])

/** The record of an attempt that was sent, or that could not reach the service. */
function recordOf(
  { call, request }: Sending,
  addresses: Addresses,
  nth: number,
  readyMs: number,
  { startMs, answer, outcome }: Attempt,
  result: Envelope | UpstreamError,
): CallRecord | undefined {
  if (typeof outcome === 'object' && !outcome.sent && UNREPORTED.has(outcome.reason)) return undefined
  const { url, body } = sentIn(call, request, addresses)
  return {
    method: call.endpoint.method,
    path: call.endpoint.path,
    account: call.path['account_id'],
    url,
    body,
    status: answer?.status ?? null,
    startMs,
    durationMs: Date.now() - startMs,
    waitedMs: startMs - readyMs,
    attempt: nth,
    keys: keysIn(call.params),
    rows: result instanceof UpstreamError ? 0 : asList(result.data).length,
    askers: call.context.askers,
  }
}

/**
 * The path and the query of a request, and its body, in our words. Undefined if nobody traces the call, or if a parameter can identify a
 * person. Bodies of the authorization can contain secrets.
 */
function sentIn(
  { endpoint, path, params, context }: Call,
  sent: UnsignedRequest,
  addresses: Addresses,
): Pick<CallRecord, 'url' | 'body'> {
  if (!context.askers || endpoint.isUpload || [path, params].some(identifiesPerson))
    return { url: undefined, body: undefined }
  const { vocabulary, ...inOurWords } = addresses
  const { url, query, body } = vocabulary ? unsignedRequest(inOurWords, endpoint, path, params) : sent
  return {
    url: new URL(url).pathname + (query && `?${query}`),
    body: endpoint.host === 'ads' ? body : undefined,
  }
}

/** The length of the longest list among the parameters: how many IDs or parents one call serves. */
function keysIn(params: object): number {
  let longest = 0
  for (const value of Object.values(params)) if (Array.isArray(value)) longest = Math.max(longest, value.length)
  return longest
}
