import { memoize1 } from '@graphql-tools/utils'
import { comparableId, isSameId } from '../../rest/value.ts'
import { finderOf, listOf } from '../node/node-type.ts'
import { snakeCase } from '../wire-name.ts'
import type { Declared, Parent } from '../write/declared.ts'
import { asStored, idColumn, type Known, readColumn, type StoredRow, UNKNOWN, type Unknown } from '../write/known.ts'
import { type Key, rowKey, type Stored } from '../write/stored.ts'

/** An entity of an account. */
export interface EntityPlace {
  type: string
  account: string
  /** The ID of what it is below, for types whose IDs count only there. */
  parent?: string | undefined
  id: string
}

/** The row of an entity in the tree: null if there is none, and undefined if it is not known. */
export type PlaceRow = StoredRow<object> | null | undefined

/** What each type is directly below. A funding instrument is below its account alone. */
export const BELOW = new Map<string, Parent>()

/** Remembers the parents of the entities that a mutation creates. */
export function putBelow({ type, parent }: Declared): void {
  if (parent) BELOW.set(type, parent)
}

/** Whether entities of a type are below others, or others below them. */
export function isInTree(type: string): boolean {
  return BELOW.has(type) || type === 'FundingInstrument'
}

/** The types above a type, from the lowest. */
function typesAbove(type: string): string[] {
  const above = BELOW.get(type)?.type
  return above === undefined ? [] : [above, ...typesAbove(above)]
}

export function typesBelow(type: string): string[] {
  return [...BELOW.keys()].filter((each) => typesAbove(each).includes(type))
}

/** The row of an entity in the tree, which is read as rules read it. */
function keyOf({ type, account, parent, id }: EntityPlace): Key<StoredRow<object> | null> {
  const key = rowKey(listOf(type), account, id, { alone: type === 'Campaign' })
  if (parent === undefined) return key
  return {
    ...key,
    id: `${key.id} ${parent}`,
    group: `${key.group} ${parent}`,
    read: async (context) => asStored((await finderOf(type)?.(context, account, parent)(id)) ?? null),
  }
}

/** The row of an entity, as far as it is known. */
export function rowAt(place: EntityPlace | undefined, stored: Stored): PlaceRow {
  return place && isInTree(place.type) ? stored.get(keyOf(place)) : undefined
}

/** The row of an entity as the service sent it, without the changes of the operations before. */
export function rowAsReadAt(place: EntityPlace | undefined, stored: Stored): PlaceRow {
  return place && isInTree(place.type) ? stored.asRead(keyOf(place)) : undefined
}

/** The rows of an entity and of the entities above it. Thousands of operations add to the same entity. */
export const placeKeys = memoize1((place: EntityPlace): Key<unknown>[] => [keyOf(place), aboveKey(place)])

/** The rows that any entities of a type can need. */
export function typeKeys(type: string): Key<unknown>[] {
  const any = { type, account: '', id: '' }
  return [
    ...typesAbove(type)
      .filter(isInTree)
      .map((above) => keyOf({ ...any, type: above })),
    ...placeKeys(any),
  ]
}

/** The entities above an entity, up to its funding instrument. Their rows are stored one by one. */
function aboveKey(place: EntityPlace): Key<void> {
  const { type, account, id } = place
  const group = `above ${type} ${account}`
  return {
    id: `${group} ${comparableId(id)}`,
    group,
    costs: ({ max }) =>
      typesAbove(type)
        .filter(isInTree)
        .flatMap((each) => keyOf({ type: each, account, id: '' }).costs({ min: 0, max })),
    async read(context, stored) {
      for (let at: Known<EntityPlace> = place; typeof at === 'object' && at !== null && isInTree(at.type);)
        at = directlyAbove(at, await stored.readOne(context, keyOf(at)))
    },
  }
}

/** What a row is directly below. Null for a type that is below its account alone. */
export function directlyAbove(
  { type, account, parent }: EntityPlace,
  row: object | null | undefined,
): Known<EntityPlace> {
  const above = BELOW.get(type)
  if (!above) return null
  if (parent !== undefined) return { type: above.type, account, id: parent }
  const id = readColumn(row, snakeCase(above.id), idColumn)
  return typeof id === 'string' ? { type: above.type, account, id } : id === null ? UNKNOWN : id
}

/** An entity and the entities above it, from the lowest. UNKNOWN comes last if the rest is not known. `row` is the entity's. */
export function pathUp(place: EntityPlace, stored: Stored, row = rowAt(place, stored)): (EntityPlace | Unknown)[] {
  const above = directlyAbove(place, row)
  if (above === null) return [place]
  return above === UNKNOWN ? [place, UNKNOWN] : [place, ...pathUp(above, stored)]
}

/** Whether an entity is below another one, as far as that is known. What does not exist is below nothing. */
export function isBelow(place: EntityPlace, other: EntityPlace, stored: Stored): boolean | Unknown {
  if (rowAt(place, stored) === null) return false
  const [above] = pathUp(place, stored).filter((at) => at === UNKNOWN || at.type === other.type)
  return above === UNKNOWN || above === undefined ? UNKNOWN : isSameId(above.id, other.id)
}
