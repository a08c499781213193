import { conventions } from './conventions.ts'
import { ENTITIES } from './entities.ts'
import type { Entity } from './entity.ts'

export { ENTITIES } from './entities.ts'
export type { Names } from './entity.ts'

/** Every endpoint, by method, version and path. */
export const ENDPOINTS = allOf(({ endpoints }) => endpoints)
/** The names of the endpoints of the documents. */
export const DOCUMENTED = Object.entries(ENDPOINTS).flatMap(([name, { source }]) => (source === undefined ? [] : name))
/** The columns of every type of row. */
export const ROWS = allOf(({ rows }) => rows)
/** The members of the objects in bodies. */
export const OBJECTS = allOf(({ objects }) => objects)
/** The values of all enumerations. */
export const ENUMERATIONS = allOf(({ enumerations }) => enumerations)
/** All rules, by ID. */
export const RULES = allOf(({ rules }) => rules)

function allOf<Value>(part: (entity: Entity) => Readonly<Record<string, Value>> | undefined) {
  const all: Record<string, Value> = {}
  for (const entity of [...ENTITIES, conventions]) Object.assign(all, part(entity))
  return all
}
