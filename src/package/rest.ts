import { MAX_TIMER_MS } from '../async/duration.ts'
import type { Middleware } from '../rest/call.ts'
import { createClient as create, type Client, untilAborted } from '../rest/client.ts'
import type { ListEndpoint, PathParams } from '../rest/endpoint.ts'
import { plainRow } from '../rest/json/lazy-row.ts'
import type { Calls, Session } from '../rest/session.ts'
import type { CallRecord, ListParams, Page, Row } from '../rest/types.ts'
import { createMemoryState } from '../state/memory.ts'
import { credentialsOf, type Consumer } from './credentials.ts'
import { assertCallOptions, readClientOptions } from './read-options.ts'
import type { CallOptions, ClientOptions } from './rest-options.ts'

export * from '../rest/entities.ts'
export { MAX_IDS, type BatchOperation, type Endpoint, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
export { UpstreamError, type UpstreamCode, type UpstreamProblem } from '../rest/errors.ts'
export type { KnownRateLimit } from '../rest/policy/rate-limit.ts'
export type { ParamsOf } from '../rest/resource.ts'
export {
  idOf,
  type CallRecord,
  type EntityRow,
  type ListParams,
  type Long,
  type Page,
  type Row,
} from '../rest/types.ts'
export { ConfigError } from '../config.ts'
export type { Consumer, UserBearer, UserToken } from './credentials.ts'
export type { CallOptions, CallResult, ClientOptions, RestCall } from './rest-options.ts'

/** The REST interface for one user. Every call is signed, waits for rate limits, and is retried if that is safe. */
export interface RestSession extends Calls, Pick<Session, 'rateLimits'> {
  /** The rows of a list from `params.cursor` to the end. A page is read when its first row is requested. */
  rows<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params?: Params,
  ): AsyncGenerator<R, void, undefined>

  /** The same interface with other options: `rest.with({ signal }).call(…)` is a call with a signal of its own. */
  with(options: CallOptions): RestSession
}

/** The REST interface, with connections and rate limits that all sessions share. */
export interface RestClient {
  /**
   * The interface for one user. Sessions are cheap. Throws a TypeError for options that are not valid, and for a user without
   * the texts of a token.
   */
  session(options?: CallOptions): RestSession
  /** Ends all calls and their waits, except for writes that were sent, and closes the connections once these have ended. */
  close(): Promise<void>
}

const TIMEOUT_MS = 30_000

/**
 * Creates a client of the REST interface, without GraphQL. Throws a ConfigError that lists every fault of the options.
 * Close it when done.
 */
export function createClient(options: ClientOptions): RestClient {
  // A program without types can give none: the error then names those that are required.
  const given: ClientOptions = { ...options }
  const onWarning: Warn = (message, details) =>
    void observe(
      () => given.onWarning?.(message, details),
      () => undefined,
    )
  const client = create({ ...createMemoryState(), ...given, ...readClientOptions(given), onWarning })
  const closing = new AbortController()
  const shared: Shared = { client, consumer: given.consumer, untilClosed: untilAborted(closing.signal), onWarning }
  return {
    session: (callOptions) => sessionOf(shared, callOptions ?? {}),
    close() {
      closing.abort()
      return client.close()
    },
  }
}

/** What the sessions of a client share. */
interface Shared {
  client: Client
  consumer: Consumer
  untilClosed: Middleware
  onWarning: Warn
}

type Warn = NonNullable<ClientOptions['onWarning']>

function sessionOf(shared: Shared, options: CallOptions): RestSession {
  assertCallOptions(options)
  const { client, consumer, untilClosed, onWarning } = shared
  const { user, timeoutMs = TIMEOUT_MS, signal, retries, onCall, beforeCall, afterCall } = options
  const warn = (err: unknown) => onWarning('A hook of a session failed', { err })
  const calls = onCall && { push: (record: CallRecord) => void observe(() => onCall(record), warn) }
  const { call, page, pages, rateLimits } = client.session(
    { credentials: credentialsOf(consumer, user), deadline: Infinity, signal, retries, calls },
    [...(beforeCall || afterCall ? [withHooks(beforeCall, afterCall, warn)] : []), withTimeout(timeoutMs), untilClosed],
  )
  return {
    call: async (endpoint, path, params) => plainData(await call(endpoint, path, params)),
    page: async (endpoint, path, params) => plainPage(await page(endpoint, path, params)),
    pages: (endpoint, path, params, wanted) => plainPages(pages(endpoint, path, params, wanted)),
    rows: (endpoint, path, params) => rowsOf(plainPages(pages(endpoint, path, params ?? {}))),
    rateLimits,
    with: (changes) => sessionOf(shared, { ...options, ...changes }),
  }
}

// Rows are read from the bytes of their answer when they are used. A program can copy those that it gets, and keep them.

/** What a call returns, with rows that are plain objects: one, a list of them, or an answer that has one of these as its data. */
function plainData<Data>(given: Data): Data {
  const data = plainRow(given)
  if (Array.isArray(data)) return Object.assign(data, data.map(plainRow))
  const isAnswer = typeof data === 'object' && data !== null && 'data' in data
  return isAnswer ? Object.assign(data, { data: plainData(data.data) }) : data
}

function plainPage<R extends Row>(page: Page<R>): Page<R> {
  return { ...page, rows: page.rows.map(plainRow) }
}

async function* plainPages<R extends Row>(pages: AsyncIterable<Page<R>>): AsyncGenerator<Page<R>, void, undefined> {
  for await (const page of pages) yield plainPage(page)
}

/** The rows of these pages. All sessions share this generator, for the reason of `eachPage` in `src/rest/session.ts`. */
async function* rowsOf<R extends Row>(pages: AsyncIterable<Page<R>>): AsyncGenerator<R, void, undefined> {
  for await (const { rows } of pages) yield* rows
}

/**
 * Calls a function of the program that only observes. Its error goes to `onError`: it must not change the result of a call, which may be
 * a write that happened.
 */
async function observe(observer: () => unknown, onError: (error: unknown) => void): Promise<void> {
  try {
    await observer()
  } catch (error) {
    onError(error)
  }
}

/** Calls these functions before and after each call. */
function withHooks(
  beforeCall: CallOptions['beforeCall'],
  afterCall: CallOptions['afterCall'],
  onError: (error: unknown) => void,
): Middleware {
  return async (call, next) => {
    const { endpoint, path, params } = call
    const asked = { endpoint, path, params }
    await beforeCall?.(asked)
    const startMs = performance.now()
    const result = await next(call).then(
      (envelope) => ({ envelope, error: undefined }),
      (error: unknown) => ({ envelope: undefined, error }),
    )
    const called = { durationMs: performance.now() - startMs, error: result.error }
    await observe(() => afterCall?.(asked, called), onError)
    if (!result.envelope) throw result.error
    return result.envelope
  }
}

/** Gives each call so much time, which starts with the call. */
function withTimeout(timeoutMs: number): Middleware {
  return (call, next) =>
    next({ ...call, context: { ...call.context, deadline: Date.now() + Math.min(timeoutMs, MAX_TIMER_MS) } })
}
