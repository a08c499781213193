import { listPromotableUsers, promotableUserType, type PromotableUserRow } from '../../rest/account/promotable-user.ts'
import { builder, entity, openEnum } from '../kit.ts'
import { Account } from './account.ts'

export const PromotableUser = builder.objectRef<PromotableUserRow>('PromotableUser')

const PromotableUserType = openEnum('PromotableUserType', 'Which posts of a user an account can promote.', {
  FULL: 'All posts. The user is the advertiser.',
  REPOSTS_ONLY:
    'Reposts only. Promoting such a post creates a promoted-only copy that has its own post ID (R-PROMO-6).',
})

entity(PromotableUser, listPromotableUsers, {
  description: 'A user whose posts the account can promote. Read-only.',
  fields: (t) => ({
    userId: t.foreignKey('user_id', 'the user', '@beyondDocuments'),
    type: t.field({
      type: PromotableUserType,
      description: 'Which posts of the user can be promoted.',
      resolve: promotableUserType,
    }),
  }),
  list: [Account, 'promotableUsers', 'The users whose posts the account can promote.'],
})
