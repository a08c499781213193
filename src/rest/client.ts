import { createBearerTokens, decodedToken } from './bearer.ts'
import { withinBudget, type Budget } from './budget.ts'
import { encodeParams, wireParams } from './wire/encode.ts'
import type { Endpoint, ListEndpoint, PathParams } from './endpoint.ts'
import { asList, parseEnvelope, readList, type Envelope, type ReadBody } from './wire/envelope.ts'
import { UpstreamError } from './errors.ts'
import { createBearerToken, invalidateBearerToken } from './oauth/bearer-token.ts'
import { eachPage } from './pages.ts'
import { rateLimitKeys } from './policy/rate-limit-keys.ts'
import { createRateLimiter, type RateLimiter } from './policy/rate-limit.ts'
import { unsignedRequest, type Addresses } from './wire/request.ts'
import { createSender } from './send.ts'
import type { Session } from './session.ts'
import { createMemoryStore, type KeyValueStore } from './store.ts'
import { credentialKey, type Credentials } from './wire/sign.ts'
import { createTransport, type TransportOptions } from './wire/transport.ts'
import type { AnswerMemory } from './wire/answer-body.ts'
import type { Askers, CallRecord, ListParams, Page, Row } from './types.ts'

export interface ClientOptions extends TransportOptions {
  /** The base URL of the ads interface without the version, for example `https://ads.example`. */
  adsBaseUrl: string
  /** The base URL of the authorization interface. */
  authBaseUrl: string
  /** Whether the ads interface is the service's sandbox, which has operations that production does not have. */
  environment?: 'production' | 'sandbox'
  /** The suffix of the path that invalidates a user's token; the reference shows both. Defaults to `.json`. */
  tokenPathSuffix?: '' | '.json'
  /** Stores the client application's bearer token. Defaults to the memory of this process. */
  store?: KeyValueStore
  /** The rate limits. Defaults to those of this process. */
  rateLimiter?: RateLimiter
  /** The maximum time to wait for the answer to one attempt. Defaults to 15 seconds. */
  attemptTimeoutMs?: number
  /**
   * Called with a warning for the operator, once for each kind of warning, for example that a rate-limit header is
   * ignored.
   */
  onWarning?: (message: string, details: Record<string, unknown>) => void
}

/** The credentials, limits and listeners of the calls of one operation. */
export interface SessionOptions {
  credentials: Credentials
  /** Milliseconds since the epoch. No attempt and no wait lasts longer. */
  deadline: number
  /** Aborts reads when the caller disconnects. A write that was sent is not aborted. */
  signal?: AbortSignal | undefined
  /** Sent with every attempt as `x-request-id`, so that the logs of the service can be matched with ours. */
  requestId?: string | undefined
  /** Identifies the caller, so that callers share connections and rate limits fairly. Defaults to the credentials. */
  caller?: string | undefined
  /** Counts and limits the memory that answers take. */
  memory?: AnswerMemory | undefined
  onCall?: ((call: CallRecord) => void) | undefined
  /** The askers of the calls, if the operation is traced. */
  askers?: Askers | undefined
  /** Called when the service no longer accepts the user's token (401, code 89). */
  onRevoked?: (() => void) | undefined
  /** The calls and rows that the operation may use. Defaults to no limit. */
  budget?: Budget | undefined
  /** The error that every call throws, if this caller must not call the service. */
  refused?: UpstreamError | undefined
}

/** The REST interface, shared by all callers. */
export interface Client {
  session(options: SessionOptions): Session
  /** The remaining requests of the most restrictive rate limit that the service has announced, by path template. */
  remainingRequests(): ReadonlyMap<string, number>
  /**
   * Every endpoint that was called, as method and path template, and whether its circuit breaker is open: then it is
   * not called.
   */
  breakers(): Iterable<[endpoint: string, isOpen: boolean]>
  close(): Promise<void>
}

/** Creates a client of the REST interface. Call `close` when it is no longer needed. */
export function createClient({
  adsBaseUrl,
  authBaseUrl,
  environment = 'production',
  tokenPathSuffix = '.json',
  store = createMemoryStore(),
  rateLimiter = createRateLimiter(),
  attemptTimeoutMs = 15_000,
  onWarning,
  ...pool
}: ClientOptions): Client {
  const transport = createTransport(pool)
  const tokens = createBearerTokens(store)
  const addresses: Addresses = {
    bases: { ads: adsBaseUrl.replace(/\/+$/, ''), auth: authBaseUrl.replace(/\/+$/, '') },
    tokenPathSuffix,
  }
  const sender = createSender({ addresses, transport, rateLimiter, attemptTimeoutMs, onWarning })

  return {
    session: (options) => (options.budget ? withinBudget(session(options), options.budget) : session(options)),
    remainingRequests: () => rateLimiter.remaining(sender.now()),
    breakers: () => sender.breakers(),
    close: () => transport.close(),
  }

  function session(options: SessionOptions): Session {
    const { credentials, refused } = options
    const { consumerKey, consumerSecret } = credentials
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
      askedBy: (askers) => session({ ...options, askers }),
      address,
      rateLimit: (endpoint, account) =>
        rateLimiter.known(
          rateLimitKeys(endpoint, account === undefined ? {} : { account_id: account }, {}, credentials),
          sender.now(),
        ),
      rateLimits: () => rateLimiter.knownOf(credentialKey(credentials), sender.now()),
    }

    async function call<Path extends string, Params extends object, Data>(
      endpoint: Endpoint<Path, Params, Data>,
      path: PathParams<Path>,
      params: Params = {} as Params,
    ): Promise<Data> {
      const envelope = await send(endpoint, path, params)
      const { data: sent } = envelope
      const one = Array.isArray(sent) ? (sent[0] as unknown) : sent
      const data = endpoint.many ? asList(sent) : one
      return (endpoint.enveloped ? { ...envelope, data } : data) as Data
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
      // Following this cursor would never end.
      if (nextCursor !== null && nextCursor === params.cursor)
        throw new UpstreamError({
          code: 'UPSTREAM_UNAVAILABLE',
          message: 'The service sent a page whose cursor leads back to the same page',
        })
      const { total_count: count } = envelope
      return {
        rows: asList(envelope.data) as R[],
        nextCursor,
        totalCount: Number.isSafeInteger(count) && count! >= 0 ? count : undefined,
      }
    }

    async function revokeAppToken(token: string): Promise<void> {
      await envelope(invalidateBearerToken, {}, { access_token: decodedToken(token) })
      await tokens.forget(application(), token)
    }

    function address<Params extends object>(endpoint: Endpoint<string, Params>, params: Params): string {
      return `${unsignedRequest(addresses, endpoint, {}, {}).url}?${encodeParams(wireParams(params))}`
    }

    async function send(
      endpoint: Endpoint,
      path: Readonly<Record<string, string>>,
      params: object,
      read: ReadBody = parseEnvelope,
    ): Promise<Envelope> {
      if (refused) throw refused
      if (endpoint.auth === 'user' && credentials.accessToken === undefined)
        throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'This requires a signed-in user' })
      assertOffered(endpoint)
      const {
        caller = credentialKey(credentials),
        deadline,
        signal,
        requestId,
        memory,
        onCall,
        askers,
        onRevoked,
      } = options
      // A field that needs the token has asked for something else.
      const bearer = { get: () => tokenFor(undefined), forget: (token: string) => tokens.forget(application(), token) }
      try {
        return await sender.send({
          endpoint,
          path,
          params,
          read,
          credentials,
          caller,
          deadline,
          signal,
          requestId,
          memory,
          bearer,
          onCall,
          askers,
          onRevoked,
        })
      } catch (error) {
        // An operation that has been refused as a whole is not executed further.
        if (memory?.isRefused()) return new Promise(() => {})
        throw error
      }
    }

    function appToken(): Promise<string> {
      return tokenFor(options.askers)
    }

    function tokenFor(askers: Askers | undefined): Promise<string> {
      return tokens.get(application(), options.deadline, async () => {
        // The request is not aborted when this caller disconnects, because others may wait for the token.
        const asking = session({ ...options, signal: undefined, memory: undefined, askers })
        const { access_token } = await asking.envelope(createBearerToken, {}, { grant_type: 'client_credentials' })
        return access_token
      })
    }
  }

  function assertOffered({ sandboxOnly, method, path }: Endpoint): void {
    if (sandboxOnly && environment !== 'sandbox')
      throw new UpstreamError({
        code: 'SANDBOX_ONLY',
        message: `${method} ${path} exists only in the sandbox of the service; nothing was sent`,
      })
  }
}
