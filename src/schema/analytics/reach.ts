import { valuesInTurns } from '../../async/turn.ts'
import { listCampaignReach, listFundingInstrumentReach, type ReachRow } from '../../rest/analytics/reach.ts'
import { idOf } from '../../rest/types.ts'
import { FundingInstrument } from '../account/funding-instrument.ts'
import { Campaign } from '../campaign/campaign.ts'
import { costsOfLookUp, uncertain, type FieldUse } from '../cost/cost.ts'
import { resolveByAccount } from '../field/by-account.ts'
import { accountOf, builder, keyOnly } from '../kit.ts'
import { isoPeriod, periodArgs, readPeriod, timeZoneCosts, type PeriodArgs } from './period.ts'

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
      resolve: resolveByAccount(async (rows, args: PeriodArgs, context) => {
        const { start_time, end_time } = isoPeriod(await readPeriod(context, rows[0], args))
        const load = context.loaders.byId(
          endpoint as typeof listCampaignReach,
          { account_id: accountOf(rows[0]) },
          { params: { start_time, end_time } },
        )
        return valuesInTurns(rows.map((row) => load(idOf(row))))
      }),
    }),
  )
