import { viewed } from '../../src/async/viewed-bytes.ts'
import type { CallContext } from '../../src/rest/call.ts'
import { type ClientOptions, createClient } from '../../src/rest/client.ts'
import type { UpstreamError } from '../../src/rest/errors.ts'
import type { Session } from '../../src/rest/session.ts'
import type { CallRecord } from '../../src/rest/types.ts'
import type { WireAnswer } from '../../src/rest/wire/transport.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { ANY_CREDENTIALS } from './credentials.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

/** A client of the REST interface over a scripted service. */
export interface OpenClient {
  upstream: Upstream
  session: Session
  /** The attempts of all sessions, in the order in which they ended. */
  calls: CallRecord[]
  /** Another session of the same client. */
  another: (context?: Partial<CallContext>) => Session
  close(): Promise<void>
}

/** How a test's client differs from the default one. */
export type OpenClientOptions = Partial<ClientOptions> & { deadlineMs?: number; signal?: AbortSignal }

/** Opens it. A list of answers is worked off, and its last one repeated. Close it when done. */
export async function openClient(
  script: UpstreamAnswer[] | ((request: UpstreamRequest, nth: number) => UpstreamAnswer | Promise<UpstreamAnswer>),
  { deadlineMs = 10_000, signal, ...options }: OpenClientOptions = {},
): Promise<OpenClient> {
  const answers = Array.isArray(script)
    ? (_: UpstreamRequest, nth: number) => script[Math.min(nth, script.length) - 1]!
    : script
  const upstream = await startUpstream(answers)
  const client = createClient({
    adsBaseUrl: upstream.url,
    authBaseUrl: upstream.url,
    ...createMemoryState(),
    ...options,
  })
  const calls: CallRecord[] = []
  const another = (more: Partial<CallContext> = {}) =>
    client.session({
      credentials: ANY_CREDENTIALS,
      deadline: Date.now() + deadlineMs,
      signal,
      calls,
      ...more,
    })
  return {
    upstream,
    session: another(),
    calls,
    another,
    async close() {
      await client.close()
      await upstream.close()
    },
  }
}

/** The error that a promise fails with. */
export function failure(promise: Promise<unknown>): Promise<UpstreamError> {
  return promise.then(
    () => {
      throw new Error('It did not fail')
    },
    (error: UpstreamError) => error,
  )
}

/** The statuses of the attempts; null where no answer came. */
export const statuses = (calls: readonly CallRecord[]) => calls.map(({ status }) => status)

/** How many calls had to wait for one another: the longest chain in which each began after the one before had ended. */
export function depthOf(calls: readonly Pick<CallRecord, 'startMs' | 'durationMs'>[]): number {
  let depth = 0
  let chainEnd = -1
  for (const { startMs, durationMs } of [...calls].sort(
    (a, b) => a.startMs + a.durationMs - b.startMs - b.durationMs,
  )) {
    if (startMs < chainEnd) continue
    depth += 1
    chainEnd = startMs + durationMs
  }
  return depth
}

/** Headers that announce a budget: so many requests left, until this second of the epoch. */
export const budgetHeaders = (
  prefix: 'x-rate-limit' | 'x-account-rate-limit',
  remaining: number | string,
  resetAt: number | string,
  limit: number | string = 100,
) => ({
  [`${prefix}-limit`]: String(limit),
  [`${prefix}-remaining`]: String(remaining),
  [`${prefix}-reset`]: String(resetAt),
})

/** An answer without a body. */
export const answered = (headers: WireAnswer['headers'], status = 200): WireAnswer => ({
  status,
  headers,
  body: viewed(Buffer.alloc(0)),
})
