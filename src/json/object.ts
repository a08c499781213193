/** Whether a value of JSON is an object, and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with the same names, each with what `use` returns for its value. */
export function mapValues<T, R>(
  object: Readonly<Record<string, T>>,
  use: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, use(value, name)]))
}

/** An object with the members that pass the test. */
export function pickBy<T>(
  object: Readonly<Record<string, T>>,
  test: (value: T, name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => test(value, name)))
}

/** The names and values of an object, in the order of the names. */
export function sortedEntries<T>(object: Readonly<Record<string, T>>): [name: string, value: T][] {
  return Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The value of a JSON text, which `read` reads. Undefined if it is not valid. */
export function valueIn(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text)
  } catch {
    return undefined
  }
}
