import type { Entity } from '../entity.ts'

export const fundingInstrument = {
  endpoints: {
    'GET 12 accounts/:account_id/funding_instruments': {
      source: '2 §4.3',
      documents: ['funding_instrument_ids', 'count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'],
    },
    'GET 12 accounts/:account_id/funding_instruments/:funding_instrument_id': {
      source: '2 §4.3',
      documents: ['with_deleted'],
    },
    'POST 12 accounts/:account_id/funding_instruments': {
      source: '2 §2, §4.3',
      sandboxOnly: true,
      body: 'query/form',
      documents: [
        'currency!',
        'start_time!',
        'end_time',
        'type!',
        'credit_limit_local_micro',
        'funded_amount_local_micro',
      ],
    },
    'DELETE 12 accounts/:account_id/funding_instruments/:funding_instrument_id': {
      source: '2 §4.3',
      sandboxOnly: true,
      body: 'none',
      documents: [],
    },
  },
  parameters: {
    currency: 'currency',
    type: 'FundingInstrumentType',
  },
  rows: {
    FundingInstrument: {
      documents: [
        'currency',
        'start_time',
        'end_time',
        'type',
        'credit_limit_local_micro',
        'funded_amount_local_micro',
        'id',
        'created_at',
        'updated_at',
        'deleted',
      ],
      service: [
        'account_id',
        'description',
        'entity_status',
        'able_to_fund',
        'reasons_not_able_to_fund',
        'io_header',
        'credit_remaining_local_micro',
      ],
    },
  },
  enumerations: {
    FundingInstrumentType: {
      documents: ['AGENCY_CREDIT_LINE', 'CREDIT_CARD', 'CREDIT_LINE', 'INSERTION_ORDER', 'PARTNER_MANAGED'],
      service: ['LIVE_TV_EVENT_IO'],
    },
    reasons_not_able_to_fund: {
      documents: [],
      service: [
        'BUDGET_EXHAUSTED',
        'CREDIT_CARD_APPROVAL_PENDING',
        'CREDIT_CARD_DELETED',
        'CREDIT_CARD_REJECTED',
        'DELETED',
        'EXPIRED',
        'PAUSED',
        'STARTS_IN_FUTURE',
      ],
    },
    ReasonNotAbleToFund: {
      documents: [],
      service: [
        'BUDGET_EXHAUSTED',
        'CREDIT_CARD_APPROVAL_PENDING',
        'CREDIT_CARD_DELETED',
        'CREDIT_CARD_REJECTED',
        'DELETED',
        'EXPIRED',
        'PAUSED',
        'STARTS_IN_FUTURE',
      ],
    },
  },
  rules: {
    'R-FI-1': {
      text: 'A funding instrument needs a currency of three letters (ISO 4217), a start time and one of five types.',
      source: '2 §2, §4.3',
      kinds: 'V',
    },
    'R-FI-2': {
      text: 'An end time is required, and a credit limit or a funded amount allowed, for some types only. The documents do not say which; the service decides.',
      source: '2 §2, §4.3',
      kinds: 'E D',
    },
    'R-FI-3': { text: 'Funding instruments cannot be updated.', source: '2 §4.3', kinds: 'D' },
  },
} as const satisfies Entity
