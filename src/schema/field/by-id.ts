import type { FieldKind, FieldRef, InputFieldMap, SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { needsRow } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { lookUpCost } from '../cost/cost.ts'
import type { InAccount } from '../list/read.ts'
import { accountAndId } from '../node/global-id.ts'
import { rowOf } from '../node/row.ts'
import { declareField, rootFieldBuilder, untyped, type ArgsOf, type TypeRef } from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * One entity by its `id`, as a field of `Query`. The service's ID requires `accountId`. Null if the service does not
       * return it. No call is made if the selection needs only its ID or lists below it, and then nothing shows whether
       * it exists. The description of the field is continued with this.
       */
      byId<Params extends ListParams, R extends Shown, Shown extends Row, Args extends InputFieldMap = {}>(
        type: TypeRef<Types, Shown>,
        endpoint: ListEndpoint<InAccount, Params, R>,
        description: string,
        options?: {
          /** The arguments besides `id` and `accountId`. With `withDeleted`, a deleted entity is returned too. */
          args?: Args
          /** Further parameters of the look-up. */
          params?: (args: ArgsOf<Args>) => Partial<Params>
        },
      ): FieldRef<Types, Shown | null | undefined, Kind>
    }
  }
}

/** The arguments of a field that finds one entity. */
const idArgs = builder.args((t) => ({
  id: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
  accountId: t.id({ description: "The account, by either kind of ID. Required if `id` is the service's ID." }),
}))

/** The end of the description of a field that finds one entity. */
const IF_MISSING =
  'Null if the service does not return it. If only its IDs and lists below it are selected, no call is made, and it is not ' +
  'checked whether it exists or is deleted.'

interface IdArgs {
  id: string
  accountId?: string | null
  withDeleted?: boolean | null
}

rootFieldBuilder.byId = function byId(type, endpoint, description, { args, params } = {}) {
  return declareField(this, {
    type,
    description: `${description} ${IF_MISSING}`,
    args: { ...idArgs, ...args },
    extensions: lookUpCost(endpoint, { alone: true }),
    resolve(_root: object, args: IdArgs, { loaders }: Context, info: GraphQLResolveInfo) {
      const { account, id } = accountAndId(type.name, args)
      if (!needsRow(info)) return rowOf(account, id)
      const own = { ...params?.(untyped(args)), with_deleted: args.withDeleted || undefined } as object
      return loaders.byId(endpoint, { account_id: account }, { params: own, alone: true })(id)
    },
  })
}

/** Adds the field of `Query` that finds an entity of a type by its ID. */
export function queryNode<R extends Row>(
  name: string,
  type: ReturnType<typeof builder.objectRef<R>>,
  endpoint: ListEndpoint<InAccount, ListParams, R>,
  args: InputFieldMap = {},
): void {
  builder.queryField(name, (t) => t.byId(type, endpoint, `The \`${type.name}\` with this ID.`, { args }))
}
