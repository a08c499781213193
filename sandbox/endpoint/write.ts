import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { notFound, Refusal, unknownReference } from '../http/error.ts'
import type { Call } from './endpoint.ts'
import type { Parameters } from './parameter.ts'

/** The context of a write: the user, the account and the time. */
export type WriteContext = Pick<Call, 'store' | 'owner' | 'user' | 'now' | 'limits'>

/** A write operation of an entity: as a single call, or as an item of a batch. */
export interface Operation {
  parameters: Parameters
  /**
   * Changes rows and returns the data of the response. The ID names the row to change, and is empty if it creates one.
   * Throws a Refusal before it changes anything, if the service refuses the write.
   */
  run: (params: Record<string, unknown>, context: WriteContext, id: string) => unknown
}

/** The columns of a new row. Those that every row has are set, unless they are given. */
export type NewColumns<R extends Row> = Omit<R, keyof Row> & Partial<Row>

/** Adds a row that is made now, with a new ID unless the columns have one. */
export function added<R extends Row>(
  { store, owner, now }: Pick<WriteContext, 'store' | 'owner' | 'now'>,
  definition: TableDefinition<R>,
  columns: NewColumns<R>,
): Readonly<R> {
  const table = store.table(definition)
  const time = timestamp(now)
  // A row has the columns of every row, and its own.
  const row = { created_at: time, updated_at: time, deleted: false, ...columns, id: columns.id ?? table.newId() }
  return table.insert(owner, row as unknown as R)
}

/** The row of an ID, unless it is deleted; undefined if the account has none. */
export function referred<R extends Row>(
  { store, owner }: Pick<WriteContext, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  id: string,
): Readonly<R> | undefined {
  const row = store.table(definition).find(owner, id)
  return row?.deleted ? undefined : row
}

/** The row that a write changes. Throws a 404 if it does not exist or is deleted. */
export function liveRow<R extends Row>(
  context: Pick<WriteContext, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  idName: string,
  id: string,
): Readonly<R> {
  const row = referred(context, definition, id)
  if (row === undefined) throw notFound(idName, id)
  return row
}

/** The row that a parameter refers to. Throws a 400 if the account does not have it, or if it is deleted. */
export function rowNamed<R extends Row>(
  context: Pick<WriteContext, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  parameter: string,
  id: string,
): Readonly<R> {
  const row = referred(context, definition, id)
  if (row === undefined) throw new Refusal(400, [unknownReference(parameter, id)])
  return row
}

/** The new value of a column: the given value, null if it is unset, the previous value if it was not given. */
export function changed<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}
