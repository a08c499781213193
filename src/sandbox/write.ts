import { endpoint, envelope, type Call, type Endpoint, type Method } from './endpoint.ts'
import { notFound, Refusal, unknownReference } from './error.ts'
import type { Parameters, Values } from './parameter.ts'
import type { Row, TableDefinition } from './store.ts'
import { timestamp } from './time.ts'

/** On whose behalf, in which account and when something is written. */
export type Place = Pick<Call, 'store' | 'owner' | 'user' | 'now' | 'limits'>

/** What a definition of an operation promises its `run`. */
interface OperationDefinition<P extends Parameters> {
  parameters: P
  /**
   * Changes rows and gives what is answered of them; the id is that of the row it is about, empty where it makes one.
   * Throws a Refusal for what the service refuses, before it changes anything.
   */
  run(params: Values<P>, place: Place, id: string): unknown
}

/** Something that can be done to an entity: by a call of its own, or as an item of a batch. */
export interface Operation {
  parameters: Parameters
  run: (params: Record<string, unknown>, place: Place, id: string) => unknown
}

/** An operation whose `run` gets the values that its parameters promise. */
export function operation<P extends Parameters>(definition: OperationDefinition<P>): Operation {
  // Calls and batches fill the values by this very declaration, which the types of a list of operations cannot tell.
  return {
    parameters: definition.parameters,
    run: (params, place, id) => definition.run(params as Values<P>, place, id),
  }
}

/** A POST that makes a row: 201. */
export function createEndpoint(path: string, { parameters, run }: Operation): Endpoint {
  return endpoint({
    method: 'POST',
    path,
    quota: 'write',
    parameters,
    handle: (call) => envelope(call, { data: run(call.params, call, '') }, 201),
  })
}

/** A PUT that changes the row whose id is the last parameter of the path. */
export function updateEndpoint(path: string, change: Operation): Endpoint {
  return endpointOfRow('PUT', path, change)
}

/** A DELETE of the row whose id is the last parameter of the path. */
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
    handle: (call) => envelope(call, { data: run(call.params, call, (call.path as Record<string, string>)[idName]!) }),
  })
}

/** The row of an id, unless it is deleted; undefined when the account has none. */
export function referred<R extends Row>(
  { store, owner }: Pick<Place, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  id: string,
): Readonly<R> | undefined {
  const row = store.table(definition).find(owner, id)
  return row?.deleted ? undefined : row
}

/** The row of an id that a write is about. Throws the 404 for one that does not exist or is deleted. */
export function liveRow<R extends Row>(
  place: Pick<Place, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  idName: string,
  id: string,
): Readonly<R> {
  const row = referred(place, definition, id)
  if (row === undefined) throw notFound(idName, id)
  return row
}

/** The row that a parameter names. Throws a 400 when the account has none or has deleted it. */
export function rowNamed<R extends Row>(
  place: Pick<Place, 'store' | 'owner'>,
  definition: TableDefinition<R>,
  parameter: string,
  id: string,
): Readonly<R> {
  const row = referred(place, definition, id)
  if (row === undefined) throw new Refusal(400, [unknownReference(parameter, id)])
  return row
}

/** A deletion as its entity's file declares it. */
interface RemovalDefinition<R extends Row> {
  table: TableDefinition<R>
  /** The parameter that names the row. */
  idName: string
  /** Throws a Refusal for a row that cannot be deleted. */
  check?: (row: Readonly<R>, place: Place) => void
  /** What is answered of the row, where it is not the row itself. */
  present?: (row: Readonly<R>) => unknown
}

/** The deletion of a row, which stays as a deleted one; 404 when it already was. */
export function removal<R extends Row>({ table, idName, check, present }: RemovalDefinition<R>): Operation {
  return operation({
    parameters: {},
    run(_, place, id) {
      const before = liveRow(place, table, idName, id)
      check?.(before, place)
      const changes = { deleted: true, updated_at: timestamp(place.now) } as Partial<R>
      const row = place.store.table(table).update(place.owner, id, changes)
      return present === undefined ? row : present(row)
    },
  })
}

/** What a column becomes: the value given, null when it is unset, as before when it was not given. */
export function changed<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}
