import type { Steps } from '../async/turn.ts'
import { isObject } from '../json/object.ts'
import { type AnswerFault, type Asked, documentedRows, idAsked } from './answer.ts'
import { dataFormOf, type Endpoint, hasIds } from './endpoint.ts'
import { RefusedByBreaker, type UpstreamCode, UpstreamError, type UpstreamProblem } from './errors.ts'
import { type Envelope, parsedBody } from './wire/envelope.ts'
import { header, type WireAnswer, type WireFailure } from './wire/transport.ts'
import type { Vocabulary } from './wire/vocabulary.ts'

/** The error of a 2xx answer with this fault. Then it is not known what a write did. */
export function faulty(
  asked: Asked,
  answer: WireAnswer,
  body: Envelope | undefined,
  fault: AnswerFault = 'form',
): UpstreamError {
  const { endpoint } = asked
  // Of an answer with errors, nothing is known to be accepted either.
  const isOfOther = fault !== 'form'
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: FAULTS[fault](asked),
    status: answer.status,
    ...(fault === 'errors' && problemsOf(body, endpoint.isUpload, undefined)),
    transactionId: transactionIdOf(answer),
    outcomeUnknown: !endpoint.safe,
    isOfOther,
    rows: body && !endpoint.safe && !isOfOther ? documentedRows(endpoint, body) : undefined,
  })
}

const FAULTS: { [Fault in AnswerFault]: (asked: Asked) => string } = {
  form: ({ endpoint: { safe, method, path } }) =>
    safe
      ? 'The answer of the service does not have the documented form'
      : `The service accepted ${method} ${path}, but its answer does not have the documented form`,
  other: otherMessage,
  errors: ({ endpoint }) =>
    'The service answered with a status of success, and with errors' + ofUnknown(endpoint, true),
}

function otherMessage(asked: Asked): string {
  const { endpoint } = asked
  if (dataFormOf(endpoint) === undefined)
    return 'The service answered with another token than the one that was sent' + ofUnknown(endpoint, true)
  const id = idAsked(asked)
  // If rows have no ID, the ID in the path identifies a person.
  const wanted =
    id === undefined || !hasIds(endpoint) ? 'other IDs than those that were asked for' : `another ID than ${id}`
  return `The service answered with ${wanted}${ofUnknown(endpoint, !endpoint.safe)}`
}

/** The error of a refusal, with the problems from its body. A write that was answered with 3xx, 5xx, 408 or 423 may have happened. */
export function* refused(
  endpoint: Endpoint,
  params: object,
  answer: WireAnswer,
  retryAt: number | undefined,
  vocabulary?: Vocabulary,
): Steps<UpstreamError> {
  const { safe, isUpload } = endpoint
  const { status } = answer
  const outcomeUnknown = !safe && (status < 400 || status >= 500 || status === 408 || status === 423)
  const { errors, operationErrors } = problemsOf(yield* parsedBody(answer.body), isUpload, vocabulary)
  const byStatus = codeOfStatus(status, errors)
  const meaning = endpoint.refusal?.({ code: byStatus, status, errors }, { ...params })
  const code = meaning?.code ?? byStatus
  const isWaitedFor = retryAt !== undefined && (code === 'RATE_LIMITED' || isTooOften(errors))
  const message = meaning?.message ?? (errors[0]?.message || `The service answered with status ${status}`)
  return new UpstreamError({
    code,
    message: message + ofUnknown(endpoint, outcomeUnknown),
    status,
    errors,
    operationErrors,
    transactionId: transactionIdOf(answer),
    retryAt: isWaitedFor ? new Date(retryAt) : undefined,
    outcomeUnknown,
    refusal: meaning?.refusal,
  })
}

/** The error of an attempt without an answer. A write that was handed to a socket may have happened. */
export function failed(endpoint: Endpoint, failure: WireFailure): UpstreamError {
  const outcomeUnknown = !endpoint.safe && failure.sent
  return new UpstreamError({
    code: FAILURE_CODES[failure.reason] ?? 'UPSTREAM_UNAVAILABLE',
    message: messageOf(failure) + ofUnknown(endpoint, outcomeUnknown),
    outcomeUnknown,
  })
}

const FAILURE_CODES: { [Reason in WireFailure['reason']]?: UpstreamCode } = {
  overloaded: 'OVERLOADED',
  timeout: 'UPSTREAM_TIMEOUT',
}

export function refusedByBreaker({ method, path }: Endpoint): UpstreamError {
  return new RefusedByBreaker({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `${method} ${path} is not called at the moment, because nearly all of its recent calls failed; nothing was sent`,
  })
}

/** The error of a call that ended early because the caller of the operation disconnected. */
export function callerGone(): UpstreamError {
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: messageOf({ reason: 'aborted', sent: false }) })
}

/** The error of a call whose rate limit resets only after its deadline, or at a time that is not known yet. */
export function rateLimited(resetAt: number | undefined): UpstreamError {
  return new UpstreamError({
    code: 'RATE_LIMITED',
    message: 'The rate limit of this endpoint is spent; nothing was sent',
    retryAt: resetAt === undefined ? undefined : new Date(resetAt),
  })
}

/** Whether the answer says that a user's token was revoked (R-AUTH-14). */
export function isRevocation({ status, errors }: UpstreamError): boolean {
  return status === 401 && errors.some(({ code }) => Number(code) === 89)
}

function ofUnknown({ method, path }: Endpoint, outcomeUnknown: boolean): string {
  return outcomeUnknown ? `; whether ${method} ${path} happened is not known` : ''
}

function messageOf({ reason, sent, code }: WireFailure): string {
  const messages: Record<WireFailure['reason'], string> = {
    overloaded: `The server has no memory left for the answer${sent ? '' : '; nothing was sent'}`,
    timeout: sent
      ? 'The service did not answer in time'
      : 'The time for this operation was up before the request could be sent',
    broken: sent
      ? 'The connection to the service broke before the answer was complete'
      : 'The service could not be reached',
    certificate: `The TLS certificate of the service is not accepted (${code}); nothing was sent`,
    oversized: 'The answer of the service is longer than Adgraph reads',
    aborted: 'The caller went away before the service answered',
  }
  return messages[reason]
}

function transactionIdOf(answer: WireAnswer): string | undefined {
  return header(answer, 'x-transaction-id') ?? header(answer, 'x-transaction')
}

/** A problem with its code and the name of its parameter only: everything else may repeat what was sent. */
function withoutText({ code, parameter, attribute }: UpstreamProblem): UpstreamProblem {
  const message = 'The service refused this. Its message is left out because it may identify a person'
  return { code, message, parameter: nameOrNone(parameter), attribute: nameOrNone(attribute) }
}

function nameOrNone(text: string | undefined): string | undefined {
  return text?.match(/^[a-z_.]{1,40}$/)?.[0]
}

/** Whether bearer tokens were requested too often (R-AUTH-17). */
export function isTooOften(errors: readonly UpstreamProblem[]): boolean {
  return errors.some(({ code }) => Number(code) === 99)
}

// The gateway's codes for wrong, revoked, outdated or missing credentials. It also sends them with status 400.
const CREDENTIAL_CODES: ReadonlySet<string | number> = new Set([32, 89, 135, 215])

/** The status decides, because a body can be missing or HTML. Only the gateway's codes for credentials override it. */
function codeOfStatus(status: number, errors: UpstreamProblem[]): UpstreamCode {
  if (status === 401 || errors.some(({ code }) => CREDENTIAL_CODES.has(code))) return 'UNAUTHENTICATED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408 || status === 504) return 'UPSTREAM_TIMEOUT'
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE'
  return 'UPSTREAM_ERROR'
}

/**
 * The problems in a refusal's body, in each of its shapes: a list under `errors`, lists by item under
 * `operation_errors` (an item without problems has an empty list or null), or none if it has no JSON. Those of webhooks
 * have the form of RFC 7807. Of an upload, their texts are left out.
 */
function problemsOf(
  json: unknown,
  isUpload: boolean,
  vocabulary: Vocabulary | undefined,
): Pick<UpstreamError, 'errors' | 'operationErrors'> {
  const { errors: all, operation_errors: items }: Record<string, unknown> = isObject(json) ? json : {}
  const shown = (list: unknown) => {
    const problems = vocabulary ? problemList(list).map((each) => inOurWords(each, vocabulary)) : problemList(list)
    return isUpload ? problems.map(withoutText) : problems
  }
  if (!Array.isArray(items)) return { errors: shown(all), operationErrors: undefined }
  const operationErrors = items.map(shown)
  return { errors: [...shown(all), ...operationErrors.flat()].slice(0, MAX_PROBLEMS), operationErrors }
}

function inOurWords(problem: UpstreamProblem, vocabulary: Vocabulary): UpstreamProblem {
  const parameter = problem.parameter && vocabulary.parameter(problem.parameter)
  const attribute = problem.attribute && vocabulary.column(problem.attribute)
  const value = vocabulary.value(parameter ?? attribute ?? '', problem.value)
  return { ...problem, parameter, attribute, value }
}

/** The problems in a list that the service sent, whatever it has. */
export function problemList(value: unknown): UpstreamProblem[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(isObject)
    .slice(0, MAX_PROBLEMS)
    .map(({ code, type, message, detail, title, parameter, attribute, details, value }) => ({
      code: typeof code === 'number' ? code : (text(code) ?? text(type) ?? 'UNKNOWN'),
      message: text(message) ?? text(detail) ?? text(title) ?? '',
      parameter: text(parameter),
      attribute: text(attribute),
      details: text(details),
      value: isShort(value) ? value : undefined,
    }))
}

/** The maximum number of problems in one list, and of characters of a text in them. Each failed field repeats them. */
const MAX_PROBLEMS = 100
const MAX_TEXT_CHARACTERS = 10_000

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.length > MAX_TEXT_CHARACTERS ? `${value.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()}…` : value
}

function isShort(value: unknown): boolean {
  return JSON.stringify(value ?? null).length <= MAX_TEXT_CHARACTERS
}
