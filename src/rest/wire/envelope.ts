import { isUtf8 } from 'node:buffer'
import type { Steps } from '../../async/turn.ts'
import type { ViewedBytes } from '../../async/viewed-bytes.ts'
import { valueAt } from '../../json/bytes.ts'
import { countJson } from '../../json/count.ts'
import { parse } from '../../json/json.ts'
import { isObject, mapValues, valueIn } from '../../json/object.ts'
import type { Endpoint } from '../endpoint.ts'
import { assertHeld } from '../json/row-index.ts'
import { readLazyList } from '../json/row-reader.ts'
import { accountId, type CheckedRows, parentId } from '../types.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What the check of an answer found out about its rows, so that nobody reads their IDs again. Other processes do not get it. */
export const checked = Symbol('checked')

/** What reads the repeated request of a list, whose bytes are not parsed otherwise. */
const readRequest = Symbol('readRequest')

/** The number of bytes of the body. Other processes do not get it. */
export const bodyBytes = Symbol('bodyBytes')

/** The body of an answer, with its `data`. */
export interface Envelope {
  data?: unknown
  errors?: unknown
  operation_errors?: unknown
  request?: unknown
  [readRequest]?: (() => unknown) | undefined
  next_cursor?: string | null
  total_count?: number
  [checked]?: CheckedRows
  [bodyBytes]?: number
}

/** Reads the envelope in a body, and sets the account of its rows; undefined if the body has none. */
export type ReadBody = (
  body: ViewedBytes,
  account: string | undefined,
  vocabulary?: Vocabulary,
) => Steps<Envelope | undefined>

/** The envelope of a 2xx answer; undefined if the body has none. */
export function* readEnvelope(
  { answer, path: template }: Endpoint,
  body: ViewedBytes,
  path: Readonly<Record<string, string>>,
  read: ReadBody,
  vocabulary?: Vocabulary,
): Steps<Envelope | undefined> {
  if (typeof answer === 'object' && 'fields' in answer) return yield* readFields(body, answer.fields)
  const envelope = yield* read(body, path['account_id'], vocabulary)
  const [, parent = ''] = BELOW_ENTITY.exec(template) ?? []
  setOnRows(envelope, parentId, path[parent])
  return envelope
}

/** The path of rows below an entity of an account. */
const BELOW_ENTITY = /accounts\/:account_id\/\w+\/:(\w+)\//

function setOnRows(envelope: Envelope | undefined, key: symbol, id: string | undefined): void {
  if (id === undefined) return
  for (const row of asList(envelope?.data)) if (typeof row === 'object' && row !== null) Reflect.set(row, key, id)
}

/**
 * The longest body that is parsed as a whole, and the most that it may have: parsing takes as long as a turn may take, and its values
 * can take a dozen times its bytes. Rows of lists are not parsed.
 */
const MAX_PARSED_BYTES = 4 * 2 ** 20
const MAX_PARSED = { values: 250_000, shapes: 10_000 }

/** The values of shorter bodies are not counted. */
const SHORT_BODY_BYTES = 65_536

/** The JSON in a body. Undefined if it is not valid, or more than is parsed as a whole. */
export function* parsedBody({ bytes }: ViewedBytes): Steps<unknown> {
  const { length } = bytes
  if (length > MAX_PARSED_BYTES) return undefined
  const text = bytes.toString('utf8')
  if (length > SHORT_BODY_BYTES) {
    const { values, shapes } = yield* countJson(text, MAX_PARSED)
    if (values > MAX_PARSED.values || shapes > MAX_PARSED.shapes) return undefined
  }
  return valueIn(text, parse)
}

/** The envelope of a body that is a JSON object. The bytes of invalid UTF-8 would be replaced. */
export function* parseEnvelope(
  body: ViewedBytes,
  account: string | undefined,
  vocabulary?: Vocabulary,
): Steps<Envelope | undefined> {
  const { length } = body.bytes
  const sent = isUtf8(body.bytes) ? yield* parsedBody(body) : undefined
  if (!isObject(sent)) return undefined
  const envelope: Envelope = { ...(vocabulary ? inOurWords(sent, vocabulary) : sent), [bodyBytes]: length }
  setOnRows(envelope, accountId, account)
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
export function* parseList(
  body: ViewedBytes,
  account: string | undefined,
  vocabulary?: Vocabulary,
): Steps<Envelope | undefined> {
  const { length } = body.bytes
  const list = yield* readLazyList(body, account, vocabulary)
  if (!list) return yield* parseEnvelope(body, account, vocabulary)
  const { rows, others, requestAt } = list
  const requestOf = () => {
    assertHeld(body)
    const request = valueAt(body.bytes, requestAt)
    return vocabulary ? inOurWords({ request }, vocabulary).request : request
  }
  return {
    data: rows,
    ...others,
    [bodyBytes]: length,
    [readRequest]: requestAt === -1 ? undefined : requestOf,
  }
}

/** The parameters of its call that an answer repeats; none if it does not. */
export function repeatedParams(envelope: Envelope): Readonly<Record<string, unknown>> {
  const request = envelope[readRequest]?.() ?? envelope.request
  const params = isObject(request) ? request['params'] : undefined
  return isObject(params) ? params : {}
}

/**
 * An answer without an envelope: JSON, or name=value pairs joined by `&`; every value as text. Undefined if one of
 * these fields is missing, empty, or a list or an object.
 */
function* readFields(body: ViewedBytes, names: readonly string[]): Steps<Record<string, string> | undefined> {
  const { bytes } = body
  if (bytes.length > SHORT_BODY_BYTES || !isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8').trim()
  const json: object | undefined = text.startsWith('{') ? Object(yield* parsedBody(body)) : undefined
  const pairs = json ? Object.entries(json) : new URLSearchParams(text)
  const fields = Object.fromEntries(
    [...pairs].map(([name, value]) => [name, typeof value === 'object' ? '' : String(value ?? '')]),
  )
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
