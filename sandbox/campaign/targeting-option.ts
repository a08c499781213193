import { targetingOption } from '../../reference/campaign/targeting-option.ts'
import type { TableDefinition } from '../data/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf, type Keep } from '../endpoint/list.ts'
import { country, listOf, oneOf, pattern, type Parameters, type Values } from '../endpoint/parameter.ts'
import { referenceEndpoint, referenceTable, type ReferenceRow } from '../endpoint/reference.ts'

/** A category of an app store, as the service sends it. */
export interface AppStoreCategory {
  name: string
  targeting_type: string
  targeting_value: string
  os_type: string
}

/** A topic of conversation, as the service sends it. */
export interface Conversation {
  name: string
  targeting_type: string
  targeting_value: string
  conversation_type: string
}

/** A device, as the service sends it. Its operating system is in mixed case. */
export interface Device {
  name: string
  manufacturer: string
  os_type: string
  targeting_type: string
  targeting_value: string
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

/** A value without columns of its own: an interest, a language or a platform. */
export interface NamedOption {
  name: string
  targeting_type: string
  targeting_value: string
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

const { ConversationType, EventType, LocationType, OsType } = targetingOption.enumerations

/** The types of conversation topics, and those of events (Ads Management Interface, section 4.7). */
export const CONVERSATION_TYPES = ConversationType.documents
export const EVENT_TYPES = EventType.documents

/** A list of values of targeting criteria. */
function optionEndpoint<Sent extends object, P extends Parameters>(
  name: string,
  table: TableDefinition<ReferenceRow<Sent>>,
  options: { filters?: P; count?: { max: number; absent: number }; keep?: (params: Values<P>) => Keep<Sent> } = {},
): Endpoint {
  return referenceEndpoint(targetingOption, { ...options, path: `targeting_criteria/${name}`, quota: 'option', table })
}

/**
 * The endpoints of targeting options (Ads Management Interface, section 4.7). Those from interests to TV shows follow
 * the live service.
 */
export const targetingOptionEndpoints: Endpoint[] = [
  optionEndpoint('app_store_categories', appStoreCategories, {
    filters: { os_type: oneOf(...OsType.documents) },
    keep:
      ({ os_type }) =>
      (row) =>
        os_type === undefined || row.os_type.toUpperCase() === os_type,
  }),
  optionEndpoint('conversations', conversations, {
    filters: { conversation_type: oneOf(...CONVERSATION_TYPES) },
    keep:
      ({ conversation_type: type }) =>
      (row) =>
        type === undefined || row.conversation_type === type,
  }),
  optionEndpoint('devices', devices),
  optionEndpoint('events', events, {
    filters: { event_types: listOf(oneOf(...EVENT_TYPES)), country_codes: listOf(country()) },
    keep({ event_types, country_codes }) {
      const ofType = anyOf(event_types)
      const inCountry = anyOf(country_codes)
      return (row) => ofType(row.event_type) && inCountry(row.country_code ?? '')
    },
  }),
  optionEndpoint('interests', interests),
  optionEndpoint('languages', languages),
  optionEndpoint('locations', locations, {
    filters: { country_code: country(), location_type: oneOf(...LocationType.service) },
    keep({ country_code, location_type }) {
      const inCountry = anyOf(country_code === undefined ? undefined : [country_code])
      const ofType = anyOf(location_type === undefined ? undefined : [location_type])
      return (row) => inCountry(row.country_code) && ofType(row.location_type)
    },
  }),
  optionEndpoint('network_operators', networkOperators, {
    filters: { country_code: country() },
    keep:
      ({ country_code = 'US' }) =>
      (row) =>
        row.country_code === country_code,
  }),
  optionEndpoint('platforms', platforms, { filters: { lang: pattern(/^[a-z]{2}$/i, 'an ISO 639-1 language') } }),
  optionEndpoint('platform_versions', platformVersions),
  optionEndpoint('tv_markets', tvMarkets),
  optionEndpoint('tv_shows', tvShows, {
    filters: { locale: pattern(/^[a-z]{2}-[A-Z]{2}$/, 'a locale') },
    count: { max: 1000, absent: 50 },
    keep:
      ({ locale }) =>
      (row) =>
        row.locales.some((one) => `${one.language}-${one.country}` === locale),
  }),
]
