import { isTurnOver, nextTurn } from '../async/turn.ts'
import { identityColumns, type ListEndpoint } from './endpoint.ts'
import { EndlessList } from './errors.ts'
import { identityOf } from './identity.ts'
import { indexOf } from './json/lazy-row.ts'
import { type ListParams, type Page, type Row } from './types.ts'

type ReadPage<Params extends ListParams, R extends Row> = (params: Params) => Promise<Page<R>>

/** The parameters that can differ from page to page. */
type PageRange = Pick<ListParams, 'count' | 'with_total_count'>

/** Pages in a row without a new row that are followed. Filters cause some in the middle of a list; more are a fault of the service. */
const MAX_EMPTY_PAGES = 10

/**
 * The way that a walk over the pages of a list has taken. Every walk ends: it throws UPSTREAM_UNAVAILABLE at a cursor that leads
 * back, and after more than ten pages in a row without a new row.
 */
export class Way {
  /** Undefined until a cursor is followed, which most lists have none of. */
  #cursors: Set<string> | undefined
  #emptyPages = 0

  /** The walk begins at this cursor; undefined for the start of the list. */
  constructor(cursor: string | undefined) {
    if (cursor !== undefined) this.#cursors = new Set([cursor])
  }

  /** Checks where a page leads. */
  check(nextCursor: string | null): void {
    if (nextCursor !== null && this.#cursors?.has(nextCursor))
      throw unavailable('The service sent a page whose cursor leads back to a page that was read before')
  }

  /** Goes on to the next page, after one with so many rows that were not on a page before. */
  follow(nextCursor: string, newRows: number): void {
    this.check(nextCursor)
    this.#emptyPages = newRows > 0 ? 0 : this.#emptyPages + 1
    if (this.#emptyPages > MAX_EMPTY_PAGES)
      throw unavailable(
        `The service sent more than ${MAX_EMPTY_PAGES} pages in a row without a new row, each with a cursor to the next`,
      )
    this.#cursors ??= new Set()
    this.#cursors.add(nextCursor)
  }
}

/**
 * Reads the pages of one list, one after another. All code that follows cursors uses it: every walk ends, and a row that is on
 * several pages, because rows were added or removed meanwhile, is on the first of them only.
 */
export class PageReader<Params extends ListParams, R extends Row> {
  readonly #endpoint: Pick<ListEndpoint, 'key'>
  readonly #params: Params
  readonly #readPage: ReadPage<Params, R>
  readonly #walk: Way
  #cursor: string | undefined
  #page: Page<R> | undefined
  /** The columns that can identify a row: the first one that it has does. */
  readonly #columns: readonly string[]
  /** The identities of the rows of the page, if they were needed, and of earlier pages. */
  #onPage: Set<string> | undefined
  readonly #seen = new Set<string>()

  constructor(endpoint: Pick<ListEndpoint, 'key'>, params: Params, readPage: ReadPage<Params, R>) {
    this.#endpoint = endpoint
    this.#columns = identityColumns(endpoint)
    this.#params = params
    this.#readPage = readPage
    // An empty cursor is none.
    this.#cursor = params.cursor || undefined
    this.#walk = new Way(this.#cursor)
  }

  /** The cursor of the page that `read` reads; undefined for the first page. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Reads the page at the present position, again if it was read already. Throws as `page` of a session does. */
  async read(range?: PageRange): Promise<Page<R>> {
    // Pages from a cache take no time of the network.
    if (this.#page && isTurnOver()) await nextTurn()
    const params = Object.assign({}, this.#params, range, { cursor: this.#cursor })
    // The interface refuses `with_total_count` together with a cursor.
    if (this.#cursor !== undefined) params.with_total_count = undefined
    const page = await this.#readPage(params)
    this.#walk.check(page.nextCursor)
    this.#onPage = undefined
    // Most lists have one page, whose rows are compared as bytes.
    const areNew = this.#seen.size === 0 && areDistinct(page, this.#columns)
    const rows = areNew ? page.rows : this.#unseen(page.rows)
    this.#page = rows.length < page.rows.length ? { ...page, rows, checked: undefined } : page
    // A list of one page needs no count of the service.
    if (this.#cursor === undefined && page.nextCursor === null) this.#page.totalCount ??= rows.length
    return this.#page
  }

  /** Goes on to the page after the one that was read last. Returns whether there is one. */
  advance(): boolean {
    const { rows, nextCursor } = this.#page!
    if (nextCursor === null) return false
    this.#walk.follow(nextCursor, rows.length)
    if (!this.#onPage) this.#unseen(rows)
    for (const identity of this.#onPage ?? []) this.#seen.add(identity)
    this.#cursor = nextCursor
    return true
  }

  /** The rows of a page that are not on an earlier one. A row with an ID is also not twice on the page. */
  #unseen(rows: R[]): R[] {
    const onPage = (this.#onPage = new Set())
    const hasIds = this.#endpoint.key === undefined
    return rows.filter((row) => {
      const identity = identityOf(this.#endpoint, row)
      if (this.#seen.has(identity) || (hasIds && onPage.has(identity))) return false
      onPage.add(identity)
      return true
    })
  }
}

/** Whether it is certain that no two rows of a page have the same identity. */
function areDistinct({ rows, checked }: Page<Row>, columns: readonly string[]): boolean {
  return (checked?.byId ?? indexOf(rows, columns))?.size === rows.length
}

function unavailable(message: string): EndlessList {
  return new EndlessList({ code: 'UPSTREAM_UNAVAILABLE', message })
}
