import type { Context } from '../../context.ts'
import { listCampaignReach, listFundingInstrumentReach, type ReachRow } from '../../rest/analytics/reach.ts'
import { idOf, type Row } from '../../rest/types.ts'
import { FundingInstrument } from '../account/funding-instrument.ts'
import { Campaign } from '../campaign/campaign.ts'
import { costsOfLookUp, uncertain, type FieldUse } from '../cost/cost.ts'
import { accountOf, builder, keyOnly } from '../kit.ts'
import { isoPeriod, periodArgs, readPeriod, timeZoneCosts } from './period.ts'

const Reach = builder.objectRef<ReachRow>('Reach').implement({
  description: 'How many people saw the ads of an entity, and how often. @beyondDocuments',
  fields: (t) => ({
    ...t.columns({
      totalAudienceReach: ['Long', 'The number of people who saw an ad.'],
      averageFrequency: ['Float', 'How often each of these people saw an ad, on average.'],
    }),
    raw: t.raw(),
  }),
})

const ENDPOINTS = [
  [Campaign, listCampaignReach],
  [FundingInstrument, listFundingInstrumentReach],
] as const

for (const [ref, endpoint] of ENDPOINTS)
  builder.objectField(ref, 'reach', (t) =>
    t.field({
      type: Reach,
      description:
        'How many people saw the ads in a period, and how often. Up to 20 entities are read in one call. The account needs the ' +
        'feature REACH_AND_FREQUENCY_ANALYTICS; without it, this is FORBIDDEN (R-STAT-23). Null if the service does not ' +
        'return the ' +
        'entity. @beyondDocuments',
      args: periodArgs,
      extensions: {
        ...keyOnly,
        cost: (use: FieldUse) => {
          const [lookUp] = costsOfLookUp(endpoint, use.parents, true)
          return [...timeZoneCosts(use), ...uncertain([{ ...lookUp, waits: true }])]
        },
      },
      async resolve(row: Row, args, context: Context) {
        const { start_time, end_time } = isoPeriod(await readPeriod(context, row, args))
        const params = { start_time, end_time }
        return context.loaders.byId(
          endpoint as typeof listCampaignReach,
          { account_id: accountOf(row) },
          { params },
        )(idOf(row))
      },
    }),
  )
