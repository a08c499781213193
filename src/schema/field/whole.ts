import { RootFieldBuilder, type FieldKind, type FieldRef, type InputFieldMap, type SchemaTypes } from '@pothos/core'
import type { Context } from '../../context.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { callCost } from '../cost/cost.ts'
import type { ArgsOf, TypeRef } from './field.ts'

/** A field that returns all rows of a list that belongs to no account. */
interface WholeOptions<
  Types extends SchemaTypes,
  Params extends ListParams,
  R extends Row,
  Args extends InputFieldMap,
> {
  /** The type of the items. */
  type: TypeRef<Types, R>
  endpoint: ListEndpoint<string, Params, R>
  description: string
  args?: Args
  /** The filters of the list, with their wire names. */
  filters?: (args: ArgsOf<Args>) => Partial<Params>
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /** All rows of a small list that belongs to no account, from all its pages, as a plain list. */
      whole<Params extends ListParams, R extends Row, Args extends InputFieldMap = {}>(
        options: WholeOptions<Types, Params, R, Args>,
      ): FieldRef<Types, R[] | null | undefined, Kind>
    }
  }
}

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

fieldBuilder.whole = function whole({ type, endpoint, description, args, filters }) {
  // The method's type is checked where it is declared, above; Pothos' own types of a field and of its arguments are not
  // known here.
  return this.field({
    type: [type],
    nullable: { list: true, items: false },
    description,
    args,
    extensions: callCost(endpoint),
    resolve: (_parent: unknown, args: object, { loaders }: Context) =>
      loaders.whole(endpoint, {}, filters?.(args as never) as ListParams | undefined),
  } as never)
}
