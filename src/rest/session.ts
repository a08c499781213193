import { callerGone, failed } from './call-error.ts'
import type { Call, CallContext, Send, Wanted } from './call.ts'
import { type Endpoint, hasMany, type ListEndpoint, type PathParams } from './endpoint.ts'
import { isOfEmptyList } from './errors.ts'
import { PageReader } from './page-reader.ts'
import type { LimitedEndpoint, KnownRateLimit } from './policy/rate-limit.ts'
import type { ListParams, Page, Row } from './types.ts'
import {
  asList,
  checked,
  parseEnvelope,
  parseList,
  totalCountOf,
  type Envelope,
  type ReadBody,
} from './wire/envelope.ts'
import type { Credentials } from './wire/sign.ts'

/** The calls of one caller during one operation. */
export interface Calls {
  /**
   * Sends one request and returns its `data`: one entity, or an array if the endpoint answers with many. If its answer has fields
   * instead of `data`, or documented members beside it, returns the whole answer. Throws an UpstreamError if the service refuses or
   * fails, or if a limit resets only after the deadline.
   */
  call: <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ) => Promise<Data>

  /** One page of a list. Throws as `call` does. Whoever follows its cursor uses `pages` or `reader`, whose walks end. */
  page: <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
  ) => Promise<Page<R>>

  /**
   * The pages of a list from `params.cursor` to the end, each read when it is requested. A row that is on several of them is on
   * the first only. Throws UPSTREAM_UNAVAILABLE at a cursor that leads back, after ten pages in a row without a new row, and
   * for rows that are not `wanted`.
   */
  pages: <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
    wanted?: Wanted,
  ) => AsyncGenerator<Page<R>, void, undefined>
}

/** The REST interface for one caller during one operation. */
export interface Session extends Calls {
  /**
   * The reader of the pages of a list, whose range can differ from page to page. A list of the rows of wanted parents that the
   * service refuses because they have none is empty.
   */
  reader: <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params,
    wanted?: Wanted,
  ) => PageReader<Params, R>

  /** A time that the service's clock has certainly reached, in milliseconds since the epoch. */
  now(): number

  /** Throws SANDBOX_ONLY if this environment of the service does not have the endpoint, as every call of it does. */
  assertOffered(endpoint: Endpoint): void

  /** Returns this work, for whose end the client waits when it is closed. */
  keepOpenFor<T>(work: Promise<T>): Promise<T>

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

  /** Parameters of a JSON body in the words of the service. Nothing is sent. */
  words(params: object): object

  /** The rate limit that a call of this endpoint, in this account, counts against, if it is known. Nothing is sent. */
  rateLimit(endpoint: LimitedEndpoint, account: string | undefined): KnownRateLimit | undefined

  /** The rate limits of this caller that are known. Nothing is sent. */
  rateLimits: () => KnownRateLimit[]
}

/** Creates the calls that are sent with `send`, in this context. */
export function callsOver(send: Send, context: CallContext): Calls & Pick<Session, 'reader'> {
  const sent = (
    endpoint: Endpoint,
    path: Call['path'],
    params: object = {},
    read: ReadBody = parseEnvelope,
    wanted?: Wanted,
  ): Promise<Envelope> => {
    // Answers that are cached need no attempt, which would ask for both.
    if (context.signal?.aborted) throw callerGone()
    if (Date.now() >= context.deadline) throw failed(endpoint, { reason: 'timeout', sent: false })
    return send({ endpoint, path, params, read, wanted, context })
  }
  const reader: Session['reader'] = (endpoint, path, params, wanted) =>
    new PageReader(endpoint, params, async (range) => {
      try {
        const envelope = await sent(endpoint, path, range, parseList, wanted)
        return {
          // The endpoint decides their type, which is not known here. Their form is checked (`answer.ts`).
          rows: asList(envelope.data) as never[],
          nextCursor: envelope.next_cursor || null,
          totalCount: totalCountOf(envelope),
          checked: envelope[checked],
        }
      } catch (error) {
        // The filter of the parents is named after the column with their IDs.
        if (wanted?.column === undefined || !isOfEmptyList(error, `${wanted.column}s`)) throw error
        return { rows: [], nextCursor: null, totalCount: undefined }
      }
    })
  return {
    reader,
    async call(endpoint, path, params) {
      const envelope = await sent(endpoint, path, params)
      const { answer } = endpoint
      const rows = asList(envelope.data)
      const data = hasMany(endpoint) ? rows : rows[0]
      // As with the rows of a page.
      if (typeof answer === 'string') return data as never
      return ('fields' in answer ? envelope : { ...envelope, data }) as never
    },
    page: (endpoint, path, params) => reader(endpoint, path, params).read(),
    pages: (endpoint, path, params, wanted) => eachPage(reader(endpoint, path, params, wanted)),
  }
}

/**
 * The pages that a reader reads, each when it is requested. All calls share this generator, because one that
 * is created for an operation keeps it alive (bench/README.md).
 */
async function* eachPage<Params extends ListParams, R extends Row>(
  reader: PageReader<Params, R>,
): AsyncGenerator<Page<R>, void, undefined> {
  do yield await reader.read()
  while (reader.advance())
}
