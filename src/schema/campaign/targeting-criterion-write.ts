import { type ContentCategoryRow, listContentCategories } from '../../rest/account/content-category.ts'
import { type IabCategoryRow, listIabCategories } from '../../rest/account/iab-category.ts'
import { type CustomAudienceRow, listCustomAudiences } from '../../rest/audience/custom-audience.ts'
import {
  batchTargetingCriteria,
  createTargetingCriterion,
  deleteTargetingCriterion,
  listTargetingCriteria,
  MAX_TARGETING_OPERATIONS,
  type TargetingCriterionParams,
  type TargetingCriterionRow,
} from '../../rest/campaign/targeting-criterion.ts'
import {
  type Change,
  type Check,
  decide,
  inputType,
  mutations,
  required,
  rowKey,
  rulesFor,
  UNKNOWN,
  wholeKey,
} from '../kit.ts'
import { isLongId } from '../node/global-id.ts'
import { paramsOf } from '../write/input.ts'
import { flagColumn, known, type StoredRow, wordColumn, textsColumn } from '../write/known.ts'
import { leftToService, need } from '../write/rule.ts'
import { childrenKey, type Rows } from '../write/stored.ts'
import { IN_LINE_ITEM, inLineItem } from './in-line-item.ts'
import { OperatorType, TargetingCriterion, TargetingType } from './targeting-criterion.ts'

/** The fields of a criterion. An estimate can be of criteria without a line item. */
interface CriterionInput {
  lineItemId?: string | null
  targetingType: string
  operatorType: string
  targetingValue: string
}

/** The targeting types that a line item can have at most once (R-TGT-5). */
const SINGLE_TYPES = ['AGE', 'EVENT']
/** The types whose values are the IDs of users. */
const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER']
/** The types whose values are the IDs of audiences. */
const AUDIENCE_TYPES = ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']
/** The types whose values have a rule of their own. Those of keywords are any text; those of all others only the service knows. */
const RULED_TYPES = [...AUDIENCE_TYPES, 'IAB_CATEGORY']

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
    (criterion) => isEquality(criterion.operatorType) || !isKeyword(criterion.targetingType),
    ({ operatorType }) => `is ${operatorType}; keywords accept EQ and, to exclude them, NE`,
  ),
  // The documents do not say which types take the other operators.
  rule('R-TGT-2', ['operatorType'], ({ operatorType }) => isEquality(operatorType) || UNKNOWN),
]

const USER_RULE = rule(
  'R-CONV-22',
  ['targetingValue'],
  ({ targetingValue }) => isLongId(targetingValue ?? ''),
  ({ targetingType }) => `is not the ID of a user, which must be a 64-bit number for ${targetingType}`,
)

/** Checks the rules for the fields of a criterion. */
export function checkCriterion(check: Check<CriterionInput>): void {
  const { targetingType: type } = check.input
  decide(check, RULES)
  if (USER_TYPES.includes(type)) decide(check, [USER_RULE])
  if (!RULED_TYPES.includes(type) && !isKeyword(type)) decide(check, [leftToService('R-TGT-12', 'targetingType')])
}

function isKeyword(type: string | null): boolean {
  return type?.endsWith('_KEYWORD') ?? false
}

function isEquality(operator: string | null): boolean {
  return operator === 'EQ' || operator === 'NE'
}

/** The parameters of a criterion, with the service's IDs. */
export function criterionParams(check: Check<CriterionInput>, account: string): TargetingCriterionParams {
  if (AUDIENCE_TYPES.includes(check.input.targetingType)) check.ids.one('targetingValue', 'CustomAudience', account)
  return paramsOf(check)
}

const CreateTargetingCriterionInput = inputType(
  'CreateTargetingCriterionInput',
  'The targeting criterion to create.',
  (t) => ({
    ...inLineItem(t),
    ...t.required({
      targetingType: [
        TargetingType,
        'The type of targeting (R-TGT-3). A line item can have one AGE bucket and one EVENT (R-TGT-5). Content categories ' +
          'require IAB_CATEGORY (R-TGT-8).',
      ],
      operatorType: [
        OperatorType,
        'The operator: EQ includes, NE excludes (R-TGT-2). APP_LIST accepts only NE (R-TGT-4).',
      ],
      targetingValue:
        'The targeting value (R-TGT-2). `targetingOptions` lists the values of some types. For CUSTOM_AUDIENCE and ' +
        "CUSTOM_AUDIENCE_EXPANDED it is the audience: its global ID or the service's ID.",
    }),
  }),
)

type Creation = typeof CreateTargetingCriterionInput.$inferInput

/** How many criteria of a line item are read to check a rule. */
const MAX_CRITERIA_READ = 1000

const contentCategoriesKey = wholeKey(listContentCategories, {})

/** The creation of a criterion. The criteria that its line item has by then, and its value, can rule it out. */
function creation(check: Check<Creation>): Change<TargetingCriterionParams> {
  const { account } = check.ids.parent(IN_LINE_ITEM)
  decide(check, required('R-TGT-2', 'lineItemId'))
  checkCriterion(check)
  const params = criterionParams(check, account)
  const { targeting_type: type = '', targeting_value: value = '', line_item_id: parent = '' } = params
  const page = { parent, first: MAX_CRITERIA_READ, more: true }
  const siblings = childrenKey(listTargetingCriteria, 'line_item_ids', account, page)
  const audience = rowKey(listCustomAudiences, account, value)
  const category = rowKey(listIabCategories, '', value)
  return {
    dependsOn: [
      SINGLE_TYPES.includes(type) || type === 'TV_SHOW' ? siblings : undefined,
      AUDIENCE_TYPES.includes(type) ? audience : undefined,
      ...(type === 'IAB_CATEGORY' ? [category, contentCategoriesKey] : []),
    ],
    review(stored) {
      const has = (one: string) => hasType(stored.rows(siblings), one)
      if (SINGLE_TYPES.includes(type)) decide(check, [singleRule(has)])
      if (AUDIENCE_TYPES.includes(type)) decide(check, [audienceRule(stored.get(audience))])
      if (type === 'TV_SHOW') decide(check, [locationRule(has)])
      if (type === 'IAB_CATEGORY')
        decide(check, [categoryRule(value, stored.get(category), stored.get(contentCategoriesKey))])
    },
    apply(stored) {
      stored.add(siblings, listTargetingCriteria, params)
      return params
    },
  }
}

/** Whether a line item with these criteria has one of a type, for a rule that rests on it. */
function hasType({ rows, complete }: Rows<TargetingCriterionRow>, type: string): boolean {
  const typeOf = (row: StoredRow<TargetingCriterionRow>) => known(row, 'targeting_type', wordColumn)
  if (rows.some((row) => typeOf(row) === type)) return true
  const areKnown = complete && rows.every((row) => typeof typeOf(row) === 'string')
  return areKnown ? false : need(UNKNOWN)
}

const singleRule = (has: (type: string) => boolean) =>
  rule(
    'R-TGT-5',
    ['targetingType'],
    ({ targetingType: type }) => !has(type ?? ''),
    ({ targetingType: type }) => `is ${type}; the line item already has one, which is the limit`,
  )

/** Only the service knows whether the locale is the same. */
const locationRule = (has: (type: string) => boolean) =>
  rule(
    'R-TGT-7',
    ['targetingType'],
    () => has('LOCATION') && UNKNOWN,
    'is TV_SHOW, which requires an earlier LOCATION; the line item has none',
  )

const audienceRule = (audience: StoredRow<CustomAudienceRow> | null | undefined) =>
  rule(
    'R-TGT-6',
    ['targetingValue'],
    () => audience !== null && (need(known(audience, 'targetable', flagColumn)) ?? need(UNKNOWN)),
    'is not the ID of a targetable custom audience',
  )

/** Content categories have the IDs of IAB categories, which not all of these may be in the list of. */
function categoryRule(
  value: string,
  category: StoredRow<IabCategoryRow> | null | undefined,
  contents: readonly StoredRow<ContentCategoryRow>[] | undefined,
) {
  const idsOf = (row: StoredRow<ContentCategoryRow>) => known(row, 'iab_categories', textsColumn)
  const isOfContents = () => {
    const all = need(contents).map(idsOf)
    if (all.some((ids) => ids !== UNKNOWN && ids?.includes(value))) return true
    return all.every((ids) => ids !== UNKNOWN && ids !== null) ? false : need(UNKNOWN)
  }
  return rule(
    'R-TGT-8',
    ['targetingValue'],
    () => need(category) !== null || isOfContents(),
    'is not the ID of an IAB category',
  )
}

mutations(TargetingCriterion, ['criterion', 'criteria'], {
  create: {
    endpoint: createTargetingCriterion,
    description:
      'Creates a targeting criterion. Criteria cannot be updated. A line item can have one AGE bucket and one EVENT ' +
      '(R-TGT-5), custom audiences must be targetable (R-TGT-6), and a TV_SHOW requires an earlier LOCATION of the ' +
      'same locale (R-TGT-7). With `validateOnly`, the data that these rules depend on is read.',
    input: CreateTargetingCriterionInput,
    does: { parent: IN_LINE_ITEM },
    prepare: creation,
    // The documented refusal without a parameter is for content categories with another type.
    fieldOf: () => 'targetingType',
  },
  delete: {
    endpoint: deleteTargetingCriterion,
    description: 'Deletes a targeting criterion. Afterwards it is returned only with `withDeleted`.',
  },
  batch: {
    endpoint: batchTargetingCriteria,
    description:
      `Creates and deletes up to ${MAX_TARGETING_OPERATIONS} targeting criteria in one call, which succeeds or fails ` +
      'as a whole (R-TGT-9).',
    maxItems: MAX_TARGETING_OPERATIONS,
    rule: 'R-TGT-9',
    ofOperation:
      'One operation of a batch of targeting criteria. Criteria cannot be updated (R-TGT-9). `accountId` can be omitted in it.',
    ofOperations:
      `The operations, in order: 1 to ${MAX_TARGETING_OPERATIONS} in a call (R-TGT-9). The LOCATION that a TV_SHOW ` +
      'requires must come before it (R-TGT-7).',
  },
})
