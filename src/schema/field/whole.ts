import type { FieldKind, FieldRef, InputFieldMap, SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { idOf, type ListParams, type Long, type Row } from '../../rest/types.ts'
import { wholeCost } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import { listSelectionOf, readWhole, type PageArgs } from '../list/read.ts'
import { declareField, rootFieldBuilder, parentPathOf, untyped, type ArgsOf, type TypeRef } from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * A connection of a list that is read to its end, once for all parents of an account: because the service cannot
       * filter it by parent, or because it has no pages. The connection is null only if the list could not be read.
       * `type` is a connection type from `connectionType`.
       */
      whole<Params extends ListParams, R extends Row, Args extends InputFieldMap = {}>(
        type: TypeRef<Types, Connection<R>>,
        endpoint: ListEndpoint<string, Params, R>,
        description: string,
        options?: {
          /** The arguments besides `first` and `after`. */
          args?: Args
          /** The filters of the list, with their wire names. */
          filters?: (args: ArgsOf<Args>) => Partial<Params>
          /** The ID of the parent that a row refers to, if the connection has only the rows of its parent. */
          parentOf?: (row: R) => Long | null | undefined
        },
      ): FieldRef<Types, Connection<R> | null | undefined, Kind>
    }
  }
}

rootFieldBuilder.whole = function whole(type, endpoint, description, { args, filters, parentOf } = {}) {
  const pathOf = parentPathOf(endpoint)
  return declareField(this, {
    type,
    description,
    args: { ...args, ...pageArgs(endpoint.defaultCount) },
    extensions: { ...keyOnly, ...semanticNonNull, ...wholeCost(endpoint, parentOf !== undefined) },
    resolve(parent: Row, args: PageArgs, context: Context, info: GraphQLResolveInfo) {
      const source = { endpoint, path: pathOf(parent), filters: filters?.(untyped(args)) ?? {} }
      const of = parentOf && { parent: idOf(parent), parentOf }
      return readWhole(context, source, args, listSelectionOf(info), untyped(of))
    },
  })
}
