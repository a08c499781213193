import { MAX_TIMER_MS } from '../async/duration.ts'
import { type MaybePromise, onAbort, when, within } from '../async/promise.ts'
import { createBearerTokens } from './bearer.ts'
import { callerGone, isRevocation, failed } from './call-error.ts'
import { type Call, type CallContext, compose, type Middleware, type Send } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { UpstreamError } from './errors.ts'
import type { ExchangeOptions } from './exchange.ts'
import { invalidateAccessToken } from './oauth/access-token.ts'
import { createBearerToken, invalidateBearerToken } from './oauth/bearer-token.ts'
import { rateLimitKeys } from './policy/rate-limit.ts'
import { createSender } from './send.ts'
import { callsOver, type Session } from './session.ts'
import type { Store } from './store.ts'
import { decodedToken } from './value.ts'
import { asList } from './wire/envelope.ts'
import { type Addresses, encodeParams, theirs, unsignedRequest } from './wire/request.ts'
import { applicationKey, credentialKey, userTokenOf } from './wire/sign.ts'
import { createTransport, type TransportOptions } from './wire/transport.ts'
import type { Vocabulary } from './wire/vocabulary.ts'

export interface ClientOptions
  extends TransportOptions, Pick<ExchangeOptions, 'rateLimiter' | 'attemptTimeoutMs' | 'onWarning' | 'onExchange'> {
  /** The base URL of the ads interface without the version, for example `https://ads.example`. */
  adsBaseUrl: string
  /** The base URL of the authorization interface. */
  authBaseUrl: string
  /** Whether the ads interface is the service's sandbox, which has operations that production does not have. */
  environment?: 'production' | 'sandbox'
  /** The suffix of the path that invalidates a user's token; the reference shows both. Defaults to `.json`. */
  tokenPathSuffix?: '' | '.json'
  /** The words of the service, if they differ from ours. */
  vocabulary?: Vocabulary
  /** Stores the client application's bearer token. */
  store: Store
  /** How far the clocks of the service are ahead of ours, in milliseconds, if that is known before its first answer. */
  aheadMs?: number | undefined
}

/** The REST interface, shared by all callers. */
export type Client = ReturnType<typeof createClient>

/** Creates a client of the REST interface. Call `close` when it is no longer needed. */
export function createClient({
  adsBaseUrl,
  authBaseUrl,
  environment = 'production',
  tokenPathSuffix = '.json',
  vocabulary,
  store,
  ...options
}: ClientOptions) {
  const { rateLimiter } = options
  const transport = createTransport(options)
  const tokens = createBearerTokens(store, () => sender.now('auth'))
  const addresses: Addresses = {
    bases: { ads: adsBaseUrl.replace(/\/+$/, ''), auth: authBaseUrl.replace(/\/+$/, '') },
    suffixes: { [invalidateAccessToken.path]: tokenPathSuffix },
    vocabulary,
  }
  const bearer = {
    // A field that needs the token has asked for something else.
    get: (context: CallContext) => appToken({ ...context, askers: context.askers && new Set() }),
    forget: (context: CallContext, token: string) => tokens.forget(applicationKey(context.credentials), token),
  }
  const sender = createSender({ ...options, addresses, transport, bearer })
  const { assertOffered, middleware: offered } = onlyOffered(environment)
  const { keepOpenFor, ended } = createWork()
  const untilWritten: Middleware = (call, next) => (call.endpoint.safe ? next(call) : keepOpenFor(next(call)))
  const send = compose([onlyPermitted, offered, untilWritten, onlyWithMemory], sender.send)

  return {
    /** The calls in a context. They pass these steps first, in this order, and then the steps of `send`. */
    session: (context: CallContext, middlewares: readonly Middleware[] = []) =>
      session(context, compose([unlessRefused, ...middlewares], send)),
    /** Makes a call with all that every call needs: it is checked, waits for rate limits, is signed, sent and retried. */
    send,
    /** The remaining requests of the most restrictive rate limit that the service has announced, by path template. */
    remainingRequests: () => rateLimiter.remaining(sender.now('ads')),
    breakers: sender.breakers,
    watch: sender.watch,
    now: () => sender.now('ads'),
    /** Returns this work, whose end `close` waits for: a write with all that is stored of it. */
    keepOpenFor,
    /** Closes the connections, once all writes in progress have ended, each within its own time, or after `graceMs`. */
    async close(graceMs = MAX_TIMER_MS) {
      await within(graceMs, ended(), () => undefined)
      await transport.close()
    },
  }

  function session(context: CallContext, send: Send): Session {
    const { credentials } = context
    const { consumerKey, consumerSecret } = credentials
    const calls = callsOver(send, context)
    // Without a spread, which is slow here (bench/README.md).
    return Object.assign(calls, {
      now: () => sender.now('ads'),
      assertOffered,
      keepOpenFor,
      appToken: () => appToken(context),
      newAppToken: () => appToken(context, tokens.create),
      async revokeAppToken(token) {
        const forget = () => tokens.forget(applicationKey(credentials), token)
        try {
          await calls.call(invalidateBearerToken, {}, { access_token: decodedToken(token) })
        } catch (error) {
          // The service no longer accepts the token, or may have invalidated it.
          if (error instanceof UpstreamError && (isRevocation(error) || error.outcomeUnknown)) await forget()
          throw error
        }
        await forget()
      },
      as: (token) => session({ ...context, credentials: { consumerKey, consumerSecret, ...token } }, send),
      with: (changes) => session({ ...context, ...changes }, send),
      address: (endpoint, params) =>
        `${unsignedRequest(addresses, endpoint, {}, {}).url}?${encodeParams(params, vocabulary)}`,
      words: (params) => theirs(params, vocabulary),
      rateLimit: (endpoint, account) =>
        rateLimiter.known(
          rateLimitKeys(endpoint, account === undefined ? {} : { account_id: account }, {}, credentials),
          sender.now('ads'),
        ),
      rateLimits: () => rateLimiter.knownOf(credentialKey(credentials), sender.now('ads')),
    } satisfies Omit<Session, keyof typeof calls>)
  }

  function appToken(context: CallContext, find = tokens.get): Promise<string> {
    return find(applicationKey(context.credentials), context.deadline, async () => {
      // The request is not aborted when this caller disconnects, because others may wait for the token.
      const calls = callsOver(send, { ...context, signal: undefined, memory: undefined })
      const { access_token } = await calls.call(createBearerToken, {}, { grant_type: 'client_credentials' })
      return access_token
    })
  }
}

/** Creates the set of the work that must end before something is closed. Nobody else may wait for it: its caller can have gone. */
function createWork() {
  const inProgress = new Set<Promise<unknown>>()
  return {
    keepOpenFor: <T>(work: Promise<T>): Promise<T> => {
      const end = () => void inProgress.delete(work)
      inProgress.add(work)
      work.then(end, end)
      return work
    },
    ended: async () => {
      while (inProgress.size > 0) await Promise.allSettled(inProgress)
    },
  }
}

/** Lets only those call who may: users must be signed in to call for themselves. */
const onlyPermitted: Middleware = (call, next) => {
  const { refused, credentials } = call.context
  if (refused) throw refused
  if (call.endpoint.auth === 'user' && userTokenOf(credentials) === undefined)
    throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'This requires a signed-in user' })
  return next(call)
}

/** Refuses the endpoints that this environment of the service does not have, with SANDBOX_ONLY. */
function onlyOffered(environment: 'production' | 'sandbox') {
  const middleware: Middleware = (call, next) => {
    assertOffered(call.endpoint)
    return next(call)
  }
  return { assertOffered, middleware }

  function assertOffered({ sandboxOnly, method, path }: Endpoint): void {
    if (sandboxOnly && environment !== 'sandbox')
      throw new UpstreamError({
        code: 'SANDBOX_ONLY',
        message: `${method} ${path} exists only in the sandbox of the service; nothing was sent`,
      })
  }
}

const ROW_OBJECT_BYTES = 200

/**
 * Makes calls wait for memory. It comes before all that takes memory for a call: thousands of calls can wait, and must not hold
 * URLs and signatures meanwhile.
 */
export const onlyWithMemory: Middleware = async (call, next) => {
  const { memory } = call.context
  if (!memory) return next(call)
  try {
    const taken = takeMemory(call, 0)
    if (taken instanceof Promise) await taken
    const envelope = await next(call)
    memory.add(asList(envelope.data).length * ROW_OBJECT_BYTES)
    return envelope
  } catch (error) {
    // There may have been no memory for a read that operations share, or the deadline of this one came first.
    if (error instanceof UpstreamError && error.code === 'OVERLOADED') memory.refuse()
    throw error
  }
}

/**
 * Ends no call of an operation that has been refused as a whole, which is not executed further. It comes before all other steps:
 * what operations share must not wait for such a call.
 */
const unlessRefused: Middleware = async (call, next) => {
  try {
    return await next(call)
  } catch (error) {
    if (call.context.memory?.isRefused()) return new Promise(() => {})
    throw error
  }
}

/**
 * A signal that aborts when one of these does, until it is released. In Node.js 20, each result of AbortSignal.any stays with a signal
 * that lasts.
 */
export function eitherOf(...signals: readonly (AbortSignal | undefined)[]): {
  signal: AbortSignal
  release: () => void
} {
  const either = new AbortController()
  const listening = signals.flatMap((one) => {
    if (one?.aborted) either.abort(one.reason)
    return one ? [onAbort(one, () => either.abort(one.reason))] : []
  })
  return {
    signal: either.signal,
    release: () => {
      for (const stop of listening) stop()
    },
  }
}

/** Ends calls when this signal aborts, or their own. */
export function untilAborted(closing: AbortSignal): Middleware {
  return async (call, next) => {
    if (closing.aborted) throw callerGone()
    const { signal, release } = eitherOf(closing, call.context.signal)
    try {
      return await next({ ...call, context: { ...call.context, signal } })
    } finally {
      release()
    }
  }
}

/**
 * Counts so many bytes that belong to the answer of a call, once there is memory for them: a promise if it must wait. Throws if
 * there is none.
 */
export function takeMemory({ endpoint, context: { memory } }: Call, bytes: number): MaybePromise<void> {
  if (!memory) return
  return when(memory.room(endpoint.safe ? 'rows' : 'write', bytes), (hasRoom) => {
    if (!hasRoom) throw failed(endpoint, { reason: 'overloaded', sent: false })
    memory.add(bytes)
  })
}
