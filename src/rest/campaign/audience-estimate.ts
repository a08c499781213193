import { postJson } from '../endpoint.ts'

/** One criterion of an estimate, with the parameters of a new targeting criterion (Ads Management Interface, section 4.6). */
export interface EstimateCriterion {
  line_item_id?: string | undefined
  targeting_type: string
  targeting_value: string
  operator_type?: string | undefined
}

export interface EstimateParams {
  targeting_criteria: readonly EstimateCriterion[]
  operator_type?: string
}

export interface AudienceEstimateRow {
  /** An object whose members are not documented. */
  audience_size?: unknown
}

/** A read that is sent as a POST, because criteria can be too long for a query string. It is safe to repeat. */
export const estimateAudience = postJson<AudienceEstimateRow, EstimateParams>()(
  'accounts/:account_id/audience_estimate',
  { rows: [], safe: true },
)
