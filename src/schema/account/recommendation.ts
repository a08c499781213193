import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import {
  getRecommendation,
  listRecommendations,
  type RecommendationRow,
  type RecommendedChangeRow,
} from '../../rest/account/recommendation.ts'
import { builder } from '../builder.ts'
import { callCost, listCost } from '../cost/cost.ts'
import { Entity, Node, nodeType, accountOf } from '../node/entity.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Account } from './account.ts'
import { FundingInstrument } from './funding-instrument.ts'

export const Recommendation = builder.objectRef<RecommendationRow>('Recommendation')
export const RecommendedChange = builder.objectRef<RecommendedChangeRow>('RecommendedChange')

Recommendation.implement({
  description:
    'Changes that the service suggests for what one funding instrument pays; at most one for each. Closed beta, and ' +
    'of version 5 of the interface (R-ACC-7).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    accountId: t.exposeID('account_id', { description: "Its account, by the service's own id." }),
    fundingInstrumentId: t.exposeID('funding_instrument_id', {
      description: "The funding instrument, by the service's own id.",
    }),
    fundingInstrument: t.reference({
      type: FundingInstrument,
      endpoint: listFundingInstruments,
      description: 'The funding instrument.',
      id: (row) => row.funding_instrument_id,
    }),
    status: t.exposeString('status', { description: 'Where it stands. The list is open.' }),
    message: t.exposeString('message', { description: 'What is suggested, in words.' }),
    changes: t.field({
      type: [RecommendedChange],
      nullable: { list: true, items: false },
      description:
        'The suggested changes: a tree, whose params can be sent through the batch calls. Only the read of one ' +
        'recommendation brings it: one call for each.',
      extensions: callCost(),
      async resolve(row, _args, { loaders }) {
        if (row.changes !== undefined) return row.changes
        const path = { account_id: accountOf(row), recommendation_id: row.id }
        return (await loaders.once(getRecommendation, path))?.changes
      },
    }),
  }),
})

RecommendedChange.implement({
  description: 'One suggested change, and those that build on it.',
  fields: (t) => ({
    entityType: t.exposeString('entity_type', { description: 'What is changed, e.g. CAMPAIGN. The list is open.' }),
    operationType: t.exposeString('operation_type', {
      description:
        'How, in the words of the batch calls: Create, Update, Delete; null where nothing is changed itself.',
    }),
    params: t.expose('params', { type: 'JSON', description: 'The parameters, as a batch call takes them.' }),
    dependentEntities: t.expose('dependent_entities', {
      type: [RecommendedChange],
      nullable: { list: true, items: false },
      description: 'The changes that build on this one.',
    }),
  }),
})

nodeType(Recommendation, listRecommendations)

builder.queryField('recommendation', (t) =>
  t.byId({ type: Recommendation, endpoint: listRecommendations, description: 'One recommendation.' }),
)

builder.objectFields(Account, (t) => ({
  recommendation: t.byId({
    type: Recommendation,
    endpoint: listRecommendations,
    description: 'One of its recommendations.',
  }),
  recommendations: t.field({
    type: [Recommendation],
    nullable: { list: true, items: false },
    description: 'Its recommendations, at most one for each funding instrument (R-ACC-7).',
    extensions: { ...keyOnly, ...listCost(listRecommendations) },
    resolve: (account, _args, { loaders }) => loaders.once(listRecommendations, { account_id: account.id }),
  }),
}))
