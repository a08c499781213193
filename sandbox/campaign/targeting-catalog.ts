/** One targeting option: its type and value as in a criterion, and its name in English and other languages. */
export interface TargetingOption {
  type: string
  value: string
  name: string
  locationType?: string
  localized?: Record<string, string>
}

/** The countries of the seed, by country code. */
export const countries: Readonly<Record<string, TargetingOption>> = {
  US: country('fb183f02b409afeb', 'United States', {
    de: 'Vereinigte Staaten',
    fr: 'États-Unis',
    es: 'Estados Unidos',
    ja: 'アメリカ合衆国',
  }),
  CA: country('18c2308245d57dbf', 'Canada', { de: 'Kanada', es: 'Canadá', ja: 'カナダ' }),
  GB: country('e3e049c079d8e3eb', 'United Kingdom', {
    de: 'Vereinigtes Königreich',
    fr: 'Royaume-Uni',
    ja: 'イギリス',
  }),
  MX: country('9abb0661d50c040f', 'Mexico', { de: 'Mexiko', fr: 'Mexique', es: 'México', ja: 'メキシコ' }),
  AU: country('e283a998b2aa1cb9', 'Australia', { de: 'Australien', fr: 'Australie', ja: 'オーストラリア' }),
  BR: country('65c1333d78276047', 'Brazil', { de: 'Brasilien', fr: 'Brésil', es: 'Brasil', ja: 'ブラジル' }),
  FR: country('40fb08dca92bf8c3', 'France', { de: 'Frankreich', es: 'Francia', ja: 'フランス' }),
  DE: country('3a2c075d8104bdda', 'Germany', { de: 'Deutschland', fr: 'Allemagne', es: 'Alemania', ja: 'ドイツ' }),
  ES: country('237142405a2ab903', 'Spain', { de: 'Spanien', fr: 'Espagne', es: 'España', ja: 'スペイン' }),
  JP: country('f9a98310b3a9e8b8', 'Japan', { de: 'Japan', fr: 'Japon', es: 'Japón', ja: '日本' }),
}

/** The cities that some line items target in addition to countries. */
export const cities: readonly TargetingOption[] = [
  city('fec95974f2399e48', 'San Francisco, CA', { ja: 'サンフランシスコ' }),
  city('d3de56c141afa8de', 'Berlin, DE', {}),
  city('917669664a547abd', 'Paris, FR', { ja: 'パリ' }),
  city('fd632cf32eaf0587', 'Kyoto, JP', { ja: '京都' }),
  city('cd064356edb50031', 'Ciudad de México, MX', { de: 'Mexiko-Stadt' }),
]

/** Languages. */
export const languages: readonly TargetingOption[] = [
  {
    type: 'LANGUAGE',
    value: 'en',
    name: 'English',
    localized: { de: 'Englisch', fr: 'anglais', es: 'inglés', ja: '英語' },
  },
  {
    type: 'LANGUAGE',
    value: 'de',
    name: 'German',
    localized: { de: 'Deutsch', fr: 'allemand', es: 'alemán', ja: 'ドイツ語' },
  },
  {
    type: 'LANGUAGE',
    value: 'fr',
    name: 'French',
    localized: { de: 'Französisch', fr: 'français', es: 'francés', ja: 'フランス語' },
  },
  {
    type: 'LANGUAGE',
    value: 'es',
    name: 'Spanish',
    localized: { de: 'Spanisch', fr: 'espagnol', es: 'español', ja: 'スペイン語' },
  },
  {
    type: 'LANGUAGE',
    value: 'ja',
    name: 'Japanese',
    localized: { de: 'Japanisch', fr: 'japonais', es: 'japonés', ja: '日本語' },
  },
]

/** Genders. */
export const genders: readonly TargetingOption[] = [
  { type: 'GENDER', value: '1', name: 'Male', localized: { de: 'Männlich', fr: 'Homme', es: 'Hombre', ja: '男性' } },
  { type: 'GENDER', value: '2', name: 'Female', localized: { de: 'Weiblich', fr: 'Femme', es: 'Mujer', ja: '女性' } },
]

/** Age buckets. A line item has at most one. */
export const ages: readonly TargetingOption[] = [
  { type: 'AGE', value: 'AGE_13_TO_24', name: '13 to 24' },
  { type: 'AGE', value: 'AGE_18_TO_34', name: '18 to 34' },
  { type: 'AGE', value: 'AGE_25_TO_49', name: '25 to 49' },
  { type: 'AGE', value: 'AGE_OVER_50', name: '50 and up' },
]

/** What people did with earlier posts. */
const engagements: readonly TargetingOption[] = [
  { type: 'ENGAGEMENT_TYPE', value: 'IMPRESSION', name: 'Seen' },
  { type: 'ENGAGEMENT_TYPE', value: 'ENGAGEMENT', name: 'Engaged with' },
]

/** Platforms. Line items for an app get the platform of its store. */
export const platforms = {
  ios: { type: 'PLATFORM', value: '0', name: 'iOS' },
  android: { type: 'PLATFORM', value: '1', name: 'Android' },
  desktop: {
    type: 'PLATFORM',
    value: '4',
    name: 'Desktop and laptop computers',
    localized: { de: 'Desktop und Laptop' },
  },
} as const satisfies Record<string, TargetingOption>

/** Devices. */
export const devices: readonly TargetingOption[] = [
  { type: 'DEVICE', value: '1q', name: 'Tidal One' },
  { type: 'DEVICE', value: '2k', name: 'Pinecone 7 Pro' },
]

/** Interests. */
export const interests: readonly TargetingOption[] = [
  {
    type: 'INTEREST',
    value: '1001',
    name: 'Outdoors/Hiking',
    localized: { de: 'Natur/Wandern', ja: 'アウトドア/ハイキング' },
  },
  { type: 'INTEREST', value: '1002', name: 'Outdoors/Camping', localized: { de: 'Natur/Camping' } },
  { type: 'INTEREST', value: '2004', name: 'Food and drink/Baking', localized: { de: 'Essen und Trinken/Backen' } },
  { type: 'INTEREST', value: '3011', name: 'Travel/Rail & slow travel', localized: { de: 'Reisen/Bahn' } },
  { type: 'INTEREST', value: '4020', name: 'Technology/Audio', localized: { ja: 'テクノロジー/オーディオ' } },
  { type: 'INTEREST', value: '5007', name: 'Home and garden/Gardening' },
  { type: 'INTEREST', value: '6003', name: 'Sports/Trail running' },
]

/** Keywords. Their value is their name. */
export const keywords: readonly TargetingOption[] = [
  keyword('BROAD_KEYWORD', 'running shoes'),
  keyword('BROAD_KEYWORD', 'rain, rain, rain'),
  keyword('BROAD_KEYWORD', 'Wanderschuhe für Kinder'),
  keyword('BROAD_KEYWORD', 'ヘッドホン'),
  keyword('PHRASE_KEYWORD', 'best camping stove'),
  keyword('PHRASE_KEYWORD', '50% off + free shipping!'),
  keyword('EXACT_KEYWORD', 'sourdough'),
  keyword('EXACT_KEYWORD', '🥐'),
  keyword('UNORDERED_KEYWORD', 'cheap flights'),
]

/** Users whose followers, or people similar to their followers, can be targeted. */
export const followed: readonly TargetingOption[] = [
  { type: 'SIMILAR_TO_FOLLOWERS_OF_USER', value: '2400117451', name: '@trailnotes' },
  { type: 'SIMILAR_TO_FOLLOWERS_OF_USER', value: '1300228935', name: '@slowfoodnews' },
  { type: 'FOLLOWERS_OF_USER', value: '5500331409', name: '@cityguide' },
]

/** Conversation topics. */
export const topics: readonly TargetingOption[] = [
  { type: 'CONVERSATION', value: 'ao1', name: 'Marathon running' },
  { type: 'CONVERSATION', value: 'ba7', name: 'Home espresso' },
]

/** Events. A line item has at most one. */
export const events: readonly TargetingOption[] = [
  { type: 'EVENT', value: '93h', name: 'Summer solstice' },
  { type: 'EVENT', value: '9lz', name: 'Back to school' },
]

const options: readonly TargetingOption[] = [
  ...Object.values(countries),
  ...cities,
  ...languages,
  ...genders,
  ...ages,
  ...engagements,
  ...Object.values(platforms),
  ...interests,
  ...followed,
]

const byTypeAndValue = new Map(options.map((option) => [`${option.type} ${option.value}`, option]))

/** The option of a type and value; undefined if the catalog has none. */
export function targetingOption(type: string, value: string): TargetingOption | undefined {
  return byTypeAndValue.get(`${type} ${value}`)
}

/** The name of a targeting value in an ISO 639-1 language; undefined if the catalog has only the English name. */
export function localizedName(type: string, value: string, lang: string): string | undefined {
  return targetingOption(type, value)?.localized?.[lang.toLowerCase()]
}

function country(value: string, name: string, localized: Record<string, string>): TargetingOption {
  return { type: 'LOCATION', value, name, locationType: 'COUNTRY', localized }
}

function city(value: string, name: string, localized: Record<string, string>): TargetingOption {
  return { type: 'LOCATION', value, name, locationType: 'CITY', localized }
}

function keyword(type: string, text: string): TargetingOption {
  return { type, value: text, name: text }
}
