import type { TargetingCriterionParams } from '../../rest/campaign/targeting-criterion.ts'
import type { Check } from '../kit.ts'

/** The fields of a criterion. An estimate can be of criteria without a line item. */
interface CriterionInput {
  lineItemId?: string | null
  targetingType: string
  operatorType: string
  targetingValue: string
}

/** The types of which a line item can have at most one criterion (R-TGT-5). */
export const SINGLE_TYPES = ['AGE', 'EVENT']
/** The types whose values only the service knows (R-TGT-12). */
const CATALOG_TYPES = [
  'AGE',
  'APP_STORE_CATEGORY',
  'APP_STORE_CATEGORY_LOOKALIKE',
  'CAMPAIGN_ENGAGEMENT',
  'CAMPAIGN_ENGAGEMENT_LOOKALIKE',
  'CONVERSATION',
  'DEVICE',
  'ENGAGEMENT_TYPE',
  'EVENT',
  'GENDER',
  'INTEREST',
  'LANGUAGE',
  'LOCATION',
  'NETWORK_OPERATOR',
  'PLATFORM',
  'PLATFORM_VERSION',
  'TV_SHOW',
]
/** The types whose values are the IDs of users. */
const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER']
/** The types whose values are the IDs of audiences. */
export const AUDIENCE_TYPES = ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']

/** Checks the rules for the fields of a criterion, except that a new one has a line item. */
export function checkCriterion(check: Check<CriterionInput>): void {
  for (const field of ['targetingType', 'operatorType', 'targetingValue'] as const) check.required(field, 'R-TGT-2')
  const { targetingType: type } = check.input
  const isAllowed = type !== 'APP_LIST' || check.input.operatorType === 'NE'
  check.that(isAllowed, 'operatorType', 'R-TGT-4', 'must be NE for APP_LIST')
  const operator = check.input.operatorType
  const takesOperator = operator === 'EQ' || operator === 'NE'
  const isKeyword = type.endsWith('_KEYWORD')
  check.that(
    takesOperator || !isKeyword,
    'operatorType',
    'R-TGT-4',
    `is ${operator}; keywords accept EQ and, to exclude them, NE`,
  )
  // The documents do not say which types take the other operators.
  if (!takesOperator) check.leaveUnchecked('R-TGT-2')
  const isUser = /^\d{1,19}$/.test(check.input.targetingValue)
  if (USER_TYPES.includes(type))
    check.that(isUser, 'targetingValue', 'R-CONV-22', `is not the ID of a user, which must be a number for ${type}`)
  if (CATALOG_TYPES.includes(type)) check.leaveUnchecked('R-TGT-12')
  if (SINGLE_TYPES.includes(type)) check.leaveUnchecked('R-TGT-5')
  if (AUDIENCE_TYPES.includes(type)) check.leaveUnchecked('R-TGT-6')
  if (type === 'TV_SHOW') check.leaveUnchecked('R-TGT-7')
  if (type === 'IAB_CATEGORY') check.leaveUnchecked('R-TGT-8')
}

/** The parameters of a criterion, with the service's IDs. */
export function criterionParams(check: Check<CriterionInput>, account: string): TargetingCriterionParams {
  check.id('lineItemId', 'LineItem', account)
  if (AUDIENCE_TYPES.includes(check.input.targetingType)) check.id('targetingValue', 'CustomAudience', account)
  return check.params()
}
