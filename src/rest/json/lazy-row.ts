import { viewed, type ViewedBytes } from '../../async/viewed-bytes.ts'
import {
  BACKSLASH,
  commonLength,
  isPlainTextAt,
  NULL,
  QUOTE,
  type QuotedText,
  quotedText,
  skipString,
  textAt,
  Unexpected,
  valueAt,
} from '../../json/bytes.ts'
import { accountId, type Row, type RowRun } from '../types.ts'
import { comparableId, hasValue, isId, textOf } from '../value.ts'
import { newIntegers } from './integers.ts'
import { assertHeld, RowIndex } from './row-index.ts'

/** The name of a column: ours, and as it is sent. */
export interface ColumnName extends QuotedText {
  readonly name: string
}

/** The columns by the names that they have in answers. */
export interface WireColumns {
  /** The columns of the last row that was read. */
  latest: readonly ColumnName[]
  /** The column whose name begins here. Throws Unexpected if rows cannot have a getter of its name. */
  readonly at: (bytes: Buffer, at: number) => ColumnName
}

/** What rows need to know of the words of the service if they differ from ours. */
export interface RowVocabulary {
  readonly columns: WireColumns
  /** The values of a column, by our name, that differ from those that arrive. Undefined if none do. */
  readonly tokens: (column: string) => WordTokens | undefined
  /** The value of a column, by our name, in our words: an enum value, or an object with its members. */
  readonly value: (column: string, value: unknown) => unknown
}

/** The values of a column that the service has other words for: ours, as bytes that are written instead of those that arrived. */
export interface WordTokens extends ViewedBytes {
  /**
   * Where our word for the value that begins at a position of an answer begins in `bytes`: -1 if the value has no other word,
   * undefined if its bytes do not show that.
   */
  readonly startOf: (answer: ViewedBytes, at: number) => number | undefined
}

/**
 * The body of an answer, and where its rows have their values. Rows whose values have the same lengths and the same kinds
 * share one layout. The kind of a value is its first byte. Numbers that begin with a digit are of one kind if all their other bytes
 * but digits are the same, so that integers are never of one kind with other numbers.
 */
export interface LazyPage {
  readonly body: ViewedBytes
  /** The account of its rows. */
  readonly account: string | undefined
  /** The words of the service, if they differ from ours. */
  readonly vocabulary: RowVocabulary | undefined
  /**
   * Layouts, one after another: the index of the columns in `columns`, then where each value begins and where it ends, as offsets
   * from the start of the row.
   */
  readonly layouts: Int32Array
  /** The lists of columns that rows have, in the order of their members. */
  readonly columns: readonly (readonly ColumnName[])[]
}

/** The positions of a column's values, in the bytes of the rows' answers or of our words for them. */
export interface Tokens {
  /** Whether any row has no value, or null. */
  readonly anyNull: boolean
  /** Where the value of each row begins in its bytes; -1 if it has none, or null. */
  readonly starts: Int32Array
  /** The lengths of the values. */
  readonly lengths: Int32Array
  readonly pages: readonly ViewedBytes[]
  /** The index of the bytes of each row's value; undefined if all have the same. */
  readonly pageOf: Int32Array | undefined
}

/** The bytes of the row's value at this index: its answer, or our word for it. */
export function pageAt({ pages, pageOf }: Tokens, index: number): ViewedBytes {
  return pages[pageOf ? pageOf[index]! : 0]!
}

/** The number of bytes of the row's value at this index. */
export function lengthAt({ lengths }: Tokens, index: number): number {
  return lengths[index]!
}

/** A test of values that are still bytes. */
export interface TokenTest {
  /** Whether the value that begins here passes. */
  accepts: (source: ViewedBytes, at: number) => boolean
  /** Whether that depends only on the kind and the length of the value, so that one row of a layout speaks for all. */
  byLayout: boolean
}

/**
 * The rows of a page, in order. `places` has two numbers for each: where it begins in the bytes, and where its layout begins in
 * the layouts.
 */
export function lazyRowsOf(page: LazyPage, places: Int32Array): Row[] {
  // An array that grows is copied again and again.
  const rows = new Array<Row>(places.length / 2)
  for (let index = 0; index < rows.length; index += 1)
    rows[index] = new LazyRow(page, places[2 * index]!, places[2 * index + 1]!)
  return rows
}

/**
 * A row that is not parsed yet. Its columns are getters of the prototype, so it has no own properties that could be copied or
 * counted; `toJSON` returns the row as it was sent. Thousands of rows wait for other answers, and each minor collection copies
 * them, so it has no private method, which would be one more member of each row.
 */
class LazyRow {
  readonly #page: LazyPage
  /** Where it begins in the bytes of its page. */
  readonly #start: number
  /** Where its layout begins in the layouts of its page. */
  readonly #layout: number

  constructor(page: LazyPage, start: number, layout: number) {
    this.#page = page
    this.#start = start
    this.#layout = layout
  }

  get [accountId](): string | undefined {
    // The prototype itself has no value.
    return #page in this ? this.#page.account : undefined
  }

  toJSON(): unknown {
    return valueIn(this.#page.body, this.#start)
  }

  /** A row as it was sent, with its columns as members of its own. Other values are returned. */
  static sentRow(this: void, value: unknown): unknown {
    return value instanceof LazyRow ? value.toJSON() : value
  }

  /** A row with its columns as members of its own, in our words. */
  static plainRow<R>(this: void, row: R): R {
    if (!(row instanceof LazyRow)) return row
    const { vocabulary } = row.#page
    const sent = row.toJSON()
    return (vocabulary ? vocabulary.value('', sent) : sent) as R
  }

  /**
   * The values of the first of these columns that each row has. Undefined unless all rows are still bytes and their values
   * pass the test.
   */
  static tokensOf(
    this: void,
    rows: readonly unknown[],
    names: readonly string[],
    { accepts, byLayout }: TokenTest,
  ): Tokens | undefined {
    const starts = newIntegers(rows.length)
    const lengths = newIntegers(rows.length)
    const pages: ViewedBytes[] = []
    let pageOf: Int32Array | undefined
    let latest: LazyPage | undefined
    /** Our words for the values of the page, which has the index before theirs. */
    let words: WordTokens | undefined
    let anyNull = false
    let isNull = false
    const column = new ColumnFinder(names)
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index]
      if (!(row instanceof LazyRow)) return undefined
      const page = row.#page
      if (page !== latest) {
        // The memory of the answer was released.
        if (page.body.bytes.length === 0) return undefined
        latest = page
        words = page.vocabulary && names.map(page.vocabulary.tokens).find(Boolean)
        if (words && names.length > 1) return undefined
        if (pages.length > 0 || words) pageOf ??= newIntegers(rows.length)
        pages.push(page.body)
        if (words) pages.push(words)
      }
      const isLike = column.isLike(page, row.#layout)
      const start = column.startIn(page, row.#layout, row.#start)
      // The values of a page are a lot of memory: only those that must be are read.
      if (!isLike) isNull = start === -1 || page.body.bytes[start] === NULL[0]
      const ours = words && !isNull ? words.startOf(page.body, start) : -1
      if (ours === undefined) return undefined
      const source = words && ours !== -1 ? words : page.body
      const at = source === words ? ours : start
      if (!isLike || !byLayout) {
        const isAccepted = isNull ? names.length === 1 : accepts(source, at)
        if (!isAccepted) return undefined
      }
      starts[index] = isNull ? -1 : at
      lengths[index] = source === words ? skipString(source.bytes, at) - at : column.length
      if (pageOf) pageOf[index] = pages.length - (words && source !== words ? 2 : 1)
      anyNull ||= isNull
    }
    return { anyNull, starts, lengths, pages, pageOf }
  }

  /**
   * Whether all rows are still bytes and have a value, in the first of these columns that each has, that passes a test. The test asks
   * only for what rows of one layout share, the kind and the length of the value, so that one row speaks for all that follow.
   */
  static havePassed(
    this: void,
    rows: readonly unknown[],
    names: readonly string[],
    accepts: TokenTest['accepts'],
  ): boolean {
    const column = new ColumnFinder(names)
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index]
      if (!(row instanceof LazyRow)) return false
      const page = row.#page
      if (column.isLike(page, row.#layout)) continue
      if (page.vocabulary && names.some(page.vocabulary.tokens)) return false
      const start = column.startIn(page, row.#layout, row.#start)
      if (start === -1 || !accepts(page.body, start)) return false
    }
    return true
  }

  /**
   * Rows by their value in the first of these columns that each has. Undefined if it is not certain that no two rows have the same
   * value: see `RowIndex`.
   */
  static indexOf<R extends Row>(this: void, rows: readonly R[], names: readonly string[]): RowIndex<R> | undefined {
    const column = new ColumnFinder(names)
    let index: RowIndex<R> | undefined
    for (const row of rows) {
      if (!(row instanceof LazyRow)) return undefined
      const page = row.#page
      if (index && page.body !== index.body) return undefined
      if (!index && page.vocabulary && names.some(page.vocabulary.tokens)) return undefined
      index ??= new RowIndex(page.body, rows)
      const start = column.startIn(page, row.#layout, row.#start)
      if (start === -1 || !index.add(start)) return undefined
    }
    return index
  }

  /** The value of each row in the first of these columns in which it has one, as a text: see `textOf`. */
  static textsOf(this: void, rows: readonly Row[], names: readonly string[]): string[] {
    const column = new ColumnFinder(names)
    return rows.map((row) => {
      if (row instanceof LazyRow && !row.#page.vocabulary) {
        const page = row.#page
        const start = column.startIn(page, row.#layout, row.#start)
        const isNull = start === -1 || page.body.bytes[start] === NULL[0]
        if (!isNull) return textOf(valueIn(page.body, start))
      }
      const values = names.map((name): unknown => Reflect.get(row, name))
      return textOf(values.find(hasValue) ?? values.at(-1))
    })
  }

  /**
   * Divides rows into runs. Values that are still bytes are compared as bytes, and one of each run is parsed, unless it is the next of
   * the IDs that were asked for: those of parents, which a list mostly has in their order.
   */
  static runsOf(this: void, rows: readonly Row[], name: string, ids: readonly string[] = []): RowRun[] {
    const runs: RowRun[] = []
    let run: RowRun | undefined
    const column = new ColumnFinder([name])
    const finder = new IdFinder(ids)
    // The body that has the value of the last run.
    let known: ViewedBytes | undefined
    let knownStart = 0
    let knownEnd = 0
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index]!
      let value: unknown
      let nth = -1
      if (row instanceof LazyRow) {
        const page = row.#page
        const start = column.startIn(page, row.#layout, row.#start)
        if (start !== -1) {
          if (run && known && areEqual(known, knownStart, knownEnd, page.body, start)) {
            run.to = index + 1
            continue
          }
          nth = finder.nextAt(page, start)
          value = nth === -1 ? valueOf(page, start, name) : ids[nth]
          // A number may begin with the bytes of another.
          known = page.body.bytes[start] === QUOTE ? page.body : undefined
          knownStart = start
          if (known) knownEnd = skipString(known.bytes, start)
        } else known = undefined
      } else {
        value = (row as Record<string, unknown>)[name]
        known = undefined
      }
      if (run && run.value === value) run.to = index + 1
      else runs.push((run = { value, nth: nth === -1 ? finder.indexOf(value) : nth, from: index, to: index + 1 }))
    }
    return runs
  }

  /** Gives all rows a getter of this name. Throws Unexpected if they cannot have it. */
  static defineColumn(this: void, name: string): void {
    if (defined.has(name)) return
    // A getter must not replace a property that every object has, and the number of getters must be limited.
    if (name in LazyRow.prototype || defined.size >= MAX_COLUMNS) throw new Unexpected()
    defined.add(name)
    Object.defineProperty(LazyRow.prototype, name, {
      get(this: LazyRow) {
        // The prototype itself has no value.
        const value = #page in this ? LazyRow.#valueOf(this, name) : undefined
        // An object must be the same one each time.
        if (typeof value === 'object' && value !== null) Object.defineProperty(this, name, { value })
        return value
      },
    })
  }

  static #valueOf(row: LazyRow, name: string): unknown {
    const page = row.#page
    const member = memberNamed(page.columns[page.layouts[row.#layout]!]!, name)
    if (member === -1) return undefined
    return valueOf(page, row.#start + page.layouts[valueBound(row.#layout, member)]!, name)
  }
}

export const { defineColumn, havePassed, indexOf, plainRow, runsOf, sentRow, textsOf, tokensOf } = LazyRow

/** Finds the values of a column in one row after another. A row mostly has the columns, and often the layout, of the one before. */
class ColumnFinder {
  readonly #names: readonly string[]
  #page: LazyPage | undefined
  #layout = -1
  #columns: readonly ColumnName[] = []
  #member = -1
  /** The offset of the value from the start of the row, or -1. */
  #offset = -1
  /** The length of the value in the last row that was found. */
  length = 0

  /** The column is the first of these names that a row has. */
  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Whether a row has the layout of the row before. */
  isLike(page: LazyPage, layout: number): boolean {
    return page === this.#page && layout === this.#layout
  }

  /** Where the value begins in the row of this layout that begins at `start`; -1 if the row has none. */
  startIn(page: LazyPage, layout: number, start: number): number {
    if (!this.isLike(page, layout)) this.#find(page, layout)
    return this.#offset === -1 ? -1 : start + this.#offset
  }

  #find(page: LazyPage, layout: number): void {
    this.#page = page
    this.#layout = layout
    const columns = page.columns[page.layouts[layout]!]!
    if (columns !== this.#columns) {
      this.#columns = columns
      this.#member = memberOf(columns, this.#names)
    }
    if (this.#member === -1) {
      this.#offset = -1
      return
    }
    this.#offset = page.layouts[valueBound(layout, this.#member)]!
    this.length = page.layouts[endBound(layout, this.#member)]! - this.#offset
  }
}

/** Finds values among the IDs that were asked for. */
class IdFinder {
  readonly #ids: readonly string[]
  /** The index of the ID after the one that was found last. */
  #next = 0
  #indexes: Map<string, number> | undefined

  constructor(ids: readonly string[]) {
    this.#ids = ids
  }

  /** The index of the next ID if it is the value that begins here; otherwise -1. */
  nextAt({ body, vocabulary }: LazyPage, start: number): number {
    const id = this.#ids[this.#next]
    if (id === undefined || vocabulary || !isPlainTextAt(body.bytes, start, id)) return -1
    this.#next += 1
    return this.#next - 1
  }

  /** The index of the ID that is this value for the service; -1 if none is. */
  indexOf(value: unknown): number {
    if (this.#ids.length === 0 || !isId(value)) return -1
    this.#indexes ??= new Map(this.#ids.map((id, index) => [comparableId(id), index]))
    const index = this.#indexes.get(comparableId(value)) ?? -1
    if (index !== -1) this.#next = index + 1
    return index
  }
}

/** The index in `layouts` of where a layout has the start of a member's value. */
export function valueBound(layout: number, member: number): number {
  return layout + 1 + 2 * member
}

/** The index in `layouts` of where a layout has the end of a member's value. */
export function endBound(layout: number, member: number): number {
  return layout + 2 + 2 * member
}

/** The value of a column that begins here, in our words. */
function valueOf({ body, vocabulary }: LazyPage, at: number, column: string): unknown {
  const value = valueIn(body, at)
  return vocabulary ? vocabulary.value(column, value) : value
}

/** The value that begins here. Throws OVERLOADED if the memory of the answer was released. */
function valueIn(body: ViewedBytes, at: number): unknown {
  assertHeld(body)
  return valueAt(body.bytes, at)
}

/** Whether the bytes from `start` to `end` are repeated at a position of another answer. */
function areEqual(body: ViewedBytes, start: number, end: number, other: ViewedBytes, at: number): boolean {
  const length = end - start
  // Answers whose memory was released have no bytes.
  if (body.bytes.length === 0 || other.bytes.length < at + length) return false
  return commonLength(body.view, start, other.view, at, length) === length
}

/** The index of the column with the first of these names that a row has, or -1. */
function memberOf(columns: readonly ColumnName[], names: readonly string[]): number {
  for (const name of names) {
    const member = memberNamed(columns, name)
    if (member !== -1) return member
  }
  return -1
}

/** The index of a column, or -1. As in JSON.parse, the last of several members with one name counts. */
function memberNamed(columns: readonly ColumnName[], name: string): number {
  let member = columns.length - 1
  while (member !== -1 && columns[member]!.name !== name) member -= 1
  return member
}

/** The names of all columns read so far: the interface has a few hundred. */
const defined = new Set<string>()

/** The maximum number of columns that get a getter. Answers with further columns are parsed as a whole. */
const MAX_COLUMNS = 2000

/** Writers copy four bytes at a time, and so read beyond the end of a value. */
const PADDING = ' '.repeat(8)

/** Creates the tokens of these pairs: the word of the service, and ours. */
export function wordTokens(pairs: Iterable<readonly [theirs: string, ours: string]>): WordTokens {
  const tokens: (QuotedText & { start: number })[] = []
  let text = ''
  for (const [theirs, ours] of pairs) {
    tokens.push({ ...quotedText(theirs), start: Buffer.byteLength(text) })
    text += JSON.stringify(ours) + PADDING
  }
  return {
    ...viewed(Buffer.from(text)),
    startOf: ({ bytes, view }, at) => textAt(tokens, view, at)?.start ?? (isEscaped(bytes, at) ? undefined : -1),
  }
}

/** Whether a text has an escape sequence, so that other bytes can be the same text. */
function isEscaped(answer: Buffer, at: number): boolean {
  if (answer[at] !== QUOTE) return false
  let end = at + 1
  while (end < answer.length && answer[end] !== QUOTE && answer[end] !== BACKSLASH) end += 1
  return answer[end] === BACKSLASH
}
