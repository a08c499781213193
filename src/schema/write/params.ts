import { snakeCase } from '../wire-name.ts'

/**
 * Converts the fields of an input to request parameters, except those in `excluded`. Names change from camelCase to
 * snake_case. Undefined is omitted; null is sent as an empty value, which removes the value; false and 0 are sent.
 */
export function toParams<Params extends object>(fields: object, excluded: readonly string[] = []): Params {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && !excluded.includes(name))
      .map(([name, value]: [string, unknown]) => [snakeCase(name), value === null ? '' : value]),
  ) as Params
}

/** Like `toParams`, for an object that is sent whole: it has no value that null could remove, so null is omitted too. */
export function wholeParams<Params extends object>(fields: object, excluded: readonly string[] = []): Params {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return toParams(Object.fromEntries(given), excluded)
}
