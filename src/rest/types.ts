/**
 * The key of a row's account ID: the client sets it on every row that it reads below an account, because most rows do not
 * have it. A symbol, so that the columns of the row stay exactly as the service sent them.
 */
export const accountId: unique symbol = Symbol('accountId')

/** The key of the ID of the entity below which a row was read, for rows that are read below an entity of an account. */
export const parentId: unique symbol = Symbol('parentId')

/** One entity as the service sends it, in snake_case and sparse. `idOf` returns its ID. */
export interface Row {
  id?: Long
  /** The ID of a post as text; `id` is a number. */
  id_str?: string
  /** The ID of media, which have no `id`. */
  media_key?: string | null
  readonly [accountId]?: string
  readonly [parentId]?: string
}

/** The columns that can identify a row: the first one with a value does. See `idOf`. */
export const ID_COLUMNS = ['id_str', 'id', 'media_key'] as const satisfies (keyof Row)[]

/** The service's ID of a row, exact: a post's is a number beyond 2^53, and media are identified by their key. */
export function idOf(row: Row): string {
  // Columns are getters that search the row: one that is not needed is not read.
  return String(row.id_str ?? row.id ?? row.media_key)
}

/** Columns of a row. The answers of the service are sparse: it leaves out any of them, or sends null. */
export type Columns<T> = { [Name in keyof T]?: T[Name] | null }

/** The columns of nearly every entity of the ads interface (Ads Management Interface, section 2). */
export interface EntityRow extends Row, Columns<{ created_at: string; updated_at: string; deleted: boolean }> {
  id: string
}

/** An entity with these further columns. */
export type EntityColumns<T> = EntityRow & Columns<T>

/** A row with these columns that is not an entity. */
export type RowColumns<T> = Row & Columns<T>

/** A 64-bit integer in an answer: a number if that is exact, else its digits. */
export type Long = number | string

/** The value of a parameter. A list is sent comma-separated, null as an empty value. */
export type ParamValue = string | number | bigint | boolean | null | undefined | readonly (string | number | bigint)[]

/** The parameters that every list takes (Ads Management Interface, section 4.1). */
export interface ListParams {
  /** The number of rows in a page, up to 1000 for most lists. Defaults to 200 for most lists. */
  count?: number
  /** The `nextCursor` of the page before. Lists send no total count together with a cursor. */
  cursor?: string
  /** The order: names of columns, each with `-asc` or `-desc`, such as `created_at-asc`. */
  sort_by?: readonly string[]
  /** Also deleted rows. Defaults to false. */
  with_deleted?: boolean
  /** Counts the rows of the whole list. The service allows 200 of these calls in 15 minutes. */
  with_total_count?: boolean
}

/** The parameters of a list that can be searched by name. */
export interface NamedFilters extends ListParams {
  /** Only rows whose name begins with this text, 1 to 255 characters. */
  q?: string
}

/** The filters that several lists have. */
export interface SharedFilters extends Omit<NamedFilters, keyof ListParams> {
  /** Only rows of these line items, up to 200 IDs. */
  line_item_ids?: readonly string[]
  /** Return only the permissions granted to these accounts, up to 200 IDs. */
  granted_account_ids?: readonly string[]
  /** Return only posts of this user, by the service's ID. Defaults to the FULL promotable user. */
  user_id?: string
  /** Only posts with one of these IDs, at most 200. */
  post_ids?: readonly string[]
  /** The type of the posts, which is required. */
  post_type?: string
  /** Include posts that mention other users or reply to them. */
  include_mentions_and_replies?: boolean
  /** The name of the posts, 1 to 255 characters. */
  name?: string
  /** Which posts to include. Defaults to NULLCAST. */
  timeline_type?: string
  /** Whether the answer has only the ID of the author instead of the whole user. */
  trim_user?: boolean
}

/** The parameters of a read of one entity that has a language. */
export interface WithLanguage extends WithDeleted {
  /** The language of the names, as an ISO 639-1 code. */
  lang?: string
}

/** The parameters of a read of one entity. */
export interface WithDeleted {
  /** Also answers if the entity has been deleted. Defaults to false: then it is not found. */
  with_deleted?: boolean
}

/** Consecutive rows with the same value in a column: from one index up to another. */
export interface RowRun {
  value: unknown
  /** The index of this value among the IDs that were asked for; -1 if it is not among them. */
  nth: number
  from: number
  to: number
}

/** Rows by their IDs in the form in which these are compared (`comparableId`). */
export interface RowsById<R extends Row = Row> {
  get(id: string): R | undefined
  /** The number of different IDs. */
  readonly size: number
}

/** The rows by their IDs, or the runs of rows of one parent. */
export interface CheckedRows {
  byId?: RowsById
  runs?: readonly RowRun[]
}

/** One page of a list: its rows, the service's cursor to the next page (null at the end), and the count if requested. */
export interface Page<R> {
  rows: R[]
  nextCursor: string | null
  totalCount: number | undefined
  /** What was found out about the rows while they were checked. */
  checked?: CheckedRows | undefined
}

/** One attempt of a request for the trace: `path` is the endpoint's template, without IDs. */
export interface CallRecord {
  method: string
  path: string
  /** The account in its path. Undefined if the path has none. */
  account: string | undefined
  /**
   * The path and the query as they were sent. Undefined if nobody traces the call, or if a parameter can identify a person.
   */
  url: string | undefined
  /** The body as it was sent, under the same conditions. Undefined if there was none, or one of the authorization. */
  body: string | undefined
  /** The HTTP status, or null if there was no answer. */
  status: number | null
  /** Milliseconds since the epoch. */
  startMs: number
  durationMs: number
  /** The time that it waited before it was sent: for a rate limit, for a token, or before a retry. */
  waitedMs: number
  /** 1 for the first. */
  attempt: number
  /** How many IDs or parents the call asked for. */
  keys: number
  /** How many rows came back. */
  rows: number
  /** The askers of the call, if the operation is traced. */
  askers: Askers | undefined
}

/**
 * The askers of a call, in the order in which they asked. In the graph, an asker is the response path of a field for
 * which the call is made. Further fields can ask for the same call while the operation runs, and then share its answer.
 */
export type Askers = ReadonlySet<string>
