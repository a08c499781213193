import {
  FieldBuilder,
  RootFieldBuilder,
  type InputFieldMap,
  type InputShapeFromFields,
  type SchemaTypes,
} from '@pothos/core'
import type { Endpoint, PathParams } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import { accountOf } from '../node/row.ts'

type AnyFieldBuilder = PothosSchemaTypes.FieldBuilder<SchemaTypes, Row>
type AnyRootFieldBuilder = PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

/** The builder that the methods of fields with columns are added to. */
export const fieldBuilder = FieldBuilder.prototype as AnyFieldBuilder

/** The builder that the other field methods are added to: the roots have them too. */
export const rootFieldBuilder = RootFieldBuilder.prototype as AnyRootFieldBuilder

/** The options of a field that a field method declares. */
interface FieldOptions {
  type: unknown
  nullable?: unknown
  description: string
  args?: InputFieldMap
  extensions: object
  resolve: object
}

/**
 * A value as the types of Pothos, or the functions of a declaration, take it. The types of a field method are checked where it is
 * used; in it, they are not known.
 */
export function untyped(value: unknown): never {
  return value as never
}

export function declareField(
  builder: AnyRootFieldBuilder,
  options: FieldOptions,
): ReturnType<AnyRootFieldBuilder['field']> {
  return builder.field(untyped(options))
}

/** A reference to a GraphQL type of this shape. */
export type TypeRef<Types extends SchemaTypes, Shape> =
  | PothosSchemaTypes.ObjectRef<Types, Shape>
  | PothosSchemaTypes.InterfaceRef<Types, Shape>

/** The GraphQL type of a column or of an input field, which is declared by its description or by both. */
export type TypeOf<Declared> = Declared extends readonly [infer Type, string, ...unknown[]] ? Type : 'String'

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

/** The path parameters of an endpoint that has no others than the parent's account, if it belongs to one. */
export function parentPathOf(endpoint: Pick<Endpoint, 'path'>): (parent: Row) => { account_id?: string } {
  return isInAccount(endpoint) ? (parent) => ({ account_id: accountOf(parent) }) : () => ({})
}
