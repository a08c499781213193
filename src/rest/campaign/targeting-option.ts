import { list, REFERENCE_CACHE } from '../endpoint.ts'
import type { Columns, ListParams, Long, NamedFilters, RowColumns } from '../types.ts'

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

interface AppStoreCategoryFilters extends NamedFilters {
  /** Return only categories of the app store of this operating system (R-TGT-13). */
  os_type?: string
}

interface ConversationFilters extends ListParams {
  /** Return only topics of this type (R-TGT-13). */
  conversation_type?: string
}

interface EventFilters extends ListParams {
  /**
   * Return only events of these types (R-TGT-13). Defaults to all types, which are then all sent, because the live
   * service requires at least one.
   */
  event_types?: readonly string[]
  /** Return only events in these countries, as ISO 3166-1 alpha-2 codes. Defaults to all events. */
  country_codes?: readonly string[]
}

interface LocationFilters extends NamedFilters {
  /** Return only locations in this country, an ISO 3166-1 alpha-2 code. */
  country_code?: string
  /** Return only locations of this type. */
  location_type?: string
}

interface NetworkOperatorFilters extends NamedFilters {
  /** Return only locations in this country, an ISO 3166-1 alpha-2 code. */
  country_code?: string
}

interface PlatformFilters extends NamedFilters {
  /** The language of the names, as an ISO 639-1 code. */
  lang?: string
}

interface TvShowFilters extends NamedFilters {
  /** Required. */
  locale?: string
}

/** What the catalogs of targeting values have in common. */
const CATALOG = { key: 'targeting_value', counted: false, cache: REFERENCE_CACHE } as const

/**
 * The categories of app stores.
 * `GET targeting_criteria/app_store_categories` (Ads Management Interface, section 4.7).
 */
export const listAppStoreCategories = list<AppStoreCategoryRow, AppStoreCategoryFilters>()(
  'targeting_criteria/app_store_categories',
  { ...CATALOG, sized: false },
)
/** The topics of conversation. `GET targeting_criteria/conversations` (Ads Management Interface, section 4.7). */
export const listConversations = list<ConversationRow, ConversationFilters>()(
  'targeting_criteria/conversations',
  CATALOG,
)
/** The devices. `GET targeting_criteria/devices` (Ads Management Interface, section 4.7). */
export const listDevices = list<DeviceRow, NamedFilters>()('targeting_criteria/devices', { ...CATALOG, paged: false })
/** The events. `GET targeting_criteria/events` (Ads Management Interface, section 4.7). */
export const listEvents = list<EventRow, EventFilters>()('targeting_criteria/events', CATALOG)

// The live service has the following lists too (section 4.11 leaves them out).

/** The interests. `GET targeting_criteria/interests`. Beyond the documents. */
export const listInterests = list<TargetingOptionRow, NamedFilters>()('targeting_criteria/interests', CATALOG)
/** The languages. `GET targeting_criteria/languages`. Beyond the documents. */
export const listLanguages = list<TargetingOptionRow, NamedFilters>()('targeting_criteria/languages', CATALOG)
/**
 * The locations: countries, regions, metropolitan areas, cities and postal codes.
 * `GET targeting_criteria/locations`. Beyond the documents.
 */
export const listLocations = list<LocationRow, LocationFilters>()('targeting_criteria/locations', CATALOG)
/** The network operators of a country. `GET targeting_criteria/network_operators`. Beyond the documents. */
export const listNetworkOperators = list<NetworkOperatorRow, NetworkOperatorFilters>()(
  'targeting_criteria/network_operators',
  CATALOG,
)
/** The platforms. `GET targeting_criteria/platforms`. Beyond the documents. */
export const listPlatforms = list<TargetingOptionRow, PlatformFilters>()('targeting_criteria/platforms', {
  ...CATALOG,
  paged: false,
})
/** The versions of platforms. `GET targeting_criteria/platform_versions`. Beyond the documents. */
export const listPlatformVersions = list<PlatformVersionRow, NamedFilters>()('targeting_criteria/platform_versions', {
  ...CATALOG,
  sized: false,
})
/** The markets for TV shows. `GET targeting_criteria/tv_markets`. Beyond the documents. */
export const listTvMarkets = list<TvMarketRow>()('targeting_criteria/tv_markets', {
  ...CATALOG,
  key: 'locale',
  sized: false,
})
/** The TV shows of a locale. `GET targeting_criteria/tv_shows`. Beyond the documents. */
export const listTvShows = list<TvShowRow, TvShowFilters>()('targeting_criteria/tv_shows', {
  ...CATALOG,
  defaultCount: 50,
})
