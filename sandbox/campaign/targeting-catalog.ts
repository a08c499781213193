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
  option('LANGUAGE', 'en', 'English', { de: 'Englisch', fr: 'anglais', es: 'inglés', ja: '英語' }),
  option('LANGUAGE', 'de', 'German', { de: 'Deutsch', fr: 'allemand', es: 'alemán', ja: 'ドイツ語' }),
  option('LANGUAGE', 'fr', 'French', { de: 'Französisch', fr: 'français', es: 'francés', ja: 'フランス語' }),
  option('LANGUAGE', 'es', 'Spanish', { de: 'Spanisch', fr: 'espagnol', es: 'español', ja: 'スペイン語' }),
  option('LANGUAGE', 'ja', 'Japanese', { de: 'Japanisch', fr: 'japonais', es: 'japonés', ja: '日本語' }),
]

/** Genders. */
export const genders: readonly TargetingOption[] = [
  option('GENDER', '1', 'Male', { de: 'Männlich', fr: 'Homme', es: 'Hombre', ja: '男性' }),
  option('GENDER', '2', 'Female', { de: 'Weiblich', fr: 'Femme', es: 'Mujer', ja: '女性' }),
]

/** Age buckets. A line item has at most one. */
export const ages: readonly TargetingOption[] = [
  option('AGE', 'AGE_13_TO_24', '13 to 24'),
  option('AGE', 'AGE_18_TO_34', '18 to 34'),
  option('AGE', 'AGE_25_TO_49', '25 to 49'),
  option('AGE', 'AGE_OVER_50', '50 and up'),
]

/** What people did with earlier posts. */
const engagements: readonly TargetingOption[] = [
  option('ENGAGEMENT_TYPE', 'IMPRESSION', 'Seen'),
  option('ENGAGEMENT_TYPE', 'ENGAGEMENT', 'Engaged with'),
]

/** Platforms. Line items for an app get the platform of its store. */
export const platforms = {
  ios: option('PLATFORM', '0', 'iOS'),
  android: option('PLATFORM', '1', 'Android'),
  desktop: option('PLATFORM', '4', 'Desktop and laptop computers', { de: 'Desktop und Laptop' }),
}

/** Devices. */
export const devices: readonly TargetingOption[] = [
  option('DEVICE', '1q', 'Tidal One'),
  option('DEVICE', '2k', 'Pinecone 7 Pro'),
]

/** Interests. */
export const interests: readonly TargetingOption[] = [
  option('INTEREST', '1001', 'Outdoors/Hiking', { de: 'Natur/Wandern', ja: 'アウトドア/ハイキング' }),
  option('INTEREST', '1002', 'Outdoors/Camping', { de: 'Natur/Camping' }),
  option('INTEREST', '2004', 'Food and drink/Baking', { de: 'Essen und Trinken/Backen' }),
  option('INTEREST', '3011', 'Travel/Rail & slow travel', { de: 'Reisen/Bahn' }),
  option('INTEREST', '4020', 'Technology/Audio', { ja: 'テクノロジー/オーディオ' }),
  option('INTEREST', '5007', 'Home and garden/Gardening'),
  option('INTEREST', '6003', 'Sports/Trail running'),
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
  option('SIMILAR_TO_FOLLOWERS_OF_USER', '2400117451', '@trailnotes'),
  option('SIMILAR_TO_FOLLOWERS_OF_USER', '1300228935', '@slowfoodnews'),
  option('FOLLOWERS_OF_USER', '5500331409', '@cityguide'),
]

/** Conversation topics. */
export const topics: readonly TargetingOption[] = [
  option('CONVERSATION', 'ao1', 'Marathon running'),
  option('CONVERSATION', 'ba7', 'Home espresso'),
]

/** Events. A line item has at most one. */
export const events: readonly TargetingOption[] = [
  option('EVENT', '93h', 'Summer solstice'),
  option('EVENT', '9lz', 'Back to school'),
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

function option(type: string, value: string, name: string, localized?: Record<string, string>): TargetingOption {
  return { type, value, name, ...(localized && { localized }) }
}

function country(value: string, name: string, localized: Record<string, string>): TargetingOption {
  return { type: 'LOCATION', value, name, locationType: 'COUNTRY', localized }
}

function city(value: string, name: string, localized: Record<string, string>): TargetingOption {
  return { type: 'LOCATION', value, name, locationType: 'CITY', localized }
}

function keyword(type: string, text: string): TargetingOption {
  return option(type, text, text)
}
