import type { TargetingCriterionParams } from '../../rest/campaign/targeting-criterion.ts'
import { type Check, decide, required, rulesFor, UNKNOWN } from '../kit.ts'

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

const rule = rulesFor<CriterionInput>()

/** The rules for the fields of a criterion, except that a new one has a line item. */
const RULES = [
  ...required('R-TGT-2', 'targetingType', 'operatorType', 'targetingValue'),
  rule(
    'R-TGT-4',
    ['operatorType'],
    (criterion) => criterion.targetingType !== 'APP_LIST' || criterion.operatorType === 'NE',
    'must be NE for APP_LIST',
  ),
  rule(
    'R-TGT-4',
    ['operatorType'],
    (criterion) => isEquality(criterion.operatorType) || !criterion.targetingType?.endsWith('_KEYWORD'),
    ({ operatorType }) => `is ${operatorType}; keywords accept EQ and, to exclude them, NE`,
  ),
  // The documents do not say which types take the other operators.
  rule('R-TGT-2', ['operatorType'], ({ operatorType }) => isEquality(operatorType) || UNKNOWN),
]

function isEquality(operator: string | null): boolean {
  return operator === 'EQ' || operator === 'NE'
}

/** Checks the rules for the fields of a criterion. Those that rest on other data are unknown until it is read. */
export function checkCriterion(check: Check<CriterionInput>): void {
  decide(check, RULES)
  const { targetingType: type, targetingValue: value } = check.input
  if (USER_TYPES.includes(type))
    check.that(
      /^\d{1,19}$/.test(value),
      'targetingValue',
      'R-CONV-22',
      `is not the ID of a user, which must be a number for ${type}`,
    )
  if (CATALOG_TYPES.includes(type)) check.settle('R-TGT-12', UNKNOWN)
  if (SINGLE_TYPES.includes(type)) check.settle('R-TGT-5', UNKNOWN, 'siblings')
  if (AUDIENCE_TYPES.includes(type)) check.settle('R-TGT-6', UNKNOWN, 'value')
  if (type === 'TV_SHOW') check.settle('R-TGT-7', UNKNOWN, 'siblings')
  if (type === 'IAB_CATEGORY') check.settle('R-TGT-8', UNKNOWN, 'value')
}

/** The parameters of a criterion, with the service's IDs. */
export function criterionParams(check: Check<CriterionInput>, account: string): TargetingCriterionParams {
  check.id('lineItemId', 'LineItem', account)
  if (AUDIENCE_TYPES.includes(check.input.targetingType)) check.id('targetingValue', 'CustomAudience', account)
  return check.params()
}
