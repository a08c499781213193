import type { Row } from '../../rest/types.ts'

/** The first rows of one parent's list. */
export interface ParentRows<R> {
  /** In the service's order: at least as many as requested, or all there are. */
  rows: R[]
  /** Whether these are all rows of the list, as far as known. */
  complete: boolean
  /** The service's cursor directly after the last row; null if there is none, as for parents that shared a page. */
  nextCursor: string | null
  /** The number of rows in the whole list, if requested. */
  totalCount: number | undefined
  /** Why the list could not be counted. */
  countError?: unknown
}

/** How much of a list is read. */
export interface ListAmount {
  /** 0 if only the count is needed. */
  first: number
  /** Whether the rows of the whole list are counted. */
  count?: boolean
  /** Whether it must be known if there are rows after these, which can take another call. */
  more?: boolean
}

/** Lists that are fetched together. */
export interface ListBatch {
  lists: ChildList[]
  /** Fulfilled when all of them have an outcome. It never rejects. */
  fetched: Promise<void>
}

/** The first rows of one parent's list, which a batch fetches. */
export class ChildList {
  readonly batch: ListBatch
  readonly parent: string
  first: number
  count: boolean
  more: boolean
  /** The rows of the pages so far; undefined if there are none. */
  rows: Row[] | undefined
  /** The rows from the group that was split. They are used if the pages of the new group fail. */
  earlier: Row[] | undefined
  /** The list as it was read, or why it could not be read, once one of them is known. */
  outcome: ParentRows<Row> | Error | undefined

  constructor(batch: ListBatch, parent: string, { first, count = false, more = false }: ListAmount) {
    this.batch = batch
    this.parent = parent
    this.first = first
    this.count = count
    this.more = more
  }

  /** Whether its outcome serves this request too. */
  covers({ first, count = false, more = false }: ListAmount): boolean {
    return this.first >= first && (this.count || !count) && (this.more || !more)
  }

  /** Extends the list so that its outcome serves this request too. Call it only before the batch is fetched. */
  widen({ first, count = false, more = false }: ListAmount): void {
    this.first = Math.max(this.first, first)
    this.count ||= count
    this.more ||= more
  }
}
