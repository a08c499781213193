import { postJson } from '../endpoint.ts'

/** One criterion of an estimate, with the parameters of a new targeting criterion (Ads Management Interface, section 4.6). */
export interface EstimateCriterion {
  /** The ID of the line item. */
  line_item_id?: string | undefined
  /** The type of targeting. */
  targeting_type: string
  /** The targeting value. */
  targeting_value: string
  /** The operator of the estimate. Defaults to EQ. */
  operator_type?: string | undefined
}

export interface EstimateParams {
  /** The criteria. At least one must be a primary criterion; only the service checks this (R-TGT-11). */
  targeting_criteria: readonly EstimateCriterion[]
  /** The operator of the estimate. Defaults to EQ. */
  operator_type?: string
}

export interface AudienceEstimateRow {
  /** An object whose members are not documented. */
  audience_size?: unknown
}

/** A read that is sent as a POST, because criteria can be too long for a query string. It is safe to repeat. */
export const estimateAudience = postJson<AudienceEstimateRow, EstimateParams>()(
  'accounts/:account_id/audience_estimate',
  { answer: 'object', safe: true },
)
