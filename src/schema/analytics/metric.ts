import type { GraphQLNamedType } from 'graphql'
import type { Steps } from '../../async/turn.ts'
import { ObjectInParts } from '../../json/object-in-parts.ts'
import { isObject } from '../../json/object.ts'
import type { StatsRows } from '../../loaders/stats.ts'
import { metricsOf, undocumented, type MetricGroup, type Metrics } from '../../rest/analytics/stats.ts'
import type { Long } from '../../rest/types.ts'
import { hasValue } from '../../rest/value.ts'
import { builder } from '../builder.ts'
import { camelCase } from '../wire-name.ts'

/** The values of a metric, one for each interval. */
type Series = readonly (Long | null)[] | null

/**
 * The metrics of an entity in the consecutive periods of its calls. They are not joined before they are selected: a year has 8,784
 * hours.
 */
export interface MetricsOfPeriods {
  /** The rows of each call for a group of metrics. */
  calls: readonly (StatsRows | null)[]
  /** The number of intervals of each period. */
  intervals: readonly number[]
  /** The kind of conversions that these metrics count. */
  kind?: string
}

/** A type of metrics, which are declared by their wire names and descriptions. */
function metricsType(name: string, description: string, metrics: Readonly<Record<string, string>>) {
  return builder.objectRef<MetricsOfPeriods>(name).implement({
    description: `${description} Each metric has one value for each interval. @beyondDocuments`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(metrics).map(([metric, text]) => [
          camelCase(metric),
          t.field({
            type: ['Long'],
            nullable: { list: true, items: true },
            description: text,
            resolve: (metrics) => joined(valuesOf(metrics, metric, Array.isArray), metrics.intervals) as Series,
          }),
        ]),
      ),
  })
}

const Engagement = metricsType(
  'StatsEngagement',
  'How people saw ads, and what they did. Accounts and funding instruments have only engagements, impressions, reposts, ' +
    'replies, likes and follows.',
  {
    engagements: 'All engagements.',
    impressions: 'How often the ads were shown.',
    reposts: 'Reposts.',
    replies: 'Replies.',
    likes: 'Likes.',
    follows: 'New followers.',
    card_engagements: 'Engagements with cards.',
    clicks: 'All clicks, including likes.',
    app_clicks: 'Clicks that open an app or its store.',
    url_clicks: 'Clicks on links, including clicks from earned impressions.',
    qualified_impressions: 'Impressions that count as seen.',
    carousel_swipes: 'Swipes in carousels.',
    posts_send: 'Posts that were sent from the ad.',
    unfollows: 'Followers who left.',
    poll_card_vote: 'Votes in polls.',
    link_clicks: 'Clicks on links.',
  },
)

const Billing = metricsType(
  'StatsBilling',
  'The billed amounts and events. Accounts have none. It can be corrected for 14 days (R-STAT-24).',
  {
    billed_engagements: 'The number of billed events.',
    billed_charge_local_micro: 'The spend in micros of `currency`.',
  },
)

const Video = metricsType('StatsVideo', 'How videos were watched. Accounts and funding instruments have none.', {
  video_total_views: 'Views: the whole video in view for 3 seconds, or a click. Before 2026, half of it for 2 seconds.',
  video_views_25: 'Views of the first quarter.',
  video_views_50: 'Views of the first half.',
  video_views_75: 'Views of the first three quarters.',
  video_views_100: 'Views to the end.',
  video_cta_clicks: 'Clicks on the call to action.',
  video_content_starts: 'Starts of the video.',
  video_3s100pct_views: 'Views of 3 seconds with the whole video in view.',
  video_6s_views: 'Views of 6 seconds.',
  video_15s_views: 'Views of 15 seconds, or of 95 % of the video.',
  video_mrc_views: 'Views as the Media Rating Council defines them.',
})

const Conversion = metricsType(
  'StatsConversion',
  'Conversions of one kind. Which values there are depends on the kind.',
  {
    metric: 'The number of conversions.',
    post_view: 'Conversions after the ad was seen.',
    post_engagement: 'Conversions after an engagement with the ad.',
    assisted: 'Conversions to which the ad contributed.',
    order_quantity: 'The number of items. The service does not say in which unit it is.',
    order_quantity_view: 'The number of items, after the ad was seen.',
    order_quantity_engagement: 'The number of items, after an engagement with the ad.',
    sale_amount: 'The value of the sales. It seems to be in micros; the service says neither this nor the currency.',
    sale_amount_view: 'The value of the sales after the ad was seen.',
    sale_amount_engagement: 'The value of the sales after an engagement with the ad.',
  },
)

/** A type of kinds of conversions, which are declared by their wire names without the prefix. */
function conversionsType(name: string, description: string, prefix: string, kinds: Readonly<Record<string, string>>) {
  return builder.objectRef<MetricsOfPeriods>(name).implement({
    description: `${description} @beyondDocuments`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(kinds).map(([kind, text]) => [
          camelCase(kind),
          t.field({
            type: Conversion,
            description: text,
            resolve: (metrics) =>
              valuesOf(metrics, `${prefix}${kind}`, isObject).some(hasValue)
                ? { ...metrics, kind: `${prefix}${kind}` }
                : null,
          }),
        ]),
      ),
  })
}

const KINDS = {
  purchases: 'Purchases.',
  sign_ups: 'Sign-ups.',
  site_visits: 'Visits to a site.',
  downloads: 'Downloads.',
  add_to_carts: 'Items that were added to a cart.',
  checkouts_initiated: 'Checkouts that were started.',
  content_views: 'Views of content.',
  payment_info_additions: 'Payment details that were added.',
  add_to_wishlists: 'Items that were added to a wish list.',
  searches: 'Searches.',
}

const WebConversion = conversionsType('StatsWebConversion', 'Conversions on websites.', 'conversion_', {
  ...KINDS,
  custom: 'Conversions defined by the advertiser.',
  landing_page_views: 'Views of landing pages.',
  subscriptions: 'Subscriptions.',
})

const { site_visits, downloads, ...LIFE_TIME_KINDS } = {
  ...KINDS,
  spent_credits: 'Credits that were spent.',
  reservations: 'Reservations.',
  tutorials_completed: 'Completed tutorials.',
  achievements_unlocked: 'Unlocked achievements.',
  shares: 'Shares.',
  rates: 'Ratings.',
  logins: 'Logins.',
  updates: 'Updates.',
  levels_achieved: 'Achieved levels.',
  invites: 'Invitations.',
}

const MobileConversion = conversionsType(
  'StatsMobileConversion',
  'Conversions in apps. Only accounts with conversion tracking for apps have them.',
  'mobile_conversion_',
  {
    ...LIFE_TIME_KINDS,
    site_visits,
    downloads,
    installs: 'Installations.',
    re_engages: 'Returns to the app.',
    key_page_views: 'Views of key pages.',
  },
)

const LifeTimeValueMobileConversion = conversionsType(
  'StatsLifeTimeValueMobileConversion',
  'Conversions in apps over the whole time since the installation.',
  'mobile_conversion_lifetime_value_',
  LIFE_TIME_KINDS,
)

/** The groups of metrics by the field that has them: its type, its group, and its description. */
export const METRIC_FIELDS = {
  engagement: [Engagement, 'ENGAGEMENT', 'How people saw the ads, and what they did.'],
  billing: [Billing, 'BILLING', 'The billed amounts and events.'],
  video: [Video, 'VIDEO', 'How videos were watched.'],
  webConversion: [
    WebConversion,
    'WEB_CONVERSION',
    'Conversions on websites. They take calls of their own (R-STAT-16).',
  ],
  mobileConversion: [
    MobileConversion,
    'MOBILE_CONVERSION',
    'Conversions in apps. They take calls of their own (R-STAT-16).',
  ],
  lifeTimeValueMobileConversion: [
    LifeTimeValueMobileConversion,
    'LIFE_TIME_VALUE_MOBILE_CONVERSION',
    'Conversions in apps since the installation. They take calls of their own (R-STAT-16).',
  ],
} as const satisfies Readonly<Record<string, readonly [ReturnType<typeof metricsType>, MetricGroup, string]>>

/** The metric groups of the fields that are selected. Nothing else decides which are requested. */
export function metricGroupsIn(selected: ReadonlySet<string> | undefined): ReadonlySet<MetricGroup> {
  const groups = Object.entries(METRIC_FIELDS).filter(([field]) => selected?.has(field))
  return new Set(groups.map(([, [, group]]) => group))
}

/** The values of a metric in each period. Throws UPSTREAM_UNAVAILABLE if one of them does not have its form. */
function valuesOf(
  { calls, intervals, kind }: MetricsOfPeriods,
  name: string,
  hasForm: (value: unknown) => boolean,
): unknown[] {
  return intervals.map((_, period) => {
    const values = calls.map((rows) => {
      const metrics = metricsOf(rows?.[period])
      const own = kind === undefined ? metrics : metrics?.[kind]
      return isObject(own) ? own[name] : undefined
    })
    const value = values.find(hasValue)
    if (value === undefined || hasForm(value)) return value
    throw undocumented(`The service sent ${name} in a form that is not documented`)
  })
}

/** All metrics in all periods, joined when they are written. Those that this version does not know are among them. */
export function* allMetrics({ calls, intervals }: MetricsOfPeriods): Steps<object> {
  const periods: Metrics[] = []
  for (const period of intervals.keys()) {
    // Reading a row parses it.
    if (period > 0) yield
    periods.push(Object.assign({}, ...calls.map((rows) => metricsOf(rows?.[period]))))
  }
  const [only = {}] = periods
  if (periods.length <= 1) return only
  const names = [...new Set(periods.flatMap((metrics) => Object.keys(metrics)))]
  const of = (name: string) => periods.map((metrics) => metrics[name])
  return new ObjectInParts(
    function* () {
      for (const name of names) yield [name, joined(of(name), intervals)]
    },
    () => names.reduce((bytes, name) => bytes + bytesOfName(name) + bytesOfJoined(of(name), intervals), 1),
  )
}

/** The number of bytes of a name in an object, with its punctuation. */
function bytesOfName(name: string): number {
  return name.length + 4
}

/** The estimated number of bytes of joined values as JSON, from the first and the last period that has a series. */
function bytesOfJoined(values: readonly unknown[], intervals: readonly number[]): number {
  const present = values.filter(hasValue)
  const [first] = present
  if (present.every(isObject)) {
    const names = new Set(present.flatMap((value) => Object.keys(value)))
    const bytesOf = (name: string) =>
      bytesOfName(name) +
      bytesOfJoined(
        values.map((value) => (isObject(value) ? value[name] : undefined)),
        intervals,
      )
    return present.length === 0 ? NULL_BYTES : Array.from(names, bytesOf).reduce((sum, bytes) => sum + bytes, 1)
  }
  if (!present.every(Array.isArray)) return present.length * JSON.stringify(first).length
  const samples = [first, present.at(-1)].filter(Array.isArray)
  const length = samples.reduce((sum, series) => sum + series.length, 0)
  const bytesPerItem = JSON.stringify(samples).length / Math.max(1, length)
  return values.reduce<number>(
    (bytes, value, period) => bytes + (intervals[period] ?? 0) * (hasValue(value) ? bytesPerItem : NULL_BYTES + 1),
    1,
  )
}

const NULL_BYTES = 4

/**
 * The values of consecutive periods as one. A value that is null or missing in a period is null for its intervals, and null altogether
 * if it is so in all (R-STAT-12).
 */
function joined(values: readonly unknown[], intervals: readonly number[]): unknown {
  const present = values.filter(hasValue)
  if (present.length === 0) return null
  if (values.length === 1) return values[0]
  if (present.every(isObject)) {
    const names = new Set(present.flatMap((value) => Object.keys(value)))
    const ofName = (name: string) =>
      joined(
        values.map((value) => (isObject(value) ? value[name] : undefined)),
        intervals,
      )
    return Object.fromEntries(Array.from(names, (name) => [name, ofName(name)]))
  }
  if (!present.every(Array.isArray)) return present.length === 1 ? present[0] : present
  const series: unknown[] = []
  for (const [period, length] of intervals.entries()) {
    const value = values[period]
    for (let nth = 0; nth < length; nth += 1) series.push(Array.isArray(value) ? value[nth] : null)
  }
  return series
}

/** The extensions of a type whose lists have an item for each interval. */
export const withIntervals = { hasIntervals: true } as const

/** Whether the lists of a type, and of the objects in it, have an item for each interval. */
export function hasIntervals({ extensions }: Pick<GraphQLNamedType, 'extensions'>): boolean {
  return extensions['hasIntervals'] === true
}
