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
  description: 'How many people some targeting criteria reach.',
  fields: (t) => ({
    audienceSize: t.expose('audience_size', {
      type: 'JSON',
      description: 'Beyond the documents: how many, as an object whose members the reference leaves open.',
    }),
    raw: t.field({ type: 'JSON', description: 'The answer as the service sent it.', resolve: (row) => row }),
  }),
})

const EstimateOperatorType = builder.enumType('EstimateOperatorType', {
  description: 'How criteria of an estimate compare (R-TGT-11).',
  values: {
    EQ: { description: 'Is: includes. The default.' },
    NE: { description: 'Is not: excludes.' },
  } as const,
})

const EstimateCriterionInput = builder.inputType('EstimateCriterionInput', {
  description: 'One condition on who is counted.',
  fields: (t) => ({
    targetingType: t.field({ type: TargetingType, required: true, description: 'What it looks at.' }),
    targetingValue: t.string({ required: true, description: 'The value it looks for.' }),
    operatorType: t.field({ type: EstimateOperatorType, description: 'How it compares.' }),
  }),
})

const AudienceEstimateInput = builder.inputType('AudienceEstimateInput', {
  description: 'Who is counted.',
  fields: (t) => ({
    targetingCriteria: t.field({
      type: [EstimateCriterionInput],
      required: true,
      description: 'The conditions. At least one has to be primary, which the service judges (R-TGT-11).',
    }),
    operatorType: t.field({
      type: EstimateOperatorType,
      description: 'How the criteria compare. Left out: EQ.',
    }),
  }),
})

builder.objectField(Account, 'audienceEstimate', (t) =>
  t.field({
    type: AudienceEstimate,
    description: 'How many people some criteria reach. A read, although it goes out as a POST: it is safe to repeat.',
    extensions: { ...keyOnly, ...callCost() },
    args: { input: t.arg({ type: AudienceEstimateInput, required: true, description: 'Who is counted.' }) },
    resolve(account, { input: { targetingCriteria, operatorType } }, { loaders }) {
      if (targetingCriteria.length === 0)
        throw badUserInput('input.targetingCriteria', 'An estimate needs at least one criterion', 'R-TGT-11')
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
      'How many people its own criteria reach; null where it has none. Its criteria are read with those of up to 200 ' +
      'line items in one call; the estimate is one call for each. Criteria that compare by GTE or LT are left out, ' +
      'because estimates take EQ and NE only (R-TGT-11).',
    extensions: { ...keyOnly, ...callCost(2) },
    async resolve(lineItem, _args, { loaders }) {
      const path = { account_id: accountOf(lineItem) }
      const { rows } = await loaders
        .byParent(listTargetingCriteria, { filter: 'line_item_ids', parentOf: (row) => row.line_item_id }, path)
        .read({ parent: lineItem.id, first: Infinity })
      const criteria = rows.flatMap(estimated)
      return criteria.length === 0 ? null : loaders.once(estimateAudience, path, { targeting_criteria: criteria })
    },
  }),
)

/** A line item's criterion as an estimate takes it: none where it compares in a way that estimates do not know. */
function estimated({ targeting_type, targeting_value, operator_type }: TargetingCriterionRow): EstimateCriterion[] {
  const comparable = operator_type === undefined || operator_type === null || /^(EQ|NE)$/.test(operator_type)
  if (!comparable || !targeting_type || targeting_value === undefined || targeting_value === null) return []
  return [{ targeting_type, targeting_value: String(targeting_value), operator_type: operator_type ?? undefined }]
}
