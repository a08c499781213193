import { snakeCase } from '../wire-name.ts'
import type { Check } from './input.ts'

/**
 * The fields of an input as request parameters, except the IDs of the account and of the entity to change. Fields that were read
 * as IDs have the service's ones. `changed` has the fields whose values are sent in another form, or undefined for those that
 * are not sent.
 */
export function paramsOf<Params extends object>({ input, ids }: Check<object>, changed: object = {}): Params {
  return toParams({ ...input, ...ids.sent, ...changed }, ['accountId', ids.target?.field ?? ''])
}

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
