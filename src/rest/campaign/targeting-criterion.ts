import { get, list } from '../endpoint.ts'
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
  /** Required: the interface lists criteria of named line items only. */
  line_item_ids?: readonly string[]
  targeting_criterion_ids?: readonly string[]
  lang?: string
}

export const getTargetingCriterion = get<TargetingCriterionRow, { lang?: string; with_deleted?: boolean }>()(
  'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
)
export const listTargetingCriteria = list<TargetingCriterionRow, TargetingCriterionFilters>()(
  'accounts/:account_id/targeting_criteria',
  { one: getTargetingCriterion },
)
