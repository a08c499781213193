import type { FieldKind, FieldRef, SchemaTypes } from '@pothos/core'
import type { Context } from '../../context.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import { referenceIn } from '../../rest/id.ts'
import type { ListParams, Long, Row } from '../../rest/types.ts'
import { matchCost } from '../cost/cost.ts'
import type { InAccount } from '../list/read.ts'
import { accountOf } from '../node/row.ts'
import { declareField, rootFieldBuilder, type TypeRef } from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The entity of the account that the row refers to by a value other than its ID. Null if there is none. The list
       * is read whole, once for all parents of the account.
       */
      match<Params extends ListParams, R extends Row>(
        type: TypeRef<Types, R>,
        endpoint: ListEndpoint<InAccount, Params, R>,
        description: string,
        options: {
          /** The value in the parent's row. */
          value: (parent: ParentShape) => Long | null | undefined
          /** The same value in the row of the entity. */
          valueOf: (row: R) => Long | null | undefined
          /** The filters of the list that keep every row that can match. */
          filters?: Partial<Params>
        },
      ): FieldRef<Types, R | null | undefined, Kind>
    }
  }
}

rootFieldBuilder.match = function match(type, endpoint, description, options) {
  const { value: valueIn, valueOf, filters = {} } = options
  return declareField(this, {
    type,
    description,
    extensions: matchCost(endpoint),
    async resolve(parent: Row, _args: object, { loaders }: Context) {
      const value = referenceIn(valueIn(parent))
      if (value === null) return null
      if (value instanceof Error) throw value
      const path = { account_id: accountOf(parent) }
      return (await loaders.matching(endpoint, path, filters, valueOf)).get(value)?.[0]
    },
  })
}
