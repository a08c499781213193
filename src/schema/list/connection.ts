import { keyOf, type ListEndpoint } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import type { ParentRows, Place, Slice } from '../../loaders/index.ts'
import { encodeCursor } from './cursor.ts'

/** A page of a list that has been read, with what its cursors need. */
export abstract class Connection<R extends Row = Row> {
  /** The rows of the page; none where nothing below the connection needs them. */
  abstract readonly rows: readonly R[]
  /** Whether the page was asked for with a cursor, so that rows precede it. */
  abstract readonly hasPrevious: boolean
  /** The page, and where in the service's pages it stands. */
  protected abstract slice(): Slice<R>
  /** The list's name, which only cursors need. */
  protected abstract listName(): string
  /** The count that a cursor carries to the next page; undefined where it is not known. */
  protected abstract readonly carriedCount: number | undefined
  /** How many rows the whole list has; null where the service does not say. Throws the error of a count that failed. */
  abstract totalCount(): number | null | Promise<number | null>

  /** Whether rows follow the page. */
  hasNext(): boolean {
    return this.slice().hasNext
  }

  /** The cursor of the row at this index of the page. */
  cursorAt(index: number): string {
    return encodeCursor(this.listName(), { place: placeOf(this.slice(), index), totalCount: this.carriedCount })
  }

  /** The cursor of the first row; null on an empty page. */
  startCursor(): string | null {
    return this.rows.length > 0 ? this.cursorAt(0) : null
  }

  /** The cursor of the last row; null on an empty page. */
  endCursor(): string | null {
    return this.rows.length > 0 ? this.cursorAt(this.rows.length - 1) : null
  }
}

/** Where in the service's pages the row at this index stands. */
function placeOf<R extends Row>({ rows, keyOf, pages, nextCursor, rowAfter }: Slice<R>, index: number): Place {
  // The service's own cursor is the most exact place there is, but it has one after a page's last row only.
  if (index === rows.length - 1 && nextCursor !== null)
    return { pageCursor: nextCursor, index: -1, row: undefined, after: [], before: [] }
  const page = pages.findLast(({ start }) => start <= index)!
  const rowAt = (at: number) => (at === rows.length ? rowAfter : rows[at])
  const keys = (...places: number[]) =>
    places
      .map(rowAt)
      .filter((row) => row !== undefined)
      .map(keyOf)
  return {
    pageCursor: page.cursor,
    index: page.skipped + index - page.start,
    row: keys(index)[0],
    after: keys(index + 1, index + 2),
    before: keys(index - 1, index - 2),
  }
}

/** What every page of one list has in common: the list, and how its whole is counted. */
export interface ListOfRows {
  /** The list's name, which only cursors need. */
  name(): string
  /** Counts the whole list by a call of its own. Null where the service does not say. */
  count(): Promise<number | null>
}

/** How the count of a list came out where it was asked for with the page: as a number, not at all, or with an error. */
export interface CountOutcome {
  totalCount: number | undefined
  /** Why the count is missing although the rows are here. */
  countError?: unknown
}

/** A page of a list that was read by itself. */
export class ListPage<R extends Row> extends Connection<R> {
  readonly rows: readonly R[]
  readonly hasPrevious: boolean
  protected readonly carriedCount: number | undefined
  readonly #list: ListOfRows
  readonly #slice: Slice<R> & CountOutcome
  readonly #isCounted: boolean

  /**
   * `isCounted` says whether the count was asked for with the rows; `knownCount` is the one that the cursor brought, and
   * `hasPrevious` whether there was a cursor.
   */
  constructor(
    list: ListOfRows,
    slice: Slice<R> & CountOutcome,
    {
      isCounted,
      knownCount,
      hasPrevious,
    }: { isCounted: boolean; knownCount: number | undefined; hasPrevious: boolean },
  ) {
    super()
    this.#list = list
    this.#slice = slice
    this.#isCounted = isCounted
    this.rows = slice.rows
    this.hasPrevious = hasPrevious
    this.carriedCount = knownCount ?? slice.totalCount
  }

  totalCount(): number | null | Promise<number | null> {
    if (this.carriedCount !== undefined) return this.carriedCount
    if (this.#slice.countError !== undefined) throw this.#slice.countError
    // The service was asked to count and did not: asking again would not help.
    return this.#isCounted ? null : this.#list.count()
  }

  protected slice(): Slice<R> {
    return this.#slice
  }

  protected listName(): string {
    return this.#list.name()
  }
}

/** What the same list of all parents of one account has in common. */
export interface SiblingLists {
  endpoint: ListEndpoint
  /** The name of one parent's list, which only cursors need. */
  nameOf(parent: string): string
  /** How many rows of each list are asked for. */
  first: number
}

/** The first page of one parent's list, which was read together with those of other parents. */
export class ChildPage<R extends Row> extends Connection<R> {
  readonly rows: readonly R[]
  readonly #siblings: SiblingLists
  readonly #parent: string
  readonly #read: ParentRows<R>
  #slice: Slice<R> | undefined

  constructor(siblings: SiblingLists, parent: string, read: ParentRows<R>) {
    super()
    this.#siblings = siblings
    this.#parent = parent
    this.#read = read
    // More rows can have been read than this field asked for.
    this.rows = read.rows.length > siblings.first ? read.rows.slice(0, siblings.first) : read.rows
  }

  get hasPrevious(): boolean {
    return false
  }

  totalCount(): number | null {
    if (this.#read.totalCount === undefined && this.#read.countError !== undefined) throw this.#read.countError
    return this.#read.totalCount ?? null
  }

  protected get carriedCount(): number | undefined {
    return this.#read.totalCount
  }

  protected slice(): Slice<R> {
    if (this.#slice) return this.#slice
    const { endpoint, first } = this.#siblings
    const { rows, complete, nextCursor, totalCount } = this.#read
    this.#slice = {
      rows: this.rows as R[],
      keyOf: (row) => keyOf(endpoint, row),
      hasNext: rows.length > first || !complete,
      nextCursor: rows.length === first ? nextCursor : null,
      rowAfter: rows[first],
      totalCount,
      pages: [{ cursor: null, start: 0, skipped: 0 }],
    }
    return this.#slice
  }

  protected listName(): string {
    return this.#siblings.nameOf(this.#parent)
  }
}
