import type { Long } from './types.ts'

/** What a column or a parameter has: its type in answers, and in requests. At run time it has only the name of the type. */
export interface Value<Read = unknown, Sent = Read> {
  /** A scalar of the graph, or the name of an enumeration. */
  readonly type: string
  /** It has no value at run time. */
  readonly types?: { read: Read; sent: Sent }
}

/** Columns or parameters by their names on the wire. A comment on one is shown wherever it is used. */
export type Values = Readonly<Record<string, Value>>

/** What has this type in answers and, if that differs, another one in requests. */
export function value<Read, Sent = Read>(type: string): Value<Read, Sent> {
  return { type }
}

/** A list is sent comma-separated, as a text or as its items. */
type SentList = readonly string[] | string

export const id = value<string>('ID')
/** An ID that is a 64-bit integer, such as those of users and posts. */
export const longId = value<Long, string>('ID')
export const ids = value<string[], readonly string[]>('ID')
export const text = value<string>('String')
export const texts = value<string[], SentList>('String')
export const int = value<number>('Int')
export const long = value<Long, bigint | Long>('Long')
export const flag = value<boolean>('Boolean')
/** A date and time in ISO 8601 format. */
export const time = value<string>('DateTime')

/** One value of the enumeration with this name. */
export const word = (type: string): Value<string> => value(type)

/** Values of the enumeration with this name. */
export const words = (type: string): Value<string[], SentList> => value(type)

/** The columns of a row: the service leaves out any of them, or sends null. */
export type Read<V extends Values> = {
  [Name in keyof V]?: (V[Name] extends Value<infer Type, unknown> ? Type : never) | null
}

/** Parameters, each of which can be left out. */
export type Sent<V extends Values> = { [Name in keyof V]?: V[Name] extends Value<unknown, infer Type> ? Type : never }

/** The parameters of a list with pages. */
export const PAGED = {
  /** The number of rows in a page. */
  count: int,
  /** The `nextCursor` of the page before. Lists send no total count together with a cursor. */
  cursor: text,
}

/** The parameters of most lists of entities (Ads Management Interface, section 4.1). */
export const LISTED = {
  ...PAGED,
  /** The order: names of columns, each with `-asc` or `-desc`, such as `created_at-asc`. */
  sort_by: value<string[], readonly string[]>('SortBy'),
  /** Also deleted rows. Defaults to false. */
  with_deleted: flag,
  /** Counts the rows of the whole list. The service allows 200 of these calls in 15 minutes. */
  with_total_count: flag,
}

/** The filter of a list that can be searched by name. */
export const NAMED = {
  /** Only rows whose name begins with this text, 1 to 255 characters. */
  q: text,
}

/** The filter of a list of entities that belong to line items. */
export const OF_LINE_ITEMS = {
  /** Only rows of these line items, up to 200 IDs. */
  line_item_ids: ids,
}
