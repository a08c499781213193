import type { TargetingCriterionParams } from '../../rest/campaign/targeting-criterion.ts'
import { type Check, decide, required, rulesFor, UNKNOWN } from '../kit.ts'
import { paramsOf } from '../write/params.ts'
import { leftToService } from '../write/rule.ts'

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

const USER_RULE = rule(
  'R-CONV-22',
  ['targetingValue'],
  ({ targetingValue }) => /^\d{1,19}$/.test(targetingValue ?? ''),
  ({ targetingType }) => `is not the ID of a user, which must be a number for ${targetingType}`,
)

/** Checks the rules for the fields of a criterion. */
export function checkCriterion(check: Check<CriterionInput>): void {
  const { targetingType: type } = check.input
  decide(check, RULES)
  if (USER_TYPES.includes(type)) decide(check, [USER_RULE])
  if (CATALOG_TYPES.includes(type)) decide(check, [leftToService('R-TGT-12', 'targetingType')])
}

function isEquality(operator: string | null): boolean {
  return operator === 'EQ' || operator === 'NE'
}

/** The parameters of a criterion, with the service's IDs. */
export function criterionParams(check: Check<CriterionInput>, account: string): TargetingCriterionParams {
  check.ids.one('lineItemId', 'LineItem', account)
  if (AUDIENCE_TYPES.includes(check.input.targetingType)) check.ids.one('targetingValue', 'CustomAudience', account)
  return paramsOf(check)
}
