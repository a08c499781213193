import { targetingOption } from '../../reference/campaign/targeting-option.ts'
import {
  cities,
  countries,
  devices as targetedDevices,
  events as targetedEvents,
  interests as targetedInterests,
  languages as targetedLanguages,
  platforms as targetedPlatforms,
  topics,
  type TargetingOption,
} from '../campaign/targeting-catalog.ts'
import {
  appStoreCategories,
  conversations,
  devices,
  events,
  interests,
  languages,
  locations,
  networkOperators,
  platforms,
  platformVersions,
  tvMarkets,
  tvShows,
} from '../campaign/targeting-option.ts'
import type { Random } from '../data/random.ts'
import type { Store } from '../data/store.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { insertReference } from '../endpoint/reference.ts'

/** Fills the tables of the values of targeting criteria. */
export function seedTargetingOptions(store: Store, random: Random, today: Date): void {
  const valueOf = (row: { targeting_value: unknown }) => String(row.targeting_value)
  insertReference(store, appStoreCategories, appStoreCategoryRows(), valueOf)
  insertReference(store, conversations, conversationRows(), valueOf)
  insertReference(store, devices, deviceRows(), valueOf)
  insertReference(store, events, eventRows(random.fork('events'), today), valueOf)
  insertReference(store, interests, namedRows(targetedInterests), valueOf)
  insertReference(store, languages, namedRows(targetedLanguages), valueOf)
  insertReference(store, locations, locationRows(), valueOf)
  insertReference(store, networkOperators, networkOperatorRows(), valueOf)
  insertReference(store, platforms, namedRows(Object.values(targetedPlatforms)), valueOf)
  insertReference(store, platformVersions, platformVersionRows(), valueOf)
  insertReference(store, tvMarkets, MARKETS, ({ locale }) => locale)
  insertReference(store, tvShows, tvShowRows(), valueOf)
}

const { ConversationType, EventType } = targetingOption.enumerations

const STORE_CATEGORIES =
  'Books & Reference,Business,Education,Entertainment,Finance,Food & Drink,Games: Action,Games: Board,Games: Puzzle,Games: Racing,Health & Fitness,Lifestyle,Medical,Music & Audio,Navigation,News,Photo & Video,Productivity,Shopping,Social,Sports,Travel,Utilities,Weather'

/** The categories of both app stores. */
function appStoreCategoryRows() {
  return ['ANDROID', 'IOS'].flatMap((os_type, store) =>
    STORE_CATEGORIES.split(',').map((name, place) => ({
      name,
      targeting_type: 'APP_STORE_CATEGORY',
      targeting_value: (1296 + store * 100 + place).toString(36),
      os_type,
    })),
  )
}

const MOODS = ['Northern', 'Golden', 'Quiet', 'Electric', 'Midnight', 'Little', 'Open']

/** The word in the names of conversations of a type, if it is not the type itself. */
const NOUNS: Partial<Record<(typeof ConversationType.documents)[number], string>> = {
  ACTORS: 'Marlowe',
  ATHLETES: 'Okafor',
  BOOKS: 'Lighthouse',
  BRANDS: 'Outfitters',
  CELEBRITIES: 'Valentine',
  COACHES: 'Bergström',
  DIGITAL_CREATORS: 'Kitchen',
  FICTIONAL_CHARACTERS: 'Detective',
  JOURNALISTS: 'Adeyemi',
  MOVIES: 'Harbour',
  MUSICIANS: 'Orchestra',
  PERSONS: 'Castellanos',
  PLACES: 'Coast',
  PODCASTS: 'Hour',
  POLITICIANS: 'Lindqvist',
  RADIO_STATIONS: 'FM',
  SPORTS_LEAGUES: 'League',
  SPORTS_PERSONALITIES: 'Nakamura',
  SPORTS_TEAMS: 'Rovers',
  TV_SHOWS: 'Street',
  VIDEO_GAMES: 'Frontier',
}

/** The topics that line items target, then some of each type: more than a default page. */
function conversationRows() {
  const made = ConversationType.documents.flatMap((type, place) =>
    MOODS.map((mood, index) => ({
      name: `${mood} ${NOUNS[type] ?? type.toLowerCase().replaceAll('_', ' ')}`,
      targeting_type: 'CONVERSATION',
      targeting_value: (20_000 + place * 100 + index).toString(36),
      conversation_type: type,
    })),
  )
  const targeted = topics.map(({ name, type, value }) => ({
    name,
    targeting_type: type,
    targeting_value: value,
    conversation_type: 'LIFESTYLES',
  }))
  return [...targeted, ...made]
}

const MAKERS = [
  { manufacturer: 'Pinecone', os_type: 'iOS', models: '5,6,6 Pro,7,7 Mini,8,8 Pro,9,9 Air,Tab 3,Tab 4' },
  { manufacturer: 'Tidal', os_type: 'Android', models: 'Two,Two Lite,Three,Three Fold,Pad' },
  { manufacturer: 'Häger', os_type: 'Android', models: 'H1,H2,H2+,H3 Ultra' },
  { manufacturer: 'Kumo 雲', os_type: 'Android', models: 'K10,K11,K12 Max' },
]

/** The devices that line items target, then others. */
function deviceRows() {
  const targeted = targetedDevices.map(({ name, type, value }) => {
    const manufacturer = name.split(' ')[0]!
    const { os_type } = MAKERS.find((maker) => maker.manufacturer === manufacturer)!
    return { name, manufacturer, os_type, targeting_type: type, targeting_value: value }
  })
  const made = MAKERS.flatMap(({ manufacturer, os_type, models }, place) =>
    models.split(',').map((model, index) => ({
      name: `${manufacturer} ${model}`,
      manufacturer,
      os_type,
      targeting_type: 'DEVICE',
      targeting_value: (1300 + place * 36 + index).toString(36),
    })),
  )
  return [...targeted, ...made]
}

const EVENT_NAMES: Record<(typeof EventType.documents)[number], string> = {
  CONFERENCE: 'Maker Days,Cloud Forum',
  HOLIDAY: 'Harvest Day,Lantern Night',
  MUSIC_AND_ENTERTAINMENT: 'Riverside Festival,Short Film Week',
  OTHER: 'Open Garden Day,Repair Weekend',
  POLITICS: 'Regional election,Budget debate',
  RECURRING: 'Flea Market Sunday,Car-free Saturday',
  SPORTS: 'City Marathon,Cup final',
}

/** The events that line items target, which are global, then two of each type in each country. */
function eventRows(random: Random, today: Date) {
  const global = targetedEvents.map(({ name, value }) => event(name, 'RECURRING', value, null, random, today))
  const local = Object.keys(countries).flatMap((country, place) =>
    EventType.documents.flatMap((type, kind) =>
      EVENT_NAMES[type].split(',').map((name, index) => {
        const value = (15_000 + place * 100 + kind * 10 + index).toString(36)
        return event(`${name} ${country}`, type, value, country, random, today)
      }),
    ),
  )
  return [...global, ...local]
}

function event(name: string, type: string, value: string, country: string | null, random: Random, today: Date) {
  const start = daysAfter(today, random.integer(-20, 300))
  const men = random.integer(30, 70)
  const mobile = random.integer(50, 90)
  return {
    name,
    event_type: type,
    start_time: timestamp(start),
    end_time: timestamp(daysAfter(start, random.integer(1, 5))),
    is_global: country === null,
    country_code: country,
    targeting_value: value,
    reach: { total_reach: random.chance(0.2) ? null : random.integer(20_000, 9_000_000) },
    top_users: [BigInt(random.digits(9)), BigInt(random.digits(19))],
    top_posts: [BigInt(random.digits(19))],
    top_hashtags: [name.replaceAll(/[^A-Za-z]/g, '')],
    gender_breakdown_percentage: { MALE: men, FEMALE: 100 - men },
    device_breakdown_percentage: { MOBILE: mobile, DESKTOP: 100 - mobile },
    country_breakdown_percentage: country === null ? { US: 40, JP: 25, OTHER: 35 } : { [country]: 88, OTHER: 12 },
  }
}

/** Options of the catalog of criteria that have only a name, as their list sends them. */
function namedRows(options: readonly TargetingOption[]) {
  return options.map(({ name, type, value }) => ({ name, targeting_type: type, targeting_value: value }))
}

/** The country of each city of the catalog, in its order. */
const CITY_COUNTRIES = ['US', 'DE', 'FR', 'JP', 'MX']

/** The countries of the catalog, then its cities. */
function locationRows() {
  const location = (option: TargetingOption, country_code: string, location_type: string) => ({
    name: option.name,
    country_code,
    location_type,
    targeting_type: option.type,
    targeting_value: option.value,
  })
  return [
    ...Object.entries(countries).map(([code, country]) => location(country, code, 'COUNTRIES')),
    ...cities.map((city, index) => location(city, CITY_COUNTRIES[index]!, 'CITIES')),
  ]
}

const OPERATORS: readonly (readonly [country: string, names: string])[] = [
  ['US', 'Bluebird Mobile,Coastline Cellular,Prairie Wireless'],
  ['CA', 'Maple Mobile,Northern Cellular'],
  ['GB', 'Thames Mobile,Highland Telecom'],
  ['DE', 'Nordfunk,Rheinmobil'],
  ['FR', 'Mobile Lumière,Télé Sud'],
  ['JP', 'Sakura Mobile,あおぞら'],
]

/** Two or three network operators of some countries. */
function networkOperatorRows() {
  return OPERATORS.flatMap(([country_code, names], place) =>
    names.split(',').map((name, index) => ({
      name,
      country_code,
      targeting_type: 'NETWORK_OPERATOR',
      targeting_value: (2600 + place * 36 + index).toString(36),
    })),
  )
}

/** Versions of the mobile platforms. */
function platformVersionRows() {
  const versions = [
    { os_type: 'iOS', name: targetedPlatforms.ios.name, numbers: '15.0,16.0,17.0,17.4' },
    { os_type: 'Android', name: targetedPlatforms.android.name, numbers: '11.0,12.0,13.0,14.0' },
  ]
  return versions.flatMap(({ os_type, name, numbers }, place) =>
    numbers.split(',').map((number, index) => ({
      name: `${name} ${number}`,
      number,
      os_type,
      targeting_type: 'PLATFORM_VERSION',
      targeting_value: (100 + place * 36 + index).toString(36),
    })),
  )
}

/** The markets for TV shows. */
const MARKETS = [
  { name: 'United States', country_code: 'US', locale: 'en-US' },
  { name: 'United Kingdom', country_code: 'GB', locale: 'en-GB' },
  { name: 'France', country_code: 'FR', locale: 'fr-FR' },
  { name: 'Germany', country_code: 'DE', locale: 'de-DE' },
  { name: 'Spain', country_code: 'ES', locale: 'es-ES' },
  { name: 'Japan', country_code: 'JP', locale: 'ja-JP' },
]

const GENRES = ['Drama', 'Comedy', 'News', 'Sports', 'Documentary']

/** Shows of each market: more than a default page of them in the first. */
function tvShowRows() {
  return MARKETS.flatMap(({ locale }, place) => {
    const [language = '', country = ''] = locale.split('-')
    return Array.from({ length: place === 0 ? 60 : 5 }, (_, index) => ({
      name: `${MOODS[index % MOODS.length]!} ${GENRES[index % GENRES.length]!} ${index + 1}`,
      // Values are numbers beyond 32 bits.
      targeting_value: 10_027_243_000 + place * 1000 + index,
      genre: GENRES[index % GENRES.length]!,
      locales: [{ language, country }],
    }))
  })
}
