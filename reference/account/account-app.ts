import type { Entity } from '../entity.ts'

export const accountApp = {
  endpoints: {
    'GET 12 accounts/:account_id/account_apps': {
      source: '2 §4.2',
      documents: ['count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
  },
  rows: {
    AccountApp: {
      documents: ['id', 'created_at', 'updated_at', 'deleted'],
      service: ['app_store_identifier', 'os_type', 'conversion_tracking_enabled', 'deep_link_pattern'],
    },
  },
} as const satisfies Entity
