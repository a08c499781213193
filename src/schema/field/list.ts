import type { FieldKind, FieldRef, InputFieldMap, SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { listCost } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import { readList, type ListSource, type PageArgs, listSelectionOf } from '../list/read.ts'
import { parentInPath, restIds } from '../node/global-id.ts'
import { nodeOf } from '../node/node-type.ts'
import {
  declareField,
  rootFieldBuilder,
  parentPathOf,
  untyped,
  type ArgsOf,
  type PathOptions,
  type TypeRef,
} from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * A connection of a list that is read separately for each parent: a list that belongs to no account, to an
       * account, or to an entity in the list's path. The connection is null only if it could not be read. `type` is a
       * connection type from `connectionType`.
       */
      list<
        Path extends string,
        Params extends ListParams,
        R extends Shown,
        Shown extends Row,
        Args extends InputFieldMap = {},
      >(
        type: TypeRef<Types, Connection<Shown>>,
        endpoint: ListEndpoint<Path, Params, R>,
        description: string,
        options: {
          /** The arguments besides `first` and `after`. */
          args?: Args
          /**
           * The filters of the list, with their wire names, including the filter for `ids` if it takes IDs of other types
           * than the list's. They may read only the ID and the account of the parent.
           */
          filters?: (args: ArgsOf<Args>, parent: ParentShape) => Partial<Params>
          /** Parameters that decide what the rows have, not which rows there are. They follow from the selection. */
          columns?: (info: GraphQLResolveInfo) => Partial<Params>
          /** The GraphQL type of the items, if the field returns an interface and the rows do not have their type. */
          rowType?: (args: ArgsOf<Args>) => string
        } & PathOptions<ParentShape, Path, Args>,
      ): FieldRef<Types, Connection<Shown> | null | undefined, Kind>
    }
  }
}

rootFieldBuilder.list = function list(type, endpoint, description, options) {
  const { args, filters, columns, rowType, path: pathOf = parentPathOf(endpoint) } = options
  return declareField(this, {
    type,
    description,
    args: { ...args, ...pageArgs(endpoint.defaultCount) },
    extensions: { ...keyOnly, ...semanticNonNull, ...listCost(endpoint) },
    resolve(parent: Row, args: PageArgs & IdsArg, context: Context, info: GraphQLResolveInfo) {
      const path = pathOf(parent, untyped(args))
      const source: ListSource = {
        endpoint,
        path,
        filters: withIdFilter(endpoint, path, args.ids, filters?.(untyped(args), parent)),
        columns: columns?.(info),
        rowType: rowType?.(untyped(args)),
      }
      return readList(context, source, args, listSelectionOf(info))
    },
  })
}

interface IdsArg {
  ids?: readonly string[] | null
}

/** Adds the filter of the argument `ids`, which takes IDs of either kind, unless the filters have it. */
function withIdFilter(
  endpoint: ListEndpoint,
  path: Readonly<Record<string, string>>,
  ids: IdsArg['ids'],
  filters: object = {},
): object {
  const { idFilter } = endpoint
  if (!ids || idFilter === undefined || idFilter in filters) return filters
  const type = nodeOf(endpoint)
  return { ...filters, [idFilter]: restIds(type, path['account_id'] ?? '', ids, 'ids', parentInPath(type, path)) }
}
