import { setTimeout as sleep } from 'node:timers/promises'
import { basicAuthorization, createBearerTokens, decodedToken } from './bearer.ts'
import { withinBudget, type Budget } from './budget.ts'
import { encodeParams, fillPath, wireParams } from './encode.ts'
import type { Endpoint, ListEndpoint, PathParams } from './endpoint.ts'
import {
  asList,
  documentedRows,
  isDocumented,
  parseEnvelope,
  readEnvelope,
  readList,
  type Envelope,
  type ReadBody,
} from './envelope.ts'
import { refusal, UpstreamError, type UpstreamCode } from './errors.ts'
import { stringify } from './json/json.ts'
import { createBearerToken, invalidateBearerToken } from './oauth/bearer-token.ts'
import {
  createRateLimiter,
  header,
  retryAtOf,
  type Permit,
  type RateLimiter,
  type RateLimitKeys,
} from './rate-limit.ts'
import { eachPage } from './pages.ts'
import { retryDelay } from './retry.ts'
import { createMemoryStore, type KeyValueStore } from './store.ts'
import { credentialKey, sign, type Credentials } from './sign.ts'
import {
  createTransport,
  type AnswerMemory,
  type TransportOptions,
  type WireAnswer,
  type WireFailure,
} from './transport.ts'
import { isTurnOver, nextTurn } from './turn.ts'
import type { CallRecord, ListParams, Page, Row } from './types.ts'

export interface ClientOptions extends TransportOptions {
  /** Base of the ads interface without the version, e.g. `https://ads.example`. */
  adsBaseUrl: string
  /** Base of the authorization interface. */
  authBaseUrl: string
  /** Whether the ads interface is the service's sandbox, which has operations that production has not. */
  environment?: 'production' | 'sandbox'
  /** What the path of a user token's invalidation ends with; the reference leaves it open. */
  tokenPathSuffix?: '' | '.json'
  /** Where the client application's bearer token is kept. Left out: in this process's memory. */
  store?: KeyValueStore
  /** The rate budgets. Left out: those of this process. */
  rateLimiter?: RateLimiter
  /** Longest wait for one attempt's answer. */
  attemptTimeoutMs?: number
}

/** On whose behalf, until when, and who is told of every attempt. */
export interface SessionOptions {
  credentials: Credentials
  /** Milliseconds since the epoch; no attempt and no wait goes beyond it. */
  deadline: number
  /** Ends reads whose caller has gone. Writes that were sent are not broken off. */
  signal?: AbortSignal | undefined
  /** Sent with every attempt as `x-request-id`, so that the service's log can be held against ours. */
  requestId?: string | undefined
  /** Tells callers apart that share connections fairly. Defaults to the credentials. */
  caller?: string | undefined
  /** Counts and limits the memory that answers take. */
  memory?: AnswerMemory | undefined
  onCall?: ((call: CallRecord) => void) | undefined
  /** Told when the service no longer takes the user's token (401, code 89). */
  onRevoked?: (() => void) | undefined
  /** What the operation may ask of the service. Left out: as much as it likes. */
  budget?: Budget | undefined
  /** Why this caller may call nothing; thrown by every call. */
  refused?: UpstreamError | undefined
}

/** The REST interface as one caller sees it during one operation. */
export interface Session {
  /**
   * Sends one request and gives its `data`: one entity, or an array where the endpoint answers with many.
   * Throws an UpstreamError for a refusal, a failure, or a limit that stays spent beyond the deadline.
   */
  call<Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<Data>

  /** As `call`, for answers that hold more than `data`: gives them whole. */
  envelope<Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<Data>

  /** One page of a list. Throws as `call` does. */
  page<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
  ): Promise<Page<R>>

  /** The pages of a list from `params.cursor` on, to the end: empty pages in the middle do not end it, up to ten in a row. */
  pages<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
  ): AsyncGenerator<Page<R>, void, undefined>

  /** Throws SANDBOX_ONLY for an endpoint that this environment of the service has not; every call of one does too. */
  assertOffered(endpoint: Endpoint): void

  /** The client application's bearer token: the one that is kept, or a new one. Throws as `call` does. */
  appToken(): Promise<string>

  /** Ends a bearer token of the client application, which the user of this session must own (R-AUTH-19). */
  revokeAppToken(token: string): Promise<void>

  /** The same on behalf of another token of the client application: a request token, or one that is to be ended. */
  as(token: { accessToken: string; accessTokenSecret: string }): Session

  /** Where to send a browser: the address of an endpoint that is not for this client to call. */
  address<Params extends object>(endpoint: Endpoint<string, Params>, params: Params): string
}

/** The REST interface, shared by all callers. */
export interface Client {
  session(options: SessionOptions): Session
  /** Requests left in the scarcest window that the service has told of, by the endpoint's template. */
  budgetsLeft(): ReadonlyMap<string, number>
  close(): Promise<void>
}

/** The client of the REST interface: here signing, pacing, retrying, sending and reading are put together. */
export function createClient({
  adsBaseUrl,
  authBaseUrl,
  environment = 'production',
  tokenPathSuffix = '.json',
  store = createMemoryStore(),
  rateLimiter = createRateLimiter(),
  attemptTimeoutMs = 15_000,
  ...pool
}: ClientOptions): Client {
  const transport = createTransport(pool)
  const tokens = createBearerTokens(store)
  const bases = { ads: adsBaseUrl.replace(/\/+$/, ''), auth: authBaseUrl.replace(/\/+$/, '') }

  return {
    session: (options) => (options.budget ? withinBudget(session(options), options.budget) : session(options)),
    budgetsLeft: () => rateLimiter.remaining(Date.now()),
    close: () => transport.close(),
  }

  function session(options: SessionOptions): Session {
    const { credentials, deadline, signal, requestId, memory, onCall, onRevoked, refused } = options
    const { consumerKey, consumerSecret } = credentials
    const caller = credentialKey(credentials)
    const application = () => credentialKey({ consumerKey, consumerSecret })

    return {
      call,
      envelope,
      page,
      pages: (endpoint, path, params) => eachPage(page, endpoint, path, params),
      assertOffered,
      appToken,
      revokeAppToken,
      as: (token) =>
        session({ ...options, credentials: { consumerKey, consumerSecret, ...token }, onRevoked: undefined }),
      address,
    }

    async function call<Path extends string, Params extends object, Data>(
      endpoint: Endpoint<Path, Params, Data>,
      path: PathParams<Path>,
      params: Params = {} as Params,
    ): Promise<Data> {
      const { data } = await send(endpoint, path, params)
      if (endpoint.many) return asList(data) as Data
      return (Array.isArray(data) ? data[0] : data) as Data
    }

    async function envelope<Path extends string, Params extends object, Data>(
      endpoint: Endpoint<Path, Params, Data>,
      path: PathParams<Path>,
      params: Params = {} as Params,
    ): Promise<Data> {
      return (await send(endpoint, path, params)) as Data
    }

    async function page<Path extends string, Params extends ListParams, R extends Row>(
      endpoint: ListEndpoint<Path, Params, R>,
      path: PathParams<Path>,
      params: Params,
    ): Promise<Page<R>> {
      const envelope = await send(endpoint, path, params, readList)
      const nextCursor = envelope.next_cursor || null
      // Followed, it would lead to the same page for ever.
      if (nextCursor !== null && nextCursor === params.cursor)
        throw new UpstreamError({
          code: 'UPSTREAM_UNAVAILABLE',
          message: 'The service handed out a cursor that leads back to its own page',
        })
      return { rows: asList(envelope.data) as R[], nextCursor, totalCount: envelope.total_count }
    }

    async function revokeAppToken(token: string): Promise<void> {
      await envelope(invalidateBearerToken, {}, { access_token: decodedToken(token) })
      await tokens.forget(application(), token)
    }

    function address<Params extends object>(endpoint: Endpoint<string, Params>, params: Params): string {
      return `${wireRequest(endpoint, {}, {}).url}?${encodeParams(wireParams(params))}`
    }

    async function send(
      endpoint: Endpoint,
      path: Readonly<Record<string, string>>,
      params: object,
      read: ReadBody = parseEnvelope,
    ): Promise<Envelope> {
      if (refused) throw refused
      if (endpoint.auth === 'user' && credentials.accessToken === undefined)
        throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'This needs a user, and none is signed in' })
      assertOffered(endpoint)
      const wire = wireRequest(endpoint, path, params)
      const counted = 'with_total_count' in params && params.with_total_count === true
      const keys = counted ? { account: undefined, user: `${caller} counts` } : rateLimitKeys(endpoint, path)
      for (let attempt = 1; ; attempt += 1) {
        const token = endpoint.auth === 'app' ? await appToken() : undefined
        const permit = await acquirePermit(keys)
        // Hundreds of calls that begin together are signed in turns.
        if (isTurnOver()) await nextTurn()
        const startMs = Date.now()
        const sent = await tryOnce(wire, token)
        const [answer, failure] = typeof sent === 'string' ? [undefined, sent] : [sent]
        const now = Date.now()
        if (answer && answer.body.length > SHORT_BODY_BYTES && isTurnOver()) await nextTurn()
        // Counting has a budget of its own, of which only its refusals tell: other answers tell of the endpoint's.
        rateLimiter.update(
          permit,
          answer && counted && answer.status !== 429 ? { ...answer, headers: {} } : answer,
          now,
        )
        const body = answer && answer.status < 300 ? readEnvelope(endpoint, answer.body, path, read) : undefined
        const operations = Array.isArray(params) ? params.length : undefined
        const envelope = body && isDocumented(endpoint, body, operations) ? body : undefined
        if (failure !== 'unsent' && failure !== 'overloaded')
          onCall?.({
            method: endpoint.method,
            path: endpoint.path,
            status: answer?.status ?? null,
            startMs,
            durationMs: now - startMs,
            attempt,
            keys: keysIn(params),
            rows: envelope ? rowsIn(envelope.data) : 0,
          })
        if (envelope) return envelope
        if (answer && answer.status < 300) throw undocumented(endpoint, answer, body)
        if (token !== undefined && answer?.status === 401) {
          await tokens.forget(application(), token)
          // It was revoked since it was asked for: another one may do.
          if (attempt === 1) continue
        }

        const outcome = answer?.status ?? failure ?? 'broken'
        const retryAt = answer && retryAtOf(answer, now)
        const delay = retryDelay({ attempt, safe: endpoint.safe, outcome, retryAt, now })
        if (delay === undefined || now + delay >= deadline) {
          const error = errorOf(endpoint, params, answer, failure, retryAt)
          if (endpoint.auth === 'user' && isRevocation(error)) onRevoked?.()
          throw error
        }
        await pause(delay)
      }
    }

    /** Waits while the budget is spent. Throws RATE_LIMITED when it opens only after the deadline. */
    async function acquirePermit(keys: RateLimitKeys): Promise<Permit> {
      for (;;) {
        const now = Date.now()
        const asked = rateLimiter.acquire(keys, now, { maxWaitMs: deadline - now, signal })
        // The budgets of one instance answer at once, and nothing waits for a turn of the event loop.
        const permit = asked instanceof Promise ? await asked : asked
        if (typeof permit !== 'number') return permit
        if (permit >= deadline)
          throw new UpstreamError({
            code: 'RATE_LIMITED',
            message: 'The rate limit of this endpoint is spent; nothing was sent',
            retryAt: new Date(permit),
          })
        await pause(permit - now)
      }
    }

    async function pause(ms: number): Promise<void> {
      try {
        await sleep(ms, undefined, { signal })
      } catch {
        throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: FAILURE_MESSAGES.aborted })
      }
    }

    function appToken(): Promise<string> {
      return tokens.get(application(), deadline, async () => {
        // It is not broken off when this caller goes: others may wait for it.
        const asking = session({ ...options, signal: undefined })
        const { access_token } = await asking.envelope(createBearerToken, {}, { grant_type: 'client_credentials' })
        return access_token
      })
    }

    function authorizationOf({ method, url, auth, signedParams: params }: Wire, token: string | undefined): string {
      if (token !== undefined) return `Bearer ${token}`
      if (auth === 'client') return basicAuthorization(credentials)
      // Every attempt needs its own nonce and timestamp.
      return sign(auth === 'consumer' ? { consumerKey, consumerSecret } : credentials, { method, url, params })
    }

    /** One attempt, within its own time and the operation's. */
    function tryOnce(wire: Wire, token: string | undefined): Promise<WireAnswer | WireFailure> {
      return transport.send({
        method: wire.method,
        url: wire.query ? `${wire.url}?${wire.query}` : wire.url,
        headers: {
          ...wire.headers,
          ...(requestId !== undefined && { 'x-request-id': requestId }),
          authorization: authorizationOf(wire, token),
        },
        body: wire.body,
        timeoutMs: attemptTimeoutMs,
        deadline,
        signal: wire.safe ? signal : undefined,
        caller: options.caller ?? caller,
        memory,
      })
    }

    function rateLimitKeys(
      { path: template, safe, host, auth, ownBudget }: Endpoint,
      { account_id }: Readonly<Record<string, string>>,
    ): RateLimitKeys {
      if (host === 'auth')
        return { account: undefined, user: `${auth === 'user' ? caller : application()} ${template}` }
      // All writes of a user draw on one budget, but for a few.
      if (!safe) return { account: undefined, user: `${caller} ${ownBudget ? template : 'writes'}` }
      return { account: account_id && `${caller} ${account_id} ${template}`, user: `${caller} ${template}` }
    }
  }

  function assertOffered({ sandboxOnly, method, path }: Endpoint): void {
    if (sandboxOnly && environment !== 'sandbox')
      throw new UpstreamError({
        code: 'SANDBOX_ONLY',
        message: `${method} ${path} exists in the sandbox of the service only; nothing was sent`,
      })
  }

  function wireRequest(endpoint: Endpoint, path: Readonly<Record<string, string>>, params: object): Wire {
    const { method, host, version, auth, encoding, safe } = endpoint
    const suffix = endpoint.suffixed ? tokenPathSuffix : ''
    const url = `${bases[host]}/${version && `${version}/`}${fillPath(endpoint.path, path)}${suffix}`
    const accept = { accept: 'application/json' }
    if (encoding === 'json') {
      const headers = { ...accept, 'content-type': 'application/json' }
      return { method, url, auth, safe, headers, query: '', body: stringify(params), signedParams: [] }
    }
    const signedParams = wireParams(params)
    // What belongs to the signature travels in its header, and there alone (R-AUTH-3).
    const encoded = encodeParams(signedParams.filter(([name]) => !name.startsWith('oauth_')))
    if (encoding === 'query')
      return { method, url, auth, safe, headers: accept, query: encoded, body: undefined, signedParams }
    const headers = { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
    return { method, url, auth, safe, headers, query: '', body: encoded, signedParams }
  }
}

/** A body up to this length is read at once. */
const SHORT_BODY_BYTES = 16_384

/** A request but for its authorization, the same for every attempt. */
interface Wire {
  method: Endpoint['method']
  url: string
  auth: Endpoint['auth']
  safe: boolean
  headers: Record<string, string>
  query: string
  body: string | undefined
  signedParams: [name: string, text: string][]
}

/** Whether the service says that a user's token is over (R-AUTH-14). */
function isRevocation({ status, errors }: UpstreamError): boolean {
  return status === 401 && errors.some(({ code }) => Number(code) === 89)
}

/** The error of a good status with a body of another form: nobody can say what a write with such an answer has done. */
function undocumented(endpoint: Endpoint, answer: WireAnswer, body: Envelope | undefined): UpstreamError {
  const { method, path, safe } = endpoint
  return new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message:
      'The answer of the service does not have the documented form' +
      (safe ? '' : `; whether ${method} ${path} happened is not known`),
    status: answer.status,
    transactionId: transactionIdOf(answer),
    outcomeUnknown: !safe,
    rows: safe || !body ? undefined : documentedRows(endpoint, body),
  })
}

function errorOf(
  { method, path, safe, refusal: meant, confidential }: Endpoint,
  params: object,
  answer: WireAnswer | undefined,
  failure: WireFailure | undefined,
  retryAt: number | undefined,
): UpstreamError {
  const neverLeft = failure === 'unreached' || failure === 'unsent' || failure === 'overloaded'
  const outcomeUnknown = !safe && (answer ? answer.status >= 500 || answer.status === 408 : !neverLeft)
  const tried = outcomeUnknown ? `; whether ${method} ${path} happened is not known` : ''
  if (answer)
    return refusal({
      status: answer.status,
      body: answer.body.toString('utf8'),
      transactionId: transactionIdOf(answer),
      retryAt: retryAt === undefined ? undefined : new Date(retryAt),
      outcomeUnknown,
      confidential,
      tried,
      meant: meant && isSent(params, meant.param) ? meant : undefined,
    })
  return new UpstreamError({
    code: codeOfFailure(failure),
    message: FAILURE_MESSAGES[failure ?? 'broken'] + tried,
    outcomeUnknown,
  })
}

function codeOfFailure(failure: WireFailure | undefined): UpstreamCode {
  if (failure === 'overloaded') return 'OVERLOADED'
  return failure === 'timeout' || failure === 'unsent' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE'
}

function isSent(params: object, name: string): boolean {
  return (params as Record<string, unknown>)[name] !== undefined
}

const FAILURE_MESSAGES: Record<WireFailure, string> = {
  overloaded: 'The server has no memory left for the answer; nothing was sent',
  unsent: 'The time for this operation was up before the request could be sent',
  unreached: 'The service could not be reached',
  broken: 'The connection to the service broke before the answer was complete',
  timeout: 'The service did not answer in time',
  oversized: 'The answer of the service is longer than Adgraph reads',
  aborted: 'The caller went away before the service answered',
}

function transactionIdOf(answer: WireAnswer): string | undefined {
  return header(answer, 'x-transaction-id') ?? header(answer, 'x-transaction')
}

function rowsIn(data: unknown): number {
  return asList(data).length
}

/** The length of the longest list among the parameters: how many ids or parents one call serves. */
function keysIn(params: object): number {
  return Math.max(0, ...Object.values(params).map((value) => (Array.isArray(value) ? value.length : 0)))
}
