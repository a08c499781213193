import { listPromotableUsers, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { builder, connectionType, Entity, idsArg, Node, openEnum, queryNode, sortArg, withDeletedArg } from '../kit.ts'
import { Account } from './account.ts'

export const PromotableUser = builder.objectRef<PromotableUserRow>('PromotableUser')
const PromotableUserConnection = connectionType(PromotableUser)

const PromotableUserType = openEnum('PromotableUserType', 'Which posts of a user an account can promote.', {
  FULL: 'All posts. The user is the advertiser.',
  REPOSTS_ONLY:
    'Reposts only. Promoting such a post creates a promoted-only copy that has its own post ID (R-PROMO-6).',
})

PromotableUser.implement({
  description: 'A user whose posts the account can promote. Read-only.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    userId: t.foreignKey('user_id', 'the user', '@beyondDocuments'),
    type: t.field({
      type: PromotableUserType,
      description: 'Which posts of the user can be promoted.',
      resolve: ({ type, promotable_user_type: liveType }) => type ?? liveType,
    }),
  }),
})

queryNode('promotableUser', PromotableUser, listPromotableUsers, withDeletedArg)

builder.objectField(Account, 'promotableUsers', (t) =>
  t.list(PromotableUserConnection, listPromotableUsers, 'The users whose posts the account can promote.', {
    args: {
      ...idsArg,
      ...sortArg,
      ...withDeletedArg,
    },
  }),
)
