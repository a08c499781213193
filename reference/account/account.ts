import type { Entity } from '../entity.ts'

export const account = {
  endpoints: {
    'GET 12 accounts': {
      source: '2 §4.2',
      documents: ['account_ids', 'q', 'count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
    'GET 12 accounts/:account_id': { source: '2 §4.2', documents: ['with_deleted'] },
    'POST 12 accounts': { source: '2 §4.2', sandboxOnly: true, body: 'none', documents: [] },
    'PUT 12 accounts/:account_id': { source: '2 §4.2', body: 'query/form', documents: ['name', 'industry_type'] },
    'DELETE 12 accounts/:account_id': { source: '2 §4.2', sandboxOnly: true, body: 'none', documents: [] },
  },
  parameters: {
    name: { type: 'text', min: 1 },
    industry_type: 'IndustryType',
  },
  rows: {
    Account: {
      documents: ['name', 'industry_type', 'id', 'created_at', 'updated_at', 'deleted'],
      service: ['business_name', 'business_id', 'timezone', 'timezone_switch_at', 'approval_status'],
    },
  },
  enumerations: {
    IndustryType: {
      documents: [
        'AGENCY',
        'BUSINESS_TO_BUSINESS',
        'ONLINE_SERVICES',
        'EDUCATION',
        'FINANCIAL',
        'HEALTH',
        'GOVERNMENT',
        'MEDIA',
        'MOBILE',
        'RESTAURANT',
        'RETAIL',
        'TECHNOLOGY',
        'TRAVEL',
        'OTHER',
      ],
    },
    ApprovalStatus: { documents: [], service: ['ACCEPTED', 'PENDING', 'UNDER_REVIEW', 'REJECTED'] },
  },
  rules: {
    'R-ACC-1': {
      text: "Accounts, features and funding instruments can be created and deleted in the service's sandbox only.",
      source: '2 §1, §4.2, §4.3',
      kinds: 'V M D',
    },
    'R-ACC-2': { text: 'The industry of an account is one of 14 values.', source: '2 §2', kinds: 'V' },
  },
} as const satisfies Entity
