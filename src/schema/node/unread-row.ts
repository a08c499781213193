import type { UpstreamError } from '../../rest/errors.ts'
import { ID_COLUMNS, type Row } from '../../rest/types.ts'
import { rowOf } from './row.ts'

const unreadErrors = new WeakMap<object, UpstreamError>()

/** What is read of a row besides its columns that are unknown: its ID, and what makes a value a promise or writes it as JSON. */
const NO_COLUMNS: ReadonlySet<string> = new Set([...ID_COLUMNS, 'then', 'toJSON'])

/**
 * A row of which only the account and the ID are known, because the answer with its columns could not be read. Reading any
 * other column throws the error.
 */
export function unreadRow(account: string, id: string, error: UpstreamError): Row {
  const row = new Proxy(rowOf(account, id), {
    get(known, name) {
      if (typeof name === 'symbol' || NO_COLUMNS.has(name)) return Reflect.get(known, name)
      throw error
    },
  })
  unreadErrors.set(row, error)
  return row
}

/** The error of a row that `unreadRow` created; undefined for other rows. */
export function unreadErrorOf(row: object): UpstreamError | undefined {
  return unreadErrors.get(row)
}

/** The row, for `raw`. Throws the error of a row that could not be read. */
export function rawRow<R extends object>(row: R): R {
  const error = unreadErrorOf(row)
  if (error) throw error
  return row
}
