import type { Entity } from '../entity.ts'

export const accountHistory = {
  endpoints: {
    'GET 12 accounts/:account_id/account_history': {
      source: '2 §4.2',
      documents: ['entity_type!', 'entity_id!', 'start_time!', 'end_time!', 'user_id', 'count', 'cursor'],
    },
  },
  parameters: {
    entity_type: 'AccountHistoryEntityType',
  },
  rows: {
    AccountHistory: {
      documents: [],
      service: ['entity', 'entity_id', 'change_type', 'change_time', 'change_by', 'changes', 'entity_data'],
    },
    AccountHistoryAuthor: { documents: [], service: ['user_id', 'platform'] },
  },
  enumerations: {
    AccountHistoryEntityType: {
      documents: ['CAMPAIGN', 'LINE_ITEM', 'PROMOTED_POST', 'TARGETING_CRITERIA', 'PROMOTED_ACCOUNT'],
    },
  },
  rules: {
    'R-ACC-5': {
      text: 'Account history needs a start and an end in whole hours, one of five entity types, and the id of an entity.',
      source: '2 §4.2',
      kinds: 'V',
    },
    'R-ACC-6': {
      text: 'Account history is a beta product. Accounts must be enabled for it.',
      source: '2 §4.2',
      kinds: 'E D',
    },
  },
} as const satisfies Entity
