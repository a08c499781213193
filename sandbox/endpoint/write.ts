import { endpoint, envelope, type Call, type Endpoint, type Method } from './endpoint.ts'
import { notFound, Refusal, unknownReference } from '../http/error.ts'
import type { Parameters, Values } from './parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'

/** The context of a write: the user, the account and the time. */
export type WriteContext = Pick<Call, 'store' | 'owner' | 'user' | 'now' | 'limits'>

/** The definition of an operation, with the types for its `run`. */
interface OperationDefinition<P extends Parameters> {
  parameters: P
  /**
   * Changes rows and returns the data of the response. The ID is that of the row to change, empty if it creates one.
   * Throws a Refusal before it changes anything, if the service refuses the write.
   */
  run(params: Values<P>, context: WriteContext, id: string): unknown
}

/** A write operation of an entity: as a single call, or as an item of a batch. */
export interface Operation {
  parameters: Parameters
  run: (params: Record<string, unknown>, context: WriteContext, id: string) => unknown
}

/** Defines an operation. The types of its `run` follow from its parameters. */
export function operation<P extends Parameters>(definition: OperationDefinition<P>): Operation {
  // Calls and batches fill the values from this declaration, which the type of a list of operations cannot express.
  return {
    parameters: definition.parameters,
    run: (params, context, id) => definition.run(params as Values<P>, context, id),
  }
}

/** A POST that creates a row: 201. */
export function createEndpoint(path: string, { parameters, run }: Operation): Endpoint {
  return endpoint({
    method: 'POST',
    path,
    quota: 'write',
    parameters,
    handle: (call) => envelope(call, { data: run(call.params, call, '') }, 201),
  })
}

/** A PUT that updates the row whose ID is the last parameter of the path. */
export function updateEndpoint(path: string, change: Operation): Endpoint {
  return endpointOfRow('PUT', path, change)
}

/** A DELETE of the row whose ID is the last parameter of the path. */
export function deleteEndpoint(path: string, removal: Operation): Endpoint {
  return endpointOfRow('DELETE', path, removal)
}

function endpointOfRow(method: Method, path: string, { parameters, run }: Operation): Endpoint {
  const idName = path.slice(path.lastIndexOf(':') + 1)
  return endpoint({
    method,
    path,
    quota: 'write',
    parameters,
    handle: (call) => envelope(call, { data: run(call.params, call, call.path[idName]!) }),
  })
}

/** Adds a row with a new ID, which is made now. */
export function added<R extends Row>(
  { store, owner, now }: WriteContext,
  definition: TableDefinition<R>,
  columns: Omit<R, keyof Row>,
): Readonly<R> {
  const table = store.table(definition)
  const time = timestamp(now)
  // The columns of a row are those of every row, and its own.
  return table.insert(owner, { ...columns, id: table.newId(), created_at: time, updated_at: time, deleted: false } as R)
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

/** A deletion, as the file of its entity declares it. */
interface RemovalDefinition<R extends Row> {
  table: TableDefinition<R>
  /** The parameter with the ID of the row. */
  idName: string
  /** Throws a Refusal for a row that cannot be deleted. */
  check?: (row: Readonly<R>, context: WriteContext) => void
  /** The row as sent, if it differs from the stored row. */
  present?: (row: Readonly<R>) => unknown
}

/** Deletes a row, which stays stored as deleted. 404 if it was already deleted. */
export function removal<R extends Row>({ table, idName, check, present }: RemovalDefinition<R>): Operation {
  return operation({
    parameters: {},
    run(_, context, id) {
      const before = liveRow(context, table, idName, id)
      check?.(before, context)
      const changes = { deleted: true, updated_at: timestamp(context.now) } as Partial<R>
      const row = context.store.table(table).update(context.owner, id, changes)
      return present === undefined ? row : present(row)
    },
  })
}

/** The new value of a column: the given value, null if it is unset, the previous value if it was not given. */
export function changed<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}
