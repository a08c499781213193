import { isUtf8 } from 'node:buffer'
import type { Steps } from '../../async/turn.ts'
import type { ViewedBytes } from '../../async/viewed-bytes.ts'
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
  lessIn,
  textEndsIn,
  valueAt,
  ZERO,
  CLOSE_LIST,
  OPEN_LIST,
  OPEN_OBJECT,
  isTextAt,
  quotedText,
} from '../../json/bytes.ts'
import type { Row } from '../types.ts'
import { IntegerList, integersFrom } from './integers.ts'
import {
  type ColumnName,
  defineColumn,
  endBound,
  type LazyPage,
  lazyRowsOf,
  type RowVocabulary,
  valueBound,
  type WireColumns,
} from './lazy-row.ts'

/**
 * Reads the rows of one answer. Rows of a list nearly always have the same columns in the same order, and many equal values, so
 * each row is compared with the row before it, and only what differs is read.
 */
class RowReader {
  readonly #body: ViewedBytes
  /** What may be read of it. */
  #bytes: Buffer
  readonly #view: DataView
  /** For each row where it begins in the bytes, and where its layout begins in the layouts. */
  readonly #places = new IntegerList()
  /** The layouts of rows. The one of the row that is being read is written after them, and added if it is another one. */
  readonly #layouts = new IntegerList()
  /** The lists of columns that rows have. */
  readonly #lists: (readonly ColumnName[])[] = []
  /** The row before: where it begins, or -1, its layout, its columns, and the offset of its closing brace. */
  #previousStart = -1
  #layout = -1
  #previousColumns: readonly ColumnName[]
  #brace = 0
  /** The number of members in the layout of the row that is being read. */
  #count = 0
  /** The columns of this row, once they differ from the row before. */
  #columns: ColumnName[] | undefined
  /** The number of members of the row before that were compared with the row that is being read, or replaced. */
  #compared = 0
  /** Those that are in the layout of this row, or were replaced there. */
  #added = 0

  readonly #vocabulary: RowVocabulary | undefined
  readonly #wire
  /** Whether no text has an escape sequence, so that each byte of a text is a character or a part of one. */
  readonly #isPlain: boolean

  constructor(body: ViewedBytes, vocabulary?: RowVocabulary) {
    this.#vocabulary = vocabulary
    this.#wire = vocabulary?.columns ?? OUR_COLUMNS
    // The next page usually has the columns of the last row that was read.
    this.#previousColumns = this.#wire.latest
    this.#body = body
    this.#bytes = body.bytes
    this.#view = body.view
    this.#isPlain = !body.bytes.includes(BACKSLASH)
  }

  /** All rows that were read. Nothing may be read afterwards. */
  rows(account: string | undefined): Row[] {
    this.#wire.latest = this.#previousColumns
    const page: LazyPage = {
      account,
      vocabulary: this.#vocabulary,
      body: this.#body,
      layouts: this.#layouts.use(integersFrom),
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
    this.#count = 0
    let at = start + 1
    if (this.#previousStart !== -1 && this.#isPlain) {
      at = this.#skipAlike(start)
      if (at === start + this.#brace + 1) {
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
    const before = this.#previousStart
    const brace = this.#brace
    const view = this.#view
    if (start + brace + 2 * WORD_BYTES > view.byteLength) return start + 1
    const { length: count } = this.#previousColumns
    const { integers } = this.#layouts
    const layout = this.#layout
    let member = 0
    let offset = 0
    for (;;) {
      offset = differenceFrom(view, before, start, offset, brace)
      if (offset > brace) return start + brace + 1
      // The byte after a value is the same, so the value does not go on.
      while (member < count && integers[endBound(layout, member)]! < offset) member += 1
      const value = integers[valueBound(layout, member)]!
      const isText = member < count && view.getUint8(before + value) === QUOTE
      const end = integers[endBound(layout, member)]! - (isText ? 1 : 0)
      const isAlike =
        member < count &&
        offset < end &&
        (isText
          ? offset > value && isWithinText(view, start + offset, start + end)
          : offset >= value && isLikeNumber(this.#bytes, before + value, start + value, end - value))
      if (!isAlike) {
        this.#compared = member
        return start + this.#endBefore(member)
      }
      offset = end
    }
  }

  /**
   * Skips the members that the row before had too, with any values. `at` is the position after a value or the
   * opening brace; returns the position after the last value that was skipped.
   */
  #skipRepeated(start: number, at: number): number {
    const { length: count } = this.#previousColumns
    let member = this.#compared
    let end = at
    // The offset in the row before that corresponds to `end`.
    let before = this.#endBefore(member)
    for (;;) {
      const shift = end - start - before
      const most = Math.min(this.#brace + 1 - before, this.#view.byteLength - end)
      const repeated = commonLength(this.#view, this.#previousStart + before, this.#view, end, most)
      const different = before + repeated
      // The byte after a value was compared too, so the value does not go on.
      while (member < count && this.#endOf(member) < different) member += 1
      const isValue = member < count && this.#isInValue(start + shift, member, different)
      if (!isValue) {
        this.#compared = member
        return start + shift + Math.max(before, this.#endBefore(member))
      }
      const offset = this.#valueOf(member)
      const value = start + shift + offset
      end = this.#skipValue(value)
      before = this.#endOf(member)
      const isAlike = end - start - shift === before && this.#isSameKind(this.#previousStart + offset, value, end)
      if (!isAlike) {
        this.#addPrevious(member, shift)
        this.#add(this.#previousColumns[member]!, offset + shift, end - start)
        this.#added = member + 1
      }
      member += 1
    }
  }

  /** Where the value of a member of the row before begins, as an offset from the start of the row. */
  #valueOf(member: number): number {
    return this.#layouts.at(valueBound(this.#layout, member))
  }

  #endOf(member: number): number {
    return this.#layouts.at(endBound(this.#layout, member))
  }

  /** Where the value before a member of the row before ends; for the first one, the position after the opening brace. */
  #endBefore(member: number): number {
    return member === 0 ? 1 : this.#endOf(member - 1)
  }

  /**
   * Whether the first difference is in a value. There may be space before the value that is not there in the row before.
   * `origin` is the position that corresponds to the start of the row before.
   */
  #isInValue(origin: number, member: number, different: number): boolean {
    const value = this.#valueOf(member)
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
    this.#addPrevious(this.#compared, at - start - this.#endBefore(this.#compared))
  }

  /** Adds the members of the row before up to an index, moved by a number of bytes. */
  #addPrevious(to: number, shift: number): void {
    const from = this.#added
    const columns = this.#columns
    if (columns) for (let member = from; member < to; member += 1) columns.push(this.#previousColumns[member]!)
    const first = valueBound(this.#layout, from)
    this.#layouts.copy(first, valueBound(this.#layout, to), valueBound(this.#layouts.length, this.#count), shift)
    this.#addToCount(to - from)
    this.#added = to
  }

  /** Adds a member to the layout of the row that is being read. */
  #add(column: ColumnName, value: number, end: number): void {
    const count = this.#count
    if (column !== this.#previousColumns[count]) this.#columns ??= this.#previousColumns.slice(0, count)
    this.#columns?.push(column)
    const layout = this.#layouts.length
    this.#layouts.set(valueBound(layout, count), value)
    this.#layouts.set(endBound(layout, count), end)
    this.#addToCount(1)
  }

  #addToCount(members: number): void {
    this.#count += members
    if (this.#count > MAX_MEMBERS) throw new Unexpected()
  }

  /** Reads the member after a value or the opening brace, and returns the position after its value. */
  #readMember(start: number, next: number): number {
    const bytes = this.#bytes
    const count = this.#count
    if (count > 0 && bytes[next] !== COMMA) throw new Unexpected()
    const name = count > 0 ? skipSpace(bytes, next + 1) : next
    const isFirst = this.#previousStart === -1
    const expected = this.#previousColumns[isFirst ? count : this.#compared]
    const isExpected = expected !== undefined && isTextAt(this.#view, name, expected)
    const column = isExpected ? expected : this.#wire.at(bytes, name)
    const value = skipColon(bytes, isExpected ? name + column.bytes.length : skipString(bytes, name))
    const end = this.#skipValue(value)
    this.#add(column, value - start, end - start)
    // The columns before the first row are those of another page, of which no member was compared.
    const same = isFirst ? -1 : this.#previousColumns.indexOf(column, this.#compared)
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
    const isLike = this.#previousStart !== -1 && this.#count === 0 && this.#compared === this.#previousColumns.length
    if (!isLike) {
      this.#addCompared(start, at)
      this.#addLayout()
    }
    this.#brace = brace - start
    this.#addRow(start)
  }

  #addRow(start: number): void {
    this.#previousStart = start
    this.#places.add(start)
    this.#places.add(this.#layout)
  }

  /** Adds the layout of the row that was read, which becomes the row before. */
  #addLayout(): void {
    const count = this.#count
    const before = this.#previousColumns
    const columns = this.#columns ?? (count === before.length ? before : before.slice(0, count))
    if (columns !== this.#lists.at(-1)) this.#lists.push(columns)
    this.#layout = this.#layouts.length
    this.#layouts.set(this.#layout, this.#lists.length - 1)
    this.#layouts.length = valueBound(this.#layout, count)
    this.#previousColumns = columns
    this.#columns = undefined
  }
}

/** The bytes that end a text or begin an escape sequence, or that a text cannot have. */
function special(word: number): number {
  return byteIn(word, QUOTE) | byteIn(word, BACKSLASH) | lessIn(word, SPACE)
}

/** The bytes that are compared at once. */
const WORD_BYTES = 8

/** The first offset, from one on, at which two rows differ; beyond `last` if they do not. Up to two words after `last` are read too. */
function differenceFrom(view: DataView, before: number, start: number, offset: number, last: number): number {
  let at = offset
  // Without `| 0`, each sum is checked for overflow.
  while (
    at <= last &&
    view.getFloat64((before + at) | 0, true) === view.getFloat64((start + at) | 0, true) &&
    view.getFloat64((before + at + WORD_BYTES) | 0, true) === view.getFloat64((start + at + WORD_BYTES) | 0, true)
  )
    at += 2 * WORD_BYTES
  for (; at <= last; at += 4) {
    const difference = view.getInt32(before + at, true) ^ view.getInt32(start + at, true)
    if (difference !== 0) return at + firstIn(difference)
  }
  return at
}

/** Whether all bytes from one position to another are within a text, if none of them is a backslash. */
function isWithinText(view: DataView, from: number, to: number): boolean {
  let at = from
  for (; at + 4 <= to; at += 4) if (textEndsIn(view.getInt32(at, true)) !== 0) return false
  // The bytes of the last word that are beyond `to` are shifted out.
  return at === to || textEndsIn(view.getInt32(at, true)) << (8 * (at + 4 - to)) === 0
}

/** Whether there is a number of this length that differs at most in its digits from the one at `before`. */
function isLikeNumber(bytes: Buffer, before: number, at: number, length: number): boolean {
  // Only a number of one digit is sure to be valid with a zero in the place of its first digit.
  const canBeFirst = bytes[at] !== ZERO || bytes[before] === ZERO || length === 1
  return isDigit(bytes[before]) && canBeFirst && differInDigits(bytes, before, at, length)
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
  body: ViewedBytes,
  account?: string,
  vocabulary?: RowVocabulary,
): Steps<LazyList | undefined> {
  try {
    return yield* readObject(body, account, vocabulary)
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

/** The part of a text in which something that begins at this position must end. It is empty once the memory was released. */
function upTo({ bytes }: ViewedBytes, at: number): Buffer {
  return bytes.length <= at + MAX_ROW_BYTES ? bytes : bytes.subarray(0, at + MAX_ROW_BYTES)
}

function* readObject(
  body: ViewedBytes,
  account: string | undefined,
  vocabulary: RowVocabulary | undefined,
): Steps<LazyList> {
  // The other members of the envelope: `next_cursor`, `total_count`.
  const others: Record<string, unknown> = {}
  let requestAt = -1
  let rows: Row[] | undefined
  let part = upTo(body, 0)
  let at = skipSpace(part, 0)
  // Values may be sent to callers as they are, so they must be valid UTF-8.
  if (part[at] !== OPEN_OBJECT || !isUtf8(body.bytes)) throw new Unexpected()
  do {
    part = upTo(body, at)
    const nameAt = skipSpace(part, at + 1)
    const valueStart = skipColon(part, skipString(part, nameAt))
    const name = valueAt(part, nameAt)
    if (name === 'data') {
      const reader = new RowReader(body, vocabulary)
      at = yield* readRows(reader, body, valueStart)
      rows = reader.rows(account)
    } else {
      at = skipValue(part, valueStart)
      if (name === 'request') requestAt = valueStart
      if (name === 'next_cursor' || name === 'total_count') others[name] = valueAt(part, valueStart)
    }
    part = upTo(body, at)
    at = skipSpace(part, at)
  } while (part[at] === COMMA)
  if (!rows || part[at] !== CLOSE_OBJECT || skipSpace(part, at + 1) < body.bytes.length) throw new Unexpected()
  return { rows, others, requestAt }
}

/** The maximum number of rows of one answer. Each becomes an object. The longest lists without pages have some thousands. */
const MAX_ROWS = 100_000

/** Reads the rows of the list that begins here, and returns where it ends. */
function* readRows(reader: RowReader, body: ViewedBytes, start: number): Steps<number> {
  let part = upTo(body, start)
  if (part[start] !== OPEN_LIST) throw new Unexpected()
  let at = skipSpace(part, start + 1)
  if (part[at] === CLOSE_LIST) return at + 1
  let nextStep = at
  for (let count = 1; count <= MAX_ROWS; count += 1) {
    if (at >= nextStep) {
      if (count > 1) yield
      nextStep = at + STEP_BYTES
      part = upTo(body, nextStep)
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
