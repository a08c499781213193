import { listPromotableUsers, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { connection } from '../list/connection.ts'
import { listCost, lookUpCost } from '../cost/cost.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { findAtRoot, findInAccount, ownIdArgs, rootIdArgs } from '../node/reference.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Account } from './account.ts'

export const PromotableUser = builder.objectRef<PromotableUserRow>('PromotableUser')
export const PromotableUserConnection = connectionType(PromotableUser)

export const PromotableUserType = openEnum('PromotableUserType', 'What of a user an account may promote.', {
  FULL: 'Everything: the advertiser itself.',
  REPOSTS_ONLY: 'Reposts only: promoting such a post makes a promoted-only copy with an id of its own (R-PROMO-6).',
})

PromotableUser.implement({
  description: 'A user whose posts the account may promote. Read only.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    userId: t.exposeID('user_id', { description: 'The user.' }),
    promotableUserType: t.expose('promotable_user_type', {
      type: PromotableUserType,
      description: 'What may be promoted.',
    }),
  }),
})

nodeType(PromotableUser, ({ loaders }, account, id) => loaders.byId(listPromotableUsers, { account_id: account }, id))

builder.queryField('promotableUser', (t) =>
  t.field({
    type: PromotableUser,
    description: 'One promotable user.',
    extensions: lookUpCost(listPromotableUsers),
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'PromotableUser', listPromotableUsers, args),
  }),
)

builder.objectFields(Account, (t) => ({
  promotableUser: t.field({
    type: PromotableUser,
    description: 'One of its promotable users.',
    extensions: { ...keyOnly, ...lookUpCost(listPromotableUsers) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'PromotableUser', listPromotableUsers, account.id, args),
  }),
  promotableUsers: t.field({
    type: PromotableUserConnection,
    nullable: false,
    description: 'The users whose posts it may promote.',
    extensions: { ...keyOnly, ...listCost(listPromotableUsers) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listPromotableUsers,
          path: { account_id: account.id },
          filters: { promotable_user_ids: restIds('PromotableUser', account.id, ids, 'ids') },
        },
        page,
      ),
  }),
}))
