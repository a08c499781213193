import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
  SPACE,
  Unexpected,
  valueAt,
} from './json-bytes.ts'
import type { Row } from './types.ts'

/** A list's answer whose rows are still bytes. */
export interface LazyList {
  rows: Row[]
  /** The other members: `next_cursor`, `total_count`. */
  beside: Record<string, unknown>
}

/**
 * Reads a list's answer without making values of what nobody asks for: each row looks a column up in the bytes when that
 * is read. The whole text is held against the grammar of JSON all the same. Undefined for whatever is not plainly
 * `{ …, "data": [{…}, …], … }`: that is for `parse` to read, or to refuse.
 */
export function readLazyList(bytes: Buffer): LazyList | undefined {
  try {
    return readEnvelope(bytes)
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

/**
 * A row that is still bytes. Its columns are getters that all rows share, so it has no members of its own to be copied
 * or counted; `toJSON` gives the row as it was sent.
 */
class LazyRow {
  readonly #page: Page
  readonly #start: number
  /** The row's columns in their order; and where among the page's places that of the first stands. */
  readonly #columns: readonly Column[]
  readonly #first: number

  constructor(page: Page, start: number, columns: readonly Column[], first: number) {
    this.#page = page
    this.#start = start
    this.#columns = columns
    this.#first = first
  }

  toJSON(): unknown {
    return valueAt(this.#page.bytes, this.#start)
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

/** The bytes of an answer, and where in them the values of its rows stand, row after row. */
interface Page {
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
const MOST_COLUMNS = 2000

/** About as many bytes as a short member takes: it decides how much room for places is made at first. */
const MEMBER_BYTES = 16

const NO_PLACES = new Int32Array()

function readEnvelope(bytes: Buffer): LazyList {
  const beside: Record<string, unknown> = {}
  let rows: Row[] | undefined
  let at = skipSpace(bytes, 0)
  if (bytes[at] !== OPEN_OBJECT) throw new Unexpected()
  do {
    const nameAt = skipSpace(bytes, at + 1)
    const valueStart = skipColon(bytes, skipString(bytes, nameAt))
    const name = valueAt(bytes, nameAt)
    if (name === 'data') {
      const page = { bytes, places: NO_PLACES }
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
  let places = new Int32Array(bytes.length / MEMBER_BYTES)
  let count = 0
  /** Rows of a list nearly always have the same columns in the same order: these are those of the row before. */
  let columns: readonly Column[] = []
  let at = start
  if (bytes[at] !== OPEN_LIST) throw new Unexpected()
  do {
    const rowStart = skipSpace(bytes, at + 1)
    if (rows.length === 0 && bytes[rowStart] === CLOSE_LIST) return rowStart + 1
    if (bytes[rowStart] !== OPEN_OBJECT) throw new Unexpected()
    at = skipSpace(bytes, rowStart + 1)
    const first = count
    let others: Column[] | undefined
    while (bytes[at] !== CLOSE_OBJECT) {
      const expected = columns[count - first]
      const isExpected = expected !== undefined && isNamed(view, at, expected)
      const column = isExpected ? expected : columnAt(bytes, at)
      if (!isExpected) others ??= columns.slice(0, count - first)
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
    columns = others ?? (columns.length > count - first ? columns.slice(0, count - first) : columns)
    rows.push(new LazyRow(page, rowStart, columns, first) as Row)
    at = skipSpace(bytes, at + 1)
  } while (bytes[at] === COMMA)
  if (bytes[at] !== CLOSE_LIST) throw new Unexpected()
  page.places = places
  return at + 1
}

function longer(places: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * places.length + MEMBER_BYTES)
  more.set(places)
  return more
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
  if (name in LazyRow.prototype || columnsByName.size >= MOST_COLUMNS) throw new Unexpected()
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
