import { RootFieldBuilder, type FieldKind, type FieldRef, type InputFieldMap, type SchemaTypes } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { keyOnly, needsRow } from '../../execute/selection/selection.ts'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { lookUpCost } from '../cost/cost.ts'
import type { InAccount } from '../list/read.ts'
import { accountOf, rowOf } from '../node/entity.ts'
import { accountAndId, restId } from '../node/global-id.ts'
import type { ArgsOf, TypeRef } from './field.ts'

/** A field that finds one entity by an `id` argument. */
interface ByIdOptions<
  Types extends SchemaTypes,
  Params extends ListParams,
  R extends Shown,
  Shown extends Row,
  Args extends InputFieldMap,
> {
  type: TypeRef<Types, Shown>
  endpoint: ListEndpoint<InAccount, Params, R>
  description: string
  /** The arguments besides `id` and, on the root, `accountId`. With `withDeleted`, a deleted entity is returned too. */
  args?: Args
  /** Further parameters of the look-up. */
  params?: (args: ArgsOf<Args>) => Partial<Params>
  /**
   * The GraphQL type whose global IDs the argument takes, from the value of the argument. Defaults to the field's type.
   */
  idType?: (id: string) => string
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * One entity by its `id`. On the root it can be of any account, and the service's ID requires `accountId`;
       * elsewhere it is of the parent's account. Null if the service does not return it. No call is made if the
       * selection needs only its ID or lists below it, and then nothing shows whether it exists. The description of the
       * field is continued with this.
       */
      byId<Params extends ListParams, R extends Shown, Shown extends Row, Args extends InputFieldMap = {}>(
        options: ByIdOptions<Types, Params, R, Shown, Args>,
      ): FieldRef<Types, Shown | null | undefined, Kind>
    }
  }
}

/** The arguments of a root field that finds one entity. */
const rootIdArgs = builder.args((t) => ({
  id: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
  accountId: t.id({ description: "The account, by either kind of ID. Required if `id` is the service's ID." }),
}))

/** The argument of an account's field that finds one entity of the account. */
const ownIdArgs = builder.args((t) => ({
  id: t.id({ required: true, description: "The global ID, or the service's ID." }),
}))

const NULL_IF_MISSING = 'Null if the service does not return it.'

/** The end of the description of a field that may need no call. */
const NOT_CHECKED =
  'If only its IDs and lists below it are selected, it is returned without a call, and whether it exists or is ' +
  'deleted is not checked.'

interface IdArgs {
  id: string
  accountId?: string | null | undefined
  withDeleted?: boolean | null | undefined
}

const fieldBuilder = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, Row>

fieldBuilder.byId = function byId({ type, endpoint, description, args, params, idType = () => type.name }) {
  const isAtRoot = this.kind === 'Query'
  // The row of an interface type is always read, because it tells the type of the object.
  const isAlwaysRead = 'kind' in type && type.kind === 'Interface'
  const sentences = [description, NULL_IF_MISSING, ...(isAlwaysRead ? [] : [NOT_CHECKED])]
  // The method's type is checked where it is declared, above; Pothos' own types of a field and of its arguments are not
  // known here.
  return this.field({
    type,
    description: sentences.join(' '),
    args: { ...(isAtRoot ? rootIdArgs : ownIdArgs), ...args },
    extensions: { ...keyOnly, ...lookUpCost(endpoint, { alone: true }) },
    resolve(parent: Row, args: IdArgs, { loaders }: Context, info: GraphQLResolveInfo) {
      const type = idType(args.id)
      const { account, id } = isAtRoot ? accountAndId(type, args) : ownId(type, accountOf(parent), args.id)
      if (!needsRow(info)) return rowOf(account, id)
      return loaders.byId(
        endpoint,
        { account_id: account },
        {
          params: { ...params?.(args as never), with_deleted: args.withDeleted || undefined } as object,
          alone: true,
        },
      )(id)
    },
  } as never)
}

function ownId(type: string, account: string, id: string) {
  return { account, id: restId(type, account, id, 'id') }
}
