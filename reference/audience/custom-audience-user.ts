import type { Entity } from '../entity.ts'

export const customAudienceUser = {
  endpoints: {
    'POST 12 accounts/:account_id/custom_audiences/:custom_audience_id/users': {
      source: '2 §4.9, §8',
      body: 'JSON array',
      documents: ['operation_type!', 'users!', 'effective_at', 'expires_at'],
    },
  },
  rows: { UpdateCustomAudienceUsersPayload: { documents: ['success_count', 'total_count'] } },
  objects: {
    AudienceUser: { documents: ['email', 'device_id', 'handle', 'svc_id', 'phone_number', 'partner_user_id'] },
  },
  enumerations: { CustomAudienceUsersOperation: { documents: ['Update', 'Delete'] } },
  rules: {
    'R-AUD-11': {
      text: 'Users of an audience are updated or deleted. Each operation names at least one user.',
      source: '2 §4.9',
      kinds: 'V',
    },
    'R-AUD-12': {
      text: 'Users expire after they become effective; by default 13 months after the request.',
      source: '2 §4.9',
      kinds: 'V',
    },
    'R-AUD-13': {
      text: 'Identifiers of users are normalized and hashed with SHA-256 (64 hexadecimal digits), except partner user ids.',
      source: '2 §4.9',
      kinds: 'V S',
    },
    'R-AUD-14': {
      text: 'An upload of users has at most 2,500 operations and 5,000,000 bytes.',
      source: '2 §8',
      kinds: 'V Q',
    },
    'R-AUD-15': {
      text: 'The service must confirm as many users as were sent. Otherwise the upload is repeated.',
      source: '2 §4.9, §7',
      kinds: 'E M',
    },
  },
} as const satisfies Entity
