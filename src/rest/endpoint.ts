import { DAY_MS } from '../async/duration.ts'
import type { UpstreamError } from './errors.ts'
import { ID_COLUMNS, idOf, type ListParams, type Row } from './types.ts'
import { hasValue, LISTED, type Changed, type Listed, type Sent, textOf, type Values } from './value.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The parameters of a path template: `'accounts/:account_id/campaigns'` gives `{ account_id: string }`. */
export type PathParams<Path extends string> = { [Name in PathName<Path>]: string }

/**
 * A declared path without its beginning: the slash of the authorization interface (`/2/webhooks`), or a version other than the
 * usual one (`5/accounts/…`).
 */
export type PathOf<Declared extends string> = Declared extends `/${infer Path}`
  ? PathOf<Path>
  : Declared extends `${number}/${infer Path}`
    ? Path
    : Declared

type PathName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? PathName<Segment> | PathName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** A method and path of the REST interface as a value, with what the client needs to send it and to read its answer. */
export interface Endpoint<Path extends string = string, Params extends object = object, Data = unknown> {
  readonly method: Method
  /** The template as in the reference, so that it can be searched for. */
  readonly path: Path
  /** The first path segment; empty if the reference has none. */
  readonly version: string
  readonly host: 'ads' | 'auth'
  /**
   * How requests are authorized: signed for a user with the user's token (`user`), signed for the client application alone
   * (`consumer`), or with the application's bearer token (`app`) or its key and secret (`client`).
   */
  readonly auth: 'user' | 'consumer' | 'app' | 'client'
  readonly encoding: 'query' | 'form' | 'json'
  /** What its answers have. Defaults to one row. */
  readonly answer: AnswerForm
  /** Whether the request changes nothing, so that it can be repeated: every GET, and the audience estimate. */
  readonly safe: boolean
  /** Whether only the service's sandbox has this endpoint. */
  readonly sandboxOnly: boolean
  /** What a refusal means, if its status does not say that: see `aboutParam` and `lacksFeature`. */
  readonly refusal: RefusalReader | undefined
  /**
   * Whether it uploads data that identifies people. The text of a refusal, which may repeat it, is then left out. Uploads have
   * rate limits of their own, instead of the one that all writes of a user share.
   */
  readonly isUpload: boolean
  /**
   * Whether its rows do not show what they are about, such as their period, so that the parameters that the answer repeats are
   * compared. Others are repeated in forms of their own.
   */
  readonly repeatsParams: boolean
  /** How its answers are cached across operations; undefined if they are not. */
  readonly cache: CachePolicy | undefined
  /** The parameters, if they are declared as values. A batch has the parameters of its operations. */
  readonly params: Values | undefined
  /** The types of the parameters and of the answer's data. It has no value at run time. */
  readonly types?: { params: Params; data: Data }
}

/**
 * What the `data` of an answer is: an entity, which has an ID (`row`), or an object that has none (`object`); a list of these, or of
 * texts; an entity or an empty list (`row or none`); or nothing that is read. The client accepts one row for a list and the reverse.
 */
export type DataForm = 'row' | 'row or none' | 'rows' | 'object' | 'objects' | 'texts' | 'nothing'

/** What an answer has. Any other answer does not have the documented form. */
type AnswerForm =
  | DataForm
  /**
   * Members beside `data` that are documented too, with their forms: `call` returns the whole answer. Each can be missing. An answer
   * with one of them may lack `data` if that is a list.
   */
  | { readonly data: DataForm; readonly beside: MembersBeside }
  /** No envelope but these fields, as JSON or as name=value pairs joined by `&` (R-AUTH-6). `call` returns them, as texts. */
  | { readonly fields: readonly string[] }

/** Members of an answer beside its `data`, with their forms. */
type MembersBeside = Readonly<Record<string, 'object' | 'objects'>>

/** What the `data` of an answer is. Undefined if answers have fields instead. */
export function dataFormOf({ answer }: Pick<Endpoint, 'answer'>): DataForm | undefined {
  if (typeof answer === 'string') return answer
  return 'data' in answer ? answer.data : undefined
}

/** The documented members of an answer beside its `data`. */
export function besideOf({ answer }: Pick<Endpoint, 'answer'>): MembersBeside {
  return typeof answer === 'object' && 'beside' in answer ? answer.beside : {}
}

/** Whether `data` is a list. */
export function hasMany(endpoint: Pick<Endpoint, 'answer'>): boolean {
  const form = dataFormOf(endpoint)
  return form === 'rows' || form === 'objects' || form === 'texts'
}

/** Whether each row of `data` has an ID. */
export function hasIds(endpoint: Pick<Endpoint, 'answer'>): boolean {
  const form = dataFormOf(endpoint)
  return form === 'row' || form === 'row or none' || form === 'rows'
}

/** What a refusal of the service says, and the code of the error that its status stands for. */
export type ServiceRefusal = Pick<UpstreamError, 'errors' | 'code'> & { readonly status: number }

/** Returns what a refusal of a call with these parameters means instead. Undefined if it means what its status says. */
type RefusalReader = (
  refusal: ServiceRefusal,
  params: Readonly<Record<string, unknown>>,
) => (Pick<UpstreamError, 'code'> & Partial<Pick<UpstreamError, 'message' | 'refusal'>>) | undefined

/**
 * The refusals of a parameter (400) that do not have to name it: those that name no other one are about it, and break this rule. One that
 * gives no reason is not of the service.
 */
export function aboutParam(param: string, rule: string): RefusalReader {
  return ({ code, status, errors }, { [param]: sent }) => {
    const isAbout = errors.length > 0 && errors.every(({ parameter = param }) => parameter === param)
    return sent !== undefined && status === 400 && code === 'UPSTREAM_ERROR' && isAbout
      ? { code: 'BAD_USER_INPUT', refusal: { param, rule } }
      : undefined
  }
}

/** The refusals of an account that does not have this feature, with the status of a wrong parameter. */
export function lacksFeature(feature: string): RefusalReader {
  return ({ errors }) =>
    errors.some(({ code }) => code === 'FEATURE_NOT_AVAILABLE')
      ? { code: 'FORBIDDEN', message: `The account needs the feature ${feature}` }
      : undefined
}

/** How the answers of an endpoint are cached. */
export interface CachePolicy {
  /** Older answers are used only if no newer one is available. */
  maxAgeMs: number
  /** `public` if every caller gets the same answer; a `private` answer is used for its own caller only. */
  scope: 'public' | 'private'
}

/**
 * The maximum age of reference data. A week is documented for targeting values (Ads Management Interface, section 4.6);
 * the other lists have no documented age, and use the same.
 */
export const REFERENCE_MAX_AGE_MS = 7 * DAY_MS

/** How reference data is cached that is the same for every caller. */
export const REFERENCE_CACHE: CachePolicy = { maxAgeMs: REFERENCE_MAX_AGE_MS, scope: 'public' }

/** An endpoint whose answer is a page of rows. */
export interface ListEndpoint<
  Path extends string = string,
  Params extends ListParams = ListParams,
  R extends Row = Row,
> extends Endpoint<Path, Params, R[]> {
  /** The parameters that it takes. */
  readonly params: Values
  /** The column that identifies a row, if it is not its ID. */
  readonly key: string | undefined
  /** Whether the endpoint takes `count`. If not, the service decides how long a page is. */
  readonly sized: boolean
  /** Whether an answer can have the cursor of a next page. */
  readonly paged: boolean
  /** The rows of a page if `count` is not sent. A list without pages sends all. */
  readonly defaultCount: number
  /** The maximum number of rows in a page. */
  readonly maxCount: number
  /** The documented maximum of rows per parent, by parent filter. It decides how many parents are read in one page. */
  readonly maxPerParent: { readonly [filter in string]?: number }
  /** Whether the endpoint takes `with_total_count`. By default, those do that take `count`. */
  readonly counted: boolean
  /** The filter by the IDs of the rows, at most `maxIds` in a call; undefined if rows can only be read one by one. */
  readonly idFilter: string | undefined
  /** The maximum number of IDs in that filter: 200, but no more than the rows of an answer if there are no further pages. */
  readonly maxIds: number
  /** The endpoint that reads one row by its ID, which is the last parameter of its path. */
  readonly get: Endpoint<string, object, R> | undefined
  /**
   * Sent with every look-up by ID, so that no existing row is hidden (drafts are hidden by default). With `with_deleted`, rows that
   * are deleted themselves are left out.
   */
  readonly lookup: Partial<Params>
  /** The look-ups of the IDs that `lookup` does not find, if no single request finds every existing row. */
  readonly furtherLookUps: FurtherLookUps<Params> | undefined
}

/** Look-ups by ID with other parameters, one after the other until every ID is found. */
export interface FurtherLookUps<Params extends ListParams = ListParams> {
  /** The list that determines the parameters, by one page; undefined if they are always the same. */
  list?: ListEndpoint
  /** The parameters of each look-up, which are sent in addition to `lookup`. */
  params(this: void, rows: readonly Row[]): Partial<Params>[]
  /** The maximum number of look-ups. If there are more, the look-up of an ID that these do not find fails. */
  max: number
  /** One more look-up, of the IDs that all others do not find. */
  last?: LastLookUp<Params>
}

/** A look-up by ID with parameters that a read of its own determines. */
interface LastLookUp<Params extends ListParams> {
  get: Endpoint<string, object, object>
  /** The parameters, given the answer and the rows that determine the other look-ups; undefined if there is none. */
  params(this: void, answer: object, rows: readonly Row[]): Partial<Params> | undefined
}

/** One item of a batch (Ads Management Interface, section 4.1). */
export interface BatchOperation<Params> {
  operation_type: 'Create' | 'Update' | 'Delete'
  params: Params
}

/** The maximum number of IDs in one filter (Ads Management Interface, section 8). */
export const MAX_IDS = 200

/** What a declaration gives itself. */
type Declared = 'method' | 'path' | 'version' | 'host' | 'encoding' | 'types'

type EndpointOptions = Partial<Omit<Endpoint, Declared>>

/** What follows from the parameters of a list. */
type OfParams = 'params' | 'idFilter' | 'sized' | 'paged' | 'counted'

/** What follows from `count`. */
type OfCount = 'defaultCount' | 'maxCount' | 'maxPerParent' | 'maxIds'

/** How many rows a list has: of a page by default and at most, and of one parent at most. */
interface Count<Params> {
  default?: number
  max?: number
  perParent?: { [filter in keyof Params]?: number }
}

/** What the declaration of a list can say besides its path and its parameters. */
export interface ListOptions<Params extends ListParams, R extends Row> extends Partial<
  Omit<ListEndpoint<string, Params, R>, Declared | OfParams | OfCount | 'key'>
> {
  key?: keyof R & string
  count?: Count<Params>
}

/**
 * Declares a list of rows: `list<Row>()('path', { params: { ...PAGED, thing_ids: ids }, ids: 'thing_ids' })`. `ids` is the parameter
 * that filters by the IDs of the rows. Without `params` it takes the parameters that most lists have.
 */
export const list =
  <R extends Row>() =>
  <const Path extends string, P extends Values = {}>(
    path: Path,
    {
      params: declared,
      ids,
      count = {},
      ...options
    }: ListOptions<Listed<Sent<P>>, R> & { params?: P; ids?: keyof P & string } = {},
  ): ListEndpoint<PathOf<Path>, Listed<Sent<P>>, R> => {
    const { key } = options
    const params: Values = declared ?? LISTED
    const maxCount = count.max ?? 1000
    return {
      ...endpoint('GET', path, 'query', {}),
      // Rows with another key than their ID may lack this key, like any other column.
      answer: key === undefined ? 'rows' : 'objects',
      params,
      key,
      sized: 'count' in params,
      paged: 'cursor' in params,
      defaultCount: count.default ?? ('cursor' in params ? 200 : maxCount),
      maxCount,
      maxPerParent: count.perParent ?? {},
      counted: 'with_total_count' in params,
      idFilter: ids,
      maxIds: 'cursor' in params ? MAX_IDS : Math.min(MAX_IDS, maxCount),
      get: undefined,
      lookup: {},
      furtherLookUps: undefined,
      ...options,
    }
  }

/** The value that rows of this list are looked up by: their key, or the ID of a row without a key. */
export function keyOf(endpoint: Pick<ListEndpoint, 'key'>, row: Row): string {
  const key: unknown = endpoint.key === undefined ? undefined : Reflect.get(row, endpoint.key)
  return hasValue(key) ? textOf(key) : idOf(row)
}

/** The columns of which the first with a value is what rows of this list are looked up by: see `keyOf`. */
export function identityColumns({ key }: Pick<ListEndpoint, 'key'>): readonly string[] {
  return key === undefined ? ID_COLUMNS : [key, ...ID_COLUMNS]
}

/** Declares a read of one entity. Parameters are sent in the query. */
export const get = maker('GET', 'query')

/** Declares a write. Parameters are sent in a form body, which is signed. */
export const post = maker('POST', 'form')

/**
 * Declares a step of the authorization without a body. Parameters that are not part of the OAuth header are sent in the
 * query.
 */
export const postQuery = maker('POST', 'query')

/** Declares an update of one entity. Parameters are sent in a form body, which is signed; null removes a value. */
export const put = <Data, Params extends object>() => maker('PUT', 'form')<Data, Changed<Params>>()

/** Declares a deletion. Parameters are sent in the query. */
export const del = maker('DELETE', 'query')

/** Declares a write with a JSON body, which is not signed. */
export const postJson = maker('POST', 'json')

/** Declares an update of one entity with a JSON body, which is not signed. */
export const putJson = maker('PUT', 'json')

function maker(method: Method, encoding: Endpoint['encoding']) {
  return <Data, Params extends object = Record<string, never>>() =>
    <const Path extends string>(path: Path, options: EndpointOptions = {}): Endpoint<PathOf<Path>, Params, Data> =>
      endpoint(method, path, encoding, options)
}

function endpoint<Path extends string>(
  method: Method,
  declared: Path,
  encoding: Endpoint['encoding'],
  options: EndpointOptions,
) {
  const [, slash, version = slash ? '' : '12', path] = /^(\/?)(?:([\d.]+)\/)?(.*)$/.exec(declared)!
  const host: Endpoint['host'] = slash ? 'auth' : 'ads'
  return {
    ...DEFAULTS,
    safe: method === 'GET',
    ...options,
    method,
    path: path as PathOf<Path>,
    version,
    host,
    encoding,
  }
}

const DEFAULTS = {
  auth: 'user',
  answer: 'row',
  params: undefined,
  sandboxOnly: false,
  refusal: undefined,
  isUpload: false,
  repeatsParams: false,
  cache: undefined,
} satisfies EndpointOptions
