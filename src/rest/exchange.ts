import { DAY_MS } from '../async/duration.ts'
import type { Call } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { createBreaker, type Pass } from './policy/breaker.ts'
import { createServiceClock } from './policy/clock.ts'
import { type Permit, type RateLimiter } from './policy/permit.ts'
import {
  withCheckedRateLimits,
  announcesRateLimit,
  type createAccountCallers,
  type RateLimitKeys,
} from './policy/rate-limit.ts'
import { createRetryBudget, isOutage } from './policy/retry.ts'
import type { Addresses, UnsignedRequest } from './wire/request.ts'
import { authorizationOf } from './wire/sign.ts'
import { isAnswer, type Transport, type WireAnswer, type WireFailure } from './wire/transport.ts'

export interface ExchangeOptions {
  addresses: Addresses
  transport: Transport
  rateLimiter: RateLimiter
  /** The maximum time to wait for the answer to one attempt. Defaults to 15 seconds. */
  attemptTimeoutMs?: number
  /**
   * Called with a warning for the operator, once for each kind of warning, for example that a rate-limit header is
   * ignored.
   */
  onWarning?: (message: string, details: Record<string, unknown>) => void
  /** Called with each attempt when it has ended. Its body may be read until the call has ended. */
  onExchange?: (exchange: Exchange) => void
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

/** The state that all attempts of a call share. */
export interface Sending {
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
export interface Admitted {
  pass: Pass
  permit: Permit
  bearerToken: string | undefined
}

/** One attempt that has ended: its outcome is the status of its answer, or the reason why there is none. */
export interface Attempt {
  /** Milliseconds since the epoch by our clock. */
  startMs: number
  /** Milliseconds since the epoch by the service's clock. */
  signedAt: number
  answer: WireAnswer | undefined
  outcome: number | WireFailure
}

/** The state of one host. */
export type Host = ReturnType<typeof createHost>

/** Creates the state of the host at this URL. `http:` leads to this machine alone: to a sandbox, whose clock can be set. */
export function createHost(baseUrl: string, aheadMs?: number) {
  const clock = createServiceClock(baseUrl.startsWith('http:') ? Infinity : undefined, aheadMs)
  return { breaker: createBreaker(), clock, retryBudget: createRetryBudget() }
}

/** A service that has not answered a call within this time counts as down, also if the call could not wait longer. */
const TELLING_MS = 5_000

/** Creates the function that signs and sends an attempt, and reports its outcome to the breaker, the clock and the rate limiter. */
export function createExchange(
  { addresses, transport, rateLimiter, attemptTimeoutMs = 15_000, onWarning, onExchange }: ExchangeOptions,
  accountCallers: ReturnType<typeof createAccountCallers>,
) {
  const { vocabulary } = addresses
  const requestIdHeader = vocabulary?.sentHeader('x-request-id') ?? 'x-request-id'
  const reportedHeaders = new Set<string>()
  let announcedMs = -Infinity
  return exchange

  async function exchange(sending: Sending, { pass, permit, bearerToken }: Admitted): Promise<Attempt> {
    const { call, endpointName, host } = sending
    const { breaker, clock } = host
    const startMs = Date.now()
    const signedAt = clock.now()
    let answer: WireAnswer | undefined
    let outcome: number | WireFailure | undefined
    let sentMs: number | undefined
    try {
      const sent = await sendOnce(sending, bearerToken, signedAt, () => (sentMs = Date.now()))
      onExchange?.({ call, request: sending.request, answer: sent, startMs, endMs: Date.now() })
      if (!isAnswer(sent)) outcome = sent
      else {
        clock.update(sent, startMs, Date.now())
        const named = vocabulary ? { ...sent, headers: vocabulary.headers(sent.headers) } : sent
        answer = withCheckedRateLimits(named, clock.now(), (header, value) => reportHeader(endpointName, header, value))
        outcome = sent.status
        announce(call.endpoint, answer)
      }
      return { startMs, signedAt, answer, outcome }
    } finally {
      // A timeout because of a short deadline says nothing about the service.
      const isCutShort =
        typeof outcome === 'object' &&
        outcome.reason === 'timeout' &&
        sentMs !== undefined &&
        call.context.deadline - sentMs < Math.min(attemptTimeoutMs, TELLING_MS)
      breaker.leave(pass, outcome === undefined || isCutShort ? undefined : isOutage(outcome), performance.now())
      const announces = answer && announcesRateLimit(call.params, answer.status)
      if (answer && answer.status < 300) accountCallers.add(sending.keys, clock.now())
      if (sentMs === undefined) rateLimiter.release(permit)
      else rateLimiter.update(permit, announces ? answer : answer && { ...answer, headers: {} }, clock.now())
    }
  }

  /** One attempt on the wire, within its own time and the operation's. */
  function sendOnce(
    { call, caller, request }: Sending,
    bearerToken: string | undefined,
    signedAt: number,
    onStart: () => void,
  ): Promise<WireAnswer | WireFailure> {
    const { endpoint, context } = call
    const { credentials, deadline, requestId, signal, memory } = context
    return transport.send({
      method: request.method,
      url: request.query ? `${request.url}?${request.query}` : request.url,
      // Without a spread, which is slow here (bench/README.md).
      headers: Object.assign({}, request.headers, requestId !== undefined && { [requestIdHeader]: requestId }, {
        authorization: authorizationOf(request, endpoint.auth, credentials, bearerToken, signedAt),
      }),
      body: request.body,
      timeoutMs: attemptTimeoutMs,
      deadline,
      safe: endpoint.safe,
      signal,
      caller,
      onStart,
      memory,
    })
  }

  /** Warns of what the service announces about its interface, once a day. */
  function announce(endpoint: Endpoint, answer: WireAnswer): void {
    const details = announcementIn(endpoint, answer)
    if (!details || Date.now() < announcedMs + DAY_MS) return
    announcedMs = Date.now()
    onWarning?.('The service announces a change of its interface', details)
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

/** What an answer announces about the interface: a warning, and the current version if it is not the one that was called. */
export function announcementIn({ version }: Endpoint, { headers }: WireAnswer): Record<string, string> | undefined {
  const warning = textOf(headers['x-api-warn'])
  const currentVersion = textOf(headers['x-current-api-version'])
  const isOther = currentVersion !== '' && currentVersion !== version
  if (warning === '' && !isOther) return undefined
  return { ...(warning !== '' && { warning }), ...(isOther && { currentVersion }) }
}

const textOf = (header: string | string[] | undefined): string => String(header ?? '').slice(0, 500)
