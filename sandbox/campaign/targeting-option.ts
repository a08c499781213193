import { targetingOption } from '../../reference/campaign/targeting-option.ts'
import type { TableDefinition } from '../data/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { referenceEndpoint, referenceTable, type ReferenceRow } from '../endpoint/reference.ts'

type Columns = typeof targetingOption.rows

interface EventColumns {
  is_global: boolean
  country_code: string | null
  reach: { total_reach: number | null }
  top_users: bigint[]
  top_posts: bigint[]
  top_hashtags: string[]
  gender_breakdown_percentage: Record<string, number>
  device_breakdown_percentage: Record<string, number>
  country_breakdown_percentage: Record<string, number>
}

/** The values of a show are numbers. */
interface TvShowColumns {
  targeting_value: number
  locales: { language: string; country: string }[]
}

export const appStoreCategories = referenceTable<Columns['AppStoreCategoryOption']>('app_store_categories')
export const conversations = referenceTable<Columns['ConversationOption']>('conversations')
/** Devices, whose operating systems are in mixed case. */
export const devices = referenceTable<Columns['DeviceOption']>('devices')
export const events = referenceTable<Columns['EventOption'], EventColumns>('events')
export const interests = referenceTable<Columns['InterestOption']>('interests')
export const languages = referenceTable<Columns['LanguageOption']>('languages')
export const locations = referenceTable<Columns['LocationOption']>('locations')
export const networkOperators = referenceTable<Columns['NetworkOperatorOption']>('network_operators')
export const platforms = referenceTable<Columns['PlatformOption']>('platforms')
export const platformVersions = referenceTable<Columns['PlatformVersionOption']>('platform_versions')
export const tvMarkets = referenceTable<Columns['TvMarket']>('tv_markets')
export const tvShows = referenceTable<Columns['TvShowOption'], TvShowColumns>('tv_shows')

/** A list of values of targeting criteria. */
function options<Sent>(
  name: string,
  table: TableDefinition<ReferenceRow<Sent>>,
  others: Pick<Parameters<typeof referenceEndpoint<Sent>>[2] & object, 'count' | 'keep'> = {},
): Endpoint {
  return referenceEndpoint(targetingOption, table, { ...others, path: `targeting_criteria/${name}`, quota: 'option' })
}

/**
 * The endpoints of targeting options (Ads Management Interface, section 4.7). Those from interests to TV shows follow
 * the live service.
 */
export const targetingOptionEndpoints: Endpoint[] = [
  options('app_store_categories', appStoreCategories),
  options('conversations', conversations),
  options('devices', devices),
  options('events', events),
  options('interests', interests),
  options('languages', languages),
  options('locations', locations),
  options('network_operators', networkOperators, {
    keep:
      ({ country_code = 'US' }) =>
      (operator) =>
        operator.country_code === country_code,
  }),
  options('platforms', platforms),
  options('platform_versions', platformVersions),
  options('tv_markets', tvMarkets),
  options('tv_shows', tvShows, {
    count: { max: 1000, absent: 50 },
    keep:
      ({ locale }) =>
      (show) =>
        show.locales.some(({ language, country }) => `${language}-${country}` === locale),
  }),
]
