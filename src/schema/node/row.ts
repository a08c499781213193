import type { UpstreamError } from '../../rest/errors.ts'
import { accountId, ID_COLUMNS, idOf, parentId, type Row } from '../../rest/types.ts'

/** The key of a row's GraphQL type name. A symbol, so that it is not part of the row's data. */
const typeName = Symbol('typeName')

type TypedRow = Row & { [typeName]?: string }

/** Sets the GraphQL type name of a row, for fields that return an interface. Returns the row. */
export function setTypeName<R extends Row>(row: R, type: string): R {
  ;(row as TypedRow)[typeName] = type
  return row
}

/** The GraphQL type name of a row that `setTypeName` has set. */
export function typeNameOf(row: TypedRow): string | undefined {
  return row[typeName]
}

/** An object that knows its account, which is needed to find the entities that it refers to. */
export type OfAccount = Pick<Row, typeof accountId>

/** A part of a row that refers to other entities, with the account of the row. */
export function partOf<Part extends object>(row: OfAccount, part: Part): Part & OfAccount {
  return { ...part, [accountId]: row[accountId] }
}

/** The parts in a list of a row, each with the account of the row. What is no list stays as it is, for its type to refuse. */
export function partsOf<Part extends object>(
  row: OfAccount,
  parts: readonly Part[] | null | undefined,
): (Part & OfAccount)[] | null | undefined {
  return Array.isArray(parts) ? parts.map((part: Part) => partOf(row, part)) : (parts as null | undefined)
}

/** A row with only an account, a parent in it and an ID, for selections that need no other column. */
export function rowOf(account: string, id: string, parent?: string): Row & { id: string } {
  return parent === undefined ? { id, [accountId]: account } : { id, [accountId]: account, [parentId]: parent }
}

/** The account of a row: the account in which it was read, or its own ID if it is an account. */
export function accountOf(row: Row): string {
  return row[accountId] ?? idOf(row)
}

/** The key of the error of a row whose columns could not be read. */
const unread = Symbol('unread')

/** The properties that are read even if the columns of a row are unknown: its ID, and those that promises and JSON look for. */
const NO_COLUMNS: ReadonlySet<string> = new Set([...ID_COLUMNS, 'then', 'toJSON'])

/**
 * A row whose place and ID alone are known, because the answer with its columns could not be read. Reading any
 * other column throws the error.
 */
export function unreadRow(known: ReturnType<typeof rowOf>, error: UpstreamError): Row {
  return new Proxy<Row>(Object.assign(known, { [unread]: error }), {
    get(known, name) {
      if (typeof name === 'symbol' || NO_COLUMNS.has(name)) return Reflect.get(known, name)
      throw error
    },
  })
}

/** The error of a row that `unreadRow` created; undefined for other rows. */
export function unreadErrorOf(row: object): UpstreamError | undefined {
  return (row as { [unread]?: UpstreamError })[unread]
}

/** The row, for `raw`. Throws the error of a row that could not be read. */
export function rawRow<R extends object>(row: R): R {
  const error = unreadErrorOf(row)
  if (error) throw error
  return row
}
