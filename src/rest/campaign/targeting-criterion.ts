import { type ParamsOf, resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, text, value, word } from '../value.ts'

/** Targeting criteria (Ads Management Interface, section 4.6). */
const targetingCriteria = resource('accounts/:account_id/targeting_criteria/:targeting_criterion_id', {
  columns: { name: text, localized_name: text, location_type: text },
  list: {
    ...LISTED,
    /** Required: the interface lists only the criteria of given line items. */
    line_item_ids: ids,

    /** Only rows with one of these IDs, at most 200. */
    targeting_criterion_ids: ids,
    /** The language of `localized_name`, as an ISO 639-1 code of two lowercase letters (R-TGT-10). */
    lang: text,
  },
  create: {
    /** The ID of the line item. */
    line_item_id: id,
    /** The operator: EQ includes, NE excludes (R-TGT-2). APP_LIST accepts only NE (R-TGT-4). */
    operator_type: word('OperatorType'),
    /** The type of targeting (R-TGT-3). A line item can have one AGE bucket and one EVENT (R-TGT-5). */
    targeting_type: word('TargetingType'),
    /** The targeting value (R-TGT-2). `targeting_options` lists the values of some types. */
    targeting_value: value<string | number, string>('String'),
  },
  delete: true,
  batch: true,
})

export interface TargetingCriterionRow extends RowOf<typeof targetingCriteria> {}
/** The parameters that create a targeting criterion. */
export interface TargetingCriterionParams extends ParamsOf<typeof createTargetingCriterion> {}

/** The maximum number of targeting criteria in one batch (Ads Management Interface, section 8). */
export const MAX_TARGETING_OPERATIONS = 500

/** The targeting criteria of the given line items. */
export const listTargetingCriteria: typeof targetingCriteria.list = {
  ...targetingCriteria.list,
  // Without line items, no row can be looked up by its ID.
  idFilter: undefined,
}
/** One targeting criterion. */
export const getTargetingCriterion = targetingCriteria.get
/** Creates a targeting criterion. */
export const createTargetingCriterion = targetingCriteria.create
/** Deletes a targeting criterion. */
export const deleteTargetingCriterion = targetingCriteria.delete
/** Creates and deletes up to 500 targeting criteria in one call, which succeeds or fails as a whole (R-TGT-9). */
export const batchTargetingCriteria = targetingCriteria.batch
