import { targetingOption } from '../../reference/campaign/targeting-option.ts'
import type { TableDefinition } from '../data/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { referenceEndpoint, referenceTable, type ReferenceRow } from '../endpoint/reference.ts'

/** A value without columns of its own: an interest, a language or a platform. */
export interface NamedOption {
  name: string
  targeting_type: string
  targeting_value: string
}

/** A category of an app store, as the service sends it. */
export interface AppStoreCategory extends NamedOption {
  os_type: string
}

/** A topic of conversation, as the service sends it. */
export interface Conversation extends NamedOption {
  conversation_type: string
}

/** A device, as the service sends it. Its operating system is in mixed case. */
export interface Device extends NamedOption {
  manufacturer: string
  os_type: string
}

/** An event, as the service sends it: without a targeting type. */
export interface Event {
  name: string
  event_type: string
  start_time: string
  end_time: string
  is_global: boolean
  country_code: string | null
  targeting_value: string
  reach: { total_reach: number | null }
  top_users: bigint[]
  top_posts: bigint[]
  top_hashtags: string[]
  gender_breakdown_percentage: Record<string, number>
  device_breakdown_percentage: Record<string, number>
  country_breakdown_percentage: Record<string, number>
}

/** A location, as the service sends it. */
export interface Location extends NamedOption {
  country_code: string
  location_type: string
}

/** A network operator, as the service sends it. */
export interface NetworkOperator extends NamedOption {
  country_code: string
}

/** A version of a platform, as the service sends it. */
export interface PlatformVersion extends NamedOption {
  number: string
  os_type: string
}

/** A market for TV shows, as the service sends it. */
export interface TvMarket {
  name: string
  country_code: string
  locale: string
}

/** A TV show, as the service sends it: without a targeting type, and with a number as its value. */
export interface TvShow {
  name: string
  targeting_value: number
  genre: string
  locales: { language: string; country: string }[]
}

export const appStoreCategories = referenceTable<AppStoreCategory>('app_store_categories')
export const conversations = referenceTable<Conversation>('conversations')
export const devices = referenceTable<Device>('devices')
export const events = referenceTable<Event>('events')
export const interests = referenceTable<NamedOption>('interests')
export const languages = referenceTable<NamedOption>('languages')
export const locations = referenceTable<Location>('locations')
export const networkOperators = referenceTable<NetworkOperator>('network_operators')
export const platforms = referenceTable<NamedOption>('platforms')
export const platformVersions = referenceTable<PlatformVersion>('platform_versions')
export const tvMarkets = referenceTable<TvMarket>('tv_markets')
export const tvShows = referenceTable<TvShow>('tv_shows')

const { ConversationType, EventType } = targetingOption.enumerations

/** The types of conversation topics, and of events (Ads Management Interface, section 4.7). */
export const CONVERSATION_TYPES = ConversationType.documents
export const EVENT_TYPES = EventType.documents

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
