import { randomUUID } from 'node:crypto'
import type { KnownRateLimit } from '../../rest/policy/rate-limit.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/request.ts'

/** The header that identifies a request in the log, in its response, and in every call that is made for it. */
export const REQUEST_ID_HEADER = 'x-request-id'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/

/** Sets the request ID on the response: the caller's own ID if it is well formed; otherwise a new one, which is also set on the request. */
export function nameRequest(request: IncomingRequest, response: OutgoingResponse): void {
  const given = request.headers[REQUEST_ID_HEADER]
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader(REQUEST_ID_HEADER, id)
}

export function requestIdOf({ headers }: IncomingRequest): string {
  return String(headers[REQUEST_ID_HEADER])
}

/** The request header that requests the plan: `1` together with the data, `dry-run` instead of it. */
export const PLAN_HEADER = 'x-upstream-plan'

/** Whether a request asks for the plan together with the data, or instead of it, without sending anything. */
export function planAskedBy({ headers }: IncomingRequest): 'beside' | 'instead' | undefined {
  const value = headers[PLAN_HEADER]
  if (value === '1') return 'beside'
  return value === 'dry-run' ? 'instead' : undefined
}

/** The request header that asks for the trace. */
export const TRACE_HEADER = 'x-upstream-trace'

export function asksForTrace({ headers }: IncomingRequest): boolean {
  return headers[TRACE_HEADER] === '1'
}

/** The response headers of a response that is rate limited, which pages of other origins may read. */
export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers for a response that is RATE_LIMITED: an item for each spent rate
 * limit of the caller that resets when the errors say (`retryAt`, in ISO 8601). The name of a policy is the path template
 * of the endpoint, and its partition key the account. A limit that was not announced has no policy and the name `upstream`.
 */
export function rateLimitHeaders(
  retryAts: ReadonlySet<string>,
  known: readonly KnownRateLimit[],
): Partial<Record<(typeof RATE_LIMIT_HEADERS)[number], string>> {
  const spent = known.filter(
    ({ remaining, resetAt }) => remaining === 0 && retryAts.has(new Date(resetAt).toISOString()),
  )
  if (spent.length === 0) {
    const resetAfterMs = Math.max(...Array.from(retryAts, (retryAt) => Date.parse(retryAt) - Date.now()))
    return { RateLimit: item('upstream', { r: 0, t: seconds(resetAfterMs) }) }
  }
  return {
    RateLimit: spent
      .map((limit) => policyItem(limit, { r: limit.remaining, t: seconds(limit.resetAfterMs) }))
      .join(', '),
    'RateLimit-Policy': spent.map((limit) => policyItem(limit, { q: limit.limit })).join(', '),
  }
}

/** An item for a rate limit. The account is a byte sequence. */
function policyItem(
  { endpoint, scope, account }: KnownRateLimit,
  parameters: Readonly<Record<string, number>>,
): string {
  const text = item(endpoint ?? scope.toLowerCase(), parameters)
  return account === undefined ? text : `${text};pk=:${Buffer.from(account).toString('base64')}:`
}

/** An item of a structured field (RFC 9651): a string with parameters. */
function item(name: string, parameters: Readonly<Record<string, number>>): string {
  return [`"${name}"`, ...Object.entries(parameters).map(([key, value]) => `${key}=${value}`)].join(';')
}

function seconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000))
}
