import { compareKeys, sortKey, type Order, type SortKey } from './order.ts'

/** The columns of every row. */
export interface Row {
  id: string
  created_at: string
  updated_at: string
  deleted: boolean
}

/** A table, as the file of its entity declares it: its name, its default order, and the length of its IDs. */
export interface TableDefinition<R extends Row> {
  name: string
  order: Order<R>
  idLength: number
  /** Whether its rows belong to no account, so that every account has the same. */
  isShared?: boolean
  /** Whether its new IDs are numbers of 19 digits, as posts have. */
  hasNumericIds?: boolean
}

/** Declares a table. */
export function table<R extends Row>(
  name: string,
  order: Order<R>,
  idLength: number,
  others: Pick<TableDefinition<R>, 'isShared' | 'hasNumericIds'> = {},
): TableDefinition<R> {
  return { name, order, idLength, ...others }
}

/** The owner of rows that belong to no account: accounts and reference data. */
export const NO_ACCOUNT = ''

/** A row with its key in an order. */
export interface Entry<R> {
  key: SortKey
  row: R
}

/** The undo functions of the current transaction, latest last; undefined outside a transaction. */
interface Journal {
  undo: (() => void)[] | undefined
  /** Called for every change of a row while a call is handled. */
  watch: ChangeListener | undefined
}

/** Called with the name of the table, the owner, and the row before (undefined for a new one) and after a change. */
export type ChangeListener = (table: string, owner: string, before: Row | undefined, after: Row) => void

/** Creates rows when they are first needed, in a store that no other code changes. */
export interface RowSource {
  readonly store: Store
  /** Creates some of the rows of an owner, or of all owners if none is given. False if all of them exist. */
  step(owner?: string): boolean
}

/** The store of a source, with all rows of an owner, or of all owners if none is given. */
function complete(source: RowSource, owner?: string): Store {
  while (source.step(owner));
  return source.store
}

/** All tables of the sandbox, in memory. */
export class Store {
  private readonly tables = new Map<string, Table<Row>>()
  private readonly journal: Journal = { undo: undefined, watch: undefined }
  private source: RowSource | undefined

  /** A store with the rows of a source, which are copied when they are first needed. Without a source it is empty. */
  constructor(source?: RowSource) {
    this.source = source
  }

  /** The table of a definition; created empty on first use. */
  table<R extends Row>(definition: TableDefinition<R>): Table<R> {
    // The table under the name of a definition has the rows of that definition.
    const table =
      this.tables.get(definition.name) ?? (new Table(definition, this.journal, this.source) as unknown as Table<Row>)
    this.tables.set(definition.name, table)
    return table as unknown as Table<R>
  }

  /**
   * Does one step of the work for the first use of an owner's rows, or of all owners' rows. False if nothing is left.
   */
  prepare(owner?: string): boolean {
    return this.source?.step(owner) ?? false
  }

  /** Copies the content of another store, which later changes do not affect. */
  restore(other: Store): void {
    this.tables.clear()
    this.source = other.source
    for (const [name, table] of other.tables) this.tables.set(name, table.copy(this.journal))
  }

  /** Runs a function that changes rows, and calls the listener for each change. */
  watched<T>(listener: ChangeListener, work: () => T): T {
    this.journal.watch = listener
    try {
      return work()
    } finally {
      this.journal.watch = undefined
    }
  }

  /** Runs a function that changes rows, and rolls all changes back if it throws. */
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
 * The rows of one entity, separated by the account that owns them. Rows are exactly as the service sends them, and are
 * never changed in place: copies of a table share them.
 */
export class Table<R extends Row> {
  private readonly definition: TableDefinition<R>
  private readonly journal: Journal
  private readonly shelves = new Map<string, Shelf<R>>()
  private readonly source: RowSource | undefined
  /** How many IDs have been issued; undefined until the first one if the source has issued some before. */
  private issued: number | undefined

  constructor(definition: TableDefinition<R>, journal: Journal, source: RowSource | undefined) {
    this.definition = definition
    this.journal = journal
    this.source = source
  }

  /** A new ID that was not used in this table: lowercase base 36, of the table's length, in no visible order; or a number. */
  newId(): string {
    this.issued = (this.issued ?? this.sourceTable()?.issued ?? 0) + 1
    const id = scatteredId(this.issued, this.definition)
    return this.definition.hasNumericIds ? numericId(id) : id
  }

  /** The row of an ID, deleted or not; undefined if the owner has none. */
  find(owner: string, id: string): Readonly<R> | undefined {
    return this.shelf(owner).rows.get(id)
  }

  /** Every row of an owner in the default order, including deleted ones. */
  rows(owner: string): Readonly<R>[] {
    return this.entries(owner, this.definition.order).map((entry) => entry.row)
  }

  /** Every row of an owner in no particular order, including deleted ones. Much cheaper than `rows` after a change. */
  each(owner: string): IterableIterator<Readonly<R>> {
    return this.shelf(owner).rows.values()
  }

  /** The number of rows of an owner, including deleted ones. */
  count(owner: string): number {
    return this.shelf(owner).rows.size
  }

  /** Every row of an owner in an order, with its key. */
  entries(owner: string, order: Order<R>): readonly Entry<R>[] {
    return this.shelf(owner).entries(order)
  }

  /** The default order of the lists of this table. */
  get order(): Order<R> {
    return this.definition.order
  }

  /** Adds a row, or replaces the row with the same ID. */
  insert(owner: string, row: R): Readonly<R> {
    const before = this.note(owner, row.id)
    this.shelf(owner).put(row)
    this.journal.watch?.(this.definition.name, owner, before, row)
    return row
  }

  /** Changes columns of a row and returns the changed row. Throws if the owner has no row with this ID. */
  update(owner: string, id: string, changes: Partial<R>): Readonly<R> {
    const row = this.find(owner, id)
    if (row === undefined) throw new Error(`${this.definition.name} has no ${id}`)
    return this.insert(owner, { ...row, ...changes })
  }

  /** Removes a row entirely, which no request can do; true if it existed. */
  remove(owner: string, id: string): boolean {
    this.note(owner, id)
    return this.shelf(owner).take(id)
  }

  /** Another table with the same rows, for the store of a journal. */
  copy(journal: Journal): Table<R> {
    const copy = new Table(this.definition, journal, this.source)
    copy.issued = this.issued
    for (const [owner, shelf] of this.shelves) copy.shelves.set(owner, shelf.copy())
    return copy
  }

  /** Records a row before it is changed, and returns it; undefined if there is none yet. */
  private note(owner: string, id: string): R | undefined {
    const shelf = this.shelf(owner)
    const before = shelf.rows.get(id)
    this.journal.undo?.push(() => (before === undefined ? shelf.take(id) : shelf.put(before)))
    return before
  }

  /** The table of the source, with all rows of an owner, or of all owners if none is given. */
  private sourceTable(owner?: string): Table<R> | undefined {
    return this.source && complete(this.source, owner).table(this.definition)
  }

  private shelf(account: string): Shelf<R> {
    const owner = this.definition.isShared ? NO_ACCOUNT : account
    let shelf = this.shelves.get(owner)
    if (shelf === undefined) {
      shelf = this.sourceTable(owner)?.shelf(owner).copy() ?? new Shelf<R>()
      this.shelves.set(owner, shelf)
    }
    return shelf
  }
}

/** Rows with their keys, in an order. */
export function sorted<R extends Row>(rows: readonly R[], order: Order<R>): Entry<R>[] {
  const entries = rows.map((row) => ({ key: sortKey(order, row), row }))
  return entries.sort((a, b) => compareKeys(order, a.key, b.key))
}

/** The rows of one table and owner: by ID, and in every order that was used since the last change. */
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

/** A number with 19 digits, below 2^63: IDs of up to ten characters are numbers below 36^10. */
export function numericId(id: string): string {
  return String(10n ** 18n + BigInt(Number.parseInt(id, 36)) * 2_003n)
}

// 35 * 36^n has only the prime factors 2, 3, 5 and 7, so a multiplier without them visits every number once.
const SCATTER = 7_368_787

function scatteredId(issued: number, { name, idLength }: { name: string; idLength: number }): string {
  const first = 36 ** (idLength - 1)
  // Every table starts at a different number, so that IDs of different tables are not mixed up unnoticed.
  const start = Array.from(name).reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % first
  return (first + ((start + issued * SCATTER) % (35 * first))).toString(36)
}
