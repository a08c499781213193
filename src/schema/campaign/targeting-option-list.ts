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
} from '../../rest/campaign/targeting-option.ts'
import { builder } from '../kit.ts'
import { namePrefixArg } from '../list/connection-type.ts'
import { nameFilter, nameQuery } from '../list/read.ts'
import { countryCodes } from '../scalar/country.ts'
import {
  OsType,
  ConversationType,
  EVENT_TYPES,
  EventType,
  AppStoreCategoryOptionConnection,
  ConversationOptionConnection,
  DeviceOptionConnection,
  EventOptionConnection,
  InterestOptionConnection,
  LanguageOptionConnection,
  LocationType,
  LocationOptionConnection,
  NetworkOperatorOptionConnection,
  PlatformOptionConnection,
  PlatformVersionOptionConnection,
  TvMarketConnection,
  TvShowOptionConnection,
} from './targeting-option.ts'

const TargetingOptions = builder.objectRef<object>('TargetingOptions').implement({
  description:
    'The values that targeting criteria can use. The documents describe the lists of app store categories, ' +
    'conversations, devices and events; the others are as in the live service (R-TGT-15). The service strictly limits ' +
    'these requests, so responses are cached for a day, and for a week at most (R-TGT-12).',
  fields: (t) => ({
    appStoreCategories: t.whole(
      AppStoreCategoryOptionConnection,
      listAppStoreCategories,
      'The categories of app stores.',
      {
        args: {
          ...namePrefixArg,
          osType: t.arg({
            type: OsType,
            description: 'Return only categories of the app store of this operating system (R-TGT-13).',
          }),
        },
        filters: ({ namePrefix, osType }) => ({ q: nameQuery(namePrefix), os_type: osType ?? undefined }),
      },
    ),
    conversations: t.list(ConversationOptionConnection, listConversations, 'The topics of conversation.', {
      args: t.arg.optional({
        conversationType: [ConversationType, 'Return only topics of this type (R-TGT-13).'],
      }),
      filters: ({ conversationType }) => ({ conversation_type: conversationType ?? undefined }),
    }),
    devices: t.whole(DeviceOptionConnection, listDevices, 'The devices.', {
      args: namePrefixArg,
      filters: nameFilter,
    }),
    events: t.list(
      EventOptionConnection,
      listEvents,
      'The events. Their times are in UTC, regardless of the location (R-TGT-14).',
      {
        args: {
          eventTypes: t.arg({
            type: [EventType],
            required: true,
            defaultValue: Object.keys(EVENT_TYPES),
            description:
              'Return only events of these types (R-TGT-13). Defaults to all types, which are then all sent, because ' +
              'the live service requires at least one.',
          }),
          countryCodes: t.arg.stringList({
            description: 'Return only events in these countries, as ISO 3166-1 alpha-2 codes. Defaults to all events.',
          }),
        },
        filters: ({ eventTypes, countryCodes: codes }) => ({
          event_types: eventTypes,
          country_codes: countryCodes(codes, 'countryCodes', 'R-TGT-13'),
        }),
      },
    ),
  }),
})

// The lists that the documents do not describe.
builder.objectFields(TargetingOptions, (t) => ({
  interests: t.list(InterestOptionConnection, listInterests, 'The interests. @beyondDocuments', {
    args: namePrefixArg,
    filters: nameFilter,
  }),
  languages: t.list(LanguageOptionConnection, listLanguages, 'The languages. @beyondDocuments', {
    args: namePrefixArg,
    filters: nameFilter,
  }),
  locations: t.list(
    LocationOptionConnection,
    listLocations,
    'The locations: countries, regions, metropolitan areas, cities and postal codes. @beyondDocuments',
    {
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
    },
  ),
  networkOperators: t.list(
    NetworkOperatorOptionConnection,
    listNetworkOperators,
    'The network operators of a country. @beyondDocuments',
    {
      args: {
        ...namePrefixArg,
        ...t.arg.optional({ countryCode: 'The country, an ISO 3166-1 alpha-2 code. Defaults to US.' }),
      },
      filters: ({ namePrefix, countryCode }) => ({ q: nameQuery(namePrefix), country_code: countryIn(countryCode) }),
    },
  ),
  platforms: t.whole(PlatformOptionConnection, listPlatforms, 'The platforms. @beyondDocuments', {
    args: {
      ...namePrefixArg,
      ...t.arg.optional({ lang: 'The language of the names, as an ISO 639-1 code.' }),
    },
    filters: ({ namePrefix, lang }) => ({ q: nameQuery(namePrefix), lang: lang ?? undefined }),
  }),
  platformVersions: t.whole(
    PlatformVersionOptionConnection,
    listPlatformVersions,
    'The versions of platforms. @beyondDocuments',
    {
      args: namePrefixArg,
      filters: nameFilter,
    },
  ),
  tvMarkets: t.whole(TvMarketConnection, listTvMarkets, 'The markets for TV shows. @beyondDocuments'),
  tvShows: t.list(TvShowOptionConnection, listTvShows, 'The TV shows of a locale. @beyondDocuments', {
    args: {
      ...t.arg.required({ locale: 'The locale, for example fr-FR. `tvMarkets` lists the locales.' }),
      ...namePrefixArg,
    },
    filters: ({ locale, namePrefix }) => ({ locale, q: nameQuery(namePrefix) }),
  }),
}))

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
