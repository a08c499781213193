import { isObject } from '../../json/object.ts'

/** An object of a response. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The objects in a value of a response: the value itself, or those of a list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value] : []
}
