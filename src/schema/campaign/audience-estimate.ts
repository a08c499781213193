import {
  type AudienceEstimateRow,
  estimateAudience,
  type EstimateCriterion,
} from '../../rest/campaign/audience-estimate.ts'
import { listTargetingCriteria, type TargetingCriterionRow } from '../../rest/campaign/targeting-criterion.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { hasValue } from '../../rest/value.ts'
import { Account } from '../account/account.ts'
import { callCost, childrenCost, type Costs, WHOLE_ROWS } from '../cost/cost.ts'
import { accountOf, badUserInput, builder, Check, closedEnum, inputType, keyOnly } from '../kit.ts'
import { LineItem } from './line-item.ts'
import { checkCriterion, criterionParams } from './targeting-criterion-write.ts'
import { OperatorType, TargetingType } from './targeting-criterion.ts'

const AudienceEstimate = builder.objectRef<AudienceEstimateRow>('AudienceEstimate')

AudienceEstimate.implement({
  description: 'An estimate of how many people targeting criteria reach.',
  fields: (t) => ({
    ...t.columns({
      audienceSize: [
        'JSON',
        'The size of the audience, as an object whose members are not documented. @beyondDocuments',
      ],
    }),
    raw: t.raw('The response as the service sent it.'),
  }),
})

const EstimateOperatorType = closedEnum('EstimateOperatorType', 'The operator of an estimate (R-TGT-11).', {
  EQ: 'Equal: includes matching people. The default.',
  NE: 'Not equal: excludes matching people.',
})

const EstimateCriterionInput = inputType(
  'EstimateCriterionInput',
  'One targeting criterion of an estimate, with the same fields as a new targeting criterion.',
  (t) => ({
    ...t.optional({
      lineItemId: ['ID', "The line item: its global ID or the service's ID."],
      operatorType: [
        OperatorType,
        'The operator of the criterion. Defaults to the operator of the estimate. APP_LIST accepts only NE (R-TGT-4).',
      ],
    }),
    ...t.required({
      targetingType: [TargetingType, 'The type of targeting.'],
      targetingValue:
        'The targeting value (R-TGT-2). For CUSTOM_AUDIENCE and CUSTOM_AUDIENCE_EXPANDED it is the audience: its global ' +
        "ID or the service's ID.",
    }),
  }),
)

const AudienceEstimateInput = inputType(
  'AudienceEstimateInput',
  'The targeting criteria to estimate the audience of.',
  (t) => ({
    ...t.required({
      targetingCriteria: [
        [EstimateCriterionInput],
        'The criteria. At least one must be a primary criterion; only the service checks this (R-TGT-11).',
      ],
    }),
    ...t.optional({
      operatorType: [EstimateOperatorType, 'The operator of the estimate. Defaults to EQ.'],
    }),
  }),
)

builder.objectField(Account, 'audienceEstimate', (t) =>
  t.single(
    AudienceEstimate,
    estimateAudience,
    'Estimates how many people targeting criteria reach. This is a read, although it is sent as a POST, so it is ' +
      'safe to repeat.',
    {
      args: t.arg.required({
        input: [AudienceEstimateInput, 'The criteria to estimate.'],
      }),
      params({ input: { targetingCriteria, operatorType } }, account) {
        if (targetingCriteria.length === 0)
          throw badUserInput(
            'input.targetingCriteria',
            '`input.targetingCriteria` is empty; at least one criterion is required',
            'R-TGT-11',
          )
        const criteria = targetingCriteria.map((criterion, index) => {
          const path = ['input', 'targetingCriteria', String(index)]
          return estimateCriterion(criterion, operatorType ?? 'EQ', path, account.id)
        })
        return { targeting_criteria: criteria, ...(operatorType && { operator_type: operatorType }) }
      },
    },
  ),
)

/**
 * The parameters of a criterion of an estimate, with the rules of a new criterion. Its operator defaults to the estimate's.
 * Throws BAD_USER_INPUT.
 */
function estimateCriterion(
  { lineItemId, ...criterion }: typeof EstimateCriterionInput.$inferInput,
  defaultOperator: string,
  path: readonly string[],
  account: string,
): EstimateCriterion {
  const { targetingType, operatorType } = criterion
  const input = { ...criterion, lineItemId: lineItemId ?? undefined, operatorType: operatorType ?? defaultOperator }
  const check = new Check(input, path)
  checkCriterion(check)
  check.ids.one('lineItemId', 'LineItem', account)
  const { line_item_id, targeting_value = '' } = criterionParams(check, account)
  const [problem] = check.found.problems
  if (problem) throw badUserInput(problem.field.join('.'), problem.message, problem.rule ?? undefined)
  return { line_item_id, targeting_type: targetingType, targeting_value, operator_type: operatorType ?? undefined }
}

const criteriaCost = childrenCost(listTargetingCriteria, 'line_item_ids')

/** The cost of all criteria of line items, whose number only the service knows unless it is assumed, and of an estimate for each. */
const criteriaEstimateCost: Costs = {
  cost(use) {
    const { maxCount } = listTargetingCriteria
    const criteria = criteriaCost.cost({ ...use, ...WHOLE_ROWS, args: { first: maxCount } })
    const estimates = callCost(estimateAudience).cost(use)
    const isOnePage = use.assumed !== undefined && use.assumed < maxCount
    return [
      ...criteria.map(({ calls, fetched, ...cost }) => ({
        ...cost,
        calls: isOnePage ? calls : { ...calls, max: Infinity },
        fetched: isOnePage ? fetched : Infinity,
        rows: undefined,
      })),
      ...estimates.map((cost) => ({ ...cost, waits: true })),
    ]
  },
}

builder.objectField(LineItem, 'audienceEstimate', (t) =>
  t.field({
    type: AudienceEstimate,
    description:
      'An estimate of how many people its targeting criteria reach. Null if it has none, and ' +
      'with an error if the service does not show the type, the value and the operator of each. The criteria of up to ' +
      '200 line items are read in one call; each estimate takes one more call.',
    extensions: { ...keyOnly, ...criteriaEstimateCost },
    async resolve(lineItem, _args, { loaders }) {
      const path = { account_id: accountOf(lineItem) }
      const { rows } = await loaders
        .byParent(listTargetingCriteria, { filter: 'line_item_ids', parentColumn: 'line_item_id' }, path)
        .read({ parent: lineItem.id, first: Infinity })
      const criteria = rows.map(toEstimate)
      return criteria.length === 0 ? null : loaders.once(estimateAudience, path, { targeting_criteria: criteria })
    },
  }),
)

/**
 * A line item's criterion as a criterion of an estimate. Throws if the service does not show what it is: an estimate without it, or
 * with another operator, is not that of the line item.
 */
function toEstimate({ targeting_type, targeting_value, operator_type }: TargetingCriterionRow): EstimateCriterion {
  if (targeting_type && hasValue(targeting_value) && operator_type)
    return { targeting_type, targeting_value: String(targeting_value), operator_type }
  throw new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message:
      'The service does not show the type, the value and the operator of each targeting criterion of the line item',
  })
}
