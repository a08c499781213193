import { ID_COLUMNS, idOf, type ListParams, type Long, type Row } from './types.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The names that a path template asks for: `'accounts/:account_id/campaigns'` gives `{ account_id: string }`. */
export type PathParams<Path extends string> = { [Name in PathName<Path>]: string }

type PathName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? PathName<Segment> | PathName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** A method and path of the REST interface as a value, with what the client must know to send it and read its answer. */
export interface Endpoint<Path extends string = string, Params extends object = object, Data = unknown> {
  readonly method: Method
  /** The template as the reference writes it, so that it can be searched for. */
  readonly path: Path
  /** The first path segment; empty where the reference shows none. */
  readonly version: string
  readonly host: 'ads' | 'auth'
  /**
   * Who asks: a user, whose token signs; the client application, whose key alone signs (`consumer`), with its bearer
   * token (`app`), or with key and secret (`client`).
   */
  readonly auth: 'user' | 'consumer' | 'app' | 'client'
  readonly encoding: 'query' | 'form' | 'json'
  /** Whether the path may end with `.json`: the reference writes it without, and its example with it. */
  readonly suffixed: boolean
  /**
   * What an answer without an envelope must hold, as JSON or as name=value pairs joined by `&` (R-AUTH-6); undefined
   * where the answer has one.
   */
  readonly fields: readonly string[] | undefined
  /** Whether `data` is an array by contract. The service sends one where the other is promised; the client mends it. */
  readonly many: boolean
  /**
   * What a row of `data` must be: an object with a value in one of these columns (any object where none is named), or a
   * text. An answer with any other row does not have the documented form.
   */
  readonly rows: readonly string[] | 'text'
  /** Whether an answer without data is complete. */
  readonly mayLackData: (answer: object) => boolean
  /** Whether a repetition changes nothing: every GET, and the audience estimate. */
  readonly safe: boolean
  /** Whether only the service's sandbox has it. */
  readonly sandboxOnly: boolean
  /** What a 400 means that names no other parameter: that this one asked for something there is not. */
  readonly refusal: MeantRefusal | undefined
  /** Whether it sends what identifies people: then a refusal's words, which may repeat it, are left out. */
  readonly confidential: boolean
  /** Whether its calls are counted by themselves, not with all writes of a user. */
  readonly ownBudget: boolean
  /** How long its answers may be used again, by other operations too; undefined where each is asked for anew. */
  readonly keep: Keep | undefined
  /** Type-level only: what goes out and what comes back. */
  readonly types?: { params: Params; data: Data }
}

/** How answers may be used again. */
export interface Keep {
  /** The age beyond which an answer is not used while a newer one can be had. */
  maxAgeMs: number
  /** Whether everybody gets the same answer. Where not, it is used again for the caller who got it only. */
  sameForAll: boolean
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/**
 * How old reference data may be. A week is documented for targeting values (Ads Management Interface, section 4.6); where
 * the documents name no time, it is taken for the other lists too.
 */
export const REFERENCE_MAX_AGE_MS = 7 * DAY_MS

/** An endpoint whose answer is a page of rows. */
export interface ListEndpoint<
  Path extends string = string,
  Params extends ListParams = ListParams,
  R extends Row = Row,
> extends Endpoint<Path, Params, R[]> {
  /** The column that identifies a row, where it is not its id. */
  readonly key: string | undefined
  /** Whether `count` is offered. Where it is not, a page is as long as the service makes it. */
  readonly sized: boolean
  /** Rows in a page when `count` is not sent. */
  readonly defaultCount: number
  /** Most rows a page can hold. */
  readonly maxCount: number
  /** Whether `with_total_count` is offered. */
  readonly counted: boolean
  /** The filter that takes the rows' own ids, at most 200 a call; undefined where rows are only read one by one. */
  readonly idFilter: string | undefined
  /** The read of one row by its id, which is the last parameter of its path. */
  readonly one: Endpoint<string, object, R> | undefined
  /** The code of the service's error for an ID that `one` does not find, if it is not a 404. The list omits such an ID. */
  readonly unknownIdCode: string | undefined
  /** Sent with every look-up by id, so that no row that exists is hidden (drafts are, unless asked for). */
  readonly lookup: Partial<Params>
  /** Sent instead for ids that this did not bring, where no single request shows every row that exists. */
  readonly otherwise: Partial<Params> | undefined
  /** Documented most rows per parent, by parent filter: tells how many parents fit a page when one overflows. */
  readonly mostPerParent: { readonly [filter in string]?: number | undefined }
}

/** The parameter that a refusal is about although the service may not say so, and the rule of the reference behind it. */
export interface MeantRefusal {
  param: string
  rule: string
}

/** One item of a batch (Ads Management Interface, section 4.1). */
export interface BatchOperation<Params> {
  operation_type: 'Create' | 'Update' | 'Delete'
  params: Params
}

/** Ids in one filter list (Ads Management Interface, section 8). */
export const MAX_IDS = 200

interface EndpointOptions {
  version?: string
  host?: 'ads' | 'auth'
  auth?: Endpoint['auth']
  suffixed?: boolean
  fields?: readonly string[]
  many?: boolean
  rows?: Endpoint['rows']
  mayLackData?: Endpoint['mayLackData']
  safe?: boolean
  sandboxOnly?: boolean
  refusal?: MeantRefusal
  confidential?: boolean
  ownBudget?: boolean
  keep?: Keep
}

interface ListOptions<Params, R> extends EndpointOptions {
  ids?: keyof Params & string
  key?: keyof R & string
  sized?: boolean
  one?: Endpoint<string, object, R>
  unknownIdCode?: string
  lookup?: Partial<Params>
  otherwise?: Partial<Params>
  mostPerParent?: { [filter in keyof Params]?: number }
  defaultCount?: number
  maxCount?: number
  counted?: boolean
}

/** A list of rows: `list<Row, Filters>()('path', { ids: 'name of the id filter' })`. */
export const list =
  <R extends Row, Params extends ListParams>() =>
  <const Path extends string>(path: Path, options: ListOptions<Params, R> = {}): ListEndpoint<Path, Params, R> => ({
    ...endpoint('GET', path, 'query', {
      many: true,
      // Rows that go by a key of their own have no id, and may lack the key like any other column.
      rows: options.key === undefined ? ID_COLUMNS : [],
      ...options,
    }),
    key: options.key,
    sized: options.sized ?? true,
    defaultCount: options.defaultCount ?? 200,
    maxCount: options.maxCount ?? 1000,
    counted: options.counted ?? true,
    idFilter: options.ids,
    one: options.one,
    unknownIdCode: options.unknownIdCode,
    lookup: options.lookup ?? {},
    otherwise: options.otherwise,
    mostPerParent: options.mostPerParent ?? {},
  })

/** The value that identifies a row of this list: its key, or its id where an answer leaves the key out. */
export function keyOf(endpoint: ListEndpoint, row: Row): string {
  const key = endpoint.key === undefined ? undefined : (row as Record<string, Long | null | undefined>)[endpoint.key]
  return String(key ?? idOf(row))
}

/** A read of one entity, parameters in the query. */
export const get = maker('GET', 'query')

/** A write with its parameters in a signed form body. */
export const post = maker('POST', 'form')

/** A step of the authorization, which has no body: what does not belong to the signature goes in the query. */
export const postQuery = maker('POST', 'query')

/** A change of one entity, parameters in a signed form body. */
export const put = maker('PUT', 'form')

/** A removal, parameters (where there are any) in the query. */
export const del = maker('DELETE', 'query')

/** One of the calls that take a JSON body, which the signature does not cover. */
export const postJson = maker('POST', 'json')

/** As `postJson`, for a change of one entity. */
export const putJson = maker('PUT', 'json')

function maker(method: Method, encoding: Endpoint['encoding']) {
  return <Data, Params extends object = Record<string, never>>() =>
    <const Path extends string>(path: Path, options: EndpointOptions = {}): Endpoint<Path, Params, Data> =>
      endpoint(method, path, encoding, options)
}

function endpoint<Path extends string>(
  method: Method,
  path: Path,
  encoding: Endpoint['encoding'],
  options: EndpointOptions,
) {
  const {
    version = '12',
    host = 'ads',
    auth = 'user',
    suffixed = false,
    many = false,
    rows = ID_COLUMNS,
    mayLackData = never,
    safe = method === 'GET',
    sandboxOnly = false,
    confidential = false,
    ownBudget = false,
  } = options
  const { fields, refusal, keep } = options
  return {
    method,
    path,
    version,
    host,
    auth,
    encoding,
    suffixed,
    fields,
    many,
    rows,
    mayLackData,
    safe,
    sandboxOnly,
    refusal,
    confidential,
    ownBudget,
    keep,
  }
}

const never = () => false
