/** One problem in an answer. `code` is an uppercase word of the ads interface, or a number of the gateway in front of it. */
export interface UpstreamProblem {
  code: string | number
  message: string
  parameter?: string | undefined
  attribute?: string | undefined
  details?: string | undefined
  value?: unknown
}

/** Whether a text of the service is a code, which may be shown where its other texts may not: they can repeat secrets. */
export function isCode(text: string): boolean {
  return /^[A-Z_]{1,60}$/.test(text)
}

/** The codes of errors that callers of Adgraph get. */
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

/** The parameter that a refusal is about, and the rule of the reference behind it, if there is one. */
interface ParamRefusal {
  param: string
  rule?: string
}

/** A limit of one operation that is used up: what it allows, and what had been used when a call was refused. */
interface SpentBudget {
  limit: 'calls' | 'rows'
  allowed: number
  used: number
}

type UpstreamErrorFields = Pick<UpstreamError, 'code' | 'message'> & Partial<Omit<UpstreamError, keyof Error>>

/**
 * The error of a call without a usable answer: the service refused it, it failed on the network, or it was not sent
 * because of a limit.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamCode
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  readonly errors: UpstreamProblem[]
  /** The problems of each item of a refused batch, at the item's index. */
  readonly operationErrors: UpstreamProblem[][] | undefined
  /** The service's ID of this call, for its support. */
  readonly transactionId: string | undefined
  /** When a spent rate limit resets. */
  readonly retryAt: Date | undefined
  /** Whether a write may have happened although no answer confirms it. */
  readonly outcomeUnknown: boolean
  /**
   * Whether the answer is about another entity than the call, or is a success with errors. Of a write, only the ID that was sent is
   * known then.
   */
  readonly isOfOther: boolean
  /**
   * Of a write whose answer does not have the documented form: the rows that do have it, at their indexes, and undefined
   * for the others. They give the IDs of what was written although the outcome is not known.
   */
  readonly rows: readonly unknown[] | undefined
  /** The parameter that a BAD_USER_INPUT is about, and the rule that it breaks, if there is one. */
  readonly refusal: ParamRefusal | undefined
  /** The limit of the operation that a BUDGET_SPENT is about. */
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
    this.isOfOther = fields.isOfOther ?? false
    this.rows = fields.rows
    this.refusal = fields.refusal
    this.spent = fields.spent
  }
}

/** The error of a list whose pages do not end: a page leads back, or too many in a row have no new row. It would be so again. */
export class EndlessList extends UpstreamError {}

export class RefusedByBreaker extends UpstreamError {}

/** Null for the error of a 404, for reads whose row may be missing. Throws any other error. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
  throw error
}

/**
 * Whether the service refuses a filter because nothing matches it: the list of promoted accounts is refused instead of being
 * empty (Ads Management Interface, section 4.5).
 */
export function isOfEmptyList(error: unknown, filter: string): boolean {
  return error instanceof UpstreamError && error.refusal?.param === filter
}
