import {
  getAuthenticatedUserAccess,
  type AuthenticatedUserAccessRow,
} from '../../rest/account/authenticated-user-access.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Account } from './account.ts'

export const AuthenticatedUserAccess = builder.objectRef<AuthenticatedUserAccessRow>('AuthenticatedUserAccess')

export const UserPermission = openEnum('UserPermission', 'What a user may do in an account (R-PERM-1).', {
  ACCOUNT_ADMIN: 'Edit everything, see statistics, manage users and settings.',
  AD_MANAGER: 'Edit everything and see statistics; not change users or settings.',
  CREATIVE_MANAGER: 'Creatives and previews only.',
  CAMPAIGN_ANALYST: 'See campaigns and statistics.',
  ANALYST: 'Organic analytics and audience insights only.',
  PARTNER_AUDIENCE_MANAGER: 'Audiences of data partners, through the interface only (R-PERM-4).',
  POST_COMPOSER:
    'Make promoted-only posts for the advertiser. Exists only beside ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER ' +
    '(R-PERM-2).',
})

/** Whether one of these permissions is held; unknown where the answer names none at all. */
function holds(permissions: string[] | null | undefined, ...wanted: string[]): boolean | null {
  return permissions ? wanted.some((permission) => permissions.includes(permission)) : null
}

AuthenticatedUserAccess.implement({
  description: 'What the caller may do in an account: the permissions, and in plain words what they allow (R-PERM-1).',
  fields: (t) => ({
    userId: t.exposeID('user_id', { description: 'The caller.' }),
    permissions: t.expose('permissions', {
      type: [UserPermission],
      nullable: { list: true, items: false },
      description: 'The permissions the caller holds.',
    }),
    canEditCampaigns: t.boolean({
      description: 'Whether campaigns and everything below them may be changed: ACCOUNT_ADMIN, AD_MANAGER.',
      resolve: ({ permissions }) => holds(permissions, 'ACCOUNT_ADMIN', 'AD_MANAGER'),
    }),
    canViewCampaigns: t.boolean({
      description: 'Whether campaigns and statistics may be seen: ACCOUNT_ADMIN, AD_MANAGER, CAMPAIGN_ANALYST.',
      resolve: ({ permissions }) => holds(permissions, 'ACCOUNT_ADMIN', 'AD_MANAGER', 'CAMPAIGN_ANALYST'),
    }),
    canEditCreatives: t.boolean({
      description: 'Whether creatives may be changed and previewed: ACCOUNT_ADMIN, AD_MANAGER, CREATIVE_MANAGER.',
      resolve: ({ permissions }) => holds(permissions, 'ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'),
    }),
    canManageUsersAndSettings: t.boolean({
      description: 'Whether users and settings of the account may be managed: ACCOUNT_ADMIN.',
      resolve: ({ permissions }) => holds(permissions, 'ACCOUNT_ADMIN'),
    }),
    canComposePosts: t.boolean({
      description:
        'Whether promoted-only posts may be made for the advertiser: POST_COMPOSER beside ACCOUNT_ADMIN, AD_MANAGER ' +
        'or CREATIVE_MANAGER (R-PERM-2). Who is the FULL promotable user needs no permission for that (R-PERM-3).',
      resolve: ({ permissions }) =>
        holds(permissions, 'POST_COMPOSER') && holds(permissions, 'ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'),
    }),
    canViewOrganicAnalytics: t.boolean({
      description:
        'Whether ANALYST allows organic analytics and audience insights; of other permissions the interface does not ' +
        'say whether they do.',
      resolve: ({ permissions }) => holds(permissions, 'ANALYST'),
    }),
    canManagePartnerAudiences: t.boolean({
      description: 'Whether PARTNER_AUDIENCE_MANAGER allows the audiences of data partners (R-PERM-4).',
      resolve: ({ permissions }) => holds(permissions, 'PARTNER_AUDIENCE_MANAGER'),
    }),
    raw: t.field({ type: 'JSON', description: 'The answer as the service sent it.', resolve: (row) => row }),
  }),
})

builder.objectField(Account, 'authenticatedUserAccess', (t) =>
  t.field({
    type: AuthenticatedUserAccess,
    description: 'What the caller may do here.',
    extensions: { ...keyOnly, ...callCost() },
    resolve: (account, _args, { loaders }) => loaders.once(getAuthenticatedUserAccess, { account_id: account.id }),
  }),
)
