import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf, nameQuery, startingWith } from '../endpoint/list.ts'
import { country, listOf, oneOf, pattern, required } from '../endpoint/parameter.ts'
import { referenceEndpoint, referenceTable, type ReferenceRow } from '../endpoint/reference.ts'
import type { TableDefinition } from '../data/store.ts'

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

/** The types of conversation topics (Ads Management Interface, section 4.7). */
export const CONVERSATION_TYPES = [
  'ACTORS',
  'ATHLETES',
  'BOOK_GENRES',
  'BOOKS',
  'BRAND_CATEGORIES',
  'BRANDS',
  'CELEBRITIES',
  'COACHES',
  'DIGITAL_CREATORS',
  'ENTERTAINMENT_BRANDS',
  'ENTERTAINMENT_PERSONALITIES',
  'FICTIONAL_CHARACTERS',
  'JOURNALISTS',
  'LIFESTYLES',
  'MOVIE_GENRES',
  'MOVIES',
  'MUSIC_GENRES',
  'MUSICIANS',
  'NEWS_STORIES',
  'NEWS',
  'PERSONS',
  'PLACES',
  'PODCASTS',
  'POLITICAL_AFFILIATIONS',
  'POLITICIANS',
  'PRODUCTS',
  'RADIO_STATIONS',
  'SPORTS_LEAGUES',
  'SPORTS_PERSONALITIES',
  'SPORTS_TEAMS',
  'SPORTS',
  'TRENDS',
  'TV_SHOWS',
  'VIDEO_GAME_PLATFORMS',
  'VIDEO_GAME_PUBLISHERS',
  'VIDEO_GAMES',
] as const

/** The types of events (Ads Management Interface, section 4.7). */
export const EVENT_TYPES = [
  'CONFERENCE',
  'HOLIDAY',
  'MUSIC_AND_ENTERTAINMENT',
  'OTHER',
  'POLITICS',
  'RECURRING',
  'SPORTS',
] as const

/**
 * The endpoints of targeting options (Ads Management Interface, section 4.7). Those from interests to TV shows follow
 * the live service.
 */
export const targetingOptionEndpoints: Endpoint[] = [
  referenceEndpoint({
    path: 'targeting_criteria/app_store_categories',
    quota: 'option',
    table: appStoreCategories,
    filters: { q: nameQuery(), os_type: oneOf('ANDROID', 'IOS') },
    keep(params) {
      const named = startingWith(params.q)
      return (row) => named(row.name) && (params.os_type === undefined || row.os_type.toUpperCase() === params.os_type)
    },
  }),
  referenceEndpoint({
    path: 'targeting_criteria/conversations',
    quota: 'option',
    table: conversations,
    filters: { conversation_type: oneOf(...CONVERSATION_TYPES) },
    takes: ['count', 'cursor'],
    keep: (params) => (row) =>
      params.conversation_type === undefined || row.conversation_type === params.conversation_type,
  }),
  referenceEndpoint({
    path: 'targeting_criteria/devices',
    quota: 'option',
    table: devices,
    filters: { q: nameQuery() },
    takes: ['count'],
    keep(params) {
      const named = startingWith(params.q)
      return (row) => named(row.name)
    },
  }),
  referenceEndpoint({
    path: 'targeting_criteria/events',
    quota: 'option',
    table: events,
    filters: {
      event_types: listOf(oneOf(...EVENT_TYPES)),
      country_codes: listOf(country()),
    },
    takes: ['count', 'cursor'],
    keep(params) {
      const ofType = anyOf(params.event_types)
      const inCountry = anyOf(params.country_codes)
      return (row) => ofType(row.event_type) && inCountry(row.country_code ?? '')
    },
  }),
  namedOptions('targeting_criteria/interests', interests),
  namedOptions('targeting_criteria/languages', languages),
  referenceEndpoint({
    path: 'targeting_criteria/locations',
    quota: 'option',
    table: locations,
    filters: {
      q: nameQuery(),
      country_code: country(),
      location_type: oneOf('COUNTRIES', 'REGIONS', 'METROS', 'CITIES', 'POSTAL_CODES'),
    },
    takes: ['count', 'cursor'],
    keep({ q, country_code, location_type }) {
      const named = startingWith(q)
      const inCountry = anyOf(country_code === undefined ? undefined : [country_code])
      const ofType = anyOf(location_type === undefined ? undefined : [location_type])
      return (row) => named(row.name) && inCountry(row.country_code) && ofType(row.location_type)
    },
  }),
  referenceEndpoint({
    path: 'targeting_criteria/network_operators',
    quota: 'option',
    table: networkOperators,
    filters: { q: nameQuery(), country_code: country() },
    takes: ['count', 'cursor'],
    keep({ q, country_code = 'US' }) {
      const named = startingWith(q)
      return (row) => named(row.name) && row.country_code === country_code
    },
  }),
  referenceEndpoint({
    path: 'targeting_criteria/platforms',
    quota: 'option',
    table: platforms,
    filters: { q: nameQuery(), lang: pattern(/^[a-z]{2}$/i, 'an ISO 639-1 language') },
    takes: ['count'],
    keep({ q }) {
      const named = startingWith(q)
      return (row) => named(row.name)
    },
  }),
  referenceEndpoint({
    path: 'targeting_criteria/platform_versions',
    quota: 'option',
    table: platformVersions,
    filters: { q: nameQuery() },
    keep({ q }) {
      const named = startingWith(q)
      return (row) => named(row.name)
    },
  }),
  referenceEndpoint({ path: 'targeting_criteria/tv_markets', quota: 'option', table: tvMarkets, filters: {} }),
  referenceEndpoint({
    path: 'targeting_criteria/tv_shows',
    quota: 'option',
    table: tvShows,
    filters: { locale: required(pattern(/^[a-z]{2}-[A-Z]{2}$/, 'a locale')), q: nameQuery() },
    takes: ['count', 'cursor'],
    count: { max: 1000, absent: 50 },
    keep({ locale, q }) {
      const named = startingWith(q)
      return (row) => named(row.name) && row.locales.some((one) => `${one.language}-${one.country}` === locale)
    },
  }),
]

/** A list of values that have only a name. */
function namedOptions<const Path extends string>(
  path: Path,
  table: TableDefinition<ReferenceRow<NamedOption>>,
): Endpoint {
  return referenceEndpoint({
    path,
    quota: 'option',
    table,
    filters: { q: nameQuery() },
    takes: ['count', 'cursor'],
    keep({ q }) {
      const named = startingWith(q)
      return (row) => named(row.name)
    },
  })
}
