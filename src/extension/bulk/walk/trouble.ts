import { setTimeout as sleep } from 'node:timers/promises'
import { GraphQLError } from 'graphql'
import { MAX_TIMER_MS } from '../../../async/duration.ts'
import { isObject } from '../../../json/object.ts'
import { EndlessList, RefusedByBreaker, UpstreamError } from '../../../rest/errors.ts'
import { CodedError, maskError } from '../../../schema/errors.ts'

/** An error that ends an export: it could not go on without another caller, or another query. */
export class ExportFailure extends Error {
  override readonly name = 'ExportFailure'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A page that needs more of a limit than there is for one page. It is read in fewer rows. */
export class PageTooLarge extends CodedError {
  /** When it can be read in fewer rows; undefined if that does not depend on the time. */
  readonly until: number | undefined
  /** The number of rows that a call serves, below which a page takes no fewer calls. */
  readonly rowsPerCall: number

  constructor(
    message: string,
    extensions: { code: string; limit: string; allowed: number },
    { until, rowsPerCall = 1 }: { until?: number; rowsPerCall?: number | undefined } = {},
  ) {
    super(message, extensions)
    this.until = until
    this.rowsPerCall = rowsPerCall
  }
}

/** What an error means for the page that has it. */
type Trouble =
  /** The service no longer accepts the caller. */
  | 'caller'
  /** The page is too large. */
  | 'size'
  /** A rate limit is spent, until a known time. */
  | 'limit'
  /** The service failed, or cannot read this list. */
  | 'outage'
  /** This process refused a call, because of its memory or its breaker: that says nothing about the list. */
  | 'process'
  /** The service refused the order of the list. */
  | 'order'
  /** The cursor of the page was refused. */
  | 'cursor'
  /** It would be so again. */
  | 'refusal'

/** An error of a page, with what it means. */
export interface PageError {
  error: GraphQLError
  trouble: Trouble
  /** When the limit resets. */
  until?: number
  /** How the page is too large. */
  excess?: PageTooLarge
}

/** The codes of errors that go away by themselves, sooner or later. */
const PASSING: ReadonlySet<unknown> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])

/** The status of an answer for something that another request has locked. */
const LOCKED = 423

/** An error of a page. `memory` is why its operation has no memory, if it needs more than one may have. */
export function errorOfPage(thrown: GraphQLError, memory?: PageTooLarge): PageError {
  const { originalError: cause } = thrown
  const masked = maskError(thrown)
  const { code, field, retryAt, upstream } = masked.extensions
  if (code === 'UNAUTHENTICATED') return { error: masked, trouble: 'caller' }
  const excess = cause instanceof PageTooLarge ? cause : code === 'OVERLOADED' ? memory : undefined
  if (excess) return errorOfExcess(excess, masked.path)
  if (code === 'OVERLOADED' || cause instanceof RefusedByBreaker) return { error: masked, trouble: 'process' }
  const { status, errors } = isObject(upstream) ? upstream : {}
  if ((PASSING.has(code) && !(cause instanceof EndlessList)) || status === LOCKED) {
    const until = typeof retryAt === 'string' ? Date.parse(retryAt) : 0
    return until > Date.now() ? { error: masked, trouble: 'limit', until } : { error: masked, trouble: 'outage' }
  }
  const isOfOrder = Array.isArray(errors) && errors.some((each) => isObject(each) && each['parameter'] === 'sort_by')
  if (isOfOrder) return { error: masked, trouble: 'order' }
  return { error: masked, trouble: code === 'BAD_USER_INPUT' && field === 'after' ? 'cursor' : 'refusal' }
}

export function errorOfExcess(excess: PageTooLarge, path?: GraphQLError['path']): PageError {
  const { message, extensions } = excess
  return { error: new GraphQLError(message, { path, extensions }), trouble: 'size', excess }
}

/** Whether an error goes away by itself. */
export function isPassing({ trouble }: PageError): boolean {
  return trouble === 'limit' || trouble === 'outage' || trouble === 'process'
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

/** The pause after so many others. */
function pauseMs(before: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** before)
}

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
  let refusals = 0
  const isOver = (since: number) => Date.now() - since >= maxOutageMs
  return {
    /** Waits until this time. */
    until: (time: number) => wait(time + MARGIN_MS, false),
    /** Waits for a while, because this process refuses calls. */
    async retreat(): Promise<void> {
      await wait(Date.now() + pauseMs(refusals), true)
      refusals += 1
    },
    /** Waits for a while. Returns false if what has failed since this time has been waited for long enough. */
    async pause(since: number): Promise<boolean> {
      const isLast = isOver(since)
      // A fault that began while something else failed is no proof of that.
      if (isLast && pauses > 0) return false
      const leftMs = isLast ? maxOutageMs : since + maxOutageMs - Date.now()
      await wait(Date.now() + Math.min(pauseMs(pauses), leftMs), true)
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
      refusals = 0
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
