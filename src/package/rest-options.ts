import type { ClientOptions as Options } from '../rest/client.ts'
import type { Endpoint } from '../rest/endpoint.ts'
import type { CallRecord } from '../rest/types.ts'
import type { Consumer, UserBearer, UserToken } from './credentials.ts'

/** The options of a client. `http:` is allowed for loopback only, and URLs have no version. */
export interface ClientOptions extends Pick<
  Options,
  'adsBaseUrl' | 'environment' | 'attemptTimeoutMs' | 'connections' | 'maxResponseBytes' | 'onWarning' | 'userAgent'
> {
  /** The base of the authorization interface. Defaults to `adsBaseUrl`. */
  authBaseUrl?: string
  /** The client application that signs every request. */
  consumer: Consumer
}

/** The user and the limits of calls. */
export interface CallOptions {
  /** The token of the user. Without it, only endpoints of the client application itself can be called. */
  user?: UserToken | UserBearer
  /**
   * The maximum duration of a call with its retries and waits. Rate limits reset after 15 minutes at most: with a longer
   * duration, calls wait for the reset instead of failing with RATE_LIMITED. At most 24 days; defaults to 30 seconds.
   */
  timeoutMs?: number
  /** Breaks off reads and waits. A write that was sent is not broken off. */
  signal?: AbortSignal
  /** The maximum number of retries of a call, 0 or more. Defaults to 3. Writes are repeated only if they certainly did not happen. */
  retries?: number
  /** Called after every attempt. Its errors go to `onWarning` of the client. */
  onCall?: (call: CallRecord) => void
  /** Called before every call, with its endpoint and parameters. If it throws an error, nothing is sent and the call throws it. */
  beforeCall?: (call: RestCall) => void | Promise<void>
  /** Called after every call, with the error that it throws if it fails. Its own errors go to `onWarning` of the client. */
  afterCall?: (call: RestCall, result: CallResult) => void | Promise<void>
}

/** What a call asks for. */
export interface RestCall {
  readonly endpoint: Endpoint
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
  readonly params: object
}

/** How a call ended, with its retries and waits. */
export interface CallResult {
  readonly durationMs: number
  /** Undefined if the call succeeded. */
  readonly error: unknown
}
