import type { FieldKind, FieldRef, InputFieldMap, SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { sharesArguments, type ResolveAll } from '../../execute/resolver.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { childrenCost } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import {
  childrenReader,
  type ChildSource,
  type InAccount,
  type PageArgs,
  parentKey,
  type ParentFilter,
  listSelectionOf,
} from '../list/read.ts'
import { SharedList } from '../list/shared-list.ts'
import { declareField, rootFieldBuilder, type ArgsOf, type TypeRef } from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * A connection of the children of an entity. One call reads the lists of up to 200 parents. The connection is
       * null only if it could not be read. `type` is a connection type from `connectionType`, and `parentFilter` the
       * filter of the endpoint that takes the IDs of the parents.
       */
      children<Path extends InAccount, Params extends ListParams, R extends Row, Args extends InputFieldMap = {}>(
        type: TypeRef<Types, Connection<R>>,
        endpoint: ListEndpoint<Path, Params, R>,
        parentFilter: ParentFilter<Params, R>,
        description: string,
        options: {
          /** The arguments besides `first` and `after`. */
          args?: Args
          /** The other filters of the list, with their wire names. They are the same for all parents. */
          filters?: (args: ArgsOf<Args>) => Partial<Params>
        },
      ): FieldRef<Types, Connection<R> | null | undefined, Kind>
    }
  }
}

rootFieldBuilder.children = function children(type, endpoint, parentFilter, description, options) {
  const { args, filters = () => ({}) } = options
  const source = { endpoint, ...parentKey(parentFilter), filters } as ChildSource
  const read = childrenReader(source)
  const shared = new SharedList(source)
  const resolveAll: ResolveAll = (parents, args, context, info) =>
    read(context as Context, parents as readonly Row[], args, listSelectionOf(info))
  return declareField(this, {
    type,
    description,
    args: { ...args, ...pageArgs(endpoint.defaultCount) },
    extensions: { ...keyOnly, ...semanticNonNull, ...childrenCost(endpoint, parentFilter), shared },
    resolve: sharesArguments(async (parent: Row, args: PageArgs, context: Context, info: GraphQLResolveInfo) => {
      const [connection] = await read(context, [parent], args, listSelectionOf(info))
      if (connection instanceof Error) throw connection
      return connection
    }, resolveAll),
  })
}
