import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { type ActiveEntityRow, listActiveEntities, MAX_ACTIVE_DAYS } from '../../rest/analytics/active-entity.ts'
import { Account } from '../account/account.ts'
import { anyNodeCost, wholeCost, type FieldUse } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { accountOf, badUserInput, builder, closedEnum, connectionType, keyOnly, Node, restIds } from '../kit.ts'
import { pageArgs } from '../list/connection-type.ts'
import { listSelectionOf, readWhole } from '../list/read.ts'
import { finderOf } from '../node/node-type.ts'
import { setTypeName, typeNameOf } from '../node/row.ts'
import { isLonger, isoPeriod, periodArgs, readPeriod, timeZoneCosts } from './period.ts'

const ActiveEntityType = closedEnum('ActiveEntityType', 'A type of entities that have stats. @beyondDocuments', {
  CAMPAIGN: 'Campaigns.',
  FUNDING_INSTRUMENT: 'Funding instruments.',
  LINE_ITEM: 'Line items.',
  PROMOTED_ACCOUNT: 'Promoted accounts.',
  PROMOTED_POST: 'Promoted posts.',
})

/** The types of nodes. */
const TYPES = {
  CAMPAIGN: 'Campaign',
  FUNDING_INSTRUMENT: 'FundingInstrument',
  LINE_ITEM: 'LineItem',
  PROMOTED_ACCOUNT: 'PromotedAccount',
  PROMOTED_POST: 'PromotedPost',
} as const

const ActiveEntity = builder.objectRef<ActiveEntityRow>('ActiveEntity').implement({
  description: 'An entity whose stats have changed. @beyondDocuments',
  fields: (t) => ({
    entityId: t.foreignKey('entity_id', 'the entity'),
    node: t.field({
      type: Node,
      description: 'The entity. Entities are read together, up to 200 in one call.',
      extensions: anyNodeCost,
      async resolve(row, _args, context) {
        const type = typeNameOf(row) ?? ''
        if (!row.entity_id) return null
        const entity = await finderOf(type)?.(context, accountOf(row))(row.entity_id)
        return entity && setTypeName(entity, type)
      },
    }),
    ...t.columns({
      activityStartTime: [
        'DateTime',
        'The start of the time whose stats have changed, which can be days before the period.',
      ],
      activityEndTime: ['DateTime', 'The end of the time whose stats have changed.'],
      placements: [['String'], 'The placements whose stats have changed. The list of values is open.'],
    }),
    raw: t.raw(),
  }),
})

const ActiveEntityConnection = connectionType(ActiveEntity, { isWhole: true })

const parentArgs = builder.args((t) =>
  t.optional({
    campaignIds: [['ID'], 'Return only entities of these campaigns, up to 200 IDs.'],
    fundingInstrumentIds: [['ID'], 'Return only entities of these funding instruments, up to 200 IDs.'],
    lineItemIds: [['ID'], 'Return only entities of these line items, up to 200 IDs.'],
  }),
)

builder.objectField(Account, 'activeEntities', (t) =>
  t.field({
    type: ActiveEntityConnection,
    description:
      'The entities of one type whose stats have changed in a period of at most 90 days, including corrections of the ' +
      'spend. The stats of all other entities are unchanged. At most one of the filters by parents can be set (R-STAT-22). ' +
      'Takes one call. ' +
      '@beyondDocuments',
    args: {
      ...t.arg.required({ entity: [ActiveEntityType, 'The type of the entities.'] }),
      ...periodArgs,
      ...parentArgs,
      ...pageArgs(listActiveEntities.defaultCount),
    },
    extensions: {
      ...keyOnly,
      ...semanticNonNull,
      cost: (use: FieldUse) => {
        const whole = wholeCost(listActiveEntities).cost(use)
        return [
          ...timeZoneCosts(use),
          ...whole.map((own) => ({ ...own, calls: { min: 0, max: use.parents.max }, waits: true })),
        ]
      },
    },
    async resolve(account, args, context: Context, info: GraphQLResolveInfo) {
      const { campaignIds, fundingInstrumentIds, lineItemIds, entity } = args
      const [first, second] = Object.entries({ campaignIds, fundingInstrumentIds, lineItemIds }).flatMap(
        ([name, ids]) => (ids ? [name] : []),
      )
      if (second) throw badUserInput(second, `\`${first}\` and \`${second}\` cannot be set together`, 'R-STAT-22')
      const period = await readPeriod(context, account, args)
      if (isLonger(period, MAX_ACTIVE_DAYS))
        throw badUserInput('endTime', `The period must not be longer than ${MAX_ACTIVE_DAYS} days`, 'R-STAT-22')
      const filters = {
        entity,
        ...isoPeriod(period),
        campaign_ids: restIds('Campaign', account.id, campaignIds, 'campaignIds'),
        funding_instrument_ids: restIds('FundingInstrument', account.id, fundingInstrumentIds, 'fundingInstrumentIds'),
        line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
      }
      const source = { endpoint: listActiveEntities, path: { account_id: account.id }, filters }
      const connection = await readWhole(context, source, args, listSelectionOf(info))
      for (const row of connection.rows) setTypeName(row, TYPES[entity])
      return connection
    },
  }),
)
