import type { Entity } from '../entity.ts'

export const lineItemCuratedCategory = {
  endpoints: {
    'GET 12 accounts/:account_id/line_item_curated_categories': {
      documents: [],
      service: ['count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
    'GET 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id': {
      documents: [],
      service: ['with_deleted'],
    },
    'POST 12 accounts/:account_id/line_item_curated_categories': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['line_item_id!', 'curated_category_id!'],
    },
    'PUT 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id': {
      source: '2 §4.5',
      body: 'query/form',
      documents: ['curated_category_id', 'line_item_id'],
    },
    'DELETE 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id': {
      source: '2 §4.5',
      body: 'none',
      documents: [],
    },
  },
  rows: {
    LineItemCuratedCategory: {
      documents: ['line_item_id', 'curated_category_id', 'id', 'created_at', 'updated_at', 'deleted'],
    },
  },
  rules: {
    'R-LI-17': {
      text: 'Listing the curated categories of line items goes beyond the documents; the list is read in the form that the live service returns.',
      source: '2 §4.11',
      kinds: 'D',
    },
  },
} as const satisfies Entity
