/** An object of a response. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value of a response is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects in a value of a response: the value itself, or those of a list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value] : []
}
