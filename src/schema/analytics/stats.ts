import { lazily } from '../../async/promise.ts'
import { inTurns } from '../../async/turn.ts'
import type { Context } from '../../context.ts'
import { selectionOf } from '../../execute/selection/selection.ts'
import { listStats, METRIC_GROUPS, type MetricGroup } from '../../rest/analytics/stats.ts'
import { referenceIn } from '../../rest/id.ts'
import { idOf, type Row } from '../../rest/types.ts'
import { Account } from '../account/account.ts'
import { FundingInstrument } from '../account/funding-instrument.ts'
import { Campaign } from '../campaign/campaign.ts'
import { LineItem } from '../campaign/line-item.ts'
import { PromotedAccount } from '../campaign/promoted-account.ts'
import { PromotedPost } from '../campaign/promoted-post.ts'
import { costsOfLookUp, withoutRows, type Cost, type FieldUse } from '../cost/cost.ts'
import { resolveByAccount } from '../field/by-account.ts'
import { accountOf, builder, closedEnum, keyOnly } from '../kit.ts'
import { listOf } from '../node/node-type.ts'
import { typeNameOf } from '../node/row.ts'
import { allMetrics, METRIC_FIELDS, metricGroupsIn, type MetricsOfPeriods, withIntervals } from './metric.ts'
import {
  accountTimeOf,
  divided,
  isoPeriod,
  joined,
  maxCallsOfPeriod,
  needsZone,
  periodArgs,
  periodOf,
  timeZoneCosts,
  type AccountTime,
  type Granularity,
  type Period,
  type PeriodArgs,
} from './period.ts'
import { isoTime } from './time-zone.ts'

/** Where ads were shown. */
type Placement = 'ALL_ON_SVC' | 'SPOTLIGHT' | 'TREND' | 'PUBLISHER_NETWORK'

/** A period between two moments with the offset of their time zone. */
interface Ends {
  startTime: string
  endTime: string
}

/** The stats of an entity in a period. */
interface EntityStats extends Ends {
  granularity: Granularity
  placement: Placement
  /** Those of all entities of a field are one list, because a year has 8,784 hours. */
  intervals: () => readonly Ends[]
  metrics: MetricsOfPeriods
  /** Reads the currency of the entity. */
  currency: () => Promise<string | null>
}

const StatsGranularity = closedEnum('StatsGranularity', 'How a period is divided into intervals. @beyondDocuments', {
  HOUR: 'One interval for each hour.',
  DAY: "One interval for each day of the account's time zone. The period must start and end at midnights (R-STAT-5).",
  TOTAL: 'One interval for the whole period, of at most 7 days (R-STAT-3).',
})

const StatsPlacement = closedEnum('StatsPlacement', 'The place where ads were shown, in stats. @beyondDocuments', {
  ALL_ON_SVC: 'Everywhere on the service.',
  SPOTLIGHT: 'In the spotlight.',
  TREND: 'Among the trends.',
  PUBLISHER_NETWORK: 'In the apps and sites of publishers.',
})

const Interval = builder.objectRef<Ends>('StatsInterval').implement({
  description: 'An interval of stats. @beyondDocuments',
  fields: (t) =>
    t.given({
      startTime: ['DateTime', "The start of the interval, in the account's time zone if it is known."],
      endTime: ['DateTime', 'The end of the interval, exclusive.'],
    }),
})

const Stats = builder.objectRef<EntityStats>('Stats')

Stats.implement({
  extensions: withIntervals,
  description:
    'The delivery and cost of ads in a period. A metric has one value for each of `intervals`; it is null if nothing was ' +
    'counted or if it does not apply to the entity, and counts as 0 in reports (R-STAT-12). Numbers are estimates for 24 ' +
    'hours, and ' +
    'the spend can be corrected for 14 days (R-STAT-24). Rates and costs per event are not in the answers of the service ' +
    '(R-STAT-28). ' +
    '@beyondDocuments',
  fields: (t) => ({
    ...t.given({
      startTime: ['DateTime', "The start of the period, with the offset of the account's time zone if it is known."],
      endTime: ['DateTime', 'The end of the period, exclusive.'],
      granularity: [StatsGranularity, 'How the period is divided.'],
      placement: [StatsPlacement, 'Where the ads were shown.'],
    }),
    intervals: t.field({
      type: [Interval],
      nullable: false,
      description: 'The intervals, in the order of the values of metrics.',
      resolve: ({ intervals }) => intervals(),
    }),
    ...Object.fromEntries(
      Object.entries(METRIC_FIELDS).map(([field, [type, , description]]) => [
        field,
        t.field({ type, nullable: false, description, resolve: ({ metrics }) => metrics }),
      ]),
    ),
    currency: t.string({
      description:
        'The currency of the spend, as an ISO 4217 code: the currency of the entity, or of the nearest entity above it ' +
        'that has one. Null for accounts.',
      resolve: ({ currency }) => currency(),
    }),
    raw: t.field({
      type: 'JSON',
      nullable: false,
      description:
        'The metrics of the selected groups as the service sent them, including metrics that this graph does not know. The ' +
        'metrics of several calls are joined.',
      resolve: ({ metrics }) => inTurns(allMetrics(metrics)),
    }),
  }),
})

const statsArgs = {
  ...periodArgs,
  ...builder.args((t) => ({
    granularity: t.field({
      type: StatsGranularity,
      required: true,
      defaultValue: 'TOTAL',
      description: 'How the period is divided.',
    }),
    placement: t.field({
      type: StatsPlacement,
      required: true,
      defaultValue: 'ALL_ON_SVC',
      description:
        'Where the ads were shown. The service does not add up the numbers of several placements (R-STAT-10).',
    }),
  })),
}

interface StatsArgs extends PeriodArgs {
  granularity: Granularity
  placement: Placement
}

const DESCRIPTION =
  'The delivery and cost of its ads from `startTime` up to `endTime`. For each 7 days, one call reads the metrics of up to ' +
  '20 entities; only the selected groups are requested. The service allows 250 of these calls in 15 minutes for each user. ' +
  'Null if the service does not return the entity. @beyondDocuments'

/** The columns that lead from an entity to its currency. */
interface CurrencyColumns {
  currency?: string | null
  line_item_id?: string | null
  campaign_id?: string | null
  funding_instrument_id?: string | null
}

/** From an entity to the one that has its currency: the types of the rows, and the column that leads from each to the next. */
type CurrencyPath = readonly (readonly [type: string, above?: keyof CurrencyColumns])[]

const OF_CAMPAIGN: CurrencyPath = [['Campaign', 'funding_instrument_id'], ['FundingInstrument']]
const OF_LINE_ITEM: CurrencyPath = [['LineItem', 'campaign_id'], ...OF_CAMPAIGN]

/** The entities with stats, as the service names them, and where their currency is. */
const ENTITIES = {
  ACCOUNT: { ref: Account, currencyPath: [] },
  FUNDING_INSTRUMENT: { ref: FundingInstrument, currencyPath: [['FundingInstrument']] },
  CAMPAIGN: { ref: Campaign, currencyPath: OF_CAMPAIGN },
  LINE_ITEM: { ref: LineItem, currencyPath: OF_LINE_ITEM },
  PROMOTED_POST: { ref: PromotedPost, currencyPath: [['PromotedPost', 'line_item_id'], ...OF_LINE_ITEM] },
  PROMOTED_ACCOUNT: { ref: PromotedAccount, currencyPath: [['PromotedAccount', 'line_item_id'], ...OF_LINE_ITEM] },
} as const satisfies Record<string, { ref: unknown; currencyPath: CurrencyPath }>

/** The currency of a row. Unknown rows on the way to it are read as references are. */
async function currencyOf({ loaders }: Context, row: Row, path: CurrencyPath): Promise<string | null> {
  let known: Row & CurrencyColumns = row
  for (const [type, above] of path) {
    const hasNeeded = known.currency || (above && known[above])
    const found: CurrencyColumns | null = hasNeeded
      ? known
      : await loaders.byId(listOf<Row & CurrencyColumns>(type), { account_id: accountOf(row) })(idOf(known))
    if (found?.currency) return found.currency
    const id = above ? referenceIn(found?.[above]) : null
    if (id === null) return null
    if (id instanceof Error) throw id
    known = { id }
  }
  return null
}

/** The costs of the currency: a look-up of each row on the way to it. */
function currencyCosts({ parents }: FieldUse, path: CurrencyPath): Cost[] {
  return path.flatMap(([type]) =>
    withoutRows(costsOfLookUp(listOf(type), { ...parents, min: 0 }, true)).map((cost) => ({ ...cost, waits: true })),
  )
}

/** The costs of the stats of a field's parents: the time zones of their accounts, the stats, and their currencies. */
function statsCosts(use: FieldUse, currencyPath: CurrencyPath): Cost[] {
  const { parents, args, selected, open } = use
  const calls = callsOf(metricGroupsIn(selected))
  const maxCalls = calls * maxCallsOfPeriod(args, open)
  const [lookUp] = costsOfLookUp(listStats, parents, true)
  return [
    ...timeZoneCosts(use),
    {
      ...lookUp,
      // A period can be refused, and its answer can be cached.
      calls: { min: 0, max: lookUp.calls.max * maxCalls },
      fetched: lookUp.fetched * maxCalls,
      waits: true,
    },
    ...(selected?.has('currency') ? currencyCosts(use, currencyPath) : []),
  ]
}

/** The number of calls for these groups. */
function callsOf(groups: ReadonlySet<MetricGroup>): number {
  return METRIC_GROUPS.filter((shared) => shared.some((group) => groups.has(group))).length
}

/** The resolver of the stats of entities of one type; null for those that the service does not return. */
function resolveStats(entity: string, currencyPath: CurrencyPath) {
  return resolveByAccount<StatsArgs, EntityStats>(async (rows, args, context, info) => {
    const groups = metricGroupsIn(selectionOf(info)?.names)
    const { granularity, placement } = args
    const [first] = rows
    const time = needsZone(args, granularity) ? await accountTimeOf(context, first) : UNKNOWN_TIME
    const period = periodOf(args, time.zone)
    const parts = divided(period, granularity, time)
    const query = { entity, granularity, placement, periods: parts.map((part) => isoPeriod(joined(part))) }
    const found = await context.loaders.stats(accountOf(first), query, groups)(rows.map(idOf))
    const lengths = parts.map((part) => part.length)
    const intervals = lazily(() => parts.flat().map(endsOf))
    const shared = { ...endsOf(period), granularity, placement, intervals }
    return rows.map((row, nth) => {
      const calls = found[nth]
      if (!calls || calls instanceof Error) return calls ?? null
      // Without a group there is nothing to read.
      if (groups.size > 0 && calls.every((rows) => rows?.every((each) => each === null) ?? true)) return null
      const currency = () => currencyOf(context, row, currencyPath)
      return { ...shared, currency, metrics: { calls, intervals: lengths } }
    })
  })
}

function endsOf({ zone, start, end }: Period): Ends {
  return { startTime: isoTime(zone, start), endTime: isoTime(zone, end) }
}

/** What is known about the time of an account that was not read. */
const UNKNOWN_TIME: AccountTime = { zone: undefined, switchAt: NaN }

const HasStats = builder.interfaceRef<Row>('HasStats').implement({
  description: 'An entity that has stats: the delivery and cost of its ads. @beyondDocuments',
  resolveType: typeNameOf,
  fields: (t) => ({
    stats: t.field({
      type: Stats,
      description: DESCRIPTION,
      args: statsArgs,
      // Only its types know their entity. That of promoted posts has the longest way to its currency.
      extensions: { ...keyOnly, cost: (use: FieldUse) => statsCosts(use, ENTITIES.PROMOTED_POST.currencyPath) },
      resolve: () => null,
    }),
  }),
})

for (const [entity, { ref, currencyPath }] of Object.entries(ENTITIES)) {
  ref.addInterfaces([HasStats])
  builder.objectField(ref, 'stats', (t) =>
    t.field({
      type: Stats,
      description: DESCRIPTION,
      args: statsArgs,
      extensions: { ...keyOnly, cost: (use: FieldUse) => statsCosts(use, currencyPath) },
      resolve: resolveStats(entity, currencyPath),
    }),
  )
}
