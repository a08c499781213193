import {
  getAuthenticatedUserAccess,
  type AuthenticatedUserAccessRow,
} from '../../rest/account/authenticated-user-access.ts'
import { builder, CREATIVE_EDITORS, openEnum } from '../kit.ts'
import { CAMPAIGN_EDITORS, SETTINGS_EDITORS } from '../write/existence.ts'
import { readColumn, textsColumn, UNKNOWN } from '../write/known.ts'
import { Account } from './account.ts'

const AuthenticatedUserAccess = builder.objectRef<AuthenticatedUserAccessRow>('AuthenticatedUserAccess')

const UserPermission = openEnum('UserPermission', 'A permission of a user in an account (R-PERM-1).', {
  ACCOUNT_ADMIN: 'Can edit everything, view statistics, and manage users and settings.',
  AD_MANAGER: 'Can edit everything and view statistics, but cannot change users or settings.',
  CREATIVE_MANAGER: 'Can edit and preview creatives only.',
  CAMPAIGN_ANALYST: 'Can view campaigns and statistics.',
  ANALYST: 'Can view organic analytics and audience insights only.',
  PARTNER_AUDIENCE_MANAGER: 'Can manage audiences of data partners, through the REST interface only (R-PERM-4).',
  POST_COMPOSER:
    'Can create promoted-only posts for the advertiser. Granted only together with ACCOUNT_ADMIN, AD_MANAGER or ' +
    'CREATIVE_MANAGER (R-PERM-2).',
})

/** Whether any of these permissions is held. Null if the response has no list of permissions. */
function holds(access: AuthenticatedUserAccessRow, ...wanted: string[]): boolean | null {
  const permissions = readColumn(access, 'permissions', textsColumn)
  if (permissions === null || permissions === UNKNOWN) return null
  return wanted.some((permission) => permissions.includes(permission))
}

AuthenticatedUserAccess.implement({
  description: 'The permissions of the caller in an account, and what they allow (R-PERM-1).',
  fields: (t) => ({
    userId: t.foreignKey('user_id', 'the user who makes the request', '@beyondDocuments'),
    ...t.columns({ permissions: [[UserPermission], 'The permissions of the caller.'] }),
    canEditCampaigns: t.boolean({
      description:
        'Whether the caller can edit campaigns and everything below them. Requires ACCOUNT_ADMIN or AD_MANAGER.',
      resolve: (access) => holds(access, ...CAMPAIGN_EDITORS),
    }),
    canViewCampaigns: t.boolean({
      description:
        'Whether the caller can view campaigns and statistics. Requires ACCOUNT_ADMIN, AD_MANAGER or CAMPAIGN_ANALYST.',
      resolve: (access) => holds(access, ...CAMPAIGN_EDITORS, 'CAMPAIGN_ANALYST'),
    }),
    canEditCreatives: t.boolean({
      description:
        'Whether the caller can edit and preview creatives. Requires ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER.',
      resolve: (access) => holds(access, ...CREATIVE_EDITORS),
    }),
    canManageUsersAndSettings: t.boolean({
      description: 'Whether the caller can manage the users and settings of the account. Requires ACCOUNT_ADMIN.',
      resolve: (access) => holds(access, ...SETTINGS_EDITORS),
    }),
    canComposePosts: t.boolean({
      description:
        'Whether the caller can create promoted-only posts for the advertiser. Requires POST_COMPOSER together with ' +
        'ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER (R-PERM-2). The FULL promotable user needs no permission to do ' +
        'so (R-PERM-3).',
      resolve: (access) => holds(access, 'POST_COMPOSER') && holds(access, ...CREATIVE_EDITORS),
    }),
    canViewOrganicAnalytics: t.boolean({
      description:
        'Whether the caller has ANALYST, which allows viewing organic analytics and audience insights. The ' +
        'documentation of the interface does not say whether other permissions allow it too.',
      resolve: (access) => holds(access, 'ANALYST'),
    }),
    canManagePartnerAudiences: t.boolean({
      description:
        'Whether the caller can manage audiences of data partners. Requires PARTNER_AUDIENCE_MANAGER (R-PERM-4).',
      resolve: (access) => holds(access, 'PARTNER_AUDIENCE_MANAGER'),
    }),
    raw: t.raw(),
  }),
})

builder.objectField(Account, 'authenticatedUserAccess', (t) =>
  t.single(
    AuthenticatedUserAccess,
    getAuthenticatedUserAccess,
    'The permissions of the caller in the account. Takes one call per account.',
    {},
  ),
)
