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
import { accountId, type Row } from '../types.ts'

/** A list's answer whose rows are still bytes. */
export interface LazyList {
  rows: Row[]
  /** The other members: `next_cursor`, `total_count`. */
  beside: Record<string, unknown>
}

/**
 * Reads a list's answer without making values of what nobody asks for: each row knows its account, and looks a column up
 * in the bytes when that is read. The whole text is held against the grammar of JSON all the same. Undefined for whatever is not plainly
 * `{ …, "data": [{…}, …], … }`: that is for `parse` to read, or to refuse.
 */
export function readLazyList(bytes: Buffer, account?: string): LazyList | undefined {
  try {
    return readObject(bytes, account)
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

/** Where the values of a column of rows stand in the bytes of their answers. */
export interface Tokens {
  /** Whether any row has none, or null. */
  anyNull: boolean
  /** Where in its answer the value of the row at this index begins; -1 where it has none, or null. */
  startAt(index: number): number
  /** The answer of the row at this index. */
  bytesAt(index: number): Buffer
}

/**
 * The tokens of the first of these columns that rows have. Undefined unless all rows are still bytes, and `accepts` takes
 * each value that begins there.
 */
export function tokensOf(
  rows: readonly unknown[],
  names: readonly string[],
  accepts: (bytes: Buffer, at: number) => boolean,
): Tokens | undefined {
  return LazyRow.tokensOf(rows, names, accepts)
}

/**
 * A row that is still bytes. Its columns are getters that all rows share, so it has no members of its own to be copied
 * or counted; `toJSON` gives the row as it was sent.
 */
class LazyRow {
  readonly [accountId]: string | undefined
  readonly #page: Page
  readonly #start: number
  /** The row's columns in their order; and where among the page's places that of the first stands. */
  readonly #columns: readonly Column[]
  readonly #first: number

  constructor(page: Page, start: number, columns: readonly Column[], first: number) {
    this[accountId] = page.account
    this.#page = page
    this.#start = start
    this.#columns = columns
    this.#first = first
  }

  toJSON(): unknown {
    return valueAt(this.#page.bytes, this.#start)
  }

  static tokensOf(
    rows: readonly unknown[],
    names: readonly string[],
    accepts: (bytes: Buffer, at: number) => boolean,
  ): Tokens | undefined {
    // Those of the row that was looked at last: mostly all rows have the same.
    let columns: readonly Column[] = []
    let member = -1
    let anyNull = false
    for (let index = 0; index < rows.length; index += 1) {
      if (!(rows[index] instanceof LazyRow)) return undefined
      const start = startAt(index)
      const isTaken = start === -1 ? names.length === 1 : accepts(bytesAt(index), start)
      if (!isTaken) return undefined
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
      const { bytes, places } = row.#page
      const start = places[row.#first + member]!
      return bytes[start] === NULL[0] ? -1 : start
    }

    function bytesAt(index: number): Buffer {
      return (rows[index] as LazyRow).#page.bytes
    }
  }

  /** Lets every row tell a column. */
  static define(column: Column): void {
    Object.defineProperty(LazyRow.prototype, column.name, {
      get(this: LazyRow) {
        // Whoever looks at the prototype itself sees no value.
        const value = #page in this ? this.#valueOf(column) : undefined
        // What is an object shall be the same one each time.
        if (typeof value === 'object' && value !== null) Object.defineProperty(this, column.name, { value })
        return value
      },
    })
  }

  /** As JSON.parse has it, the last of members with one name counts. */
  #valueOf(column: Column): unknown {
    const member = this.#columns.lastIndexOf(column)
    return member === -1 ? undefined : valueAt(this.#page.bytes, this.#page.places[this.#first + member]!)
  }
}

/** Which of a row's columns is the first of these names that it has; the last of those with one name counts. */
function memberOf(columns: readonly Column[], names: readonly string[]): number {
  for (const name of names) {
    const member = columns.findLastIndex((column) => column.name === name)
    if (member !== -1) return member
  }
  return -1
}

/** The bytes of an answer, and where in them the values of its rows stand, row after row. */
interface Page {
  /** The account of its rows. */
  account: string | undefined
  bytes: Buffer
  places: Int32Array
}

/** A name that members of rows have. */
interface Column {
  name: string
  /** As it stands in an answer, with its quotes; and the same four bytes by four. */
  bytes: Buffer
  words: readonly number[]
}

/** All columns met so far: the interface has a few hundred. */
const columnsByName = new Map<string, Column>()

/** More than that are no interface's columns; answers that have others are read whole. */
const MAX_COLUMNS = 2000

/** Those of the last row of the page that was read last: the next one has the same mostly. */
let columnsBefore: readonly Column[] = []

const NO_PLACES = new Int32Array()

/** Where places are put while a page is read, which then keeps a copy. What one page made longer serves the next ones. */
let roomForPlaces = new Int32Array(4096)

/** Room for more places than a page of the interface has is not kept. */
const MAX_KEPT_PLACES = 2 ** 18

function readObject(bytes: Buffer, account: string | undefined): LazyList {
  const beside: Record<string, unknown> = {}
  let rows: Row[] | undefined
  let at = skipSpace(bytes, 0)
  // Values may go out as they are, so that what no UTF-8 is must be replaced before.
  if (bytes[at] !== OPEN_OBJECT || !isUtf8(bytes)) throw new Unexpected()
  do {
    const nameAt = skipSpace(bytes, at + 1)
    const valueStart = skipColon(bytes, skipString(bytes, nameAt))
    const name = valueAt(bytes, nameAt)
    if (name === 'data') {
      const page = { bytes, places: NO_PLACES, account }
      rows = []
      at = readRows(page, valueStart, rows)
    } else {
      at = skipValue(bytes, valueStart)
      if (name === 'next_cursor' || name === 'total_count') beside[name] = valueAt(bytes, valueStart)
    }
    at = skipSpace(bytes, at)
  } while (bytes[at] === COMMA)
  if (!rows || bytes[at] !== CLOSE_OBJECT || skipSpace(bytes, at + 1) < bytes.length) throw new Unexpected()
  return { rows, beside }
}

/** Adds the rows of the list that begins here, and gives where it ends. */
function readRows(page: Page, start: number, rows: Row[]): number {
  const { bytes } = page
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let places = roomForPlaces
  let count = 0
  // Rows of a list nearly always have the same columns in the same order, and mostly say the same: each is held against
  // the row before, of which these are the columns, and where the members and the end stand.
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
    let others: Column[] | undefined
    while (bytes[at] !== CLOSE_OBJECT) {
      let member = count - first
      if (rows.length > 0 && member < columns.length) {
        const shift = at - starts[member]!
        const end = at + repeatedLength(view, starts[member]!, starts[columns.length]! + 1, at)
        // With the byte behind a member, so that what follows is a member or the end, as it was there.
        while (member < columns.length && starts[member + 1]! + shift < end) {
          if (count === places.length) places = longer(places)
          places[count] = places[before + member]! + shift
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
      if (count === places.length) places = longer(places)
      places[count] = at
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
  page.places = places.slice(0, count)
  if (places.length <= MAX_KEPT_PLACES) roomForPlaces = places
  return at + 1
}

function longer(places: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * places.length)
  more.set(places)
  return more
}

/** How many of the bytes between two places stand at a third one, too: compared eight at a time. */
function repeatedLength(view: DataView, from: number, to: number, at: number): number {
  const most = Math.min(to - from, view.byteLength - at)
  let length = 0
  while (length + 8 <= most && view.getFloat64(from + length, true) === view.getFloat64(at + length, true)) length += 8
  while (length < most && view.getUint8(from + length) === view.getUint8(at + length)) length += 1
  return length
}

/** Whether a name stands here: most of an answer is names, so they are compared four bytes at a time. */
function isNamed(view: DataView, at: number, { words, bytes: { length } }: Column): boolean {
  if (at + length > view.byteLength || words.length === 0) return false
  for (let word = 0; word < words.length - 1; word += 1) if (view.getUint32(at + 4 * word) !== words[word]) return false
  return view.getUint32(at + length - 4) === words[words.length - 1]
}

/** A name's bytes four by four; the last four may share some with those before. */
function wordsOf(name: Buffer): number[] {
  if (name.length < 4) return []
  const words = Array.from({ length: Math.ceil(name.length / 4) - 1 }, (_, word) => name.readUInt32BE(4 * word))
  return [...words, name.readUInt32BE(name.length - 4)]
}

/** The column whose name stands here. */
function columnAt(bytes: Buffer, at: number): Column {
  if (bytes[at] !== QUOTE) throw new Unexpected()
  skipString(bytes, at)
  const name = valueAt(bytes, at) as string
  const known = columnsByName.get(name)
  if (known) return known
  // A getter cannot stand for what every object has, nor for ever more names.
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
