export type Json = null | boolean | number | string | Json[] | JsonObject

export type JsonObject = { [name: string]: Json }

/** A value that is an object. Undefined if it is anything else. */
export function objectOf(value: Json | undefined): JsonObject | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/** A value that is a text, or else an empty one. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A value that is a list, or else an empty one. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function objectsIn(value: Json | undefined): JsonObject[] {
  return listOf(value)
    .map(objectOf)
    .filter((item) => item !== undefined)
}

/** A value as JSON, with its texts as `change` returns them. Integers of 64 bits become texts. */
export function jsonOf(value: object, change = (text: string) => text): JsonObject {
  const json: JsonObject = JSON.parse(
    JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'string' ? change(each) : typeof each === 'bigint' ? String(each) : each,
    ),
  )
  return json
}

/** The reason why something is not done for an agent, with what to know about it. Its text has nothing from the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly structured: JsonObject

  constructor(text: string, structured: JsonObject = {}) {
    super(text)
    this.structured = structured
  }
}
