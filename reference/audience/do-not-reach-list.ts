import type { Entity } from '../entity.ts'

export const doNotReachList = {
  endpoints: {
    'GET 12 accounts/:account_id/do_not_reach_lists': { source: '2 §4.10', documents: ['with_deleted'] },
    'POST 12 accounts/:account_id/do_not_reach_lists': {
      source: '2 §4.10',
      body: 'query/form',
      documents: [],
      service: ['description'],
    },
    'DELETE 12 accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id': { documents: [] },
  },
  rows: {
    DoNotReachList: {
      documents: [
        'name',
        'description',
        'targetable',
        'reasons_not_targetable',
        'list_size',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
    },
  },
  rules: { 'R-AUD-20': { text: 'An account has at most one do-not-reach list.', source: '2 §2, §4.10', kinds: 'V D' } },
} as const satisfies Entity
