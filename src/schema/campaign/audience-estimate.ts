import {
  estimateAudience,
  type AudienceEstimateRow,
  type EstimateCriterion,
} from '../../rest/campaign/audience-estimate.ts'
import { listTargetingCriteria, type TargetingCriterionRow } from '../../rest/campaign/targeting-criterion.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { badUserInput } from '../errors.ts'
import { keyOnly } from '../../execute/selection.ts'
import { LineItem } from './line-item.ts'
import { TargetingType } from './targeting-criterion.ts'
import { accountOf } from '../node/entity.ts'

export const AudienceEstimate = builder.objectRef<AudienceEstimateRow>('AudienceEstimate')

AudienceEstimate.implement({
  description: 'An estimate of how many people targeting criteria reach.',
  fields: (t) => ({
    audienceSize: t.expose('audience_size', {
      type: 'JSON',
      description: 'The size of the audience, as an object whose members are not documented. Beyond the documents.',
    }),
    raw: t.field({ type: 'JSON', description: 'The response as the service sent it.', resolve: (row) => row }),
  }),
})

const EstimateOperatorType = builder.enumType('EstimateOperatorType', {
  description: 'The operator of the criteria of an estimate (R-TGT-11).',
  values: {
    EQ: { description: 'Equal: includes matching people. The default.' },
    NE: { description: 'Not equal: excludes matching people.' },
  } as const,
})

const EstimateCriterionInput = builder.inputType('EstimateCriterionInput', {
  description: 'One targeting criterion of an estimate.',
  fields: (t) => ({
    targetingType: t.field({ type: TargetingType, required: true, description: 'The type of targeting.' }),
    targetingValue: t.string({ required: true, description: 'The targeting value.' }),
    operatorType: t.field({ type: EstimateOperatorType, description: 'The operator of the criterion.' }),
  }),
})

const AudienceEstimateInput = builder.inputType('AudienceEstimateInput', {
  description: 'The targeting criteria to estimate the audience of.',
  fields: (t) => ({
    targetingCriteria: t.field({
      type: [EstimateCriterionInput],
      required: true,
      description: 'The criteria. At least one must be a primary criterion; only the service checks this (R-TGT-11).',
    }),
    operatorType: t.field({
      type: EstimateOperatorType,
      description: 'The operator of the estimate. Defaults to EQ.',
    }),
  }),
})

builder.objectField(Account, 'audienceEstimate', (t) =>
  t.field({
    type: AudienceEstimate,
    description:
      'Estimates how many people targeting criteria reach. This is a read, although it is sent as a POST, so it is ' +
      'safe to repeat.',
    extensions: { ...keyOnly, ...callCost() },
    args: { input: t.arg({ type: AudienceEstimateInput, required: true, description: 'The criteria to estimate.' }) },
    resolve(account, { input: { targetingCriteria, operatorType } }, { loaders }) {
      if (targetingCriteria.length === 0)
        throw badUserInput(
          'input.targetingCriteria',
          '`input.targetingCriteria` is empty; at least one criterion is required',
          'R-TGT-11',
        )
      return loaders.once(
        estimateAudience,
        { account_id: account.id },
        {
          targeting_criteria: targetingCriteria.map((criterion) => ({
            targeting_type: criterion.targetingType,
            targeting_value: criterion.targetingValue,
            operator_type: criterion.operatorType ?? undefined,
          })),
          ...(operatorType && { operator_type: operatorType }),
        },
      )
    },
  }),
)

builder.objectField(LineItem, 'audienceEstimate', (t) =>
  t.field({
    type: AudienceEstimate,
    description:
      'An estimate of how many people its targeting criteria reach. Null if it has none. The criteria of up to 200 ' +
      'line items are read in one call; each estimate takes one more call. Criteria with the operators GTE and LT ' +
      'are omitted, because estimates accept only EQ and NE (R-TGT-11).',
    extensions: { ...keyOnly, ...callCost(2) },
    async resolve(lineItem, _args, { loaders }) {
      const path = { account_id: accountOf(lineItem) }
      const { rows } = await loaders
        .byParent(listTargetingCriteria, { filter: 'line_item_ids', parentOf: (row) => row.line_item_id }, path)
        .read({ parent: lineItem.id, first: Infinity })
      const criteria = rows.flatMap(toEstimate)
      return criteria.length === 0 ? null : loaders.once(estimateAudience, path, { targeting_criteria: criteria })
    },
  }),
)

/** A line item's criterion as a criterion of an estimate; empty if estimates do not support its operator. */
function toEstimate({ targeting_type, targeting_value, operator_type }: TargetingCriterionRow): EstimateCriterion[] {
  const comparable = operator_type === undefined || operator_type === null || /^(EQ|NE)$/.test(operator_type)
  if (!comparable || !targeting_type || targeting_value === undefined || targeting_value === null) return []
  return [{ targeting_type, targeting_value: String(targeting_value), operator_type: operator_type ?? undefined }]
}
