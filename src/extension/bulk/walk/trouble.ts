import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLError } from 'graphql'
import { MAX_TIMER_MS } from '../../../async/duration.ts'
import { isObject } from '../../../json/object.ts'
import { EndlessList, RefusedByBreaker, UpstreamError } from '../../../rest/errors.ts'
import { maskError } from '../../../schema/errors.ts'

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

/** The errors of lists that have no end, and of calls that the breaker refused. */
const endless = new WeakSet<GraphQLError>()
const refused = new WeakSet<GraphQLError>()

export function errorOfPage(error: GraphQLError): GraphQLError {
  const masked = maskError(error)
  if (error.originalError instanceof EndlessList) endless.add(masked)
  if (error.originalError instanceof RefusedByBreaker) refused.add(masked)
  return masked
}

/** Whether an error goes away by itself. */
export function isPassing(error: GraphQLError): boolean {
  return (PASSING.has(error.extensions.code) && !endless.has(error)) || statusOf(error) === LOCKED
}

/** The status of an answer for something that another request has locked. */
const LOCKED = 423

/** Whether this process refused a call, because of its memory or its breaker: that says nothing about the list. */
export function isOfProcess(error: GraphQLError): boolean {
  return error.extensions.code === 'OVERLOADED' || refused.has(error)
}

/** The time at which an error goes away, if that is known. */
export function endOf({ extensions: { retryAt } }: GraphQLError): number | undefined {
  const end = typeof retryAt === 'string' ? Date.parse(retryAt) : 0
  return end > Date.now() ? end : undefined
}

/** Whether the cursor of a page was refused. */
export function isOfCursor({ extensions: { code, field } }: GraphQLError): boolean {
  return code === 'BAD_USER_INPUT' && field === 'after'
}

/** Whether the service refused the order of a list. */
export function isOfOrder({ extensions: { upstream } }: GraphQLError): boolean {
  if (!isObject(upstream) || !Array.isArray(upstream['errors'])) return false
  return upstream['errors'].some((error: unknown) => isObject(error) && error['parameter'] === 'sort_by')
}

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

/** How an export waits for the service. */
export type Patience = ReturnType<typeof createPatience>

interface PatienceOptions {
  /** How long an outage may last. */
  maxOutageMs: number
  signal: AbortSignal | undefined
  /** Called with the time until which it waits, and with undefined when it continues; also whether it waits for an outage to end. */
  onWait: (until: number | undefined, isOutage?: boolean) => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

/** The number of pauses in a row after which other lists are read first. */
const MAX_PAUSES_IN_PLACE = 3

/** A reset that was announced can be a little earlier than the service's own clock has it. */
const MARGIN_MS = 100

/**
 * Creates the patience of one export: a rate limit is waited for however long it takes, an outage for at most
 * `maxOutageMs`, with longer and longer pauses.
 */
export function createPatience({ maxOutageMs, signal, onWait }: PatienceOptions) {
  let pauses = 0
  const isOver = (since: number) => Date.now() - since >= maxOutageMs
  return {
    /** Waits until this time, or a moment if it is not known. */
    until: (time = Date.now() + FIRST_PAUSE_MS) => wait(time + MARGIN_MS, false),
    /** Waits for a while. Returns false if what has failed since this time has been waited for long enough. */
    async pause(since: number): Promise<boolean> {
      const isLast = isOver(since)
      // A fault that began while something else failed is no proof of that.
      if (isLast && pauses > 0) return false
      const leftMs = isLast ? maxOutageMs : since + maxOutageMs - Date.now()
      await wait(Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses, leftMs), true)
      pauses += 1
      return true
    },
    /** Whether what has failed since this time has been waited for long enough. */
    isOver,
    /** Whether it has waited so often that other lists are read first. */
    get isLong() {
      return pauses >= MAX_PAUSES_IN_PLACE
    },
    /** The service has answered. */
    end() {
      pauses = 0
    },
  }

  async function wait(resumeAt: number, isOutage: boolean): Promise<void> {
    await onWait(resumeAt, isOutage)
    // A timer cannot be longer than 24 days, and can end a moment early by the clock.
    for (let left = resumeAt - Date.now(); left > 0; left = resumeAt - Date.now())
      await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
    await onWait(undefined)
  }
}
