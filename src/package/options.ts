import type { Logger } from '../server/observe/log.ts'
import type { Consumer, UserBearer, UserToken } from './credentials.ts'

/** The options of an embedded graph. Those that are optional have the defaults of the server's settings of that name. */
export interface AdgraphOptions {
  /** The URL of the ads interface, without the version, e.g. `https://ads.example`. `http:` is allowed for loopback only. */
  adsBaseUrl: string
  /** The URL of the authorization interface. Defaults to `adsBaseUrl`. */
  authBaseUrl?: string
  /** Whether operations that only the service's sandbox offers may be sent. Defaults to `production`. */
  adsEnvironment?: 'production' | 'sandbox'
  /** The client application that signs every request. */
  consumer: Consumer
  /**
   * Returns the token of the user on whose behalf a request calls the service, or null if no user is signed in: then
   * every field that needs the service fails with UNAUTHENTICATED, except those of an operator that need no user. With `{ bearer }`, requests of the user are not signed.
   * If it throws an error or returns anything else, the request fails with INTERNAL, and the log has the reason. Called once
   * for each request. Must not read its body.
   */
  credentials: (request: Request) => UserToken | UserBearer | null | Promise<UserToken | UserBearer | null>
  /**
   * Whether a request may use the mutations that return or accept secrets, such as those that sign a user in. Defaults to no
   * request.
   */
  operator?: (request: Request) => boolean | Promise<boolean>
  /** Callers must present one of these bearer tokens. By default your program alone decides who may call. */
  clientTokens?: readonly string[]
  /** The origins whose pages may use the graph; `*` allows all origins, without cookies. */
  corsOrigins?: readonly string[]
  /** Whether introspection is allowed, and errors suggest names ("Did you mean"). Defaults to true. */
  introspection?: boolean
  /** Documents by ID, which clients may send instead of documents. */
  trustedDocuments?: Readonly<
    Record<string, string | { document: string; maxCalls?: number; maxExpectedCalls?: number; enforce?: boolean }>
  >
  /** Whether all other documents are refused. Defaults to false. */
  trustedDocumentsOnly?: boolean
  /** What writes may spend, in the form of the file of `SPEND_LIMITS` (docs/money.md). Defaults to no limits. */
  spendLimits?: object
  /** Whether every response has the trace, `extensions.upstream`, even if the request does not ask for it. */
  trace?: boolean
  /** The maximum numbers of REST calls and rows of one operation. */
  maxCalls?: number
  maxRows?: number
  /** The maximum number of operations that run at the same time. Others wait up to 5 seconds, and then get 503 OVERLOADED. */
  maxOperations?: number
  /** The maximum number of bytes of all request bodies, rows and unread responses together. */
  maxMemoryBytes?: number
  /** The maximum duration of an operation, including calls, retries and waits: a day or less. */
  operationTimeoutMs?: number
  /** The name of your program in the `User-Agent` of every request to the service, before the name of Adgraph: `acme-ads/2.1`. */
  userAgent?: string
  /** The suffix of the path that invalidates a token. Defaults to `.json`. */
  invalidateTokenSuffix?: '.json' | 'none'
  /** The URL of a Redis in which instances share cached responses, tokens and rate limits. */
  redisUrl?: string
  /** The time after which Redis counts as too slow to be used, in milliseconds. Meanwhile this instance uses its own state. */
  redisTimeoutMs?: number
  /** The secrets of at least 32 characters that idempotency keys need with `redisUrl`: comma-separated, newest first. */
  sessionSecret?: string
  /** The share of a rate limit that an export takes while others use it. */
  bulkShare?: number
  /** A pino logger, such as Fastify's, or one with its methods `debug`, `info`, `warn` and `error`. Defaults to one that writes to standard output. */
  log?: Logger
  /** What the default logger writes. Defaults to `warn`. */
  logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** A query to read to the end of its lists. */
export interface ExportRequest {
  /** The query. It must select a connection. */
  query: string
  /** The values of its variables. */
  variables?: Readonly<Record<string, unknown>>
  /** The operation to run, if the query has several. */
  operationName?: string
  /**
   * A folder in which the position is kept about once a second: the same call continues after an interruption. Rows that were
   * given since then are given again. By default, and once it has ended, an export begins anew.
   */
  checkpoint?: string
  /** The request that `credentials` gets. Defaults to one without headers. */
  request?: Request
  /** Ends the export. */
  signal?: AbortSignal
}

/**
 * A row of an export: the selected fields, its type, its `id` and, below another row, the `__parentId`. `__list` has the path of
 * its list, such as `account.campaigns`, and is not enumerable, so that JSON.stringify gives the line of a file.
 */
export interface ExportedRow {
  readonly __typename: string
  readonly id?: string
  readonly __parentId?: string
  readonly __list: string
  readonly [field: string]: unknown
}
