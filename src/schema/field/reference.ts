import type { FieldKind, FieldRef, SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { sharesArguments, type ResolveAll } from '../../execute/resolver.ts'
import { needsRow } from '../../execute/selection/selection.ts'
import type { LoadRow } from '../../loaders/index.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { referenceIn, referencesIn } from '../../rest/id.ts'
import { runsOf } from '../../rest/json/lazy-row.ts'
import { idOf, type ListParams, type Long, type Row } from '../../rest/types.ts'
import { lookUpCost, uncertain, type Costs, type FieldUse } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { pageArgs } from '../list/connection-type.ts'
import type { Connection } from '../list/connection.ts'
import { listName } from '../list/cursor.ts'
import { listSelectionOf, MAX_FIRST, readReferences, type PageArgs } from '../list/read.ts'
import { listOf } from '../node/node-type.ts'
import { accountOf, rowOf, unreadErrorOf, unreadRow } from '../node/row.ts'
import { declareField, fieldBuilder, rootFieldBuilder, isInAccount, type TypeRef } from './field.ts'

/** The columns of a row with an ID. */
type IdColumn<Parent> = {
  [Column in keyof Parent & string]: Parent[Column] extends Long | null | undefined ? Column : never
}[keyof Parent & string]

declare global {
  namespace PothosSchemaTypes {
    interface FieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The service's ID of what the row refers to: the column of the row with the ID, or a function that returns it. The
       * description says what it is the ID of, with its article, and ends with the note.
       */
      foreignKey(
        id: IdColumn<ParentShape> | ((row: ParentShape) => Long | null | undefined),
        of: string,
        note?: string,
      ): FieldRef<Types, unknown, Kind>
    }

    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The entity whose ID is in the row. Null if there is no ID, or if the service does not return the entity. Up to
       * 200 entities are read in one call, if the list has a filter by ID. No call is made if the selection needs only the
       * ID or lists below it. `id` is the column of the parent's row with the ID, or a function that returns the ID. The
       * list in which the entity is looked up defaults to the list of its type.
       */
      reference<R extends Shown, Shown extends Row>(
        type: TypeRef<Types, Shown>,
        id: IdColumn<ParentShape> | ((parent: ParentShape) => Long | null | undefined),
        description: string,
        list?: ListEndpoint<string, ListParams, R>,
      ): FieldRef<Types, Shown | null | undefined, Kind>

      /**
       * A connection of the entities whose IDs are in the row, in the same order. Empty if there is no list of IDs. Up to
       * 200 entities are read in one call, for all parents, if the list has a filter by ID. A page holds those that exist, so
       * they are read even if the selection needs only their IDs. `type` is a connection type from `connectionType`.
       */
      references<R extends Row>(
        type: TypeRef<Types, Connection<R>>,
        endpoint: ListEndpoint<string, ListParams, R>,
        description: string,
        options: {
          /** The IDs in the parent's row. */
          ids: (parent: ParentShape) => readonly Long[] | null | undefined
          /** The maximum number of IDs in one parent's row: the documented limit, or else what a plan assumes. */
          maxIds: number
          /** What identifies the parent, if it has no ID. */
          parentKey?: (parent: ParentShape) => Long | null | undefined
          /** Makes the row of an entity that the service does not return, so that each exists. By default it is null. */
          unknown?: (id: string) => R
        },
      ): FieldRef<Types, Connection<R> | null | undefined, Kind>
    }
  }
}

fieldBuilder.foreignKey = function foreignKey(id, of, note) {
  const description = `The service's ID of ${of}.${note ? ` ${note}` : ''}`
  return typeof id === 'function' ? this.id({ description, resolve: id }) : this.exposeID(id, { description })
}

rootFieldBuilder.reference = function reference(type, given, description, endpoint = listOf(type.name)) {
  const idIn = typeof given === 'function' ? given : (parent: Row) => (parent as Record<string, Long | null>)[given]
  const resolve = (parent: Row, _args: object, context: Context, info: GraphQLResolveInfo) => {
    const id = referenceIn(idIn(parent))
    return typeof id === 'string' ? finder(context, endpoint, needsRow(info))(parent, id) : id
  }
  const resolveAll: ResolveAll = (parents, _args, context, info) =>
    findAll(context as Context, endpoint, parents as readonly Row[], given as string, needsRow(info))
  return declareField(this, {
    type,
    description,
    extensions: lookUpCost(endpoint),
    resolve: typeof given === 'function' ? resolve : sharesArguments(resolve, resolveAll),
  })
}

rootFieldBuilder.references = function references(type, endpoint, description, options) {
  const { ids: idsIn, maxIds, parentKey = idOf, unknown } = options
  return declareField(this, {
    type,
    description,
    args: pageArgs(MAX_FIRST),
    extensions: {
      ...semanticNonNull,
      ...(unknown ? lookUpCost(endpoint, { each: maxIds }) : existingCost(endpoint, maxIds)),
    },
    resolve(parent: Row, args: PageArgs, context: Context, info: GraphQLResolveInfo) {
      const ids = referencesIn(idsIn(parent))
      const find = finder(context, endpoint, !unknown || needsRow(info))
      const name = () =>
        listName(
          `${info.parentType.name}.${info.fieldName}`,
          {},
          { account: accountOf(parent), parent: String(parentKey(parent)) },
        )
      return readReferences(name, ids, args, listSelectionOf(info), async (id) => {
        try {
          return (await find(parent, id)) ?? unknown?.(id) ?? null
        } catch (error) {
          // One entity that could not be read must not fail the others.
          if (isInAccount(endpoint) && error instanceof UpstreamError)
            return unreadRow(rowOf(accountOf(parent), id), error)
          throw error
        }
      })
    },
  })
}

/** The cost of a page of the entities that exist: all IDs are looked up if the first ones do not exist. */
function existingCost(endpoint: ListEndpoint, maxIds: number): Costs {
  const { cost } = lookUpCost(endpoint, { each: maxIds })
  return {
    cost: (use: FieldUse) =>
      // A row can have no IDs.
      uncertain(cost({ ...use, args: {}, needsRow: true })),
  }
}

/** The function that finds the row with an ID, in the parent's account if the endpoint belongs to an account. */
function finder(
  { loaders }: Context,
  endpoint: ListEndpoint,
  needsRow: boolean,
): (parent: Row, id: string) => Row | Promise<Row | null> {
  /** Neighbors usually are in one account, so they use the same loader. */
  let last: { account: string | undefined; load: LoadRow<Row> } | undefined
  return (parent, id) => {
    const account = isInAccount(endpoint) ? accountOf(parent) : undefined
    if (!needsRow) return account === undefined ? { id } : rowOf(account, id)
    if (!last || last.account !== account)
      last = { account, load: loaders.byId(endpoint, account === undefined ? {} : { account_id: account }) }
    return last.load(id)
  }
}

/**
 * The rows with the IDs in a column of the parents. Neighbors in one account with the same ID, as in a list of children,
 * share one look-up. What can throw is called before the first look-up, which somebody must await.
 */
function findAll(
  context: Context,
  endpoint: ListEndpoint,
  parents: readonly Row[],
  column: string,
  needsRow: boolean,
): unknown[] {
  // A row that could not be read must not fail the others.
  if (parents.some(unreadErrorOf)) {
    const read = parents.filter((parent) => !unreadErrorOf(parent))
    const found = findAll(context, endpoint, read, column, needsRow).values()
    return parents.map((parent) => unreadErrorOf(parent) ?? found.next().value)
  }
  // An array that grows is copied again and again.
  const found = new Array<unknown>(parents.length)
  const find = finder(context, endpoint, needsRow)
  for (const { value, from, to } of runsOf(parents, column)) {
    const id = referenceIn(value)
    for (let index = from; index < to; index += 1) {
      const parent = parents[index]!
      const isLike = index > from && accountOf(parent) === accountOf(parents[index - 1]!)
      if (isLike) found[index] = found[index - 1]
      else found[index] = typeof id === 'string' ? find(parent, id) : id
    }
  }
  return found
}
