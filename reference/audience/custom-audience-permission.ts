import type { Entity } from '../entity.ts'

export const customAudiencePermission = {
  endpoints: {
    'GET 12 accounts/:account_id/custom_audiences/:custom_audience_id/permissions': {
      source: '2 §4.9',
      documents: [
        'custom_audience_permission_ids',
        'granted_account_ids',
        'count',
        'cursor',
        'sort_by',
        'with_total_count',
      ],
    },
    'POST 12 accounts/:account_id/custom_audiences/:custom_audience_id/permissions': {
      source: '2 §4.9',
      body: 'query/form',
      documents: ['granted_account_id!', 'permission_level!'],
    },
    'DELETE 12 accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id': {
      source: '2 §3, §4.9',
      body: 'none',
      documents: [],
    },
  },
  parameters: {
    permission_level: 'PermissionLevel',
  },
  rows: {
    CustomAudiencePermission: {
      documents: [
        'custom_audience_id',
        'granted_account_id',
        'permission_level',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
    },
  },
  enumerations: { PermissionLevel: { documents: ['READ_ONLY', 'READ_WRITE'] } },
  rules: {
    'R-AUD-16': { text: 'Only the account that owns an audience can share it.', source: '2 §4.9', kinds: 'V E' },
    'R-AUD-17': {
      text: 'Audiences are shared within one business, unless the owner has the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS.',
      source: '2 §4.9',
      kinds: 'V E',
    },
    'R-AUD-18': {
      text: 'After a permission is revoked, new campaigns cannot use the audience; running campaigns continue.',
      source: '2 §3, §4.9',
      kinds: 'M D',
    },
  },
} as const satisfies Entity
