import { isObject } from '../../json/object.ts'
import {
  getRecommendation,
  listRecommendations,
  type RecommendationRow,
  type RecommendedChangeRow,
} from '../../rest/account/recommendation.ts'
import { notFitting } from '../../rest/id.ts'
import { hasValue } from '../../rest/value.ts'
import { callCost } from '../cost/cost.ts'
import { accountOf, builder, connectionType, entityType, queryNode } from '../kit.ts'
import { camelCase } from '../wire-name.ts'
import { Account, accountOfRow } from './account.ts'
import { FundingInstrument } from './funding-instrument.ts'

const Recommendation = builder.objectRef<RecommendationRow>('Recommendation')
const RecommendationConnection = connectionType(Recommendation, { isWhole: true })
const RecommendedChange = builder.objectRef<RecommendedChangeRow>('RecommendedChange')

entityType(Recommendation, listRecommendations, {
  description:
    'Changes that the service recommends for the campaigns of a funding instrument. A funding instrument has at most one ' +
    'recommendation. Closed beta, in version 5 of the interface (R-ACC-7).',
  fields: (t) => ({
    accountId: t.foreignKey('account_id', 'the account', '@beyondDocuments'),
    account: t.field(accountOfRow('The account of the recommendation.')),
    fundingInstrumentId: t.foreignKey('funding_instrument_id', 'the funding instrument', '@beyondDocuments'),
    fundingInstrument: t.reference(FundingInstrument, 'funding_instrument_id', 'The funding instrument.'),
    ...t.columns({
      status: 'The status of the recommendation. The list of values is open. @beyondDocuments',
      message: 'The text of the recommendation. @beyondDocuments',
    }),
    changes: t.field({
      type: [RecommendedChange],
      description:
        'The recommended changes, as a tree. Each `operation` can be sent in a batch as it is. Takes one call per recommendation, ' +
        'because lists of recommendations do not include the changes.',
      extensions: callCost(getRecommendation),
      async resolve(row, _args, { loaders }) {
        if (row.changes !== undefined) return row.changes
        const path = { account_id: accountOf(row), recommendation_id: row.id }
        return (await loaders.onceIfFound(getRecommendation, path))?.changes
      },
    }),
  }),
})

RecommendedChange.implement({
  description: 'One recommended change, and the changes that depend on it. @beyondDocuments',
  fields: (t) => ({
    ...t.columns({
      entityType: 'The type of the entity to change, for example CAMPAIGN. The list of values is open.',
      dependentEntities: [[RecommendedChange], 'The changes that depend on this one.'],
    }),
    operation: t.field({
      type: 'JSON',
      description:
        'The change of the entity itself: an item of `operations` of the batch mutation for this type of entity, for ' +
        'example `{ "update": { "campaignId": "8wku2" } }`. Null if only dependent entities are changed.',
      resolve(change) {
        const { operation_type: type, params }: Partial<Record<keyof RecommendedChangeRow, unknown>> = change
        if (!hasValue(type) || type === '') return null
        if (typeof type !== 'string') throw notFitting('the type of an operation', type)
        if (hasValue(params) && !isObject(params)) throw notFitting('the parameters of an operation', params)
        return { [type.toLowerCase()]: fieldsOf(params ?? {}) }
      },
    }),
  }),
})

/** The parameters of a batch operation under the names of its input fields. */
function fieldsOf(params: object): object {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [camelCase(name), value as unknown]))
}

queryNode('recommendation', Recommendation, listRecommendations)

builder.objectField(Account, 'recommendations', (t) =>
  t.whole(
    RecommendationConnection,
    listRecommendations,
    'The recommendations for the account, at most one for each funding instrument (R-ACC-7).',
  ),
)

builder.objectField(FundingInstrument, 'recommendations', (t) =>
  t.whole(
    RecommendationConnection,
    listRecommendations,
    'The recommendations for the campaigns of the funding instrument, at most one (R-ACC-7). The recommendations of ' +
      'the account are read in one call.',
    {
      parentOf: (row) => row.funding_instrument_id,
    },
  ),
)
