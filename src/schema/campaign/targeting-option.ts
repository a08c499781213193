import {
  listAppStoreCategories,
  listConversations,
  listDevices,
  listEvents,
  listInterests,
  listLanguages,
  listLocations,
  listNetworkOperators,
  listPlatforms,
  listPlatformVersions,
  listTvMarkets,
  listTvShows,
  type AppStoreCategoryRow,
  type ConversationRow,
  type DeviceRow,
  type EventRow,
  type LocationRow,
  type NetworkOperatorRow,
  type PlatformVersionRow,
  type TargetingOptionRow,
  type TvMarketRow,
  type TvShowRow,
} from '../../rest/campaign/targeting-option.ts'
import { builder, connectionType, nameFilter, namePrefixArg, nameQuery, openEnum } from '../kit.ts'
import { countryCodes } from '../scalar/country.ts'
import { TargetingType } from './targeting-criterion.ts'

export const OsType = openEnum('OsType', 'The operating system of a device or an app store.', {
  ANDROID: 'Phones and tablets with Android.',
  IOS: 'Phones and tablets with iOS.',
})

export const ConversationType = openEnum('ConversationType', 'The type of topic of a conversation (R-TGT-13).', {
  ACTORS: 'Actors.',
  ATHLETES: 'Athletes.',
  BOOK_GENRES: 'Book genres.',
  BOOKS: 'Books.',
  BRAND_CATEGORIES: 'Brand categories.',
  BRANDS: 'Brands.',
  CELEBRITIES: 'Celebrities.',
  COACHES: 'Coaches.',
  DIGITAL_CREATORS: 'Digital creators.',
  ENTERTAINMENT_BRANDS: 'Entertainment brands.',
  ENTERTAINMENT_PERSONALITIES: 'Entertainment personalities.',
  FICTIONAL_CHARACTERS: 'Fictional characters.',
  JOURNALISTS: 'Journalists.',
  LIFESTYLES: 'Lifestyles.',
  MOVIE_GENRES: 'Movie genres.',
  MOVIES: 'Movies.',
  MUSIC_GENRES: 'Music genres.',
  MUSICIANS: 'Musicians.',
  NEWS_STORIES: 'News stories.',
  NEWS: 'News.',
  PERSONS: 'People.',
  PLACES: 'Places.',
  PODCASTS: 'Podcasts.',
  POLITICAL_AFFILIATIONS: 'Political affiliations.',
  POLITICIANS: 'Politicians.',
  PRODUCTS: 'Products.',
  RADIO_STATIONS: 'Radio stations.',
  SPORTS_LEAGUES: 'Sports leagues.',
  SPORTS_PERSONALITIES: 'Sports personalities.',
  SPORTS_TEAMS: 'Sports teams.',
  SPORTS: 'Sports.',
  TRENDS: 'Trends.',
  TV_SHOWS: 'TV shows.',
  VIDEO_GAME_PLATFORMS: 'Video game platforms.',
  VIDEO_GAME_PUBLISHERS: 'Video game publishers.',
  VIDEO_GAMES: 'Video games.',
})

const EVENT_TYPES = {
  CONFERENCE: 'A conference.',
  HOLIDAY: 'A holiday.',
  MUSIC_AND_ENTERTAINMENT: 'A music or entertainment event.',
  OTHER: 'Other events.',
  POLITICS: 'A political event.',
  RECURRING: 'A recurring event.',
  SPORTS: 'A sports event.',
}

export const EventType = openEnum('EventType', 'The type of an event (R-TGT-13).', EVENT_TYPES)

export const TargetingOption = builder.interfaceRef<TargetingOptionRow>('TargetingOption').implement({
  description:
    'A value that targeting criteria can use: its type and value are those of a criterion. The values change over ' +
    'time. They are cached for a day, and for a week at most (R-TGT-12).',
  fields: (t) => ({
    ...t.columns({
      name: 'The readable name of the option. @beyondDocuments',
      targetingType: [TargetingType, 'The `targetingType` for a criterion.'],
    }),
    targetingValue: t.field({
      type: 'String',
      description: 'The `targetingValue` for a criterion. @beyondDocuments',
      resolve: ({ targeting_value: value }) => value?.toString(),
    }),
    raw: t.raw('The row as the service sent it.'),
  }),
})

export const AppStoreCategoryOption = builder.objectRef<AppStoreCategoryRow>('AppStoreCategoryOption')
export const AppStoreCategoryOptionConnection = connectionType(AppStoreCategoryOption, { isWhole: true })

AppStoreCategoryOption.implement({
  description: 'A category of an app store that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) => ({
    osType: t.field({ type: OsType, description: 'The operating system of the store.', resolve: osType }),
  }),
})

export const ConversationOption = builder.objectRef<ConversationRow>('ConversationOption')
export const ConversationOptionConnection = connectionType(ConversationOption, { counted: false })

ConversationOption.implement({
  description: 'A topic of conversation that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) =>
    t.columns({
      conversationType: [ConversationType, 'The type of topic.'],
    }),
})

export const DeviceOption = builder.objectRef<DeviceRow>('DeviceOption')
export const DeviceOptionConnection = connectionType(DeviceOption, { isWhole: true })

DeviceOption.implement({
  description: 'A device that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) => ({
    manufacturer: t.exposeString('manufacturer', { description: 'The manufacturer of the device.' }),
    osType: t.field({ type: OsType, description: 'The operating system of the device.', resolve: osType }),
  }),
})

const EventReach = builder.objectRef<NonNullable<EventRow['reach']>>('EventReach').implement({
  description: 'The number of people that an event reaches. @beyondDocuments',
  fields: (t) =>
    t.columns({
      totalReach: ['Long', 'The total number of people.'],
    }),
})

export const EventOption = builder.objectRef<EventRow>('EventOption')
export const EventOptionConnection = connectionType(EventOption, { counted: false })

EventOption.implement({
  description: 'An event that can be targeted. A line item can target only one event (R-TGT-5).',
  interfaces: [TargetingOption],
  fields: (t) => ({
    targetingType: t.field({
      type: TargetingType,
      description: 'The `targetingType` for a criterion: EVENT. The service omits it, so Adgraph fills it in.',
      resolve: ({ targeting_type: type }) => type ?? 'EVENT',
    }),
    ...t.columns({
      eventType: [EventType, 'The type of the event. @beyondDocuments'],
      startTime: ['DateTime', 'When the event starts, always in UTC (R-TGT-14).'],
      endTime: ['DateTime', 'When the event ends, always in UTC (R-TGT-14).'],
      isGlobal: ['Boolean', 'Whether the event is global. @beyondDocuments'],
      countryCode:
        'The country of the event, as an ISO 3166-1 alpha-2 code. Null for events in several countries. @beyondDocuments',
      reach: [EventReach, 'The number of people that the event reaches. @beyondDocuments'],
      topUsers: [['ID'], "The service's IDs of the top users of the event. @beyondDocuments"],
      topPosts: [['ID'], "The service's IDs of the top posts of the event. @beyondDocuments"],
      topHashtags: [['String'], 'The top hashtags of the event. @beyondDocuments'],
      genderBreakdownPercentage: ['JSON', 'The breakdown of its audience by gender, in percent. @beyondDocuments'],
      deviceBreakdownPercentage: ['JSON', 'The breakdown of its audience by device, in percent. @beyondDocuments'],
      countryBreakdownPercentage: ['JSON', 'The breakdown of its audience by country, in percent. @beyondDocuments'],
    }),
  }),
})

export const InterestOption = builder.objectRef<TargetingOptionRow>('InterestOption')
export const InterestOptionConnection = connectionType(InterestOption, { counted: false })

InterestOption.implement({
  description: 'An interest that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
})

export const LanguageOption = builder.objectRef<TargetingOptionRow>('LanguageOption')
export const LanguageOptionConnection = connectionType(LanguageOption, { counted: false })

LanguageOption.implement({
  description: 'A language that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
})

export const LocationType = openEnum(
  'LocationType',
  'The type of a location. The values are those that the live service takes. @beyondDocuments',
  {
    COUNTRIES: 'Countries.',
    REGIONS: 'Regions, for example states.',
    METROS: 'Metropolitan areas.',
    CITIES: 'Cities.',
    POSTAL_CODES: 'Postal codes.',
  },
)

export const LocationOption = builder.objectRef<LocationRow>('LocationOption')
export const LocationOptionConnection = connectionType(LocationOption, { counted: false })

LocationOption.implement({
  description: 'A location that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) =>
    t.columns({
      countryCode: 'The country of the location, as an ISO 3166-1 alpha-2 code.',
      locationType: [LocationType, 'The type of the location.'],
    }),
})

export const NetworkOperatorOption = builder.objectRef<NetworkOperatorRow>('NetworkOperatorOption')
export const NetworkOperatorOptionConnection = connectionType(NetworkOperatorOption, { counted: false })

NetworkOperatorOption.implement({
  description: 'A network operator that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) =>
    t.columns({
      countryCode: 'The country of the network operator, as an ISO 3166-1 alpha-2 code.',
    }),
})

export const PlatformOption = builder.objectRef<TargetingOptionRow>('PlatformOption')
export const PlatformOptionConnection = connectionType(PlatformOption, { isWhole: true })

PlatformOption.implement({
  description: 'A platform that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
})

export const PlatformVersionOption = builder.objectRef<PlatformVersionRow>('PlatformVersionOption')
export const PlatformVersionOptionConnection = connectionType(PlatformVersionOption, { isWhole: true })

PlatformVersionOption.implement({
  description: 'A version of a platform that can be targeted. @beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) => ({
    number: t.exposeString('number', { description: 'The number of the version.' }),
    osType: t.field({ type: OsType, description: 'The operating system.', resolve: osType }),
  }),
})

export const TvMarket = builder.objectRef<TvMarketRow>('TvMarket')
export const TvMarketConnection = connectionType(TvMarket, { isWhole: true })

TvMarket.implement({
  description: 'A market for TV shows. Its locale selects the TV shows that can be targeted. @beyondDocuments',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the market.',
      countryCode: 'The country of the market, as an ISO 3166-1 alpha-2 code.',
      locale: 'The locale of the market, for example fr-FR.',
    }),
    raw: t.raw('The row as the service sent it.'),
  }),
})

const TvShowLocale = builder.objectRef<NonNullable<TvShowRow['locales']>[number]>('TvShowLocale').implement({
  description: 'A locale in which a TV show is broadcast. @beyondDocuments',
  fields: (t) =>
    t.columns({
      language: 'The language.',
      country: 'The country.',
    }),
})

export const TvShowOption = builder.objectRef<TvShowRow>('TvShowOption')
export const TvShowOptionConnection = connectionType(TvShowOption, { counted: false })

TvShowOption.implement({
  description:
    'A TV show that can be targeted. Its line item needs an earlier LOCATION of the same locale (R-TGT-7). ' +
    '@beyondDocuments',
  interfaces: [TargetingOption],
  fields: (t) => ({
    targetingType: t.field({
      type: TargetingType,
      description: 'The `targetingType` for a criterion: TV_SHOW. The service omits it, so Adgraph fills it in.',
      resolve: ({ targeting_type: type }) => type ?? 'TV_SHOW',
    }),
    ...t.columns({
      genre: 'The genre of the show.',
      locales: [[TvShowLocale], 'The locales in which the show is broadcast.'],
    }),
  }),
})

const TargetingOptions = builder.objectRef<object>('TargetingOptions').implement({
  description:
    'The values that targeting criteria can use. The documents describe the lists of app store categories, ' +
    'conversations, devices and events; the others are as in the live service (R-TGT-15). The service strictly limits ' +
    'these requests, so responses are cached for a day, and for a week at most (R-TGT-12).',
  fields: (t) => ({
    appStoreCategories: t.whole({
      type: AppStoreCategoryOptionConnection,
      endpoint: listAppStoreCategories,
      description: 'The categories of app stores.',
      args: {
        ...namePrefixArg,
        osType: t.arg({
          type: OsType,
          description: 'Return only categories of the app store of this operating system (R-TGT-13).',
        }),
      },
      filters: ({ namePrefix, osType }) => ({ q: nameQuery(namePrefix), os_type: osType ?? undefined }),
    }),
    conversations: t.list({
      type: ConversationOptionConnection,
      endpoint: listConversations,
      description: 'The topics of conversation.',
      args: t.arg.optional({
        conversationType: [ConversationType, 'Return only topics of this type (R-TGT-13).'],
      }),
      filters: ({ conversationType }) => ({ conversation_type: conversationType ?? undefined }),
    }),
    devices: t.whole({
      type: DeviceOptionConnection,
      endpoint: listDevices,
      description: 'The devices.',
      args: namePrefixArg,
      filters: nameFilter,
    }),
    events: t.list({
      type: EventOptionConnection,
      endpoint: listEvents,
      description: 'The events. Their times are in UTC, regardless of the location (R-TGT-14).',
      args: {
        eventTypes: t.arg({
          type: [EventType],
          required: true,
          defaultValue: Object.keys(EVENT_TYPES),
          description:
            'Return only events of these types (R-TGT-13). Defaults to all types, which are then all sent, because ' +
            'the live service requires at least one. @beyondDocuments',
        }),
        countryCodes: t.arg.stringList({
          description: 'Return only events in these countries, as ISO 3166-1 alpha-2 codes. Defaults to all events.',
        }),
      },
      filters: ({ eventTypes, countryCodes: codes }) => ({
        event_types: eventTypes,
        country_codes: countryCodes(codes, 'countryCodes', 'R-TGT-13'),
      }),
    }),
    interests: t.list({
      type: InterestOptionConnection,
      endpoint: listInterests,
      description: 'The interests. @beyondDocuments',
      args: namePrefixArg,
      filters: nameFilter,
    }),
    languages: t.list({
      type: LanguageOptionConnection,
      endpoint: listLanguages,
      description: 'The languages. @beyondDocuments',
      args: namePrefixArg,
      filters: nameFilter,
    }),
    locations: t.list({
      type: LocationOptionConnection,
      endpoint: listLocations,
      description: 'The locations: countries, regions, metropolitan areas, cities and postal codes. @beyondDocuments',
      args: {
        ...namePrefixArg,
        ...t.arg.optional({
          countryCode: 'Return only locations in this country, an ISO 3166-1 alpha-2 code.',
          locationType: [LocationType, 'Return only locations of this type.'],
        }),
      },
      filters: ({ namePrefix, countryCode, locationType }) => ({
        q: nameQuery(namePrefix),
        country_code: countryIn(countryCode),
        location_type: locationType ?? undefined,
      }),
    }),
    networkOperators: t.list({
      type: NetworkOperatorOptionConnection,
      endpoint: listNetworkOperators,
      description: 'The network operators of a country. @beyondDocuments',
      args: {
        ...namePrefixArg,
        ...t.arg.optional({
          countryCode: 'The country, an ISO 3166-1 alpha-2 code. Defaults to US.',
        }),
      },
      filters: ({ namePrefix, countryCode }) => ({ q: nameQuery(namePrefix), country_code: countryIn(countryCode) }),
    }),
    platforms: t.whole({
      type: PlatformOptionConnection,
      endpoint: listPlatforms,
      description: 'The platforms. @beyondDocuments',
      args: {
        ...namePrefixArg,
        ...t.arg.optional({
          lang: 'The language of the names, as an ISO 639-1 code.',
        }),
      },
      filters: ({ namePrefix, lang }) => ({ q: nameQuery(namePrefix), lang: lang ?? undefined }),
    }),
    platformVersions: t.whole({
      type: PlatformVersionOptionConnection,
      endpoint: listPlatformVersions,
      description: 'The versions of platforms. @beyondDocuments',
      args: namePrefixArg,
      filters: nameFilter,
    }),
    tvMarkets: t.whole({
      type: TvMarketConnection,
      endpoint: listTvMarkets,
      description: 'The markets for TV shows. @beyondDocuments',
    }),
    tvShows: t.list({
      type: TvShowOptionConnection,
      endpoint: listTvShows,
      description: 'The TV shows of a locale. @beyondDocuments',
      args: {
        ...t.arg.required({
          locale: 'The locale, for example fr-FR. `tvMarkets` lists the locales.',
        }),
        ...namePrefixArg,
      },
      filters: ({ locale, namePrefix }) => ({ locale, q: nameQuery(namePrefix) }),
    }),
  }),
})

builder.queryField('targetingOptions', (t) =>
  t.field({
    type: TargetingOptions,
    nullable: false,
    description: 'The values that targeting criteria can use.',
    resolve: () => ({}),
  }),
)

/** The country code of an argument; undefined if it is not set. Throws BAD_USER_INPUT. */
function countryIn(code: string | null | undefined): string | undefined {
  return countryCodes(code ? [code] : undefined, 'countryCode', 'R-TGT-15')?.[0]
}

/** The service expects uppercase values but returns `Android` and `iOS` in some places. */
export function osType({ os_type: type }: { os_type?: string | null }): string | undefined {
  return type?.toUpperCase()
}
