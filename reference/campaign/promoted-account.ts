import type { Entity } from '../entity.ts'

export const promotedAccount = {
  endpoints: {
    'GET 12 accounts/:account_id/promoted_accounts': {
      source: '2 §4.5',
      documents: [
        'line_item_ids',
        'promoted_account_ids',
        'count',
        'cursor',
        'sort_by',
        'with_deleted',
        'with_total_count',
      ],
    },
    'GET 12 accounts/:account_id/promoted_accounts/:promoted_account_id': {
      source: '2 §4.5',
      documents: ['with_deleted'],
    },
    'POST 12 accounts/:account_id/promoted_accounts': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['line_item_id!', 'user_id!'],
    },
    'DELETE 12 accounts/:account_id/promoted_accounts/:promoted_account_id': {
      source: '2 §3, §4.5',
      body: 'none',
      documents: [],
    },
  },
  rows: {
    PromotedAccount: {
      documents: ['line_item_id', 'user_id', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['entity_status', 'approval_status'],
    },
  },
  rules: {
    'R-PROMO-2': {
      text: 'A line item that is not set up for promoted accounts is refused with INCOMPATIBLE_LINE_ITEM.',
      source: '2 §4.5, §7',
      kinds: 'E M',
    },
    'R-PROMO-3': {
      text: 'An ineligible user is refused, and nobody is promoted. A user who is promoted already is ignored.',
      source: '2 §4.5, §7',
      kinds: 'E M',
    },
    'R-PROMO-4': {
      text: 'The service refuses to list promoted accounts when none of the line items has any. Nested lists are empty then.',
      source: '2 §4.5, §7',
      kinds: 'E M',
    },
  },
} as const satisfies Entity
