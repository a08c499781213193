import type { InputFieldMap, InputShapeFromFields, SchemaTypes } from '@pothos/core'
import type { Endpoint } from '../../rest/endpoint.ts'

/** A reference to a GraphQL type of this shape. */
export type TypeRef<Types extends SchemaTypes, Shape> =
  | PothosSchemaTypes.ObjectRef<Types, Shape>
  | PothosSchemaTypes.InterfaceRef<Types, Shape>

/** The argument values of a field. */
export type ArgsOf<Args extends InputFieldMap> = InputShapeFromFields<Args>

/** Whether an endpoint belongs to an account: its path then starts with the account. */
export function isInAccount({ path }: Pick<Endpoint, 'path'>): boolean {
  return path.startsWith('accounts/:account_id/')
}
