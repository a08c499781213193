import type { ParamRefusal } from './endpoint.ts'
import { UpstreamError, type UpstreamCode, type UpstreamProblem } from './errors.ts'
import { parse } from './json/json.ts'

/** An answer whose status is not 2xx, and the facts about its call. */
interface Refusal {
  status: number
  body: string
  transactionId: string | undefined
  retryAt: Date | undefined
  outcomeUnknown: boolean
  /** Whether the text of the answer may repeat confidential parameters. */
  confidential?: boolean
  /** Appended to the message: that the outcome of a write is not known, or nothing. */
  outcomeText: string
  /** The parameter that a 400 is about, if it was sent. */
  paramRefusal: ParamRefusal | undefined
}

/** The error of a refusal, with the problems from its body. */
export function errorOfRefusal({
  status,
  body,
  retryAt,
  outcomeText,
  paramRefusal,
  confidential,
  ...rest
}: Refusal): UpstreamError {
  const problems = problemsOf(body)
  const errors = confidential ? problems.errors.map(withoutText) : problems.errors
  const operationErrors = confidential
    ? problems.operationErrors?.map((item) => item.map(withoutText))
    : problems.operationErrors
  const byStatus = codeOf(status, errors)
  const isAboutParam =
    paramRefusal &&
    status === 400 &&
    byStatus === 'UPSTREAM_ERROR' &&
    errors.every(({ parameter = paramRefusal.param }) => parameter === paramRefusal.param)
  const code = isAboutParam ? 'BAD_USER_INPUT' : byStatus
  return new UpstreamError({
    ...rest,
    code,
    message: (errors[0]?.message || `The service answered with status ${status}`) + outcomeText,
    status,
    errors,
    operationErrors,
    retryAt: code === 'RATE_LIMITED' || isTooOften(errors) ? retryAt : undefined,
    refusal: isAboutParam ? paramRefusal : undefined,
  })
}

/** A problem with its code and the name of its parameter only: everything else may repeat what was sent. */
function withoutText({ code, parameter, attribute }: UpstreamProblem): UpstreamProblem {
  const message = 'The service refused this. Its message is left out because it may identify a person'
  return { code, message, parameter: nameOrNone(parameter), attribute: nameOrNone(attribute) }
}

function nameOrNone(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z_.]{1,40}$/.test(text) ? text : undefined
}

/** Whether bearer tokens were requested too often (R-AUTH-17). */
export function isTooOften(errors: readonly UpstreamProblem[]): boolean {
  return errors.some(({ code }) => Number(code) === 99)
}

// The gateway's codes for wrong, revoked, outdated or missing credentials. It also sends them with status 400.
const CREDENTIAL_CODES: ReadonlySet<string | number> = new Set([32, 89, 135, 215])

/** The status decides, because a body can be missing or HTML. Only the gateway's codes for credentials override it. */
function codeOf(status: number, errors: UpstreamProblem[]): UpstreamCode {
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
 * `operation_errors` (an item without problems has an empty list or null), or none if it is not JSON. Those of webhooks
 * have the form of RFC 7807.
 */
function problemsOf(body: string): { errors: UpstreamProblem[]; operationErrors?: UpstreamProblem[][] } {
  const json = parseOrUndefined(body)
  if (!isObject(json)) return { errors: [] }
  const errors = problemList(json['errors'])
  const items = json['operation_errors']
  if (!Array.isArray(items)) return { errors }
  const operationErrors = items.map(problemList)
  return { errors: [...errors, ...operationErrors.flat()].slice(0, MAX_PROBLEMS), operationErrors }
}

function problemList(value: unknown): UpstreamProblem[] {
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

function parseOrUndefined(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
