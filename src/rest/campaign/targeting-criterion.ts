import { del, get, list, post, postJson, type BatchOperation } from '../endpoint.ts'
import type { EntityColumns, ListParams, WithDeleted } from '../types.ts'

export interface TargetingCriterionRow extends EntityColumns<{
  line_item_id: string
  name: string
  localized_name: string
  targeting_type: string
  targeting_value: string | number
  operator_type: string
  location_type: string
}> {}

export interface TargetingCriterionFilters extends ListParams {
  /** Required: the interface lists only the criteria of given line items. */
  line_item_ids?: readonly string[]
  /** The language of `localized_name`, as an ISO 639-1 code of two lowercase letters (R-TGT-10). */
  lang?: string
}

interface LanguageParams extends WithDeleted {
  /** The language of the criterion's name, as a code of ISO 639-1. */
  lang?: string
}

/**
 * A targeting criterion by its ID.
 * `GET accounts/:account_id/targeting_criteria/:targeting_criterion_id` (Ads Management Interface, section 4.6).
 */
export const getTargetingCriterion = get<TargetingCriterionRow, LanguageParams>()(
  'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
)
/**
 * The targeting criteria of the given line items.
 * `GET accounts/:account_id/targeting_criteria` (Ads Management Interface, section 4.6).
 */
export const listTargetingCriteria = list<TargetingCriterionRow, TargetingCriterionFilters>()(
  'accounts/:account_id/targeting_criteria',
  { get: getTargetingCriterion },
)

/** The parameters that create a targeting criterion (Ads Management Interface, section 4.6). */
export interface TargetingCriterionParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The operator: EQ includes, NE excludes (R-TGT-2). APP_LIST accepts only NE (R-TGT-4). */
  operator_type?: string
  /** The type of targeting (R-TGT-3). A line item can have one AGE bucket and one EVENT (R-TGT-5). */
  targeting_type?: string
  /** The targeting value (R-TGT-2). `targeting_options` lists the values of some types. */
  targeting_value?: string
}

/** The maximum number of targeting criteria in one batch (Ads Management Interface, section 8). */
export const MAX_TARGETING_OPERATIONS = 500

/**
 * Creates a targeting criterion.
 * `POST accounts/:account_id/targeting_criteria` (Ads Management Interface, section 4.6).
 */
export const createTargetingCriterion = post<TargetingCriterionRow, TargetingCriterionParams>()(
  'accounts/:account_id/targeting_criteria',
)
/**
 * Deletes a targeting criterion.
 * `DELETE accounts/:account_id/targeting_criteria/:targeting_criterion_id` (Ads Management Interface, section 4.6).
 */
export const deleteTargetingCriterion = del<TargetingCriterionRow>()(
  'accounts/:account_id/targeting_criteria/:targeting_criterion_id',
)
/**
 * Creates and deletes up to 500 targeting criteria in one call, which succeeds or fails as a whole (R-TGT-9).
 * `POST batch/accounts/:account_id/targeting_criteria` (Ads Management Interface, section 4.1).
 */
export const batchTargetingCriteria = postJson<
  TargetingCriterionRow[],
  BatchOperation<TargetingCriterionParams & { targeting_criterion_id?: string }>[]
>()('batch/accounts/:account_id/targeting_criteria', { many: true })
