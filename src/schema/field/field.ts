import type { InputFieldMap, InputShapeFromFields, SchemaTypes } from '@pothos/core'
import type { Endpoint, PathParams } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import { accountOf } from '../node/row.ts'

/** A reference to a GraphQL type of this shape. */
export type TypeRef<Types extends SchemaTypes, Shape> =
  | PothosSchemaTypes.ObjectRef<Types, Shape>
  | PothosSchemaTypes.InterfaceRef<Types, Shape>

/** The argument values of a field. */
export type ArgsOf<Args extends InputFieldMap> = InputShapeFromFields<Args>

/** The option for the path parameters of an endpoint that has others than the parent's account. */
export type PathOptions<
  Parent,
  Path extends string,
  Args extends InputFieldMap,
> = keyof PathParams<Path> extends 'account_id'
  ? { path?: undefined }
  : { path: (parent: Parent, args: ArgsOf<Args>) => PathParams<Path> }

/** Whether an endpoint belongs to an account: its path then starts with the account. */
export function isInAccount({ path }: Pick<Endpoint, 'path'>): boolean {
  return path.startsWith('accounts/:account_id/')
}

/** The path parameters of an endpoint that has no others than the parent's account. */
export function pathInAccount(parent: Row): { account_id: string } {
  return { account_id: accountOf(parent) }
}
