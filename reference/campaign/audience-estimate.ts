import type { Entity } from '../entity.ts'

export const audienceEstimate = {
  endpoints: {
    'POST 12 accounts/:account_id/audience_estimate': {
      source: '2 §4.1, §4.6',
      body: 'JSON',
      documents: ['targeting_criteria!', 'operator_type'],
    },
  },
  rows: { AudienceEstimate: { documents: [], service: ['audience_size'] } },
  objects: {
    EstimateCriterionInput: { documents: ['line_item_id', 'operator_type', 'targeting_type', 'targeting_value'] },
  },
  enumerations: { EstimateOperatorType: { documents: ['EQ', 'NE'] } },
  rules: {
    'R-TGT-11': { text: 'An audience estimate needs at least one primary criterion.', source: '2 §4.6', kinds: 'V W' },
  },
} as const satisfies Entity
