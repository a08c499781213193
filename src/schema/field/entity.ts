import type { FieldMap, InputFieldMap, InterfaceParam } from '@pothos/core'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, NamedFilters, Row } from '../../rest/types.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { connectionType, idsArg, namePrefixArg, withDeletedArg, withDraftArg } from '../list/connection-type.ts'
import { nameAndDraftFilters, type ParentFilter, type InAccount, sortArg } from '../list/read.ts'
import { restIds } from '../node/global-id.ts'
import { entityType } from '../node/node-type.ts'
import { accountOf } from '../node/row.ts'
import { camelCase, firstToLower } from '../wire-name.ts'
import { queryNode } from './by-id.ts'
import { untyped, type ArgsOf } from './field.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

type Ref<R> = ReturnType<typeof builder.objectRef<R>>

/** A list below a parent: the type of the parent, the name of the field, and its description. */
type ListBelow = readonly [parent: Ref<Row>, field: string, description: string]

/** A list below a parent, and the description of the argument that takes the IDs of such parents. */
type ParentList = readonly [...ListBelow, argument: string]

/** The filters that follow from the list of the service. */
type SharedFilters = NamedFilters & { with_draft?: boolean }

/** The declaration of an entity, besides its wire. */
interface EntityOptions<Params extends ListParams, R, Args extends InputFieldMap> {
  description: string
  /** Its interfaces, besides the ones that all entities have. */
  interfaces?: readonly InterfaceParam<Types>[]
  fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, R>) => FieldMap
  /** The list of the whole account, on `Account`. */
  list: ListBelow
  /**
   * The lists below other parents, by the filter with the IDs of the parents. The list of the account has an argument for each, which
   * the last text describes.
   */
  parents?: { readonly [Filter in ParentFilter<Params, R>]?: ParentList }
  /** The argument for the order, if the attributes that the service sorts by are known (`sortArgOf`). */
  sort?: InputFieldMap
  /** Further arguments of the list of the account. */
  args?: Args
  /** The filters of the further arguments, with their wire names. */
  filters?: (args: ArgsOf<Args>, account: Row) => Partial<Params>
}

/**
 * Declares an entity of an account: its type, which is a node, the field of `Query` that finds one by its ID, its list on `Account`, and
 * its lists below other parents. The lists have an argument for each parameter that the list of the service has. Returns the type
 * of the connections.
 *
 * @example
 * const TrackingTag = builder.objectRef<TrackingTagRow>('TrackingTag')
 * entity(TrackingTag, listTrackingTags, {
 *   description: 'A third-party URL that is requested when an ad of a line item is seen or clicked.',
 *   fields: (t) => t.columns({ trackingTagType: [TrackingTagType, 'The event that it counts.'] }),
 *   list: [Account, 'trackingTags', 'The tracking tags of the account.'],
 * })
 */
export function entity<Params extends ListParams, R extends Row, Args extends InputFieldMap = {}>(
  ref: Ref<R>,
  endpoint: ListEndpoint<InAccount, Params, R>,
  options: EntityOptions<Params, R, Args>,
): ReturnType<typeof connectionType<R>>
export function entity(
  ref: Ref<Row>,
  endpoint: ListEndpoint<InAccount, SharedFilters>,
  options: EntityOptions<ListParams, Row, InputFieldMap>,
) {
  const { description, interfaces = [], fields, list, parents = {}, sort = sortArg, args } = options
  const { params } = endpoint
  const Connection = connectionType(ref, { counted: endpoint.counted })
  const deletedArg = 'with_deleted' in params ? withDeletedArg : {}
  const sharedArgs = {
    ...('q' in params && namePrefixArg),
    ...('sort_by' in params && sort),
    ...deletedArg,
    ...('with_draft' in params && withDraftArg),
  }

  entityType(ref, endpoint, { description, interfaces, fields })
  queryNode(firstToLower(ref.name), ref, endpoint, deletedArg)

  const parentLists = Object.entries<ParentList>(parents)
  for (const [filter, [parent, field, text]] of parentLists)
    builder.objectField(parent, field, (t) =>
      t.children(Connection, endpoint, untyped(filter), text, {
        args: sharedArgs,
        filters: nameAndDraftFilters,
      }),
    )

  const parentIdArgs = parentLists.map(([filter, [parent, , , text]]) => {
    return { filter, type: parent.name, name: camelCase(filter), text }
  })
  const parentArgs = builder.args((t) =>
    t.optional(Object.fromEntries(parentIdArgs.map(({ name, text }) => [name, [['ID'], text]]))),
  )
  const [account, field, text] = list
  builder.objectField(account, field, (t) =>
    t.list(Connection, endpoint, text, {
      args: { ...(endpoint.idFilter !== undefined && idsArg), ...parentArgs, ...sharedArgs, ...args },
      // Without spreads, which are slow here (bench/README.md).
      filters: (given, row) =>
        Object.assign(
          parentFilters(parentIdArgs, given, row),
          options.filters?.(given, row),
          nameAndDraftFilters(given),
        ),
    }),
  )
  return Connection
}

/** An argument of a list that takes the IDs of parents of a type, and its filter. */
interface ParentIdsArg {
  filter: string
  type: string
  name: string
}

/** The filters of a list by the IDs of parents, from the arguments for them. */
function parentFilters(parentIdArgs: readonly ParentIdsArg[], args: object, account: Row): object {
  const filters: Record<string, unknown> = {}
  for (const { filter, type, name } of parentIdArgs)
    filters[filter] = restIds(type, accountOf(account), Reflect.get(args, name), name)
  return filters
}
