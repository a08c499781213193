import { isUtf8 } from 'node:buffer'
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NULL,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
  SPACE,
  Unexpected,
  valueAt,
} from './bytes.ts'
import { UpstreamError } from '../errors.ts'
import { accountId, type Row } from '../types.ts'

/** The answer of a list with rows that are not parsed yet. */
export interface LazyList {
  rows: Row[]
  /** The other members of the envelope: `next_cursor`, `total_count`. */
  others: Record<string, unknown>
}

/**
 * Reads the answer of a list without parsing the values of its rows: a row parses a column when it is read. The whole text is
 * checked against the grammar of JSON. Undefined for a text that does not have the form `{ …, "data": [{…}, …], … }`, which
 * is left to `parse`.
 */
export function readLazyList(bytes: Buffer, account?: string): LazyList | undefined {
  try {
    return readObject(bytes, account)
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

/** The positions of a column's values in the bytes of the rows' answers. */
export interface Tokens {
  /** Whether any row has no value, or null. */
  anyNull: boolean
  /** Where the value of the row at this index begins in its answer; -1 if it has none, or null. */
  startAt(index: number): number
  /** The answer of the row at this index. */
  bytesAt(index: number): Buffer
}

/**
 * The values of the first of these columns that each row has. Undefined unless all rows are still bytes and `accepts`
 * returns true for each value that begins there.
 */
export function tokensOf(
  rows: readonly unknown[],
  names: readonly string[],
  accepts: (bytes: Buffer, at: number) => boolean,
): Tokens | undefined {
  return LazyRow.tokensOf(rows, names, accepts)
}

/**
 * A row that is not parsed yet. Its columns are getters of the prototype, so it has no own properties that could be copied or
 * counted; `toJSON` returns the row as it was sent.
 */
class LazyRow {
  readonly [accountId]: string | undefined
  readonly #page: RawPage
  readonly #start: number
  /** The row's columns in their order, and the index of the first one's position in the page's `positions`. */
  readonly #columns: readonly ColumnName[]
  readonly #first: number

  constructor(page: RawPage, start: number, columns: readonly ColumnName[], first: number) {
    this[accountId] = page.account
    this.#page = page
    this.#start = start
    this.#columns = columns
    this.#first = first
  }

  toJSON(): unknown {
    return this.#valueAt(this.#start)
  }

  #valueAt(at: number): unknown {
    const { bytes } = this.#page
    if (bytes.length === 0) throw new UpstreamError({ code: 'OVERLOADED', message: 'The operation has ended' })
    return valueAt(bytes, at)
  }

  static tokensOf(
    rows: readonly unknown[],
    names: readonly string[],
    accepts: (bytes: Buffer, at: number) => boolean,
  ): Tokens | undefined {
    // The columns of the previous row: mostly all rows have the same.
    let columns: readonly ColumnName[] = []
    let member = -1
    let anyNull = false
    for (let index = 0; index < rows.length; index += 1) {
      if (!(rows[index] instanceof LazyRow)) return undefined
      const start = startAt(index)
      const isAccepted = start === -1 ? names.length === 1 : accepts(bytesAt(index), start)
      if (!isAccepted) return undefined
      anyNull ||= start === -1
    }
    return { anyNull, startAt, bytesAt }

    function startAt(index: number): number {
      const row = rows[index] as LazyRow
      if (row.#columns !== columns) {
        columns = row.#columns
        member = memberOf(columns, names)
      }
      if (member === -1) return -1
      const { bytes, positions } = row.#page
      const start = positions[row.#first + member]!
      return bytes[start] === NULL[0] ? -1 : start
    }

    function bytesAt(index: number): Buffer {
      return (rows[index] as LazyRow).#page.bytes
    }
  }

  /** Adds the getter of a column to all rows. */
  static define(column: ColumnName): void {
    Object.defineProperty(LazyRow.prototype, column.name, {
      get(this: LazyRow) {
        // The prototype itself has no value.
        const value = #page in this ? this.#valueOf(column) : undefined
        // An object must be the same one each time.
        if (typeof value === 'object' && value !== null) Object.defineProperty(this, column.name, { value })
        return value
      },
    })
  }

  /** As in JSON.parse, the last of several members with one name counts. */
  #valueOf(column: ColumnName): unknown {
    const member = this.#columns.lastIndexOf(column)
    return member === -1 ? undefined : this.#valueAt(this.#page.positions[this.#first + member]!)
  }
}

/** The index of the column with the first of these names that a row has; the last of several with one name counts. */
function memberOf(columns: readonly ColumnName[], names: readonly string[]): number {
  for (const name of names) {
    const member = columns.findLastIndex((column) => column.name === name)
    if (member !== -1) return member
  }
  return -1
}

/** The bytes of a page, and the positions of the values of its rows, row after row. */
interface RawPage {
  /** The account of its rows. */
  account: string | undefined
  bytes: Buffer
  positions: Int32Array
}

/** The name of a column. */
interface ColumnName {
  name: string
  /** The name as in an answer, with its quotes, and the same bytes as 32-bit integers. */
  bytes: Buffer
  words: readonly number[]
}

/** All columns read so far: the interface has a few hundred. */
const columnsByName = new Map<string, ColumnName>()

/** The maximum number of columns that get a getter. Answers with further columns are parsed as a whole. */
const MAX_COLUMNS = 2000

/** The columns of the last row that was read. The next page usually has the same columns. */
let columnsBefore: readonly ColumnName[] = []

const NO_POSITIONS = new Int32Array()

/** Contains the positions while a page is read; the page then gets a copy. The buffer grows as needed and is reused. */
let positionBuffer = new Int32Array(4096)

/** A larger buffer is not reused: no usual page has so many positions. */
const MAX_BUFFERED_POSITIONS = 2 ** 18

function readObject(bytes: Buffer, account: string | undefined): LazyList {
  const others: Record<string, unknown> = {}
  let rows: Row[] | undefined
  let at = skipSpace(bytes, 0)
  // Values may be sent to callers as they are, so they must be valid UTF-8.
  if (bytes[at] !== OPEN_OBJECT || !isUtf8(bytes)) throw new Unexpected()
  do {
    const nameAt = skipSpace(bytes, at + 1)
    const valueStart = skipColon(bytes, skipString(bytes, nameAt))
    const name = valueAt(bytes, nameAt)
    if (name === 'data') {
      const page = { bytes, positions: NO_POSITIONS, account }
      rows = []
      at = readRows(page, valueStart, rows)
    } else {
      at = skipValue(bytes, valueStart)
      if (name === 'next_cursor' || name === 'total_count') others[name] = valueAt(bytes, valueStart)
    }
    at = skipSpace(bytes, at)
  } while (bytes[at] === COMMA)
  if (!rows || bytes[at] !== CLOSE_OBJECT || skipSpace(bytes, at + 1) < bytes.length) throw new Unexpected()
  return { rows, others }
}

/** Adds the rows of the list that begins here, and returns where it ends. */
function readRows(page: RawPage, start: number, rows: Row[]): number {
  const { bytes } = page
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let positions = positionBuffer
  let count = 0
  // Rows of a list nearly always have the same columns in the same order, and many equal values: each is compared with the
  // row before it, of which these are the columns and the positions of the members and the end.
  let columns = columnsBefore
  const starts: number[] = []
  let first = 0
  let at = start
  if (bytes[at] !== OPEN_LIST) throw new Unexpected()
  do {
    const rowStart = skipSpace(bytes, at + 1)
    if (rows.length === 0 && bytes[rowStart] === CLOSE_LIST) return rowStart + 1
    if (bytes[rowStart] !== OPEN_OBJECT) throw new Unexpected()
    at = skipSpace(bytes, rowStart + 1)
    const before = first
    first = count
    let others: ColumnName[] | undefined
    while (bytes[at] !== CLOSE_OBJECT) {
      let member = count - first
      if (rows.length > 0 && member < columns.length) {
        const shift = at - starts[member]!
        const end = at + repeatedLength(view, starts[member]!, starts[columns.length]! + 1, at)
        // Includes the byte after a member, so that a member or the end follows as in the row before.
        while (member < columns.length && starts[member + 1]! + shift < end) {
          if (count === positions.length) positions = longer(positions)
          positions[count] = positions[before + member]! + shift
          count += 1
          starts[member]! += shift
          others?.push(columns[member]!)
          member += 1
          at = starts[member]! + shift
        }
        if (bytes[at] === CLOSE_OBJECT) break
      }
      const expected = columns[member]
      starts[member] = at
      const isExpected = expected !== undefined && isNamed(view, at, expected)
      const column = isExpected ? expected : columnAt(bytes, at)
      if (!isExpected) others ??= columns.slice(0, member)
      others?.push(column)
      at = isExpected ? at + column.bytes.length : skipString(bytes, at)
      at = bytes[at] === COLON && bytes[at + 1]! > SPACE ? at + 1 : skipColon(bytes, at)
      if (count === positions.length) positions = longer(positions)
      positions[count] = at
      count += 1
      at = bytes[at] === QUOTE ? skipString(bytes, at) : skipValue(bytes, at)
      if (bytes[at]! <= SPACE) at = skipSpace(bytes, at)
      if (bytes[at] === COMMA) {
        at = skipSpace(bytes, at + 1)
        if (bytes[at] !== QUOTE) throw new Unexpected()
      } else if (bytes[at] !== CLOSE_OBJECT) throw new Unexpected()
    }
    starts[count - first] = at
    columns = others ?? (columns.length > count - first ? columns.slice(0, count - first) : columns)
    rows.push(new LazyRow(page, rowStart, columns, first))
    at = skipSpace(bytes, at + 1)
  } while (bytes[at] === COMMA)
  if (bytes[at] !== CLOSE_LIST) throw new Unexpected()
  columnsBefore = columns
  page.positions = positions.slice(0, count)
  if (positions.length <= MAX_BUFFERED_POSITIONS) positionBuffer = positions
  return at + 1
}

function longer(positions: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * positions.length)
  more.set(positions)
  return more
}

/** The number of bytes between two positions that are repeated at a third one. They are compared eight at a time. */
function repeatedLength(view: DataView, from: number, to: number, at: number): number {
  const maxLength = Math.min(to - from, view.byteLength - at)
  let length = 0
  while (length + 8 <= maxLength && view.getFloat64(from + length, true) === view.getFloat64(at + length, true))
    length += 8
  while (length < maxLength && view.getUint8(from + length) === view.getUint8(at + length)) length += 1
  return length
}

/**
 * Whether the name of this column is at a position. Names are a large part of an answer, so they are compared four
 * bytes at a time.
 */
function isNamed(view: DataView, at: number, { words, bytes: { length } }: ColumnName): boolean {
  if (at + length > view.byteLength || words.length === 0) return false
  for (let word = 0; word < words.length - 1; word += 1) if (view.getUint32(at + 4 * word) !== words[word]) return false
  return view.getUint32(at + length - 4) === words[words.length - 1]
}

/** A name's bytes as 32-bit integers; the last one may overlap the one before. */
function wordsOf(name: Buffer): number[] {
  if (name.length < 4) return []
  const words = Array.from({ length: Math.ceil(name.length / 4) - 1 }, (_, word) => name.readUInt32BE(4 * word))
  return [...words, name.readUInt32BE(name.length - 4)]
}

/** The column whose name begins here. */
function columnAt(bytes: Buffer, at: number): ColumnName {
  if (bytes[at] !== QUOTE) throw new Unexpected()
  skipString(bytes, at)
  const name = valueAt(bytes, at) as string
  const known = columnsByName.get(name)
  if (known) return known
  // A getter must not replace a property that every object has, and the number of getters must be limited.
  if (name in LazyRow.prototype || columnsByName.size >= MAX_COLUMNS) throw new Unexpected()
  const nameBytes = Buffer.from(JSON.stringify(name))
  const column = { name, bytes: nameBytes, words: wordsOf(nameBytes) }
  columnsByName.set(name, column)
  LazyRow.define(column)
  return column
}

function skipColon(bytes: Buffer, at: number): number {
  const colon = skipSpace(bytes, at)
  if (bytes[colon] !== COLON) throw new Unexpected()
  return skipSpace(bytes, colon + 1)
}
