import type { Entity } from '../entity.ts'

export const promotableUser = {
  endpoints: {
    'GET 12 accounts/:account_id/promotable_users': {
      source: '2 §4.5',
      documents: ['promotable_user_ids', 'count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
    'GET 12 accounts/:account_id/promotable_users/:promotable_user_id': {
      source: '2 §4.5',
      documents: ['with_deleted'],
    },
  },
  rows: {
    PromotableUser: {
      documents: ['type', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['user_id', 'promotable_user_type'],
    },
  },
  enumerations: { PromotableUserType: { documents: ['FULL', 'REPOSTS_ONLY'] } },
  rules: { 'R-PROMO-14': { text: 'A promotable user is FULL or REPOSTS_ONLY.', source: '2 §2', kinds: 'V' } },
} as const satisfies Entity
