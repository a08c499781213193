import type { Context } from '../../context.ts'
import { mapValues } from '../../json/object.ts'
import type { Endpoint, ListEndpoint } from '../../rest/endpoint.ts'
import { plainRow } from '../../rest/json/lazy-row.ts'
import type { EntityRow, ListParams, Row } from '../../rest/types.ts'
import { comparableId, isSameId } from '../../rest/value.ts'
import { callsCost, childrenCost, costsOfLookUp, WHOLE_ROWS, type Bounds, type Cost } from '../cost/cost.ts'
import { isInAccount } from '../field/field.ts'
import { parentKey, type ParentFilter } from '../list/read.ts'
import { asStored, idColumn, known, type StoredRow, UNKNOWN } from './known.ts'

/** Data of the service that a write depends on: how it is read, and what that costs. Equal data has equal keys. */
export interface Key<Value> {
  readonly id: string
  /** Data of one group is read together. */
  readonly group: string
  /** The cost of reading the data of so many keys of the group. */
  readonly costs: (keys: Bounds) => Cost[]
  /** Reads it. Data that it follows from is taken from the stored data, or read into it. */
  readonly read: (context: Context, stored: Stored) => PromiseLike<Value>
}

/** The rows of a list that are known, in the form of a row or of the parameters that create one. */
export class Rows<R> {
  readonly path: string
  readonly rows: readonly StoredRow<R>[]
  /** Whether these are all rows of the list. */
  readonly complete: boolean

  constructor(path: string, rows: readonly StoredRow<R>[], complete: boolean) {
    this.path = path
    this.rows = rows
    this.complete = complete
  }
}

type Path = Record<string, string>

/**
 * The row with an ID in a list of an account, or in a list that belongs to none; null if there is no such row. With `alone`, a
 * single row is read by the entity's own GET.
 */
export function rowKey<R extends Row>(
  endpoint: ListEndpoint<string, ListParams, R>,
  account: string,
  id: string,
  { alone = false } = {},
): Key<StoredRow<R> | null> {
  const path: Path = isInAccount(endpoint) ? { account_id: account } : {}
  return {
    id: `${idOf(endpoint, path)} ${endpoint.idFilter === undefined ? id : comparableId(id)}`,
    group: idOf(endpoint, path),
    costs: ({ min, max }) => {
      const costs = costsOfLookUp(endpoint, { min, max, accounts: Math.min(1, max) }, true)
      const own = alone && max === 1 ? endpoint.get : undefined
      return costs.map((cost) => ({ ...cost, endpoint: own ?? cost.endpoint, account: path['account_id'] }))
    },
    read: async ({ loaders }) => asStored(await loaders.byId(endpoint, path, { alone })(id)),
  }
}

/** The first rows of a list that refer to a parent. With `more`, it is known whether they are all. */
export function childrenKey<R extends Row, Params extends ListParams>(
  endpoint: ListEndpoint<string, Params, R>,
  filter: ParentFilter<Params, R>,
  account: string,
  request: { parent: string; first: number; more?: boolean },
  params: Partial<Params> = {},
): Key<Rows<R>> {
  const cost = childrenCost(endpoint, filter)
  const { parent } = request
  const path = { account_id: account }
  return {
    id: `${idOf(endpoint, path)} ${filter} ${parent}`,
    group: `${idOf(endpoint, path)} ${filter}`,
    costs: ({ max }) =>
      cost.cost({ parents: { min: 0, max, accounts: 1 }, args: { first: request.first }, ...WHOLE_ROWS }),
    async read({ loaders }) {
      const read = await loaders
        .byParent(endpoint, parentKey<Params, R>(filter), path, params)
        .read({ ...request, parent })
      return new Rows(endpoint.path, asStored(read.rows), read.complete)
    },
  }
}

export function wholeKey<R extends Row, Params extends ListParams>(
  endpoint: ListEndpoint<string, Params, R>,
  path: Path,
  params?: Params,
): Key<readonly StoredRow<R>[]> {
  const id = `${idOf(endpoint, path)} ${JSON.stringify(params)}`
  return {
    id,
    group: id,
    costs: () => [callsCost(endpoint, endpoint.paged ? Infinity : 1)],
    read: async ({ loaders }) => asStored(await loaders.whole(endpoint, path, params)),
  }
}

/** The object of a single read; null for status 404. */
export function onceKey<R extends object>(endpoint: Endpoint<string, object, R>, path: Path): Key<StoredRow<R> | null> {
  const id = idOf(endpoint, path)
  const costs = ({ min, max }: Bounds) => [{ ...callsCost(endpoint, max), calls: { min, max } }]
  return {
    id,
    group: endpoint.path,
    costs,
    read: async ({ loaders }) => asStored(await loaders.onceIfFound(endpoint, path)),
  }
}

function idOf({ path: template }: Pick<Endpoint, 'path'>, path: Path): string {
  return `${template} ${Object.values(path).join(' ')}`
}

/** The stored data, as far as it is known: rows that were read, with the changes of a write applied to them. */
export class Stored {
  private readonly values = new Map<string, unknown>()
  /** The data as it was read, without changes, by the IDs of the keys. */
  private readonly readings = new Map<string, unknown>()
  /** The reads in progress, by the IDs of the keys. */
  private readonly reading = new Map<string, PromiseLike<unknown>>()
  /** The columns of rows that writes have changed, by the IDs of the keys. */
  private readonly changes: Map<string, object>

  /** `sent` has what was sent before: the rows that are read can show it later. */
  constructor(sent?: Stored) {
    this.changes = new Map(sent?.changes)
  }

  /** Reads the data of these keys, unless it is known. Reads of one group share calls. */
  async read(context: Context, keys: Iterable<Key<unknown>>): Promise<void> {
    await Promise.all(Array.from(keys, (key) => this.readOne(context, key)))
  }

  /** The data of a key, which is read unless it is known. */
  async readOne<Value>(context: Context, key: Key<Value>): Promise<Value> {
    const { id } = key
    if (!this.values.has(id)) {
      const reading = this.reading.get(id) ?? key.read(context, this)
      this.reading.set(id, reading)
      try {
        const value = await reading
        this.readings.set(id, value)
        const changes = this.changes.get(id)
        if (!this.values.has(id)) this.values.set(id, value && changes ? changed(value, changes) : value)
      } finally {
        this.reading.delete(id)
      }
    }
    return this.values.get(id) as Value
  }

  /** The data of a key; undefined if it is not known. */
  get<Value>(key: Key<Value>): Value | undefined {
    return this.values.get(key.id) as Value | undefined
  }

  /** The data of a key as it was read, without the changes of a write. */
  asRead<Value>(key: Key<Value>): Value | undefined {
    return this.readings.get(key.id) as Value | undefined
  }

  set<Value>(key: Key<Value>, value: Value): void {
    this.values.set(key.id, value)
  }

  /** Changes columns of a row as a write with these parameters does: an empty value removes one. */
  change<R>(key: Key<StoredRow<R> | null>, params: object): void {
    this.changes.set(key.id, { ...this.changes.get(key.id), ...params })
    const row = this.get(key)
    if (row) this.set(key, changed<R>(row, params))
  }

  /** Remembers the current data. Returns the function that undoes every change since. */
  remember(): () => void {
    const [values, changes] = [new Map(this.values), new Map(this.changes)]
    return () => {
      this.values.clear()
      for (const [key, value] of values) this.values.set(key, value)
      this.changes.clear()
      for (const [key, value] of changes) this.changes.set(key, value)
    }
  }

  /** The rows of a list, as far as they are known. */
  rows<R>(key: Key<Rows<R>>): Rows<R> {
    return this.get(key) ?? new Rows<R>('', [], false)
  }

  /** Adds the row that a write with these parameters creates. */
  add<R>(key: Key<Rows<R>>, { path }: Pick<Endpoint, 'path'>, params: object): void {
    const { rows, complete } = this.rows(key)
    this.set(key, new Rows(path, [...rows, changed<R>({}, params)], complete))
  }

  /** Removes a row from every list of an endpoint. */
  remove({ path }: Pick<Endpoint, 'path'>, id: string): void {
    for (const [key, value] of this.values)
      if (value instanceof Rows && value.path === path) {
        const others = (value as Rows<EntityRow>).rows.filter((row) => {
          const shown = known(row, 'id', idColumn)
          return shown === UNKNOWN || !isSameId(shown, id)
        })
        this.values.set(key, new Rows(path, others, value.complete))
      }
  }
}

/** A row with the columns that a write with these parameters sets. An empty value removes one. */
function changed<R>(row: object, params: object): StoredRow<R> {
  const columns: object = { ...plainRow(row), ...mapValues({ ...params }, (value) => (value === '' ? null : value)) }
  return columns as StoredRow<R>
}
