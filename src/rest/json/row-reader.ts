import { isUtf8 } from 'node:buffer'
import type { Steps } from '../../async/turn.ts'
import {
  BACKSLASH,
  CLOSE_OBJECT,
  COMMA,
  isDigit,
  QUOTE,
  skipColon,
  skipSpace,
  skipString,
  skipValue,
  SPACE,
  Unexpected,
  byteIn,
  commonLength,
  firstIn,
  lastIn,
  spanOf,
  lessIn,
  valueAt,
  ZERO,
  CLOSE_LIST,
  OPEN_LIST,
  OPEN_OBJECT,
  isTextAt,
  quotedText,
} from '../../json/bytes.ts'
import type { Row } from '../types.ts'
import {
  type ColumnName,
  defineColumn,
  type LazyPage,
  lazyRowsOf,
  type RowVocabulary,
  type WireColumns,
} from './lazy-row.ts'

/**
 * Reads the rows of one answer. Rows of a list nearly always have the same columns in the same order, and many equal values, so
 * each row is compared with the row before it, and only what differs is read.
 */
class RowReader {
  readonly #whole: Buffer
  /** What may be read of it. */
  #bytes: Buffer
  readonly #view: DataView
  /** For each row where it begins in the bytes, and where its layout begins in the layouts. */
  readonly #places = new IntegerList()
  readonly #layouts = new IntegerList()
  /** The lists of columns that rows have. */
  readonly #lists: (readonly ColumnName[])[] = []
  /** Where the row before begins, or -1; and its layout. */
  #previousStart = -1
  #layout = -1
  #previous: Members
  /** The members of the row that is being read, once they differ from the row before. */
  #members: Members
  /** Their columns, once these differ from the row before. */
  #columns: ColumnName[] | undefined
  /** The number of members of the row before that were compared with the row that is being read, or replaced. */
  #compared = 0
  /** Those that have been added to `members`, or were replaced there. */
  #added = 0

  readonly #vocabulary: RowVocabulary | undefined
  readonly #wire
  /** Whether no text has an escape sequence, so that each byte of a text is a character or a part of one. */
  readonly #isPlain: boolean

  constructor(bytes: Buffer, vocabulary?: RowVocabulary) {
    this.#vocabulary = vocabulary
    this.#wire = vocabulary?.columns ?? OUR_COLUMNS
    // The next page usually has the columns of the last row that was read.
    this.#previous = new Members(this.#wire.latest)
    this.#members = new Members(this.#wire.latest)
    this.#whole = bytes
    this.#isPlain = !bytes.includes(BACKSLASH)
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** All rows that were read. Nothing may be read afterwards. */
  rows(account: string | undefined): Row[] {
    this.#wire.latest = this.#previous.columns
    const page: LazyPage = {
      account,
      vocabulary: this.#vocabulary,
      bytes: this.#whole,
      view: this.#view,
      layouts: this.#layouts.use((layouts) => layouts.slice()),
      columns: this.#lists,
    }
    return this.#places.use((places) => lazyRowsOf(page, places))
  }

  /** Reads no further than to the end of these bytes, the first of those that it was created with. */
  limit(bytes: Buffer): void {
    this.#bytes = bytes
  }

  /**
   * Reads the row whose opening brace is at `start`, and returns the position after it. Throws Unexpected if it is not valid
   * JSON.
   */
  read(start: number): number {
    this.#compared = 0
    this.#added = 0
    this.#members.count = 0
    let at = start + 1
    if (this.#previousStart !== -1 && this.#isPlain) {
      at = this.#skipAlike(start)
      if (at === start + this.#previous.brace + 1) {
        this.#addRow(start)
        return at
      }
    }
    for (;;) {
      // A member after a value needs a comma, which the first member of the row before does not have.
      const isComparable = this.#compared > 0 || at === start + 1
      if (isComparable && this.#previousStart !== -1) at = this.#skipRepeated(start, at)
      const next = skipSpace(this.#bytes, at)
      if (this.#bytes[next] === CLOSE_OBJECT) {
        this.#end(start, at, next)
        return next + 1
      }
      this.#addCompared(start, at)
      at = this.#readMember(start, next)
    }
  }

  /**
   * Skips the members that differ from the row before only within texts and numbers of the same lengths. Returns the
   * position after the last of them, or after the row if there are no others. No end of a text is looked for: its quotation
   * mark is where it is in the row before if no other one is among the bytes that differ.
   */
  #skipAlike(start: number): number {
    const { count, values, ends, brace } = this.#previous
    const before = this.#previousStart
    const bytes = this.#bytes
    const view = this.#view
    if (start + brace + 8 > view.byteLength) return start + 1
    let member = 0
    for (let offset = 0; offset <= brace; offset += 8) {
      if (view.getFloat64(before + offset, true) === view.getFloat64(start + offset, true)) continue
      for (let at = offset; at < offset + 8; at += 4) {
        const word = view.getInt32(start + at, true)
        const difference = word ^ view.getInt32(before + at, true)
        if (difference === 0) continue
        const first = at + firstIn(difference)
        const last = at + lastIn(difference)
        if (first > brace) return start + brace + 1
        // The byte after a value is the same, so the value does not go on.
        while (member < count && ends[member]! < first) member += 1
        const value = values[member]!
        const end = ends[member]!
        const isText = bytes[before + value] === QUOTE
        const quotes = isText ? 1 : 0
        const isWithin = member < count && first >= value + quotes && last < end - quotes
        const isSameKind = isText
          ? (special(word) & spanOf(difference)) === 0
          : // Only a number of one digit is sure to be valid with a zero in the place of its first digit.
            isDigit(bytes[before + value]) &&
            (first > value || end === value + 1 || bytes[start + value] !== ZERO) &&
            differInDigits(bytes, before + first, start + first, last + 1 - first)
        if (isWithin && isSameKind) continue
        this.#compared = member
        return start + this.#previous.endBefore(member)
      }
    }
    return start + brace + 1
  }

  /**
   * Skips the members that the row before had too, with any values. `at` is the position after a value or the
   * opening brace; returns the position after the last value that was skipped.
   */
  #skipRepeated(start: number, at: number): number {
    const { count, values, ends, brace } = this.#previous
    let member = this.#compared
    let end = at
    // The offset in the row before that corresponds to `end`.
    let before = this.#previous.endBefore(member)
    for (;;) {
      const shift = end - start - before
      const most = Math.min(brace + 1 - before, this.#view.byteLength - end)
      const repeated = commonLength(this.#view, this.#previousStart + before, this.#view, end, most)
      const different = before + repeated
      // The byte after a value was compared too, so the value does not go on.
      while (member < count && ends[member]! < different) member += 1
      const isValue = member < count && this.#isInValue(start + shift, member, different)
      if (!isValue) {
        this.#compared = member
        return start + shift + (member === 0 ? before : Math.max(before, ends[member - 1]!))
      }
      const offset = values[member]!
      const value = start + shift + offset
      end = this.#skipValue(value)
      before = ends[member]!
      const isAlike = end - start - shift === before && this.#isSameKind(this.#previousStart + offset, value, end)
      if (!isAlike) {
        this.#addPrevious(member, shift)
        this.#add(this.#previous.columns[member]!, offset + shift, end - start)
        this.#added = member + 1
      }
      member += 1
    }
  }

  /**
   * Whether the first difference is in a value. There may be space before the value that is not there in the row before.
   * `origin` is the position that corresponds to the start of the row before.
   */
  #isInValue(origin: number, member: number, different: number): boolean {
    const value = this.#previous.values[member]!
    return different > value || (different === value && this.#bytes[origin + value]! > SPACE)
  }

  /** Whether the value at `value`, which ends at `end`, has the kind of the one of this length at `before`: see LazyPage. */
  #isSameKind(before: number, value: number, end: number): boolean {
    const bytes = this.#bytes
    if (!isDigit(bytes[value])) return bytes[value] === bytes[before]
    return differInDigits(bytes, before, value, end - value)
  }

  /** Adds the members of the row before that were compared. `at` is the position after the last of them. */
  #addCompared(start: number, at: number): void {
    this.#addPrevious(this.#compared, at - start - this.#previous.endBefore(this.#compared))
  }

  /** Adds the members of the row before up to an index, moved by a number of bytes. */
  #addPrevious(to: number, shift: number): void {
    if (this.#columns)
      for (let index = this.#added; index < to; index += 1) this.#columns.push(this.#previous.columns[index]!)
    this.#members.addMoved(this.#previous, this.#added, to, shift)
    this.#added = to
  }

  #add(column: ColumnName, value: number, end: number): void {
    const { count } = this.#members
    if (column !== this.#previous.columns[count]) this.#columns ??= this.#previous.columns.slice(0, count)
    this.#columns?.push(column)
    this.#members.add(value, end)
  }

  /** Reads the member after a value or the opening brace, and returns the position after its value. */
  #readMember(start: number, next: number): number {
    const bytes = this.#bytes
    const { count } = this.#members
    if ((count > 0 && bytes[next] !== COMMA) || count === MAX_MEMBERS) throw new Unexpected()
    const name = count > 0 ? skipSpace(bytes, next + 1) : next
    // The row before the first one has columns, but no members.
    const expected = this.#previous.columns[this.#previousStart === -1 ? count : this.#compared]
    const isExpected = expected !== undefined && isTextAt(this.#view, name, expected)
    const column = isExpected ? expected : this.#wire.at(bytes, name)
    const value = skipColon(bytes, isExpected ? name + column.bytes.length : skipString(bytes, name))
    const end = this.#skipValue(value)
    this.#add(column, value - start, end - start)
    const same = this.#previous.indexOf(column, this.#compared)
    if (same !== -1) this.#compared = this.#added = same + 1
    return end
  }

  /** The position after a value. Most values are strings without escape sequences. */
  #skipValue(at: number): number {
    if (this.#bytes[at] !== QUOTE) return skipValue(this.#bytes, at)
    for (let next = at + 1; next + 4 <= this.#bytes.length; next += 4) {
      const word = this.#view.getInt32(next, true)
      const found = special(word)
      if (found === 0) continue
      const end = next + firstIn(found)
      return this.#bytes[end] === QUOTE ? end + 1 : skipString(this.#bytes, at)
    }
    return skipString(this.#bytes, at)
  }

  /** Adds the row, whose last value ends at `at` and whose closing brace is at `brace`. */
  #end(start: number, at: number, brace: number): void {
    const isLike = this.#previousStart !== -1 && this.#members.count === 0 && this.#compared === this.#previous.count
    if (!isLike) {
      this.#addCompared(start, at)
      this.#addLayout()
    }
    this.#previous.brace = brace - start
    this.#addRow(start)
  }

  #addRow(start: number): void {
    this.#previousStart = start
    this.#places.add(start)
    this.#places.add(this.#layout)
  }

  /** Adds the layout of the row that was read, which becomes the row before. */
  #addLayout(): void {
    const members = this.#members
    const { columns } = this.#previous
    members.columns = this.#columns ?? (members.count === columns.length ? columns : columns.slice(0, members.count))
    if (members.columns !== this.#lists.at(-1)) this.#lists.push(members.columns)
    this.#layout = this.#layouts.length
    this.#layouts.add(this.#lists.length - 1)
    this.#layouts.addAll(members.values, members.count)
    this.#layouts.addAll(members.ends, members.count)
    this.#members = this.#previous
    this.#previous = members
    this.#columns = undefined
  }
}

/** The bytes that end a text or begin an escape sequence, or that a text cannot have. */
function special(word: number): number {
  return byteIn(word, QUOTE) | byteIn(word, BACKSLASH) | lessIn(word, SPACE)
}

/** Whether the bytes from two positions on differ at most in digits. */
function differInDigits(bytes: Buffer, one: number, other: number, length: number): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    const byte = bytes[one + offset]
    const otherByte = bytes[other + offset]
    if (byte !== otherByte && !(isDigit(byte) && isDigit(otherByte))) return false
  }
  return true
}

/** Rows with more members are read by JSON.parse: each member is looked for among the members of the row before. */
const MAX_MEMBERS = 500

/** Where the members of a row are, as offsets from its start. */
class Members {
  columns: readonly ColumnName[]
  count = 0
  /** Where the values begin, and where they end. */
  readonly values: number[] = []
  readonly ends: number[] = []
  /** Where the closing brace of the row is. */
  brace = 0

  constructor(columns: readonly ColumnName[]) {
    this.columns = columns
  }

  add(value: number, end: number): void {
    this.values[this.count] = value
    this.ends[this.count] = end
    this.count += 1
  }

  /** Adds some members of another row, moved by a number of bytes. */
  addMoved({ values, ends }: Members, from: number, to: number, shift: number): void {
    const { values: ownValues, ends: ownEnds } = this
    let { count } = this
    for (let index = from; index < to; index += 1) {
      ownValues[count] = values[index]! + shift
      ownEnds[count] = ends[index]! + shift
      count += 1
    }
    this.count = count
  }

  /** Where the value before the member at this index ends; for the first member, the position after the opening brace. */
  endBefore(index: number): number {
    return index === 0 ? 1 : this.ends[index - 1]!
  }

  /** The index of a column from an index on, or -1. */
  indexOf(column: ColumnName, from: number): number {
    for (let index = from; index < this.count; index += 1) if (this.columns[index] === column) return index
    return -1
  }
}

const FIRST_LENGTH = 1024

/** Longer arrays are not kept for the next list: no usual page has so many integers. */
const MAX_SPARE_LENGTH = 2 ** 18

/** Arrays for the next lists. A list owns its array until `use` has been called, so that two lists never share one. */
const spares: Int32Array<ArrayBuffer>[] = []

const MAX_SPARES = 2

/** A growing list of 32-bit integers. */
class IntegerList {
  #integers = spares.pop() ?? new Int32Array(FIRST_LENGTH)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(integer: number): void {
    if (this.#length === this.#integers.length) {
      const longer = new Int32Array(2 * this.#length)
      longer.set(this.#integers)
      this.#integers = longer
    }
    this.#integers[this.#length] = integer
    this.#length += 1
  }

  /** Adds the first `count` of these integers. */
  addAll(integers: readonly number[], count: number): void {
    for (let index = 0; index < count; index += 1) this.add(integers[index]!)
  }

  /** Passes the integers to a function, which must not keep the array. Nothing may be added afterwards. */
  use<T>(made: (integers: Int32Array) => T): T {
    const result = made(this.#integers.subarray(0, this.#length))
    if (this.#integers.length <= MAX_SPARE_LENGTH && spares.length < MAX_SPARES) spares.push(this.#integers)
    this.#integers = NONE
    return result
  }
}

const NONE = new Int32Array()

/** Creates the columns of a service whose names of them are `ours` in our words. */
export function createWireColumns(ours: (sent: string) => string): WireColumns {
  const bySentName = new Map<string, ColumnName>()
  return {
    latest: [],
    at(bytes, at) {
      skipString(bytes, at)
      const sent = String(valueAt(bytes, at))
      let column = bySentName.get(sent)
      if (!column) {
        column = { name: ours(sent), ...quotedText(sent) }
        // The number of columns is limited here.
        defineColumn(column.name)
        bySentName.set(sent, column)
      }
      return column
    },
  }
}

/** The columns of services with our words. */
const OUR_COLUMNS = createWireColumns((sent) => sent)

/**
 * Reads the answer of a list without parsing the values of its rows: a row parses a column when it is read. The whole text is
 * checked against the grammar of JSON. Undefined for a text that does not have the form `{ …, "data": [{…}, …], … }`, or has a
 * longer row than `MAX_ROW_BYTES`: it is left to `parse`.
 */
export function* readLazyList(
  bytes: Buffer,
  account?: string,
  vocabulary?: RowVocabulary,
): Steps<LazyList | undefined> {
  try {
    return yield* readObject(bytes, account, vocabulary)
  } catch (error) {
    if (error instanceof Unexpected) return undefined
    throw error
  }
}

/** The rows of a list, and the other members of its envelope. */
export interface LazyList {
  rows: Row[]
  others: Record<string, unknown>
  /** Where the repeated request begins, or -1. It is read only if it is needed. */
  requestAt: number
}

/**
 * The longest row, and the longest value beside the rows: a value that is read is parsed at once. The longest rows of the service
 * are conversions by hour, 130 series of up to 169 values, which have less than half of it.
 */
const MAX_ROW_BYTES = 2 ** 19

/** The bytes of rows that are read in one step. */
const STEP_BYTES = 2 ** 18

/** The part of a text in which something that begins at this position must end. */
function upTo(bytes: Buffer, at: number): Buffer {
  return bytes.length <= at + MAX_ROW_BYTES ? bytes : bytes.subarray(0, at + MAX_ROW_BYTES)
}

function* readObject(
  bytes: Buffer,
  account: string | undefined,
  vocabulary: RowVocabulary | undefined,
): Steps<LazyList> {
  // The other members of the envelope: `next_cursor`, `total_count`.
  const others: Record<string, unknown> = {}
  let requestAt = -1
  let rows: Row[] | undefined
  let part = upTo(bytes, 0)
  let at = skipSpace(part, 0)
  // Values may be sent to callers as they are, so they must be valid UTF-8.
  if (part[at] !== OPEN_OBJECT || !isUtf8(bytes)) throw new Unexpected()
  do {
    part = upTo(bytes, at)
    const nameAt = skipSpace(part, at + 1)
    const valueStart = skipColon(part, skipString(part, nameAt))
    const name = valueAt(part, nameAt)
    if (name === 'data') {
      const reader = new RowReader(bytes, vocabulary)
      at = yield* readRows(reader, bytes, valueStart)
      rows = reader.rows(account)
    } else {
      at = skipValue(part, valueStart)
      if (name === 'request') requestAt = valueStart
      if (name === 'next_cursor' || name === 'total_count') others[name] = valueAt(part, valueStart)
    }
    part = upTo(bytes, at)
    at = skipSpace(part, at)
  } while (part[at] === COMMA)
  if (!rows || part[at] !== CLOSE_OBJECT || skipSpace(part, at + 1) < bytes.length) throw new Unexpected()
  return { rows, others, requestAt }
}

/** The maximum number of rows of one answer. Each becomes an object. The longest lists without pages have some thousands. */
const MAX_ROWS = 100_000

/** Reads the rows of the list that begins here, and returns where it ends. */
function* readRows(reader: RowReader, bytes: Buffer, start: number): Steps<number> {
  if (bytes[start] !== OPEN_LIST) throw new Unexpected()
  let part = upTo(bytes, start)
  let at = skipSpace(part, start + 1)
  if (part[at] === CLOSE_LIST) return at + 1
  let nextStep = at
  for (let count = 1; count <= MAX_ROWS; count += 1) {
    if (at >= nextStep) {
      if (count > 1) yield
      nextStep = at + STEP_BYTES
      part = upTo(bytes, nextStep)
      reader.limit(part)
    }
    if (part[at] !== OPEN_OBJECT) throw new Unexpected()
    at = skipSpace(part, reader.read(at))
    if (part[at] === CLOSE_LIST) return at + 1
    if (part[at] !== COMMA) throw new Unexpected()
    at = skipSpace(part, at + 1)
  }
  throw new Unexpected()
}
