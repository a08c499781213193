import type { Entity } from '../entity.ts'

export const tailoredAudiencePermission = {
  endpoints: {
    'GET 5 accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions': {
      source: '2 §4.9, §9',
      documents: [
        'tailored_audience_permission_ids',
        'granted_account_ids',
        'count',
        'cursor',
        'sort_by',
        'with_total_count',
      ],
    },
    'POST 5 accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions': {
      source: '2 §4.9, §9',
      body: 'query/form',
      documents: ['granted_account_id!', 'permission_level!'],
    },
    'DELETE 5 accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id':
      { source: '2 §4.9, §9', body: 'none', documents: [] },
  },
  parameters: {
    permission_level: 'PermissionLevel',
  },
  rows: {
    TailoredAudiencePermission: {
      documents: [
        'tailored_audience_id',
        'granted_account_id',
        'permission_level',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
    },
  },
  rules: {
    'R-AUD-19': {
      text: 'The permissions of tailored audiences use version 5 and names of their own.',
      source: '2 §2, §4.9',
      kinds: 'W',
    },
  },
} as const satisfies Entity
