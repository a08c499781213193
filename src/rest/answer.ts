import type { ViewedBytes } from '../async/viewed-bytes.ts'
import { isDigit, LOWER_E, POINT, QUOTE, UPPER_E } from '../json/bytes.ts'
import { isObject, pickBy } from '../json/object.ts'
import type { Call, Wanted } from './call.ts'
import {
  besideOf,
  dataFormOf,
  type DataForm,
  type Endpoint,
  hasIds,
  hasMany,
  identityColumns,
  type ListEndpoint,
} from './endpoint.ts'
import { havePassed, indexOf, runsOf, textsOf } from './json/lazy-row.ts'
import { ID_COLUMNS, type Row, type RowsById } from './types.ts'
import { comparableId, decodedToken, hasValue, isEmpty, isId, isSameId, shows } from './value.ts'
import { asList, checked, repeatedParams, type Envelope } from './wire/envelope.ts'
import type { Credentials } from './wire/sign.ts'

/** What a call asks for, and with whose token. */
export type Asked = Pick<Call, 'endpoint' | 'path' | 'params' | 'wanted'> & {
  context?: { credentials: Pick<Credentials, 'accessToken'> }
}

/**
 * The problems of an answer: it does not have the documented form (`form`), it is about something else than what was
 * asked for (`other`), or a success of a write has errors (`errors`). Undefined if it can be used.
 */
export type AnswerFault = 'form' | 'other' | 'errors'

/**
 * Checks an answer against what was asked for, wherever it comes from: the service, a cache, or another process. No other
 * code compares the IDs of rows with the IDs of their call.
 */
export function faultOf(asked: Asked, envelope: Envelope): AnswerFault | undefined {
  if (dataFormOf(asked.endpoint) === undefined) return isOfSentToken(asked, envelope) ? undefined : 'other'
  if (!asked.endpoint.safe && hasErrors(envelope)) return 'errors'
  if (!isDocumented(asked, envelope)) return 'form'
  const { wanted } = asked
  const rows = asList(envelope.data)
  const isAsked = wanted ? areWanted(wanted, envelope, rows as Row[]) : isOneAsked(asked, rows)
  return isAsked && areRepeated(asked, envelope) ? undefined : 'other'
}

/** Whether an answer has errors, as refusals do, whatever their form is. */
function hasErrors({ errors, operation_errors }: Envelope): boolean {
  return [errors, operation_errors].flat(2).some(Boolean)
}

/**
 * Whether an envelope has the documented form: it has `data` of the endpoint's form, one entity is one row, a batch has a row for
 * each of its operations, the members beside `data` have their forms, and the cursor is a string.
 */
function isDocumented({ endpoint, params }: Asked, envelope: Envelope): boolean {
  const form = dataFormOf(endpoint)
  const many = hasMany(endpoint)
  const { data, next_cursor } = envelope
  if (next_cursor !== undefined && next_cursor !== null && !isCursor(next_cursor)) return false
  if (!areOfForm(endpoint, envelope)) return false
  const rows = asList(data)
  const operations = Array.isArray(params) ? params.length : undefined
  if (rows.length === 0 && mayBeEmpty(endpoint, envelope)) return !operations
  if (rows.length === 0 || (rows.length > 1 && !many)) return false
  if (operations !== undefined && many && rows.length !== operations) return false
  if (hasIds(endpoint) && areIdentifiedBytes(rows)) return true
  return rows.every((row) => isRow(row, form))
}

/** Whether an answer without rows is complete. */
function mayBeEmpty(endpoint: Endpoint, envelope: Envelope): boolean {
  const form = dataFormOf(endpoint)
  if (form === 'nothing') return true
  if (!hasMany(endpoint) && form !== 'row or none') return false
  return Array.isArray(envelope.data) || Object.keys(besideOf(endpoint)).some((name) => name in envelope)
}

/** Whether the members beside `data` that an answer has are of their forms. */
function areOfForm(endpoint: Endpoint, envelope: Envelope): boolean {
  const forms = besideOf(endpoint)
  return Object.keys(forms).every((name) => {
    const member: unknown = Reflect.get(envelope, name)
    if (member === undefined || member === null) return true
    return forms[name] === 'object' ? isObject(member) : Array.isArray(member) && member.every(isObject)
  })
}

/**
 * Whether an answer that names the token that it is about names the one that was sent: that in a parameter, or else the one that signs
 * the call. A bearer token that was requested is new.
 */
function isOfSentToken({ endpoint: { auth, answer }, params, context }: Asked, fields: object): boolean {
  if (auth !== 'user' || typeof answer !== 'object' || !('fields' in answer)) return true
  if (!answer.fields.includes('access_token')) return true
  const named: unknown = Reflect.get(fields, 'access_token')
  const sent: unknown = Reflect.get(params, 'access_token') ?? context?.credentials.accessToken
  if (typeof named !== 'string' || typeof sent !== 'string') return true
  return decodedToken(named) === decodedToken(sent)
}

/** The longest cursor, as JSON without its quotes: it is sent in a URL, and each walk remembers those that it has followed. */
export const MAX_CURSOR_BYTES = 4_096

function isCursor(sent: unknown): boolean {
  if (typeof sent !== 'string' || sent.length > MAX_CURSOR_BYTES) return false
  // Half a character (a lone surrogate) cannot be sent.
  return sent.isWellFormed() && Buffer.byteLength(JSON.stringify(sent)) - 2 <= MAX_CURSOR_BYTES
}

/** The ID of the entity that a call reads, changes or deletes; undefined if it names none. */
export function idAsked({ endpoint, path }: Asked): string | undefined {
  if (hasMany(endpoint)) return undefined
  const { method, path: template } = endpoint
  const name = template.slice(template.lastIndexOf(':') + 1).split('/')[0]!
  // A creation names the parent of what it creates.
  const isNamed = template.includes(':') && (method !== 'POST' || template.endsWith(`:${name}`))
  return isNamed && (name !== 'account_id' || template.endsWith(':account_id')) ? path[name] : undefined
}

/** Whether the row of one entity is the row that the call asked for. */
function isOneAsked(asked: Asked, [row]: readonly unknown[]): boolean {
  if (!isObject(row)) return true
  const { endpoint } = asked
  return isOfId(asked, row) && (endpoint.safe || hasMany(endpoint) || showsSentIds(asked, row))
}

/** Whether a row has the ID in the path. It can have a column named after that ID. */
function isOfId(asked: Asked, row: Readonly<Record<string, unknown>>): boolean {
  const id = idAsked(asked)
  if (id === undefined) return true
  const { endpoint } = asked
  const named = endpoint.path.slice(endpoint.path.lastIndexOf(':') + 1)
  const shown = [named, ...(hasIds(endpoint) ? ID_COLUMNS : [])].map((name) => row[name]).find(isId)
  return shown === undefined || isSameId(shown, id)
}

/**
 * Whether a row has no other IDs than those in the path of a write and, if the write creates it, among its parameters. It can lack
 * any of them, or have a value that is none.
 */
function showsSentIds(asked: Asked, row: Readonly<Record<string, unknown>>): boolean {
  const { endpoint, path, params } = asked
  const created = idAsked(asked) === undefined ? pickBy({ ...params }, isIdParam) : {}
  return Object.entries({ ...created, ...path }).every(([name, sent]) => {
    const shown = row[name]
    return !isId(sent) || !isId(shown) || isSameId(shown, sent)
  })

  function isIdParam(value: unknown, name: string): boolean {
    return endpoint.params?.[name]?.type === 'ID' && !Array.isArray(value)
  }
}

/**
 * Whether the rows of a list are those that are wanted. By their IDs, an answer may have further rows, but not instead of
 * wanted ones. By their parents, it may have rows that do not name theirs, but none of others.
 */
function areWanted({ ids, column, key }: Wanted, envelope: Envelope, rows: readonly Row[]): boolean {
  if (column !== undefined) {
    const runs = runsOf(rows, column, ids)
    envelope[checked] = { runs }
    return runs.every(({ value, nth }) => nth !== -1 || !hasValue(value))
  }
  const byId = byIdentity({ key }, rows)
  envelope[checked] = { byId }
  return ids.every((id) => byId.get(comparableId(id))) || areAmong(textsOf(rows, identityColumns({ key })), ids)
}

/** The rows of a list by what identifies them. */
export function byIdentity<R extends Row>(endpoint: Pick<ListEndpoint, 'key'>, rows: readonly R[]): RowsById<R> {
  const columns = identityColumns(endpoint)
  const index = indexOf(rows, columns)
  if (index) return index
  const identities = textsOf(rows, columns).map(comparableId)
  return new Map(rows.map((row, index) => [identities[index], row]))
}

/**
 * Whether an answer repeats no other parameters than its call had. Their types vary, and some can be missing, as can IDs that the
 * account does not have.
 */
function areRepeated({ endpoint, params }: Asked, envelope: Envelope): boolean {
  if (!endpoint.repeatsParams) return true
  const repeated = repeatedParams(envelope)
  return Object.entries(params).every(([name, sent]) => {
    const value = repeated[name]
    if (isEmpty(sent) || isEmpty(value)) return true
    const type = endpoint.params?.[name]?.type
    if (!Array.isArray(sent)) return shows(value, sent, type) !== false
    const items: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
    return type === 'ID' ? areAmong(items, sent) : shows(items, sent, type) !== false
  })
}

/** Whether all of some values are IDs among others. */
function areAmong(some: readonly unknown[], others: readonly unknown[]): boolean {
  const among = new Set(others.filter(isId).map(comparableId))
  return some.every((id) => isId(id) && among.has(comparableId(id)))
}

/** The rows that have the documented form, each at its index, and undefined for the others. */
export function documentedRows(endpoint: Endpoint, { data }: Envelope): unknown[] {
  const form = dataFormOf(endpoint)
  return asList(data).map((row) => (isRow(row, form) ? row : undefined))
}

/** Whether all rows are still bytes and have an ID, which is found out without parsing a value. */
function areIdentifiedBytes(rows: readonly unknown[]): boolean {
  return havePassed(rows, ID_COLUMNS, isIdAt)
}

/** Whether an integer or a text that is not empty begins here. */
function isIdAt({ bytes }: ViewedBytes, at: number): boolean {
  if (bytes[at] === QUOTE) return bytes[at + 1] !== QUOTE
  let end = at
  while (isDigit(bytes[end])) end += 1
  return end > at && bytes[end] !== POINT && bytes[end] !== LOWER_E && bytes[end] !== UPPER_E
}

function isRow(row: unknown, form: DataForm | undefined): boolean {
  if (form === 'texts') return typeof row === 'string' && row !== ''
  if (!isObject(row)) return false
  if (form === 'object' || form === 'objects' || form === 'nothing') return true
  // The first value that is not null identifies the row: see idOf.
  const column = ID_COLUMNS.find((name) => hasValue(row[name]))
  return column !== undefined && isId(row[column])
}
