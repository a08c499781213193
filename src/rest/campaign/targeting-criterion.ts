import { del, get, list, post, postJson, type BatchOperation } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface TargetingCriterionRow extends EntityRow {
  line_item_id?: string | null
  name?: string | null
  localized_name?: string | null
  targeting_type?: string | null
  targeting_value?: string | number | null
  operator_type?: string | null
  location_type?: string | null
}

export interface TargetingCriterionFilters extends ListParams {
  /** Required: the interface lists only the criteria of given line items. */
  line_item_ids?: readonly string[]
  targeting_criterion_ids?: readonly string[]
  lang?: string
}

export const getTargetingCriterion = get<TargetingCriterionRow, { lang?: string; with_deleted?: boolean }>()(
  'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
)
export const listTargetingCriteria = list<TargetingCriterionRow, TargetingCriterionFilters>()(
  'accounts/:account_id/targeting_criteria',
  { get: getTargetingCriterion },
)

/** The parameters that create a targeting criterion (Ads Management Interface, section 4.6). */
export interface TargetingCriterionParams {
  line_item_id?: string
  operator_type?: string
  targeting_type?: string
  targeting_value?: string
}

/** The maximum number of targeting criteria in one batch (Ads Management Interface, section 8). */
export const MAX_TARGETING_OPERATIONS = 500

export const createTargetingCriterion = post<TargetingCriterionRow, TargetingCriterionParams>()(
  'accounts/:account_id/targeting_criteria',
)
export const deleteTargetingCriterion = del<TargetingCriterionRow>()(
  'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
)
export const batchTargetingCriteria = postJson<
  TargetingCriterionRow[],
  BatchOperation<TargetingCriterionParams & { targeting_criterion_id?: string }>[]
>()('batch/accounts/:account_id/targeting_criteria', { many: true })
