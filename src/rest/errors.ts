import type { MeantRefusal } from './endpoint.ts'
import { parse } from './json/json.ts'

/** One problem the service named. `code` is a CAPS word from the ads interface, a number from the gateway before it. */
export interface UpstreamProblem {
  code: string | number
  message: string
  parameter?: string | undefined
  attribute?: string | undefined
  details?: string | undefined
  value?: unknown
}

/** What went wrong, in the words callers of Adgraph are promised. */
export type UpstreamCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'SANDBOX_ONLY'
  | 'BUDGET_SPENT'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_ERROR'
  | 'OVERLOADED'

/** A limit of one operation that is used up: what was allowed, and what had been used when a call was held back. */
export interface SpentBudget {
  limit: 'calls' | 'rows'
  allowed: number
  used: number
}

interface UpstreamErrorFields {
  code: UpstreamCode
  message: string
  status?: number | undefined
  errors?: UpstreamProblem[] | undefined
  operationErrors?: UpstreamProblem[][] | undefined
  transactionId?: string | undefined
  retryAt?: Date | undefined
  outcomeUnknown?: boolean | undefined
  rows?: readonly unknown[] | undefined
  meant?: MeantRefusal | undefined
  spent?: SpentBudget | undefined
}

/** A call that brought no usable answer: refused, failed on the way, or never sent because it would pass a limit. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamCode
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined
  readonly errors: UpstreamProblem[]
  /** Of a refused batch: the problems of each item, at the item's place. */
  readonly operationErrors: UpstreamProblem[][] | undefined
  /** The service's own name for this call, for its support. */
  readonly transactionId: string | undefined
  /** When a spent rate limit opens again. */
  readonly retryAt: Date | undefined
  /** Whether a write may have happened although no answer says so. */
  readonly outcomeUnknown: boolean
  /**
   * Of a write whose answer does not have the documented form: those of its rows that have it, at their indexes, and
   * undefined for the others. With them, ids of what was written are known although the outcome is not.
   */
  readonly rows: readonly unknown[] | undefined
  /** Of a BAD_USER_INPUT: which parameter asked for something there is not, and by which rule that is refused. */
  readonly meant: MeantRefusal | undefined
  /** Of a BUDGET_SPENT: which limit of the operation is used up. */
  readonly spent: SpentBudget | undefined

  constructor(fields: UpstreamErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.status = fields.status
    this.errors = fields.errors ?? []
    this.operationErrors = fields.operationErrors
    this.transactionId = fields.transactionId
    this.retryAt = fields.retryAt
    this.outcomeUnknown = fields.outcomeUnknown ?? false
    this.rows = fields.rows
    this.meant = fields.meant
    this.spent = fields.spent
  }
}

/** An answer whose status is not 2xx, and what is known of its call. */
interface Refusal {
  status: number
  body: string
  transactionId: string | undefined
  retryAt: Date | undefined
  outcomeUnknown: boolean
  /** Whether what the service says of it may repeat what must not be problems. */
  confidential?: boolean
  /** What is added to the message of a write whose outcome is not known. */
  tried: string
  /** What the endpoint says a 400 means, where its parameter was sent. */
  meant: MeantRefusal | undefined
}

/** The error of a refusal, with the problems that its body names in any of its forms. */
export function refusal({ status, body, retryAt, tried, meant, confidential, ...rest }: Refusal): UpstreamError {
  const problems = problemsOf(body)
  const errors = confidential ? problems.errors.map(withoutWords) : problems.errors
  const operationErrors = confidential
    ? problems.operationErrors?.map((item) => item.map(withoutWords))
    : problems.operationErrors
  const byStatus = codeOf(status, errors)
  const isMeant =
    meant &&
    status === 400 &&
    byStatus === 'UPSTREAM_ERROR' &&
    errors.every(({ parameter = meant.param }) => parameter === meant.param)
  const code = isMeant ? 'BAD_USER_INPUT' : byStatus
  return new UpstreamError({
    ...rest,
    code,
    message: (errors[0]?.message || `The service answered with status ${status}`) + tried,
    status,
    errors,
    operationErrors,
    retryAt: code === 'RATE_LIMITED' || isTooOften(errors) ? retryAt : undefined,
    meant: isMeant ? meant : undefined,
  })
}

/** A problem by its code and the name of its parameter alone: all else may repeat what was sent. */
function withoutWords({ code, parameter, attribute }: UpstreamProblem): UpstreamProblem {
  const message = 'The service refused this; its words are left out, because they may repeat whom it is about'
  return { code, message, parameter: nameOrNone(parameter), attribute: nameOrNone(attribute) }
}

function nameOrNone(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z_.]{1,40}$/.test(text) ? text : undefined
}

/** Whether bearer tokens were asked for too often (R-AUTH-17). */
export function isTooOften(errors: readonly UpstreamProblem[]): boolean {
  return errors.some(({ code }) => Number(code) === 99)
}

// Gateway codes for credentials that are wrong, spent, stale or missing. The gateway also sends them with status 400.
const CREDENTIAL_CODES: ReadonlySet<string | number> = new Set([32, 89, 135, 215])

/** The status decides, because a body can be missing or HTML; only the gateway's credential codes say more than it. */
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
 * `operation_errors` (an item without problems has an empty list or null), or none where it is not JSON. Those of webhooks
 * have the form of RFC 7807.
 */
function problemsOf(body: string): { errors: UpstreamProblem[]; operationErrors?: UpstreamProblem[][] } {
  const json = parseOrUndefined(body)
  if (!isObject(json)) return { errors: [] }
  const errors = problemList(json['errors'])
  const items = json['operation_errors']
  if (!Array.isArray(items)) return { errors }
  const operationErrors = items.map(problemList)
  return { errors: [...errors, ...operationErrors.flat()], operationErrors }
}

function problemList(value: unknown): UpstreamProblem[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).map(({ code, type, message, detail, title, parameter, attribute, details, value }) => ({
    code: typeof code === 'number' || typeof code === 'string' ? code : (text(type) ?? 'UNKNOWN'),
    message: text(message) ?? text(detail) ?? text(title) ?? '',
    parameter: text(parameter),
    attribute: text(attribute),
    details: text(details),
    value,
  }))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
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
