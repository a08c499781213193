import {
  listAppStoreCategories,
  listConversations,
  listDevices,
  listEvents,
  type AppStoreCategoryRow,
  type ConversationRow,
  type DeviceRow,
  type EventRow,
  type TargetingOptionRow,
} from '../../rest/campaign/targeting-option.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { firstOf } from '../list/read.ts'
import { listCost } from '../cost/cost.ts'
import { countryCodes } from '../scalar/country.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'
import { TargetingType } from './targeting-criterion.ts'

export const OsType = openEnum('OsType', 'The operating system of a device or an app store.', {
  ANDROID: 'Phones and tablets with Android.',
  IOS: 'Phones and tablets with iOS.',
})

export const ConversationType = openEnum('ConversationType', 'What a conversation is about (R-TGT-13).', {
  ACTORS: 'Actors.',
  ATHLETES: 'Athletes.',
  BOOK_GENRES: 'Genres of books.',
  BOOKS: 'Books.',
  BRAND_CATEGORIES: 'Categories of brands.',
  BRANDS: 'Brands.',
  CELEBRITIES: 'Celebrities.',
  COACHES: 'Coaches.',
  DIGITAL_CREATORS: 'Digital creators.',
  ENTERTAINMENT_BRANDS: 'Brands of entertainment.',
  ENTERTAINMENT_PERSONALITIES: 'Personalities of entertainment.',
  FICTIONAL_CHARACTERS: 'Fictional characters.',
  JOURNALISTS: 'Journalists.',
  LIFESTYLES: 'Lifestyles.',
  MOVIE_GENRES: 'Genres of movies.',
  MOVIES: 'Movies.',
  MUSIC_GENRES: 'Genres of music.',
  MUSICIANS: 'Musicians.',
  NEWS_STORIES: 'News stories.',
  NEWS: 'News.',
  PERSONS: 'Persons.',
  PLACES: 'Places.',
  PODCASTS: 'Podcasts.',
  POLITICAL_AFFILIATIONS: 'Political affiliations.',
  POLITICIANS: 'Politicians.',
  PRODUCTS: 'Products.',
  RADIO_STATIONS: 'Radio stations.',
  SPORTS_LEAGUES: 'Sports leagues.',
  SPORTS_PERSONALITIES: 'Personalities of sports.',
  SPORTS_TEAMS: 'Sports teams.',
  SPORTS: 'Sports.',
  TRENDS: 'Trends.',
  TV_SHOWS: 'TV shows.',
  VIDEO_GAME_PLATFORMS: 'Platforms of video games.',
  VIDEO_GAME_PUBLISHERS: 'Publishers of video games.',
  VIDEO_GAMES: 'Video games.',
})

const EVENT_TYPES = {
  CONFERENCE: 'A conference.',
  HOLIDAY: 'A holiday.',
  MUSIC_AND_ENTERTAINMENT: 'Music and entertainment.',
  OTHER: 'Anything else.',
  POLITICS: 'Politics.',
  RECURRING: 'What comes back regularly.',
  SPORTS: 'Sports.',
}

export const EventType = openEnum('EventType', 'What kind of event it is (R-TGT-13).', EVENT_TYPES)

export const TargetingOption = builder.interfaceRef<TargetingOptionRow>('TargetingOption').implement({
  description:
    'Something that targeting criteria can look for: its type and value are those of a criterion. The values change from ' +
    'time to time; they are kept for a day, a week at most (R-TGT-12).',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is, in words.' }),
    targetingType: t.expose('targeting_type', { type: TargetingType, description: 'The type a criterion takes.' }),
    targetingValue: t.field({
      type: 'String',
      description: 'The value a criterion takes.',
      resolve: ({ targeting_value: value }) => value?.toString(),
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

export const AppStoreCategoryOption = builder.objectRef<AppStoreCategoryRow>('AppStoreCategoryOption').implement({
  description: 'A category of an app store.',
  interfaces: [TargetingOption],
  fields: (t) => ({
    osType: t.field({ type: OsType, description: 'The operating system of the store.', resolve: osType }),
  }),
})

export const ConversationOption = builder.objectRef<ConversationRow>('ConversationOption')
export const ConversationOptionConnection = connectionType(ConversationOption, { counted: false })

ConversationOption.implement({
  description: 'A topic that people talk about.',
  interfaces: [TargetingOption],
  fields: (t) => ({
    conversationType: t.expose('conversation_type', { type: ConversationType, description: 'What it is about.' }),
  }),
})

export const DeviceOption = builder.objectRef<DeviceRow>('DeviceOption').implement({
  description: 'A device.',
  interfaces: [TargetingOption],
  fields: (t) => ({
    manufacturer: t.exposeString('manufacturer', { description: 'Who makes it.' }),
    osType: t.field({ type: OsType, description: 'Its operating system.', resolve: osType }),
  }),
})

const EventReach = builder.objectRef<NonNullable<EventRow['reach']>>('EventReach').implement({
  description: 'How many people an event reaches.',
  fields: (t) => ({
    totalReach: t.expose('total_reach', { type: 'Long', description: 'In all.' }),
  }),
})

export const EventOption = builder.objectRef<EventRow>('EventOption')
export const EventOptionConnection = connectionType(EventOption, { counted: false })

EventOption.implement({
  description: 'An event. A line item can have one (R-TGT-5).',
  interfaces: [TargetingOption],
  fields: (t) => ({
    targetingType: t.field({
      type: TargetingType,
      description: 'The type a criterion takes: EVENT. The service leaves it out of its answer.',
      resolve: ({ targeting_type: type }) => type ?? 'EVENT',
    }),
    eventType: t.expose('event_type', { type: EventType, description: 'What kind of event it is.' }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'When it begins, always in UTC (R-TGT-14).' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'When it ends, always in UTC (R-TGT-14).' }),
    isGlobal: t.exposeBoolean('is_global', { description: 'Whether it is an event of the whole world.' }),
    countryCode: t.exposeString('country_code', {
      description: 'The country it takes place in, two letters of ISO 3166-1; null for events of several.',
    }),
    reach: t.expose('reach', { type: EventReach, description: 'How many people it reaches.' }),
    topUsers: t.exposeIDList('top_users', {
      nullable: { list: true, items: false },
      description: 'The users seen most.',
    }),
    topPosts: t.exposeIDList('top_posts', {
      nullable: { list: true, items: false },
      description: 'The posts seen most.',
    }),
    topHashtags: t.exposeStringList('top_hashtags', {
      nullable: { list: true, items: false },
      description: 'The hashtags used most.',
    }),
    genderBreakdownPercentage: t.expose('gender_breakdown_percentage', {
      type: 'JSON',
      description: 'Which share of its audience is of which gender, in percent.',
    }),
    deviceBreakdownPercentage: t.expose('device_breakdown_percentage', {
      type: 'JSON',
      description: 'Which share of its audience uses which device, in percent.',
    }),
    countryBreakdownPercentage: t.expose('country_breakdown_percentage', {
      type: 'JSON',
      description: 'Which share of its audience is in which country, in percent.',
    }),
  }),
})

const TargetingOptions = builder.objectRef<object>('TargetingOptions').implement({
  description:
    'What targeting criteria can look for. The documents show four lists of it; those of interests, languages, ' +
    'locations, network operators, platforms, TV markets and TV shows they do not show (R-TGT-15). The service allows ' +
    'few such requests: answers are kept for a day, a week at most (R-TGT-12).',
  fields: (t) => ({
    appStoreCategories: t.whole({
      type: AppStoreCategoryOption,
      endpoint: listAppStoreCategories,
      description: 'Categories of app stores.',
      args: {
        query: t.arg.string({ description: 'Only those that match this text, 1 to 255 characters.' }),
        osType: t.arg({ type: OsType, description: 'Only those of the store for this operating system (R-TGT-13).' }),
      },
      filters: ({ query, osType }) => ({ q: nameQuery(query), os_type: osType ?? undefined }),
    }),
    conversations: t.list({
      type: ConversationOptionConnection,
      endpoint: listConversations,
      description: 'Topics that people talk about.',
      args: {
        conversationType: t.arg({ type: ConversationType, description: 'Only those about this (R-TGT-13).' }),
      },
      filters: ({ conversationType }) => ({ conversation_type: conversationType ?? undefined }),
    }),
    devices: t.field({
      type: [DeviceOption],
      nullable: { list: true, items: false },
      description: 'Devices. The interface offers no more than one page of them.',
      extensions: listCost(listDevices),
      args: {
        first: t.arg.int({ description: 'The number of items to return, 1 to 1000. Defaults to 200.' }),
        query: t.arg.string({ description: 'Only those that match this text, 1 to 255 characters.' }),
      },
      async resolve(_options, { query, ...page }, { loaders }) {
        const first = firstOf(page, listDevices.defaultCount)
        const wish = { first, after: undefined, count: false }
        return (await loaders.slice(listDevices, {}, { q: nameQuery(query) }, wish)).rows
      },
    }),
    events: t.list({
      type: EventOptionConnection,
      endpoint: listEvents,
      description: 'Events. Their times are in UTC, whatever the place (R-TGT-14).',
      args: {
        eventTypes: t.arg({
          type: [EventType],
          defaultValue: Object.keys(EVENT_TYPES),
          description:
            'Only events of these kinds (R-TGT-13); all kinds when left out. Beyond the documents: the live service ' +
            'requires kinds, so that all of them are named to it.',
        }),
        countryCodes: t.arg.stringList({
          description: 'Only events in these countries, two letters of ISO 3166-1 each; all events when left out.',
        }),
      },
      filters: ({ eventTypes, countryCodes: codes }) => ({
        event_types: eventTypes ?? Object.keys(EVENT_TYPES),
        country_codes: countryCodes(codes, 'countryCodes', 'R-TGT-13'),
      }),
    }),
  }),
})

builder.queryField('targetingOptions', (t) =>
  t.field({
    type: TargetingOptions,
    nullable: false,
    description: 'What targeting criteria can look for.',
    resolve: () => ({}),
  }),
)

/** Asked for in capitals, the service answers `Android` and `iOS` in some places. */
function osType({ os_type: type }: { os_type?: string | null }): string | undefined {
  return type?.toUpperCase()
}
