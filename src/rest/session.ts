import type { Call, CallContext, Send } from './call.ts'
import type { Endpoint, ListEndpoint, PathParams } from './endpoint.ts'
import type { LimitedEndpoint } from './policy/rate-limit-keys.ts'
import type { KnownRateLimit } from './policy/rate-limit.ts'
import type { ListParams, Page, Row } from './types.ts'
import { asList, parseEnvelope, parseList, totalCountOf, type Envelope, type ReadBody } from './wire/envelope.ts'
import type { Credentials } from './wire/sign.ts'
import { UpstreamError } from './errors.ts'

/** The calls of one caller during one operation. */
export interface Calls {
  /**
   * Sends one request and returns its `data`: one entity, or an array if the endpoint answers with many. For an
   * endpoint that is `enveloped`, returns the whole answer, including `data`. Throws an UpstreamError if the service
   * refuses or fails, or if a limit resets only after the deadline.
   */
  call: <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ) => Promise<Data>

  /** Like `call`, but returns the fields of an answer without an envelope. */
  envelope: Calls['call']

  /** One page of a list. Throws as `call` does. */
  page: <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
  ) => Promise<Page<R>>

  /** The pages of a list from `params.cursor` to the end, each read when it is requested. Up to ten empty pages in a row are skipped. */
  pages: <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
  ) => AsyncGenerator<Page<R>, void, undefined>
}

/** The REST interface for one caller during one operation. */
export interface Session extends Calls {
  /** Throws SANDBOX_ONLY if this environment of the service does not have the endpoint, as every call of it does. */
  assertOffered(endpoint: Endpoint): void

  /** The client application's bearer token: the stored one, or a new one. Throws as `call` does. */
  appToken(): Promise<string>

  /** A bearer token that was requested within the last minute, by this instance or another: usually a new one. Throws as `call` does. */
  newAppToken(): Promise<string>

  /** Revokes the bearer token of the client application, which the user of this session must own (R-AUTH-19). */
  revokeAppToken(token: string): Promise<void>

  /** The same session with another token of the client application: a request token, or one to be revoked. */
  as(token: Required<Pick<Credentials, 'accessToken' | 'accessTokenSecret'>>): Session

  /** The same session with these changes of its context. */
  with(changes: Partial<CallContext>): Session

  /** The URL of an endpoint for a browser to open. */
  address<Params extends object>(endpoint: Endpoint<string, Params>, params: Params): string

  /** The rate limit that a call of this endpoint, in this account, counts against, if it is known. Nothing is sent. */
  rateLimit(endpoint: LimitedEndpoint, account: string | undefined): KnownRateLimit | undefined

  /** The rate limits of this caller that are known. Nothing is sent. */
  rateLimits: () => KnownRateLimit[]
}

/** Creates the calls that are sent with `send`, in this context. */
export function callsOver(send: Send, context: CallContext): Calls {
  const sent = (
    endpoint: Endpoint,
    path: Call['path'],
    params: object = {},
    read: ReadBody = parseEnvelope,
  ): Promise<Envelope> => send({ endpoint, path, params, read, context })
  const calls: Calls = {
    async call(endpoint, path, params) {
      const envelope = await sent(endpoint, path, params)
      const { data: sentData } = envelope
      const one: unknown = Array.isArray(sentData) ? sentData[0] : sentData
      const data = endpoint.many ? asList(sentData) : one
      return (endpoint.enveloped ? { ...envelope, data } : data) as never
    },
    envelope: async (endpoint, path, params) => (await sent(endpoint, path, params)) as never,
    async page(endpoint, path, params) {
      const envelope = await sent(endpoint, path, params, parseList)
      return {
        rows: asList(envelope.data) as never[],
        nextCursor: envelope.next_cursor || null,
        totalCount: totalCountOf(envelope),
      }
    },
    pages: (endpoint, path, params) => eachPage((next) => calls.page(endpoint, path, next), params),
  }
  return calls
}

/**
 * The pages of a list from `params.cursor` on, each read with `page` when it is requested. All calls share this generator: for each
 * one that is created for an operation, V8 would keep a hidden class, and with it the operation, until the next full collection.
 */
async function* eachPage<Params extends ListParams, R extends Row>(
  page: (params: Params) => Promise<Page<R>>,
  params: Params,
): AsyncGenerator<Page<R>, void, undefined> {
  let next = params
  for (let emptyPages = 0; ;) {
    const read = await page(next)
    emptyPages = emptyPagesAfter(emptyPages, read)
    yield read
    if (read.nextCursor === null) return
    // The interface refuses `with_total_count` together with a cursor.
    next = { ...params, cursor: read.nextCursor, with_total_count: undefined }
  }
}

/** Empty pages in a row that are skipped. Filters cause some in the middle of a list; more are a fault of the service. */
const MAX_EMPTY_PAGES = 10

/**
 * The number of empty pages in a row up to and including this one; 0 for the last page and for one with rows. Throws
 * UPSTREAM_UNAVAILABLE if there are too many.
 */
export function emptyPagesAfter(emptyPages: number, { rows, nextCursor }: Page<Row>): number {
  if (rows.length > 0 || nextCursor === null) return 0
  if (emptyPages < MAX_EMPTY_PAGES) return emptyPages + 1
  throw new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `The service sent more than ${MAX_EMPTY_PAGES} empty pages in a row, each with a cursor to the next`,
  })
}
