import type { Entity } from '../entity.ts'

export const authenticatedUserAccess = {
  endpoints: { 'GET 12 accounts/:account_id/authenticated_user_access': { source: '2 §4.2, §5', documents: [] } },
  rows: { AuthenticatedUserAccess: { documents: ['permissions'], service: ['user_id'] } },
  enumerations: {
    UserPermission: {
      documents: [
        'ACCOUNT_ADMIN',
        'AD_MANAGER',
        'CREATIVE_MANAGER',
        'CAMPAIGN_ANALYST',
        'ANALYST',
        'PARTNER_AUDIENCE_MANAGER',
        'POST_COMPOSER',
      ],
    },
  },
  rules: {
    'R-PERM-1': {
      text: 'One of six roles determines what a caller may do in an account.',
      source: '2 §5',
      kinds: 'V D',
    },
    'R-PERM-2': {
      text: 'POST_COMPOSER exists only together with ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER.',
      source: '2 §5',
      kinds: 'V',
    },
    'R-PERM-4': {
      text: 'PARTNER_AUDIENCE_MANAGER is for API access to the audiences of data partners.',
      source: '2 §5',
      kinds: 'D',
    },
  },
} as const satisfies Entity
