import { RootFieldBuilder, type FieldKind, type FieldRef, type SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { needsRow } from '../../execute/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Long, Row } from '../../rest/types.ts'
import { lookUpCost } from '../cost/cost.ts'
import { accountOf, rowOf } from '../node/entity.ts'
import { isInAccount, type TypeRef } from './field.ts'

/** A field that returns the entity whose ID is in the row. */
interface ReferenceOptions<Types extends SchemaTypes, Parent, R extends Shown, Shown extends Row> {
  type: TypeRef<Types, Shown>
  endpoint: ListEndpoint<string, ListParams, R>
  description: string
  /** The ID in the parent's row. */
  id: (parent: Parent) => Long | null | undefined
}

/** A field that returns the entities whose IDs are in the row. */
interface ReferencesOptions<Types extends SchemaTypes, Parent, R extends Shown, Shown extends Row> extends Omit<
  ReferenceOptions<Types, Parent, R, Shown>,
  'id'
> {
  /** The IDs in the parent's row. */
  ids: (parent: Parent) => readonly Long[] | null | undefined
  /** The maximum number of IDs in one parent's row. */
  maxIds: number
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The entity whose ID is in the row. Null if there is no ID, or if the service does not return the entity. Up to
       * 200 entities are read in one call. No call is made if the selection needs only the ID or lists below it.
       */
      reference<R extends Shown, Shown extends Row>(
        options: ReferenceOptions<Types, ParentShape, R, Shown>,
      ): FieldRef<Types, Shown | null | undefined, Kind>

      /**
       * The entities whose IDs are in the row, in the same order. Null if there is no list of IDs; an item is null if
       * the service does not return it.
       */
      references<R extends Shown, Shown extends Row>(
        options: ReferencesOptions<Types, ParentShape, R, Shown>,
      ): FieldRef<Types, (Shown | null | undefined)[] | null | undefined, Kind>
    }
  }
}

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

fieldBuilder.reference = function reference({ type, endpoint, description, id: idIn }) {
  // The method's type is checked where it is declared, above; Pothos' own types of a field are not known here.
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
  // The method's type is checked where it is declared, above; Pothos' own types of a field are not known here.
  return this.field({
    type: [type],
    nullable: { list: true, items: true },
    description,
    extensions: lookUpCost(endpoint, { each: maxIds }),
    resolve: (parent: Row, _args: object, context: Context, info: GraphQLResolveInfo) =>
      idsIn(parent)?.map((id) => find(context, endpoint, parent, String(id), needsRow(info))),
  } as never)
}

/** The row with this ID, in the parent's account if the endpoint belongs to an account. */
function find<R extends Row>(
  { loaders }: Context,
  endpoint: ListEndpoint<string, ListParams, R>,
  parent: Row,
  id: string,
  needsRow: boolean,
): Row | Promise<R | null> {
  if (!isInAccount(endpoint)) return needsRow ? loaders.byId(endpoint, {})(id) : { id }
  const account = accountOf(parent)
  return needsRow ? loaders.byId(endpoint, { account_id: account })(id) : rowOf(account, id)
}
