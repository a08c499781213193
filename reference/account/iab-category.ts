import type { Entity } from '../entity.ts'

export const iabCategory = {
  endpoints: { 'GET 12 iab_categories': { source: '2 §4.2', documents: ['count', 'cursor', 'with_total_count'] } },
  rows: { IabCategory: { documents: [], service: ['id', 'name', 'parent_id'] } },
} as const satisfies Entity
