import { variantKey } from '../json/json.ts'
import { isObject, mapValues } from '../json/object.ts'
import type { ListParams, Long, SharedFilters } from './types.ts'

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
/** An ID that is a 64-bit integer, such as the ID of a user or a post. */
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

/**
 * Whether a column shows a value that was sent as a parameter of this type; undefined if that is not certain. The service takes IDs
 * in uppercase too, removes blanks around texts and keeps whole seconds. Lists have no order, and numbers can be texts. It can change
 * texts in other ways: then it is not certain.
 */
export function shows(column: unknown, sent: unknown, type?: string): boolean | undefined {
  if (isEmpty(sent) || isEmpty(column)) return isEmpty(sent) && isEmpty(column)
  if (Array.isArray(column)) {
    const items: unknown[] = typeof sent === 'string' ? sent.split(',') : Array.isArray(sent) ? sent : [sent]
    if (items.length !== column.length) return false
    return every(items.map((item) => some(column.map((one) => shows(one, item, type)))))
  }
  if (isObject(sent) && isObject(column)) {
    const given = Object.entries(sent).filter(([, value]) => value !== undefined)
    return every(given.map(([name, value]) => shows(column[name], value)))
  }
  const [one, other] = [comparable(column, type), comparable(sent, type)]
  const isSameTime = Math.abs(timeOf(column, type) - timeOf(sent, type)) < 1_000
  if (one === other || isSameTime) return true
  return (type === undefined || type === 'String') && folded(one) === folded(other) ? undefined : false
}

/** A value of this type in the form in which it is compared: the same text for what the service takes for the same value. */
export function comparable(value: unknown, type?: string): string {
  if (Array.isArray(value)) return variantKey(value.map((item) => comparable(item, type)).toSorted())
  if (isObject(value)) return variantKey(mapValues(value, (item) => comparable(item)))
  const text = String(value).trim()
  if (type === 'ID') return comparableId(text)
  const ms = timeOf(text, type)
  return Number.isNaN(ms) ? text : String(Math.floor(ms / 1_000))
}

/** An ID in the form in which it is compared. The service takes IDs in uppercase too, and answers in lowercase. */
export function comparableId(id: Long): string {
  return String(id).toLowerCase()
}

/** Whether two IDs are the same for the service. An ID that is missing is the same as no other. */
export function isSameId(one: Long | null | undefined, other: Long | null | undefined): boolean {
  return hasValue(one) && hasValue(other) && comparableId(one) === comparableId(other)
}

/** Whether a value can be an ID: an integer, or a text that is not empty. */
export function isId(value: unknown): value is Long {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '' && !OTHER_NUMBER.test(value))
}

/** A number with a fraction or an exponent. Numbers that JavaScript would round stay texts. */
const OTHER_NUMBER = /^-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]\d+)$/i

/** A value as a text: numbers and texts as they are, and other values as JSON, which any value of an answer can be. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : variantKey(value)
}

/** A bearer token as the value of a parameter. The service returns tokens encoded, and parameters are encoded when sent. */
export function decodedToken(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

/** A date and time with one of the offsets that the service takes. */
export const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/

/** A date and time in milliseconds since the epoch; NaN if the day or the time does not exist. */
export function momentOf(dateTime: string): number {
  // Date.parse reads February 30 as March 2.
  const wall = Date.parse(dateTime.replace(/(Z|[+-]\d{2}(:?\d{2})?)$/, 'Z'))
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(dateTime.slice(0, 10))) return NaN
  // Date.parse accepts only offsets with hours and minutes and a colon between them.
  return Date.parse(dateTime.replace(/([+-]\d{2})$/, '$1:00').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
}

/** A date and time in whole seconds since the epoch, which is what the service keeps of it. */
export function secondOf(dateTime: string): number {
  return Math.floor(momentOf(dateTime) / 1_000)
}

/** The moment that a value of this type is, which can be a time if its type is not known; NaN if it is none. */
function timeOf(value: unknown, type = 'DateTime'): number {
  const text = typeof value === 'string' ? value.trim() : ''
  return type === 'DateTime' && ISO_8601.test(text) ? momentOf(text) : NaN
}

/** A text without what a service can change in it: case, forms of a character, blanks, and a slash at the end. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').replace(/\/$/, '')
}

/** Whether a column or an argument has a value: an empty text, 0 and false are values. */
export function hasValue<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

/** Whether a value that is sent sets none. */
export function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function every(holds: readonly (boolean | undefined)[]): boolean | undefined {
  if (holds.includes(false)) return false
  return holds.includes(undefined) ? undefined : true
}

function some(holds: readonly (boolean | undefined)[]): boolean | undefined {
  if (holds.includes(true)) return true
  return holds.includes(undefined) ? undefined : false
}

/** The columns of a row: the service leaves out any of them, or sends null. */
export type Read<V extends Values> = {
  [Name in keyof V]?: (V[Name] extends Value<infer Type, unknown> ? Type : never) | null
}

/** Parameters that can all be left out. */
export type Sent<V extends Values> = { [Name in keyof V]?: V[Name] extends Value<unknown, infer Type> ? Type : never }

/** The parameters of an update: null removes a value. */
export type Changed<Params> = { [Name in keyof Params]: Params[Name] | null }

/** The parameters of a list, with the documentation of those that several lists have. */
export type Listed<Params> = ListParams & Pick<SharedFilters, keyof Params & keyof SharedFilters> & Params

// The parameters that several lists have. They are documented in `ListParams` and `SharedFilters`, because declaration files
// lose the comments on what comes from another file.

/** The parameters of a list with pages. */
export const PAGED = { count: int, cursor: text }

/** The parameters of a list that is sorted and counted. */
export const COUNTED = {
  ...PAGED,
  sort_by: value<string[], readonly string[]>('SortBy'),
  with_total_count: flag,
}

/** The parameters of most lists of entities (Ads Management Interface, section 4.1). */
export const LISTED = { ...COUNTED, with_deleted: flag }

/** The filter of a list that can be searched by name. */
export const NAMED = { q: text }

/** The filter of a list of entities that belong to line items. */
export const OF_LINE_ITEMS = { line_item_ids: ids }

/** The filter of a list of permissions for an audience. */
export const GRANTED_TO = { granted_account_ids: ids }

/** The filter of a list of posts of one user at a time. */
export const OF_USER = { user_id: longId }

/** The parameters of the list of posts. */
export const POST_LIST = {
  ...PAGED,
  ...OF_USER,
  post_ids: ids,
  post_type: word('PostType'),
  include_mentions_and_replies: flag,
  name: text,
  timeline_type: word('TimelineType'),
  trim_user: flag,
}
