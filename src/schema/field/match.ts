import { RootFieldBuilder, type FieldKind, type FieldRef, type SchemaTypes } from '@pothos/core'
import type { Context } from '../../context.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { idOf, type ListParams, type Long, type Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { matchCost, matchesCost } from '../cost/cost.ts'
import { firstOf, MAX_FIRST, type InAccount } from '../list/read.ts'
import { accountOf } from '../node/entity.ts'
import type { TypeRef } from './field.ts'

/** A field that returns the entities whose rows refer to the parent. */
interface MatchesOptions<Types extends SchemaTypes, Params extends ListParams, R extends Row> {
  type: TypeRef<Types, R>
  endpoint: ListEndpoint<InAccount, Params, R>
  description: string
  /** The ID of the parent that a row refers to. */
  valueOf: (row: R) => Long | null | undefined
}

/** A field that returns the entity that the row refers to by a value other than its ID. */
interface MatchOptions<Types extends SchemaTypes, Parent, Params extends ListParams, R extends Row> extends Omit<
  MatchesOptions<Types, Params, R>,
  'valueOf'
> {
  /** The value in the parent's row. */
  value: (parent: Parent) => Long | null | undefined
  /** The same value in the row of the entity. */
  valueOf: (row: R) => Long | null | undefined
  /** The filters of the list that keep every row that can match. */
  filters?: Partial<Params>
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The rows of an account's list that refer to the parent, as a plain list. The service cannot filter the list by
       * parent, so it is read whole, once for all parents of the account.
       */
      matches<Params extends ListParams, R extends Row>(
        options: MatchesOptions<Types, Params, R>,
      ): FieldRef<Types, R[] | null | undefined, Kind>

      /**
       * The entity of the account that the row refers to by a value other than its ID. Null if there is none. The list
       * is read whole, once for all parents of the account.
       */
      match<Params extends ListParams, R extends Row>(
        options: MatchOptions<Types, ParentShape, Params, R>,
      ): FieldRef<Types, R | null | undefined, Kind>
    }
  }
}

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

const firstArg = builder.args((t) => ({
  first: t.int({
    description: `The maximum number of items to return, 1 to ${MAX_FIRST}. Defaults to the service's page size for this list.`,
  }),
}))

fieldBuilder.matches = function matches({ type, endpoint, description, valueOf }) {
  // The method's type is checked where it is declared, above; Pothos' own types of a field are not known here.
  return this.field({
    type: [type],
    nullable: { list: true, items: false },
    description,
    args: firstArg,
    extensions: { ...keyOnly, ...matchesCost(endpoint) },
    async resolve(parent: Row, args: { first?: number | null }, { loaders }: Context) {
      const first = firstOf(args, endpoint.defaultCount)
      const found = await loaders.matching(endpoint, { account_id: accountOf(parent) }, {}, valueOf)
      return found.get(idOf(parent))?.slice(0, first) ?? []
    },
  } as never)
}

fieldBuilder.match = function match({ type, endpoint, description, value: valueIn, valueOf, filters = {} }) {
  // The method's type is checked where it is declared, above; Pothos' own types of a field are not known here.
  return this.field({
    type,
    description,
    extensions: matchCost(endpoint),
    async resolve(parent: Row, _args: object, { loaders }: Context) {
      const value = valueIn(parent)
      if (value === null || value === undefined) return null
      const path = { account_id: accountOf(parent) }
      return (await loaders.matching(endpoint, path, filters, valueOf)).get(String(value))?.[0]
    },
  } as never)
}
