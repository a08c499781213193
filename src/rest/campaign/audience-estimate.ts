import { postJson } from '../endpoint.ts'

/** One condition as the estimate takes it: a criterion without a line item. */
export interface EstimateCriterion {
  targeting_type: string
  targeting_value: string
  operator_type?: string | undefined
}

export interface EstimateParams {
  targeting_criteria: readonly EstimateCriterion[]
  operator_type?: string
}

export interface AudienceEstimateRow {
  /** An object whose members the reference leaves open. */
  audience_size?: unknown
}

/** A read in the form of a POST, because criteria can be too long for a query: repeating it changes nothing. */
export const estimateAudience = postJson<AudienceEstimateRow, EstimateParams>()(
  'accounts/:account_id/audience_estimate',
  { rows: [], safe: true },
)
