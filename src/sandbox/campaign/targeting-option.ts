import type { Endpoint } from '../endpoint.ts'
import { anyOf, nameQuery, startingWith } from '../list.ts'
import { listOf, oneOf, pattern } from '../parameter.ts'
import { referenceEndpoint, referenceTable } from '../reference.ts'

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

export const appStoreCategories = referenceTable<AppStoreCategory>('app_store_categories')
export const conversations = referenceTable<Conversation>('conversations')
export const devices = referenceTable<Device>('devices')
export const events = referenceTable<Event>('events')

/** The types of conversation topics (document 2, section 4.7). */
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

/** The types of events (document 2, section 4.7). */
export const EVENT_TYPES = [
  'CONFERENCE',
  'HOLIDAY',
  'MUSIC_AND_ENTERTAINMENT',
  'OTHER',
  'POLITICS',
  'RECURRING',
  'SPORTS',
] as const

/** The endpoints of targeting options (document 2, section 4.7). */
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
      country_codes: listOf(pattern(/^[A-Z]{2}$/, 'an ISO 3166-1 country')),
    },
    takes: ['count', 'cursor'],
    keep(params) {
      const ofType = anyOf(params.event_types)
      const inCountry = anyOf(params.country_codes)
      return (row) => ofType(row.event_type) && inCountry(row.country_code ?? '')
    },
  }),
]
