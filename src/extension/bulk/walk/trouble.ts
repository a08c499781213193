import type { GraphQLError } from 'graphql'
import { EndlessList, UpstreamError } from '../../../rest/errors.ts'
import { maskError } from '../../../schema/errors.ts'
import { isObject } from '../../../json/object.ts'

/** An error that ends an export: it could not go on without another caller, or another query. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Errors that go away by themselves, sooner or later. */
const PASSING: ReadonlySet<unknown> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'OVERLOADED',
])

/** Throws an ExportFailure if the service no longer accepts the caller. */
export function assertAccepted({ message, extensions: { code } }: GraphQLError): void {
  if (code === 'UNAUTHENTICATED') throw new ExportFailure(code, `The service refuses the caller: ${message}`)
}

/** The errors of lists that have no end. */
const endless = new WeakSet<GraphQLError>()

/** An error of a page as it may be seen. */
export function errorOfPage(error: GraphQLError): GraphQLError {
  const masked = maskError(error)
  if (error.originalError instanceof EndlessList) endless.add(masked)
  return masked
}

/** Whether an error goes away by itself. */
export function isPassing(error: GraphQLError): boolean {
  return PASSING.has(error.extensions.code) && !endless.has(error)
}

/** The time at which an error goes away, if that is known. */
export function endOf({ extensions: { code, retryAt } }: GraphQLError): number | undefined {
  // The memory of this process is a limit, too, and no outage.
  if (code === 'OVERLOADED') return Date.now() + OVERLOADED_PAUSE_MS
  return typeof retryAt === 'string' ? Date.parse(retryAt) : undefined
}

const OVERLOADED_PAUSE_MS = 1_000

/** Whether the cursor of a page was refused. */
export function isOfCursor({ extensions: { code, field } }: GraphQLError): boolean {
  return code === 'BAD_USER_INPUT' && field === 'after'
}

/** Whether the service refused the order of a list. */
export function isOfOrder({ extensions: { upstream } }: GraphQLError): boolean {
  if (!isObject(upstream) || !Array.isArray(upstream['errors'])) return false
  return upstream['errors'].some((error: unknown) => isObject(error) && error['parameter'] === 'sort_by')
}

/**
 * Whether an error is likely to last: the service has answered with something else than the documented form. It would
 * answer the same again.
 */
export function isUndocumented(error: GraphQLError): boolean {
  return (statusOf(error) ?? Infinity) < 300
}

/** Whether the service as a whole does not answer, and not only for what was asked. */
export function isOutage(error: GraphQLError): boolean {
  const status = statusOf(error)
  return status === undefined || OUTAGES.has(status)
}

/** The statuses with which a gateway answers in the place of the service. */
const OUTAGES: ReadonlySet<number> = new Set([502, 503, 504])

/** The status of the service's answer; undefined if there was none. */
function statusOf({ extensions: { upstream } }: GraphQLError): number | undefined {
  return isObject(upstream) && typeof upstream['status'] === 'number' ? upstream['status'] : undefined
}

/** The error of a list that has more items than are read with the node that it belongs to. */
export function cutError(path: string): UpstreamError {
  return new UpstreamError({
    code: 'UPSTREAM_ERROR',
    message: `\`${path}\` has more than one page, and is read with its parent: only its first items are exported`,
  })
}
