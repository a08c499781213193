import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLError } from 'graphql'
import { MAX_TIMER_MS } from '../../../async/duration.ts'
import { isObject } from '../../../json/object.ts'
import { EndlessList, UpstreamError } from '../../../rest/errors.ts'
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

/** The errors of lists that have no end. */
const endless = new WeakSet<GraphQLError>()

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

/** How an export waits for the service. */
export type Patience = ReturnType<typeof createPatience>

interface PatienceOptions {
  /** How long an outage may last. */
  maxOutageMs: number
  signal: AbortSignal | undefined
  /** Called with the time until which it waits, and with undefined when it continues; also whether it waits for an outage to end. */
  onWait: (until: number | undefined, isOutage?: boolean) => void
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

/** The number of times that a page is read again whose answer is not of the documented form. */
const MAX_UNDOCUMENTED = 3

/** A reset that was announced can be a little earlier than the service's own clock has it. */
const MARGIN_MS = 100

/**
 * Creates the patience of one export: a rate limit is waited for however long it takes, an outage for at most
 * `maxOutageMs`, with longer and longer pauses.
 */
export function createPatience({ maxOutageMs, signal, onWait }: PatienceOptions) {
  let outageSince: number | undefined
  let pauses = 0
  return {
    /** Waits until this time, or for a while if it is not known. Returns false if it has waited for long enough. */
    async wait(until: number | undefined, isUndocumented: boolean): Promise<boolean> {
      const now = Date.now()
      let resumeAt = until === undefined || until <= now ? undefined : until + MARGIN_MS
      const isOutage = resumeAt === undefined
      // Who announces a limit answers.
      if (resumeAt !== undefined) end()
      else {
        outageSince ??= now
        if (now - outageSince >= maxOutageMs || (isUndocumented && pauses >= MAX_UNDOCUMENTED)) return false
        const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses, outageSince + maxOutageMs - now)
        resumeAt = now + pauseMs
        pauses += 1
      }
      onWait(resumeAt, isOutage)
      // A timer cannot be longer than 24 days, and can end a moment early by the clock.
      for (let left = resumeAt - now; left > 0; left = resumeAt - Date.now())
        await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
      onWait(undefined)
      return true
    },
    /** The service has answered. */
    end,
  }

  function end(): void {
    outageSince = undefined
    pauses = 0
  }
}
