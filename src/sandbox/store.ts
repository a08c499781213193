import { compareKeys, sortKey, type Order, type SortKey } from './order.ts'

/** What every row has, whatever its entity. */
export interface Row {
  id: string
  created_at: string
  updated_at: string
  deleted: boolean
}

/** A table as its entity's file declares it: its name, the order of its lists unless asked otherwise, and the length of its ids. */
export interface TableDefinition<R extends Row> {
  name: string
  order: Order<R>
  idLength: number
}

/** The owner of rows that belong to no account: accounts themselves, and reference data. */
export const NO_ACCOUNT = ''

/** A row with its key in some order. */
export interface Entry<R> {
  key: SortKey
  row: R
}

/** How to take back the changes of whatever is being done atomically, the latest last; undefined while nothing is. */
interface Journal {
  undo: (() => void)[] | undefined
  /** Called with every change of a row while a call is being handled. */
  watch: ChangeListener | undefined
}

/** Called with the name of the table, the owner, and the row before (undefined for a new one) and after a change. */
export type ChangeListener = (table: string, owner: string, before: Row | undefined, after: Row) => void

/** All tables of the sandbox, in memory. */
export class Store {
  private readonly tables = new Map<string, Table<Row>>()
  private readonly journal: Journal = { undo: undefined, watch: undefined }

  /** The table of a definition; made empty when it is first asked for. */
  table<R extends Row>(definition: TableDefinition<R>): Table<R> {
    // What is kept under a definition's name holds the rows of that definition.
    const table = this.tables.get(definition.name) ?? (new Table(definition, this.journal) as unknown as Table<Row>)
    this.tables.set(definition.name, table)
    return table as unknown as Table<R>
  }

  /** Becomes as another store is, which stays as it is whatever happens here. */
  restore(other: Store): void {
    this.tables.clear()
    for (const [name, table] of other.tables) this.tables.set(name, table.copy(this.journal))
  }

  /** Does something that changes rows, and calls the listener with each change. */
  watched<T>(listener: ChangeListener, work: () => T): T {
    this.journal.watch = listener
    try {
      return work()
    } finally {
      this.journal.watch = undefined
    }
  }

  /** Does something that changes rows, and takes all changes back when it throws. */
  atomically<T>(work: () => T): T {
    const undo: (() => void)[] = []
    this.journal.undo = undo
    try {
      return work()
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack()
      throw error
    } finally {
      this.journal.undo = undefined
    }
  }
}

/**
 * The rows of one entity, kept apart by the account that owns them. Rows are exactly what the service sends, and are never
 * changed in place: copies of a table share them.
 */
export class Table<R extends Row> {
  private readonly definition: TableDefinition<R>
  private readonly journal: Journal
  private readonly shelves = new Map<string, Shelf<R>>()
  private issued = 0

  constructor(definition: TableDefinition<R>, journal: Journal) {
    this.definition = definition
    this.journal = journal
  }

  /** An id that no row of this table has had: lower-case base 36, of the table's length, in no visible order. */
  newId(): string {
    this.issued += 1
    return scatteredId(this.issued, this.definition)
  }

  /** The row of an id, deleted or not; undefined when the owner has none. */
  find(owner: string, id: string): Readonly<R> | undefined {
    return this.shelf(owner).rows.get(id)
  }

  /** Every row of an owner in the table's own order, deleted ones too. */
  rows(owner: string): Readonly<R>[] {
    return this.entries(owner, this.definition.order).map((entry) => entry.row)
  }

  /** Every row of an owner in no order, deleted ones too: much cheaper than `rows` after a change. */
  each(owner: string): IterableIterator<Readonly<R>> {
    return this.shelf(owner).rows.values()
  }

  /** Every row of an owner in an order, with its keys. */
  entries(owner: string, order: Order<R>): readonly Entry<R>[] {
    return this.shelf(owner).entries(order)
  }

  /** The order of this table's lists unless asked otherwise. */
  get order(): Order<R> {
    return this.definition.order
  }

  /** Adds a row, or puts it in the place of the one with its id. */
  insert(owner: string, row: R): Readonly<R> {
    const before = this.find(owner, row.id)
    this.note(owner, row.id)
    this.shelf(owner).put(row)
    this.journal.watch?.(this.definition.name, owner, before, row)
    return row
  }

  /** Changes columns of a row and gives the changed row; throws when the owner has none of this id. */
  update(owner: string, id: string, changes: Partial<R>): Readonly<R> {
    const row = this.find(owner, id)
    if (row === undefined) throw new Error(`${this.definition.name} has no ${id}`)
    return this.insert(owner, { ...row, ...changes })
  }

  /** Takes a row out as if it had never been, which no request can do; true when there was one. */
  remove(owner: string, id: string): boolean {
    this.note(owner, id)
    return this.shelf(owner).take(id)
  }

  /** Another table with the same rows, for the store of a journal. */
  copy(journal: Journal): Table<R> {
    const copy = new Table(this.definition, journal)
    copy.issued = this.issued
    for (const [owner, shelf] of this.shelves) copy.shelves.set(owner, shelf.copy())
    return copy
  }

  /** Notes how a row is before it is changed. */
  private note(owner: string, id: string): void {
    const shelf = this.shelf(owner)
    const before = shelf.rows.get(id)
    this.journal.undo?.push(() => (before === undefined ? shelf.take(id) : shelf.put(before)))
  }

  private shelf(owner: string): Shelf<R> {
    const shelf = this.shelves.get(owner) ?? new Shelf<R>()
    this.shelves.set(owner, shelf)
    return shelf
  }
}

/** Rows with their keys, in an order. */
export function sorted<R extends Row>(rows: readonly R[], order: Order<R>): Entry<R>[] {
  const entries = rows.map((row) => ({ key: sortKey(order, row), row }))
  return entries.sort((a, b) => compareKeys(order, a.key, b.key))
}

/** The rows of one table and owner, by id, and in every order that was asked for since the last change. */
class Shelf<R extends Row> {
  readonly rows = new Map<string, R>()
  private readonly sorted = new Map<string, Entry<R>[]>()

  entries(order: Order<R>): readonly Entry<R>[] {
    const entries = this.sorted.get(order.name) ?? sorted([...this.rows.values()], order)
    this.sorted.set(order.name, entries)
    return entries
  }

  put(row: R): void {
    this.rows.set(row.id, row)
    this.sorted.clear()
  }

  take(id: string): boolean {
    this.sorted.clear()
    return this.rows.delete(id)
  }

  copy(): Shelf<R> {
    const copy = new Shelf<R>()
    for (const [id, row] of this.rows) copy.rows.set(id, row)
    for (const [name, entries] of this.sorted) copy.sorted.set(name, entries)
    return copy
  }
}

// 35 * 36^n has the prime factors 2, 3, 5 and 7 alone, so that any other multiplier visits every number once.
const SCATTER = 7_368_787

function scatteredId(issued: number, { name, idLength }: { name: string; idLength: number }): string {
  const first = 36 ** (idLength - 1)
  // Every table begins elsewhere: an id of one table that is taken for an id of another should be found out.
  const start = Array.from(name).reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % first
  return (first + ((start + issued * SCATTER) % (35 * first))).toString(36)
}
