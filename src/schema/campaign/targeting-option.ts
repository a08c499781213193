import {
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
import type { Long } from '../../rest/types.ts'
import { builder, connectionType, openEnum } from '../kit.ts'
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

export const EVENT_TYPES = {
  CONFERENCE: 'A conference.',
  HOLIDAY: 'A holiday.',
  MUSIC_AND_ENTERTAINMENT: 'A music or entertainment event.',
  OTHER: 'Other events.',
  POLITICS: 'A political event.',
  RECURRING: 'A recurring event.',
  SPORTS: 'A sports event.',
}

export const EventType = openEnum('EventType', 'The type of an event (R-TGT-13).', EVENT_TYPES)

const TargetingOption = builder.interfaceRef<TargetingOptionRow>('TargetingOption').implement({
  description:
    'A value that targeting criteria can use: its type and value are the type and value of a criterion. The values change over ' +
    'time. They are cached for a day, and for a week at most (R-TGT-12).',
  fields: (t) => ({
    ...t.columns({
      name: 'The readable name of the option. @beyondDocuments',
      targetingType: [TargetingType, 'The `targetingType` for a criterion.'],
      targetingValue: ['String', 'The `targetingValue` for a criterion. @beyondDocuments', String],
    }),
    raw: t.raw('The row as the service sent it.'),
  }),
})

export const AppStoreCategoryOptionConnection = connectionType(
  builder.objectRef<AppStoreCategoryRow>('AppStoreCategoryOption').implement({
    description: 'A category of an app store that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) => t.columns({ osType: [OsType, 'The operating system of the store.', upperCase] }),
  }),
  { isWhole: true },
)

export const ConversationOptionConnection = connectionType(
  builder.objectRef<ConversationRow>('ConversationOption').implement({
    description: 'A topic of conversation that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) =>
      t.columns({
        conversationType: [ConversationType, 'The type of topic.'],
      }),
  }),
  { counted: false },
)

export const DeviceOptionConnection = connectionType(
  builder.objectRef<DeviceRow>('DeviceOption').implement({
    description: 'A device that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) =>
      t.columns({
        manufacturer: 'The manufacturer of the device.',
        osType: [OsType, 'The operating system of the device.', upperCase],
      }),
  }),
  { isWhole: true },
)

const EventReach = builder.objectRef<NonNullable<EventRow['reach']>>('EventReach').implement({
  description: 'The number of people that an event reaches. @beyondDocuments',
  fields: (t) =>
    t.columns({
      totalReach: ['Long', 'The total number of people.'],
    }),
})

export const EventOptionConnection = connectionType(
  builder.objectRef<EventRow>('EventOption').implement({
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
  }),
  { counted: false },
)

export const InterestOptionConnection = connectionType(
  builder.objectRef<TargetingOptionRow>('InterestOption').implement({
    description: 'An interest that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
  }),
  { counted: false },
)

export const LanguageOptionConnection = connectionType(
  builder.objectRef<TargetingOptionRow>('LanguageOption').implement({
    description: 'A language that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
  }),
  { counted: false },
)

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

export const LocationOptionConnection = connectionType(
  builder.objectRef<LocationRow>('LocationOption').implement({
    description: 'A location that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) =>
      t.columns({
        countryCode: 'The country of the location, as an ISO 3166-1 alpha-2 code.',
        locationType: [LocationType, 'The type of the location.'],
      }),
  }),
  { counted: false },
)

export const NetworkOperatorOptionConnection = connectionType(
  builder.objectRef<NetworkOperatorRow>('NetworkOperatorOption').implement({
    description: 'A network operator that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) =>
      t.columns({
        countryCode: 'The country of the network operator, as an ISO 3166-1 alpha-2 code.',
      }),
  }),
  { counted: false },
)

export const PlatformOptionConnection = connectionType(
  builder.objectRef<TargetingOptionRow>('PlatformOption').implement({
    description: 'A platform that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
  }),
  { isWhole: true },
)

export const PlatformVersionOptionConnection = connectionType(
  builder.objectRef<PlatformVersionRow>('PlatformVersionOption').implement({
    description: 'A version of a platform that can be targeted. @beyondDocuments',
    interfaces: [TargetingOption],
    fields: (t) =>
      t.columns({
        number: 'The number of the version.',
        osType: [OsType, 'The operating system.', upperCase],
      }),
  }),
  { isWhole: true },
)

const TvMarket = builder.objectRef<TvMarketRow>('TvMarket')
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

export const TvShowOptionConnection = connectionType(
  builder.objectRef<TvShowRow>('TvShowOption').implement({
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
  }),
  { counted: false },
)

/** The service expects uppercase values but returns `Android` and `iOS` in some places. */
export function upperCase(type: Long): string {
  return String(type).toUpperCase()
}
