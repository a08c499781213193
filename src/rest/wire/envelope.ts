import { isUtf8 } from 'node:buffer'
import type { Endpoint } from '../endpoint.ts'
import { isDigit, QUOTE } from '../../json/bytes.ts'
import { parse } from '../../json/json.ts'
import { isObject, mapValues, valueIn } from '../../json/object.ts'
import { readLazyList } from '../json/lazy-list.ts'
import { tokensOf, type TokenTest } from '../json/lazy-row.ts'
import { accountId } from '../types.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The body of an answer, with its `data`. */
export interface Envelope {
  data?: unknown
  next_cursor?: string | null
  total_count?: number
}

/** Reads the envelope in a body, and sets the account of its rows; undefined if the body has none. */
export type ReadBody = (body: Buffer, account: string | undefined, vocabulary?: Vocabulary) => Envelope | undefined

/** The envelope of a 2xx answer; undefined if the body has none. */
export function readEnvelope(
  { fields }: Endpoint,
  body: Buffer,
  { account_id }: Readonly<Record<string, string>>,
  read: ReadBody,
  vocabulary?: Vocabulary,
): Envelope | undefined {
  return fields ? readFields(body, fields) : read(body, account_id, vocabulary)
}

/** The longest body that is parsed as a whole: its values can take a dozen times its bytes. Rows of lists are not parsed. */
const MAX_PARSED_BYTES = 4 * 2 ** 20

/** The envelope of a body that is a JSON object. The bytes of invalid UTF-8 would be replaced. */
export function parseEnvelope(
  body: Buffer,
  account: string | undefined,
  vocabulary?: Vocabulary,
): Envelope | undefined {
  const sent = body.length <= MAX_PARSED_BYTES && isUtf8(body) ? valueIn(body.toString('utf8'), parse) : undefined
  if (!isObject(sent)) return undefined
  const envelope: Envelope = vocabulary ? inOurWords(sent, vocabulary) : sent
  if (account !== undefined)
    for (const row of asList(envelope.data))
      if (typeof row === 'object' && row !== null) (row as { [accountId]?: string })[accountId] = account
  return envelope
}

/** The envelope with its rows in our words. Its own members have the same names everywhere. */
function inOurWords(envelope: Readonly<Record<string, unknown>>, vocabulary: Vocabulary): Envelope {
  return mapValues(envelope, (member, name) => {
    // A cursor is sent back as it came.
    if (name === 'next_cursor') return member
    if (name === 'request' && isObject(member))
      return { ...member, params: vocabulary.value('params', member['params']) }
    return Array.isArray(member) ? member.map(vocabulary.row) : vocabulary.row(member)
  })
}

/** The envelope of a list. Rows of the usual form stay bytes until a column is read. */
export function parseList(body: Buffer, account: string | undefined, vocabulary?: Vocabulary): Envelope | undefined {
  const list = readLazyList(body, account, vocabulary)
  return list ? { data: list.rows, ...list.others } : parseEnvelope(body, account, vocabulary)
}

/**
 * An answer without an envelope: JSON, or name=value pairs joined by `&`; every value as text. Undefined if one of
 * these fields is missing or empty.
 */
function readFields(body: Buffer, names: readonly string[]): Record<string, string> | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  const json: object | undefined = text.trimStart().startsWith('{') ? Object(valueIn(text, parse)) : undefined
  const pairs = json ? Object.entries(json) : new URLSearchParams(text)
  const fields = Object.fromEntries([...pairs].map(([name, value]) => [name, String(value ?? '')]))
  return names.every((name) => fields[name]) ? fields : undefined
}

/** The number of rows in the whole list, if the answer has it. */
export function totalCountOf({ total_count: count = -1 }: Envelope): number | undefined {
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** `data` as a list, whether the service sent a list or one row. */
export function asList(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  return data === undefined || data === null ? [] : [data]
}

/**
 * Whether an envelope has the documented form: it has `data`, each row has the form of the endpoint's `rows`, one entity is
 * one row, a batch has a row for each of its `operations`, and the cursor is a string.
 */
export function isDocumented(endpoint: Endpoint, envelope: Envelope, operations: number | undefined): boolean {
  const { fields, many, rows: form, mayLackData } = endpoint
  if (fields) return true
  const { data, next_cursor } = envelope
  if (next_cursor !== undefined && next_cursor !== null && typeof next_cursor !== 'string') return false
  const rows = asList(data)
  if (rows.length === 0 && !(many && Array.isArray(data) && !operations)) return mayLackData(envelope)
  if (rows.length > 1 && !many) return false
  if (operations !== undefined && many && rows.length !== operations) return false
  if (form !== 'text' && areIdentifiedBytes(rows, form)) return true
  return rows.every((row) => isRow(row, form))
}

/** The rows that have the documented form, each at its index, and undefined for the others. */
export function documentedRows({ rows: form }: Endpoint, { data }: Envelope): unknown[] {
  return asList(data).map((row) => (isRow(row, form) ? row : undefined))
}

/** Whether all rows are still bytes and have an ID, which is found out without parsing a value. */
function areIdentifiedBytes(rows: readonly unknown[], columns: readonly string[]): boolean {
  return tokensOf(rows, columns, ID_TOKEN)?.anyNull === false
}

const ID_TOKEN: TokenTest = {
  accepts: (bytes, at) => (bytes[at] === QUOTE ? bytes[at + 1] !== QUOTE : isDigit(bytes[at])),
  byLayout: true,
}

function isRow(row: unknown, form: Endpoint['rows']): boolean {
  if (form === 'text') return typeof row === 'string' && row !== ''
  if (!isObject(row)) return false
  if (form.length === 0) return true
  // The first value that is not null identifies the row: see idOf and keyOf.
  const column = form.find((name) => row[name] !== undefined && row[name] !== null)
  const id = column && row[column]
  return typeof id === 'number' || (typeof id === 'string' && id !== '')
}
