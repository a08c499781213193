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

/** The parameters of a list that is sorted and counted. */
export const COUNTED = {
  ...PAGED,
  /** The order: names of columns, each with `-asc` or `-desc`, such as `created_at-asc`. */
  sort_by: value<string[], readonly string[]>('SortBy'),
  /** Counts the rows of the whole list. The service allows 200 of these calls in 15 minutes. */
  with_total_count: flag,
}

/** The parameters of most lists of entities (Ads Management Interface, section 4.1). */
export const LISTED = {
  ...COUNTED,
  /** Also deleted rows. Defaults to false. */
  with_deleted: flag,
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

/** The filter of a list of permissions for an audience. */
export const GRANTED_TO = {
  /** Return only the permissions granted to these accounts, up to 200 IDs. */
  granted_account_ids: ids,
}

/** The filter of a list of posts of one user at a time. */
export const OF_USER = {
  /** Return only posts of this user, by the service's ID. Defaults to the FULL promotable user. */
  user_id: longId,
}

/** The parameters of the list of posts. */
export const POST_LIST = {
  ...PAGED,
  ...OF_USER,
  post_ids: ids,
  /** Required. */
  post_type: word('PostType'),
  /** Include posts that mention other users or reply to them. */
  include_mentions_and_replies: flag,
  /** The name, 1 to 255 characters. */
  name: text,
  /** Which posts to include. Defaults to NULLCAST. */
  timeline_type: word('TimelineType'),
  /** Whether the answer has only the ID of the author instead of the whole user. */
  trim_user: flag,
}
