import { listPromotableUsers, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { openEnum } from '../scalar/open-enum.ts'
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

nodeType(PromotableUser, listPromotableUsers)

builder.queryField('promotableUser', (t) =>
  t.byId({
    type: PromotableUser,
    endpoint: listPromotableUsers,
    description: 'One promotable user.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  promotableUser: t.byId({
    type: PromotableUser,
    endpoint: listPromotableUsers,
    description: 'One of its promotable users.',
    args: withDeletedArg,
  }),
  promotableUsers: t.list({
    type: PromotableUserConnection,
    endpoint: listPromotableUsers,
    description: 'The users whose posts it may promote.',
    args: {
      ...idsArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids }, account) => ({ promotable_user_ids: restIds('PromotableUser', account.id, ids, 'ids') }),
  }),
}))
