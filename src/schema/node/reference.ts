import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { listAccounts, type AccountRow } from '../../rest/account/account.ts'
import type { ListEndpoint, PathParams } from '../../rest/endpoint.ts'
import { accountId, type ListParams, type Long, type Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { withDeletedArg } from '../list/connection-type.ts'
import { rowOf, type OfAccount } from './entity.ts'
import { accountAndId, restId } from './global-id.ts'
import { needsRow } from '../../execute/selection.ts'

const ACCOUNT_PATH = 'accounts/:account_id/'
type InAccount = `${typeof ACCOUNT_PATH}${string}`
type AccountPath = PathParams<'accounts/:account_id/x'>

/**
 * The row that another row of the same account names by id: null where it names none, or one the service does not
 * show. Where only its id, or lists below it, are selected, no call is made.
 */
export function reference<Params extends ListParams, R extends Row>(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  endpoint: ListEndpoint<InAccount, Params, R>,
  from: OfAccount,
  id: Long | null | undefined,
): R | Promise<R | null> | null {
  if (id === null || id === undefined) return null
  const account = from[accountId] ?? ''
  if (!needsRow(info)) return rowOf(account, String(id)) as R
  return loaders.byId(endpoint, inAccount(account), String(id))
}

/**
 * The account that a row names by id: null where it names none, or one that the caller may not see. Accounts named in
 * the same tick are listed in one call, which leaves out those that a read of one would be refused for.
 */
export function accountReference(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  id: string | null | undefined,
): AccountRow | Promise<AccountRow | null> | null {
  if (id === null || id === undefined) return null
  return needsRow(info) ? loaders.byId(listAccounts, {}, id) : { id }
}

/** The arguments by which a root field finds one entity that the interface cannot show deleted (R-CONV-17). */
export const plainRootIdArgs = builder.args((t) => ({
  id: t.id({ required: true, description: "The global id, or the service's own id together with `accountId`." }),
  accountId: t.id({ description: "The account, by either kind of id. Required beside the service's own id." }),
}))

/** The arguments by which a root field finds one entity. */
export const rootIdArgs = { ...plainRootIdArgs, ...withDeletedArg }

/** The argument by which an account's field finds one of its entities that cannot be shown deleted (R-CONV-17). */
export const plainOwnIdArgs = builder.args((t) => ({
  id: t.id({ required: true, description: "The global id, or the service's own." }),
}))

/** The arguments by which an account's field finds one of its entities. */
export const ownIdArgs = { ...plainOwnIdArgs, ...withDeletedArg }

interface IdArgs {
  id: string
  accountId?: string | null | undefined
  withDeleted?: boolean | null | undefined
}

/** The entity that a root field's arguments name; null where the service has none to show. */
export function findAtRoot<Params extends ListParams, R extends Row>(
  context: Context,
  info: GraphQLResolveInfo,
  type: string,
  endpoint: ListEndpoint<InAccount, Params, R>,
  args: IdArgs,
  params: Partial<Params> = {},
): R | Promise<R | null> {
  const { account, id } = accountAndId(type, args)
  return find(context, info, endpoint, account, id, args, params)
}

/** The entity of an account that a field's arguments name; null where the service has none to show. */
export function findInAccount<Params extends ListParams, R extends Row>(
  context: Context,
  info: GraphQLResolveInfo,
  type: string,
  endpoint: ListEndpoint<InAccount, Params, R>,
  account: string,
  args: IdArgs,
  params: Partial<Params> = {},
): R | Promise<R | null> {
  return find(context, info, endpoint, account, restId(type, account, args.id, 'id'), args, params)
}

function find<Params extends ListParams, R extends Row>(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  endpoint: ListEndpoint<InAccount, Params, R>,
  account: string,
  id: string,
  { withDeleted }: IdArgs,
  params: Partial<Params>,
): R | Promise<R | null> {
  if (!needsRow(info)) return rowOf(account, id) as R
  return loaders.byId(endpoint, inAccount(account), id, {
    params: { ...params, with_deleted: withDeleted || undefined },
    alone: true,
  })
}

function inAccount(account: string): AccountPath & object {
  return { account_id: account }
}

/**
 * The rows of a list without an account that another row names by their ids, in its order. Where only ids are selected,
 * no call is made; an id that is not in the list comes out with nothing but itself.
 */
export async function listedReferences<Path extends string, R extends Row & { id: string }>(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  endpoint: ListEndpoint<Path, ListParams, R>,
  ids: readonly string[] | null | undefined,
): Promise<R[] | null> {
  if (!ids) return null
  const bare = (id: string) => ({ id }) as R
  if (!needsRow(info)) return ids.map(bare)
  return Promise.all(ids.map(async (id) => (await loaders.byId(endpoint, {} as PathParams<Path>, id)) ?? bare(id)))
}
