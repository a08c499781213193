import { RootFieldBuilder, type FieldKind, type FieldRef, type SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { needsRow } from '../../execute/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Long, Row } from '../../rest/types.ts'
import { lookUpCost } from '../cost/cost.ts'
import { accountOf, rowOf } from '../node/entity.ts'
import { isInAccount, type TypeRef } from './field.ts'

/** A field that gives the entity which a row names by its id. */
interface ReferenceOptions<Types extends SchemaTypes, Parent, R extends Shown, Shown extends Row> {
  type: TypeRef<Types, Shown>
  endpoint: ListEndpoint<string, ListParams, R>
  description: string
  /** The id that the parent names. */
  id: (parent: Parent) => Long | null | undefined
}

/** A field that gives the entities which a row names by their ids. */
interface ReferencesOptions<Types extends SchemaTypes, Parent, R extends Shown, Shown extends Row> extends Omit<
  ReferenceOptions<Types, Parent, R, Shown>,
  'id'
> {
  /** The ids that the parent names. */
  ids: (parent: Parent) => readonly Long[] | null | undefined
  /** The most ids that one parent can name. */
  maxIds: number
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The entity that a row names by its id: null if it names none, or one that the service does not show. References
       * to up to 200 entities are read in one call; no call is made where only the id, or lists below it, are selected.
       */
      reference<R extends Shown, Shown extends Row>(
        options: ReferenceOptions<Types, ParentShape, R, Shown>,
      ): FieldRef<Types, Shown | null | undefined, Kind>

      /** The entities that a row names by their ids, in that order: null if it names none, an item if the service does not show it. */
      references<R extends Shown, Shown extends Row>(
        options: ReferencesOptions<Types, ParentShape, R, Shown>,
      ): FieldRef<Types, (Shown | null | undefined)[] | null | undefined, Kind>
    }
  }
}

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

fieldBuilder.reference = function reference({ type, endpoint, description, id: idIn }) {
  return this.field({
    type,
    description,
    extensions: lookUpCost(endpoint),
    resolve(parent: Row, _args: object, context: Context, info: GraphQLResolveInfo) {
      const id = idIn(parent)
      return id === null || id === undefined ? null : find(context, endpoint, parent, String(id), needsRow(info))
    },
  } as never)
}

fieldBuilder.references = function references({ type, endpoint, description, ids: idsIn, maxIds }) {
  return this.field({
    type: [type],
    nullable: { list: true, items: true },
    description,
    extensions: lookUpCost(endpoint, maxIds),
    resolve: (parent: Row, _args: object, context: Context, info: GraphQLResolveInfo) =>
      idsIn(parent)?.map((id) => find(context, endpoint, parent, String(id), needsRow(info))),
  } as never)
}

/** The row with this id, of the parent's account where the endpoint belongs to one. */
function find<R extends Row>(
  { loaders }: Context,
  endpoint: ListEndpoint<string, ListParams, R>,
  parent: Row,
  id: string,
  needsRow: boolean,
): Row | Promise<R | null> {
  if (!isInAccount(endpoint)) return needsRow ? loaders.byId(endpoint, {}, id) : { id }
  const account = accountOf(parent)
  return needsRow ? loaders.byId(endpoint, { account_id: account }, id) : rowOf(account, id)
}
