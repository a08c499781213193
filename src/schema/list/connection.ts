import type { ItemRange } from '../../execute/resolver.ts'
import type { ParentRows, ListPosition, Slice } from '../../loaders/index.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { identityOf } from '../../rest/identity.ts'
import type { Row } from '../../rest/types.ts'
import { encodeCursor } from './cursor.ts'

/** A page of a list that has been read, and the data that its cursors need. */
export abstract class Connection<R extends Row = Row> {
  /** The rows of the page; empty if the selection below the connection does not need them. */
  abstract readonly rows: readonly R[]
  /** Whether the page was requested with a cursor, so that there are rows before it. */
  abstract readonly hasPrevious: boolean
  /** The page and its position in the pages of the service. */
  protected abstract slice(): Slice<Row>
  /** The name of the list. Only cursors need it. */
  protected abstract listName(): string
  #name: string | undefined
  /** The count that a cursor carries to the next page; undefined if it is not known. */
  protected abstract readonly carriedCount: number | undefined
  /** The number of rows in the whole list. Throws the error of a failed count. */
  abstract totalCount(): number | Promise<number>

  /** The number of rows of the page. */
  get length(): number {
    return this.rows.length
  }

  /** Whether there are rows after the page. */
  hasNext(): boolean {
    const { rowAfter, nextCursor } = this.slice()
    return rowAfter !== undefined || nextCursor !== null
  }

  /** The cursor of the first row; null on an empty page. */
  startCursor(): string | null {
    return this.slice().rows.length > 0 ? this.cursorAt(0) : null
  }

  /** The cursor of the last row; null on an empty page. */
  endCursor(): string | null {
    const { length } = this.slice().rows
    return length > 0 ? this.cursorAt(length - 1) : null
  }

  /** The cursor of the row at this index. */
  cursorAt(index: number): string {
    this.#name ??= this.listName()
    return encodeCursor(this.#name, { position: positionOf(this.slice(), index), totalCount: this.carriedCount })
  }
}

/** The position, in the pages of the service, of the row at this index. */
function positionOf(slice: Slice<Row>, index: number): ListPosition {
  const { rows, identityOf, pages, nextCursor, rowAfter } = slice
  // The cursor of the service is the most exact position, but it exists only after the last row of a page.
  if (index === rows.length - 1 && nextCursor !== null)
    return { pageCursor: nextCursor, index: -1, row: undefined, after: [], before: [] }
  const page = pages.findLast(({ start }) => start <= index)!
  const rowAt = (at: number) => (at === rows.length ? rowAfter : rows[at])
  const identities = (...positions: number[]) =>
    positions
      .map(rowAt)
      .filter((row) => row !== undefined)
      .map(identityOf)
  return {
    pageCursor: page.cursor,
    index: page.skipped + index - page.start,
    row: identities(index)[0],
    after: identities(index + 1, index + 2),
    before: [...identities(index - 1, index - 2), ...slice.before].slice(0, 2),
  }
}

/** The result of a count that was requested together with the page: a number, undefined, or an error. */
export interface CountOutcome {
  totalCount: number | undefined
  /** The reason why the count is missing although the rows were read. */
  countError?: unknown
}

/** The count that the service was asked for. Throws if it did not send one: another call would not help. */
export function receivedCount(count: number | undefined): number {
  if (count !== undefined) return count
  throw new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message: 'The service did not send the count of the list' })
}

/** The facts about a page besides its rows. */
interface PageOptions {
  /** Whether the page was requested with a cursor. */
  hasPrevious: boolean
  /** The count from that cursor. */
  knownCount?: number
  /** Counts the whole list with a separate call, if the count was not requested with the rows. */
  count?: () => Promise<number>
}

/** A page of a list that was read on its own. */
export class ListPage<R extends Row> extends Connection<R> {
  readonly rows: readonly R[]
  readonly hasPrevious: boolean
  protected readonly carriedCount: number | undefined
  protected readonly listName: () => string
  readonly #slice: Slice<R> & CountOutcome
  readonly #count: PageOptions['count']

  constructor(name: () => string, slice: Slice<R> & CountOutcome, { hasPrevious, knownCount, count }: PageOptions) {
    super()
    this.rows = slice.rows
    this.hasPrevious = hasPrevious
    this.carriedCount = knownCount ?? slice.totalCount
    this.listName = name
    this.#slice = slice
    this.#count = count
  }

  totalCount(): number | Promise<number> {
    if (this.carriedCount !== undefined) return this.carriedCount
    if (this.#slice.countError !== undefined) throw this.#slice.countError
    return this.#count ? this.#count() : receivedCount(undefined)
  }

  protected slice(): Slice<R> {
    return this.#slice
  }
}

/** The properties that the lists of all parents in one account share. */
export interface SiblingLists {
  endpoint: ListEndpoint
  /** The name of one parent's list. Only cursors need it. */
  nameOf(parent: string): string
  /** The number of rows requested of each list. */
  first: number
}

/** The first page of one parent's list, which was read together with the lists of other parents. */
export class ChildPage extends Connection implements ItemRange {
  readonly #siblings: SiblingLists
  readonly #read: ParentRows<Row>
  #slice: Slice<Row> | undefined

  constructor(siblings: SiblingLists, read: ParentRows<Row>) {
    super()
    this.#siblings = siblings
    this.#read = read
  }

  get rows(): Row[] {
    return this.page.slice(this.from, this.from + this.length)
  }

  /** The rows that were read together, among which its own are. */
  get page(): readonly Row[] {
    return this.#read.page
  }

  /** The index of its first row in `page`. */
  get from(): number {
    return this.#read.from
  }

  override get length(): number {
    // Another field may have requested more rows than this field.
    return Math.min(this.#read.length, this.#siblings.first)
  }

  get hasPrevious(): boolean {
    return false
  }

  override hasNext(): boolean {
    return this.#read.length > this.#siblings.first || !this.#read.complete
  }

  totalCount(): number {
    if (this.#read.totalCount === undefined && this.#read.countError !== undefined) throw this.#read.countError
    return receivedCount(this.#read.totalCount)
  }

  protected get carriedCount(): number | undefined {
    return this.#read.totalCount
  }

  protected slice(): Slice<Row> {
    if (this.#slice) return this.#slice
    const { endpoint, first } = this.#siblings
    const { page, from, length, nextCursor, totalCount } = this.#read
    this.#slice = {
      rows: this.rows,
      identityOf: (row) => identityOf(endpoint, row),
      nextCursor: length === first ? nextCursor : null,
      rowAfter: length > first ? page[from + first] : undefined,
      before: [],
      totalCount,
      pages: [{ cursor: null, start: 0, skipped: 0 }],
    }
    return this.#slice
  }

  protected listName(): string {
    return this.#siblings.nameOf(this.#read.parent)
  }
}
