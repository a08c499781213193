import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { Columns, Long, RowColumns } from '../types.ts'
import { NAMED, PAGED, text, texts, word, words } from '../value.ts'

/** The columns that all targeting options share. */
export interface TargetingOptionRow extends RowColumns<{
  name: string
  /** Absent for events. */
  targeting_type: string
  targeting_value: Long
}> {}

export interface AppStoreCategoryRow extends TargetingOptionRow {
  os_type?: string | null
}

export interface ConversationRow extends TargetingOptionRow {
  conversation_type?: string | null
}

export interface DeviceRow
  extends
    TargetingOptionRow,
    Columns<{
      manufacturer: string
      os_type: string
    }> {}

export interface EventRow
  extends
    TargetingOptionRow,
    Columns<{
      event_type: string
      start_time: string
      end_time: string
      is_global: boolean
      country_code: string
      reach: Columns<{ total_reach: Long }>
      top_users: Long[]
      top_posts: Long[]
      top_hashtags: string[]
      gender_breakdown_percentage: Record<string, unknown>
      device_breakdown_percentage: Record<string, unknown>
      country_breakdown_percentage: Record<string, unknown>
    }> {}

export interface LocationRow
  extends
    TargetingOptionRow,
    Columns<{
      country_code: string
      location_type: string
    }> {}

export interface NetworkOperatorRow extends TargetingOptionRow {
  country_code?: string | null
}

export interface PlatformVersionRow
  extends
    TargetingOptionRow,
    Columns<{
      number: string
      os_type: string
    }> {}

/** A TV market. It is no value of a criterion: its locale selects TV shows. */
export interface TvMarketRow extends RowColumns<{
  name: string
  country_code: string
  locale: string
}> {}

export interface TvShowRow
  extends
    TargetingOptionRow,
    Columns<{
      genre: string
      locales: Columns<{ language: string; country: string }>[]
    }> {}

/** What the catalogs of targeting values have in common. */
const CATALOG = { key: 'targeting_value', cache: REFERENCE_CACHE } as const

/** The categories of app stores (Ads Management Interface, section 4.7). */
export const listAppStoreCategories = list<AppStoreCategoryRow>()('targeting_criteria/app_store_categories', {
  ...CATALOG,
  params: {
    ...NAMED,
    /** Return only categories of the app store of this operating system (R-TGT-13). */
    os_type: word('OsType'),
  },
})
/** The topics of conversation (Ads Management Interface, section 4.7). */
export const listConversations = list<ConversationRow>()('targeting_criteria/conversations', {
  ...CATALOG,
  params: {
    ...PAGED,
    /** Return only topics of this type (R-TGT-13). */
    conversation_type: word('ConversationType'),
  },
})
/** The devices (Ads Management Interface, section 4.7). */
export const listDevices = list<DeviceRow>()('targeting_criteria/devices', {
  ...CATALOG,
  params: { count: PAGED.count, ...NAMED },
})
/** The events (Ads Management Interface, section 4.7). */
export const listEvents = list<EventRow>()('targeting_criteria/events', {
  ...CATALOG,
  params: {
    ...PAGED,
    /**
     * Return only events of these types (R-TGT-13). Defaults to all types, which are then all sent, because the live
     * service requires at least one.
     */
    event_types: words('EventType'),
    /** Return only events in these countries, as ISO 3166-1 alpha-2 codes. Defaults to all events. */
    country_codes: texts,
  },
})

// The live service has the following lists too (section 4.11 leaves them out).

/** The interests. Not documented by the service. */
export const listInterests = list<TargetingOptionRow>()('targeting_criteria/interests', {
  ...CATALOG,
  params: { ...PAGED, ...NAMED },
})
/** The languages. Not documented by the service. */
export const listLanguages = list<TargetingOptionRow>()('targeting_criteria/languages', {
  ...CATALOG,
  params: { ...PAGED, ...NAMED },
})
/** The locations: countries, regions, metropolitan areas, cities and postal codes. Not documented by the service. */
export const listLocations = list<LocationRow>()('targeting_criteria/locations', {
  ...CATALOG,
  params: {
    ...PAGED,
    ...NAMED,
    /** Return only locations in this country, an ISO 3166-1 alpha-2 code. */
    country_code: text,
    /** Return only locations of this type. */
    location_type: word('LocationType'),
  },
})
/** The network operators of a country. Not documented by the service. */
export const listNetworkOperators = list<NetworkOperatorRow>()('targeting_criteria/network_operators', {
  ...CATALOG,
  params: {
    ...PAGED,
    ...NAMED,
    /** Return only network operators in this country, an ISO 3166-1 alpha-2 code. */
    country_code: text,
  },
})
/** The platforms. Not documented by the service. */
export const listPlatforms = list<TargetingOptionRow>()('targeting_criteria/platforms', {
  ...CATALOG,
  params: {
    count: PAGED.count,
    ...NAMED,
    /** The language of the names, as an ISO 639-1 code. */
    lang: text,
  },
})
/** The versions of platforms. Not documented by the service. */
export const listPlatformVersions = list<PlatformVersionRow>()('targeting_criteria/platform_versions', {
  ...CATALOG,
  params: NAMED,
})
/** The markets for TV shows. Not documented by the service. */
export const listTvMarkets = list<TvMarketRow>()('targeting_criteria/tv_markets', {
  ...CATALOG,
  key: 'locale',
  params: {},
})
/** The TV shows of a locale. Not documented by the service. */
export const listTvShows = list<TvShowRow>()('targeting_criteria/tv_shows', {
  ...CATALOG,
  params: {
    ...PAGED,
    ...NAMED,
    /** Required. */
    locale: text,
  },
  count: { default: 50 },
})
