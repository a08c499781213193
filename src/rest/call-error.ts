import type { Endpoint } from './endpoint.ts'
import { documentedRows, type Envelope } from './wire/envelope.ts'
import { UpstreamError, type UpstreamCode } from './errors.ts'
import { errorOfRefusal } from './refusal.ts'
import { header, type WireAnswer, type WireFailure } from './wire/transport.ts'

/** The error of a 2xx answer that does not have the documented form. Then it is not known what a write did. */
export function undocumented(endpoint: Endpoint, answer: WireAnswer, body: Envelope | undefined): UpstreamError {
  const { safe, method, path } = endpoint
  const outcomeUnknown = !safe
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: safe
      ? 'The answer of the service does not have the documented form'
      : `The service accepted ${method} ${path}, but its answer does not have the documented form`,
    status: answer.status,
    transactionId: transactionIdOf(answer),
    outcomeUnknown,
    rows: outcomeUnknown && body ? documentedRows(endpoint, body) : undefined,
  })
}

/** The error of a refusal. A write that was answered with 5xx or 408 may have happened. */
export function refused(
  endpoint: Endpoint,
  params: object,
  answer: WireAnswer,
  retryAt: number | undefined,
): UpstreamError {
  const { safe, refusal: paramRefusal, confidential } = endpoint
  const outcomeUnknown = !safe && (answer.status >= 500 || answer.status === 408)
  return errorOfRefusal({
    status: answer.status,
    body: answer.body.toString('utf8'),
    transactionId: transactionIdOf(answer),
    retryAt: retryAt === undefined ? undefined : new Date(retryAt),
    outcomeUnknown,
    confidential,
    outcomeText: ofUnknown(endpoint, outcomeUnknown),
    paramRefusal: paramRefusal && isSent(params, paramRefusal.param) ? paramRefusal : undefined,
  })
}

/** The error of an attempt without an answer. A write whose request may have left this machine may have happened. */
export function failed(endpoint: Endpoint, failure: WireFailure): UpstreamError {
  const outcomeUnknown = !endpoint.safe && !NEVER_LEFT.has(failure)
  return new UpstreamError({
    code: codeOf(failure),
    message: FAILURE_MESSAGES[failure] + ofUnknown(endpoint, outcomeUnknown),
    outcomeUnknown,
  })
}

/** After these failures no byte of the request has left this machine. */
const NEVER_LEFT: ReadonlySet<WireFailure> = new Set(['unreached', 'unsent', 'overloaded', 'aborted'])

function codeOf(failure: WireFailure): UpstreamCode {
  if (failure === 'overloaded') return 'OVERLOADED'
  return failure === 'timeout' || failure === 'unsent' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE'
}

/** The error of a call that the breaker refused. */
export function refusedByBreaker({ method, path }: Endpoint): UpstreamError {
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `${method} ${path} is not called at the moment, because nearly all of its recent calls failed; nothing was sent`,
  })
}

/** The error of a call that ended early because the caller of the operation disconnected. */
export function callerGone(): UpstreamError {
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: FAILURE_MESSAGES.aborted })
}

/** The error of a call whose rate limit resets only after its deadline. */
export function rateLimited(resetAt: number): UpstreamError {
  return new UpstreamError({
    code: 'RATE_LIMITED',
    message: 'The rate limit of this endpoint is spent; nothing was sent',
    retryAt: new Date(resetAt),
  })
}

/** Whether the answer says that a user's token was revoked (R-AUTH-14). */
export function isRevocation({ status, errors }: UpstreamError): boolean {
  return status === 401 && errors.some(({ code }) => Number(code) === 89)
}

function ofUnknown({ method, path }: Endpoint, outcomeUnknown: boolean): string {
  return outcomeUnknown ? `; whether ${method} ${path} happened is not known` : ''
}

function isSent(params: object, name: string): boolean {
  return (params as Record<string, unknown>)[name] !== undefined
}

const FAILURE_MESSAGES: Record<WireFailure, string> = {
  overloaded: 'The server has no memory left for the answer; nothing was sent',
  unsent: 'The time for this operation was up before the request could be sent',
  unreached: 'The service could not be reached',
  broken: 'The connection to the service broke before the answer was complete',
  timeout: 'The service did not answer in time',
  oversized: 'The answer of the service is longer than Adgraph reads',
  aborted: 'The caller went away before the service answered',
}

function transactionIdOf(answer: WireAnswer): string | undefined {
  return header(answer, 'x-transaction-id') ?? header(answer, 'x-transaction')
}
