import { accountId, idOf, type Row } from '../../rest/types.ts'

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

/** A row with only an account and an ID, for selections that need no other column. */
export function rowOf(account: string, id: string): Row & { id: string } {
  return { id, [accountId]: account }
}

/** The account of a row: the account in which it was read, or its own ID if it is an account. */
export function accountOf(row: Row): string {
  return row[accountId] ?? idOf(row)
}
