import { createClient, type ClientOptions } from '../../rest/client.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { announcementIn, type Exchange } from '../../rest/exchange.ts'
import { dateOf } from '../../rest/policy/clock.ts'
import { asList } from '../../rest/wire/envelope.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { isAnswer } from '../../rest/wire/transport.ts'
import { MAX_CALLS } from './report.ts'

const READ_MS = 10_000

/** The outcome of a read. */
export interface Outcome {
  endpoint: Endpoint
  /** The HTTP status; undefined if there was no answer. */
  status: number | undefined
  /** The rows as the service sent them. */
  rows: unknown[]
  error: UpstreamError | undefined
  durationMs: number
}

export type Reads = ReturnType<typeof createReads>

/** Creates the reads of one examination by this caller: one attempt each, at most `MAX_CALLS` altogether. */
export function createReads(options: Omit<ClientOptions, 'onExchange'>, credentials: Credentials) {
  let status: number | undefined
  let calls = 0
  let offset: number | undefined
  let announcement: Record<string, string> | undefined
  let stop = new AbortController()
  const client = createClient({
    ...options,
    attemptTimeoutMs: READ_MS,
    onExchange(exchange) {
      status = isAnswer(exchange.answer) ? exchange.answer.status : undefined
      calls += 1
      offset ??= offsetOf(exchange)
      if (isAnswer(exchange.answer)) announcement ??= announcementIn(exchange.call.endpoint, exchange.answer)
      // A failure is reported, and not tried again.
      if (calls >= MAX_CALLS || isFailure(exchange)) stop.abort()
    },
  })
  const session = client.session({ credentials, deadline: Date.now() + MAX_CALLS * READ_MS })

  return {
    async read(endpoint: Endpoint, path: Record<string, string> = {}, params = {}): Promise<Outcome> {
      status = undefined
      stop = new AbortController()
      const startMs = Date.now()
      let rows: unknown[] = []
      let error: UpstreamError | undefined
      try {
        rows = asList(Object(await session.with({ signal: stop.signal }).envelope(endpoint, path, params)).data)
      } catch (thrown) {
        if (!(thrown instanceof UpstreamError)) throw thrown
        error = thrown
      }
      return { endpoint, status, rows, error, durationMs: Date.now() - startMs }
    },
    /** By how much the clock of the service is ahead of ours, in milliseconds; undefined if no answer had a date. */
    clockOffsetMs: () => offset,
    /** What the service announces about its interface; undefined if it announces nothing. */
    announcement: () => announcement,
    rateLimits: session.rateLimits,
    calls: () => calls,
    close: client.close,
  }
}

function isFailure({ answer }: Exchange): boolean {
  return !isAnswer(answer) || answer.status >= 500 || answer.status === 429
}

/** The difference between the `Date` of an answer, which has whole seconds, and the middle of the exchange. */
function offsetOf({ answer, startMs, endMs }: Exchange): number | undefined {
  const date = isAnswer(answer) ? dateOf(answer) : undefined
  return date === undefined ? undefined : date + 500 - (startMs + endMs) / 2
}
