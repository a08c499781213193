import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RULES } from '../../reference/index.ts'
import { openSandbox } from '../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../index.ts'
import type { Data } from './client.ts'
import { openCreations, pathOf } from './creation.ts'

const { client } = await openSandbox()
const { needs, creations, idOf } = openCreations(client)

/** What is sent, in a query, a form or as JSON; a function where it has an ID of the seed. */
type Sent = object | (() => Promise<object>)

/**
 * How a rule is broken: the call, what is sent, and the errors. A POST has what a new row needs besides, unless that is overridden.
 * A PUT changes a new row, which has been created with the last member besides.
 */
type Broken = [rule: string, call: string, sent: Sent, errors: string[], before?: object]

const invalid = (parameter: string) => `INVALID_PARAMETER ${parameter}`
const missing = (parameter: string) => `MISSING_PARAMETER ${parameter}`
const broken = (attribute: string) => `INVALID ${attribute}`

const times = (count: number, text = 'x') => Array.from({ length: count }, (_, nth) => `${text}${nth}`).join(',')

/** The media key of an item of the library. */
const key = (type: string, nth = 0) => {
  let left = nth
  return idOf('media_library', ({ media_type }) => media_type === type && (left -= 1) < 0, 'media_key')
}
/** The media key of a new item of the library. Its dimensions follow from the last digit. */
async function added(media_key: string): Promise<string> {
  await client.post(pathOf('media_library'), { media_key })
  return media_key
}

const REACH = { objective: 'REACH' }
const BID = { bid_amount_local_micro: 1 }
const PREROLL = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA', placements: 'ALL_ON_SVC', categories: 'retl' }
const NETWORK = { placements: 'ALL_ON_SVC,PUBLISHER_NETWORK' }
const NO_APP = { android_app_store_identifier: '', ios_app_store_identifier: '' }
const LINE_ITEMS: Broken[] = [
  ['R-ACC-10', 'POST line_items', { placements: 'SVC_REPLIES' }, [broken('placements')]],
  ['R-ACC-10', 'POST line_items', { placements: 'SVC_SEARCH,SVC_PROFILE' }, [broken('placements')]],
  ['R-ACC-10', 'POST line_items', { ...PREROLL, placements: 'SVC_TIMELINE' }, [broken('placements')]],
  ['R-ACC-14', 'POST line_items', { ...PREROLL, categories: '' }, [broken('categories')]],
  ['R-ACC-14', 'POST line_items', { ...PREROLL, categories: 'retl,trav,tech' }, [broken('categories')]],
  ['R-ACC-14', 'PUT line_items', { categories: '' }, [broken('categories')], PREROLL],
  ['', 'POST line_items', { ...PREROLL, categories: 'IAB1' }, [broken('categories')]],
  ['', 'POST line_items', { categories: 'IAB1,nonsense' }, [broken('categories')]],
  ['R-LI-1', 'POST line_items', { placements: '' }, [invalid('placements')]],
  ['', 'PUT line_items', { end_time: '2001-01-01T00:00:00Z' }, [broken('end_time')]],
  ['', 'PUT line_items', { start_time: '2101-01-01T00:00:00Z' }, [broken('end_time')]],
  ['R-LI-3', 'POST line_items', NETWORK, [missing('advertiser_domain'), missing('categories')]],
  ['R-LI-4', 'POST line_items', { objective: 'APP_ENGAGEMENTS' }, [missing('android_app_store_identifier')]],
  [
    'R-LI-4',
    'PUT line_items',
    NO_APP,
    [missing('android_app_store_identifier')],
    { objective: 'APP_ENGAGEMENTS', ios_app_store_identifier: '1' },
  ],
  ['R-LI-5', 'POST line_items', { bid_strategy: 'MAX' }, [missing('bid_amount_local_micro')]],
  ['R-LI-6', 'POST line_items', { ...REACH, ...BID, bid_strategy: 'MAX' }, [broken('bid_strategy')]],
  ['R-LI-6', 'POST line_items', { objective: 'FOLLOWERS', ...BID, bid_strategy: 'MAX' }, [broken('bid_strategy')]],
  ['R-LI-6', 'POST line_items', { objective: 'ENGAGEMENTS', ...BID, bid_strategy: 'TARGET' }, [broken('bid_strategy')]],
  ['R-LI-6', 'PUT line_items', { ...BID, bid_strategy: 'MAX' }, [broken('bid_strategy')], REACH],
  ['R-LI-7', 'POST line_items', { goal: 'WEBSITE_CONVERSIONS' }, [missing('primary_web_event_tag')]],
  ['R-LI-7', 'PUT line_items', { goal: 'WEBSITE_CONVERSIONS' }, [missing('primary_web_event_tag')]],
  ['R-LI-8', 'POST line_items', { advertiser_user_id: '7' }, [broken('advertiser_user_id')]],
  ['R-LI-8', 'PUT line_items', { advertiser_user_id: '7' }, [broken('advertiser_user_id')]],
  ['R-LI-9', 'POST line_items', { audience_expansion: 'WIDE' }, [invalid('audience_expansion')]],
  ['R-LI-10', 'POST line_items', { duration_in_days: 8 }, [invalid('duration_in_days')]],
  ['R-LI-11', 'POST line_items', { frequency_cap: 3 }, [broken('frequency_cap')]],
  ['R-LI-11', 'PUT line_items', { frequency_cap: 1 }, [broken('frequency_cap')]],
  ['R-LI-12', 'POST line_items', { ...REACH, goal: 'SITE_VISITS' }, [broken('goal')]],
  ['R-LI-12', 'POST line_items', { goal: 'APP_PURCHASES' }, [broken('goal')]],
  ['R-LI-13', 'POST line_items', { name: 'x'.repeat(256) }, [invalid('name')]],
  ['R-LI-13', 'PUT line_items', { name: '' }, [invalid('name')]],
  ['R-LI-16', 'POST line_items', { pay_by: 'LINK_CLICK' }, [broken('pay_by')]],
  ['R-LI-16', 'PUT line_items', { entity_status: 'DRAFT' }, [invalid('entity_status')]],
]

const DAILY = 'daily_budget_amount_local_micro'
const TOTAL = 'total_budget_amount_local_micro'
const CAMPAIGNS: Broken[] = [
  [
    'R-CAMP-1',
    'POST campaigns',
    { name: '', funding_instrument_id: '' },
    ['funding_instrument_id', 'name'].map(invalid),
  ],
  ['R-CAMP-1', 'PUT campaigns', { name: 'x'.repeat(256) }, [invalid('name')]],
  ['R-CAMP-1', 'PUT campaigns', { funding_instrument_id: 'nobody' }, [invalid('funding_instrument_id')]],
  ['R-CAMP-2', 'POST campaigns', { budget_optimization: 'ACCOUNT' }, [invalid('budget_optimization')]],
  ['R-CAMP-2', 'PUT campaigns', { budget_optimization: '' }, [invalid('budget_optimization')]],
  ['R-CAMP-3', 'POST campaigns', { [DAILY]: '' }, [missing(DAILY)]],
  ['R-CAMP-3', 'PUT campaigns', { [DAILY]: '' }, [missing(DAILY)]],
  ['R-CAMP-3', 'POST campaigns', { [TOTAL]: 5_499_999 }, [broken(DAILY)]],
  ['R-CAMP-3', 'PUT campaigns', { [DAILY]: 9_000_001 }, [broken(DAILY)], { [TOTAL]: 9_000_000 }],
  ['R-CAMP-4', 'POST campaigns', { entity_status: 'DELETED' }, [invalid('entity_status')]],
  ['R-CAMP-4', 'PUT campaigns', { entity_status: 'DRAFT' }, [invalid('entity_status')]],
  ['R-CAMP-4', 'PUT campaigns', { entity_status: '' }, [invalid('entity_status')]],
  ['R-CAMP-5', 'POST campaigns', { purchase_order_number: 'x'.repeat(51) }, [invalid('purchase_order_number')]],
  [
    'R-CAMP-5',
    'POST campaigns',
    { budget_optimization: 'LINE_ITEM', standard_delivery: false },
    [broken('standard_delivery')],
  ],
]

const post_ids = times(51, '1')
const criterion = (targeting_type: string, targeting_value: string, operator_type = 'EQ') => ({
  targeting_type,
  targeting_value,
  operator_type,
})
const PROMOTED: Broken[] = [
  ['R-PROMO-7', 'POST promoted_posts', { line_item_id: 'x', post_ids }, [invalid('post_ids')]],
  ['R-PROMO-11', 'POST media_creatives', { landing_url: '' }, [missing('landing_url')]],
  ['R-PROMO-13', 'POST tracking_tags', { tracking_tag_type: 'PIXEL' }, [invalid('tracking_tag_type')]],
  ['R-TGT-2', 'POST targeting_criteria', { operator_type: 'GT' }, [invalid('operator_type')]],
  ['R-TGT-3', 'POST targeting_criteria', { targeting_type: 'MOOD' }, [invalid('targeting_type')]],
  ['R-TGT-4', 'POST targeting_criteria', criterion('APP_LIST', '1234567'), [broken('operator_type')]],
  ['R-TGT-4', 'POST targeting_criteria', criterion('EXACT_KEYWORD', 'shoes', 'GTE'), [broken('operator_type')]],
  ['R-TGT-4', 'POST targeting_criteria', criterion('AGE', 'AGE_13_TO_24', 'LT'), [broken('operator_type')]],
  ['R-TGT-4', 'POST targeting_criteria', criterion('GENDER', '1', 'GTE'), [broken('operator_type')]],
  ...[
    ['LOCATION', 'atlantis'],
    ['AGE', 'AGE_1_TO_2'],
    ['DEVICE', 'none'],
    ['FOLLOWERS_OF_USER', '@name'],
    ['NETWORK_OPERATOR', 'none'],
    ['ENGAGEMENT_TYPE', 'LAUGHTER'],
    ['CAMPAIGN_ENGAGEMENT', 'nobody'],
    ['TV_SHOW', '10027243420'],
  ].map(([type = '', value = '']): Broken => {
    return ['', 'POST targeting_criteria', criterion(type, value), [invalid('targeting_value')]]
  }),
  ['', 'POST targeting_criteria', criterion('PLATFORM_VERSION', '17.1', 'GTE'), [invalid('targeting_value')]],
]

const HASHTAG = `#${'x'.repeat(21)}`
const conversations = (kind: string, other: string): Broken[] => [
  ['R-CARD-2', `POST cards/${kind}`, { media_key: '3_1' }, [invalid('media_key')]],
  ['R-CARD-2', `POST cards/${kind}`, { unlocked_image_media_key: '3_1' }, [invalid('unlocked_image_media_key')]],
  ['', `POST cards/${kind}`, async () => ({ media_key: await key(other) }), [broken('media_key')]],
  ['R-CARD-12', `POST cards/${kind}`, { title: '' }, [missing('title')]],
  ['R-CARD-12', `POST cards/${kind}`, { title: 'x'.repeat(24) }, [invalid('title')]],
  ['R-CARD-12', `POST cards/${kind}`, { first_cta: 'Morning' }, [broken('first_cta')]],
  ['R-CARD-12', `POST cards/${kind}`, { first_cta: HASHTAG }, [invalid('first_cta')]],
  ['R-CARD-13', `POST cards/${kind}`, { second_cta: '#Night' }, [missing('second_cta_post')]],
  ['R-CARD-13', `POST cards/${kind}`, { fourth_cta: '#Never' }, [missing('fourth_cta_post')]],
  ['R-CARD-14', `POST cards/${kind}`, { thank_you_text: 'x'.repeat(24) }, [invalid('thank_you_text')]],
]
/** A media item with other dimensions, in a parameter of a card. */
const sized = (parameter: string, media_key: string) => async () => ({ [parameter]: await added(media_key) })
const UNLOCKED_IMAGE = 'unlocked_image_media_key'

const image = () => key('IMAGE')
const media = (media_key: string) => ({ type: 'MEDIA', media_key })
const details = { type: 'DETAILS', title: 'New', destination: { type: 'WEBSITE', url: 'https://shop.example' } }
const app = { type: 'APP', country_code: 'US', googleplay_app_id: 'com.example' }
const button = (destination: object, label: object = { type: 'ENUM', value: 'SHOP' }) => ({
  type: 'BUTTON',
  label,
  destination,
})
/** A composable card of an image and what follows it. */
const card =
  (...components: object[]) =>
  async () => ({ name: 'C', components: [media(await image()), ...components] })
const cards = (rule: string, sent: Sent, at = broken('components')): Broken => [rule, 'JSON cards', sent, [at]]

const CARDS: Broken[] = [
  ...conversations('image_conversation', 'VIDEO'),
  ...conversations('video_conversation', 'IMAGE'),
  ['R-CARD-11', 'POST cards/image_conversation', sized('media_key', '3_1005'), [broken('media_key')]],
  ['R-CARD-11', 'POST cards/image_conversation', sized('media_key', '3_1000'), [broken('media_key')]],
  ['R-CARD-11', 'PUT cards/image_conversation', sized('media_key', '3_1000'), [broken('media_key')]],
  ['R-CARD-11', 'POST cards/video_conversation', sized('media_key', '13_1000'), [broken('media_key')]],
  ['R-CARD-15', 'POST cards/image_conversation', sized(UNLOCKED_IMAGE, '3_1001'), [broken(UNLOCKED_IMAGE)]],
  ['R-CARD-15', 'POST cards/image_conversation', { poster_media_key: '3_1' }, [invalid('poster_media_key')]],
  ...[
    [UNLOCKED_IMAGE, 'VIDEO'],
    ['unlocked_video_media_key', 'IMAGE'],
    ['poster_media_key', 'VIDEO'],
  ].map(([name = '', type = '']): Broken => {
    return ['R-CARD-15', 'POST cards/video_conversation', async () => ({ [name]: await key(type) }), [broken(name)]]
  }),
  cards('R-CARD-3', async () => ({ ...(await card(details)()), name: '' }), invalid('name')),
  cards('R-CARD-3', { name: 'x'.repeat(81), components: [details] }, invalid('name')),
  cards('R-CARD-3', { name: 'C' }, missing('components')),
  cards('R-CARD-3', { name: 'C', components: [details], slides: [[details]] }, 'EXCLUSIVE_PARAMETERS slides'),
  cards('R-CARD-3', { name: 'C', slides: [details] }, invalid('slides')),
  cards('R-CARD-4', async () => ({
    name: 'C',
    components: [{ type: 'SWIPEABLE_MEDIA', media_keys: [await image()] }, details],
  })),
  cards('R-CARD-4', card({ type: 'TEXT' })),
  cards('R-CARD-4', card({ ...details, destination: app })),
  cards('R-CARD-4', card(button(details.destination))),
  cards('R-CARD-5', card(button(app, { type: 'ENUM', value: 'GO' }))),
  cards('R-CARD-6', card(button({ type: 'APP', country_code: 'US' }))),
  cards('R-CARD-6', card(button({ ...app, ios_deep_link: 'i://' }))),
  cards('R-CARD-7', card(), 'INVALID_CARD_COMPONENTS_COMBINATION components'),
  cards('R-CARD-2', { name: 'C', components: [media('3_1'), details] }, invalid('components')),
  cards('', async () => ({ ...(await card(details)()), title: 'x' }), invalid('title')),
  ['R-CARD-16', 'POST cards/poll', { duration_in_minutes: 4 }, [invalid('duration_in_minutes')]],
  ['R-CARD-16', 'POST cards/poll', { duration_in_minutes: 10_081 }, [invalid('duration_in_minutes')]],
  ['', 'POST cards/poll', { first_choice: '' }, [invalid('first_choice')]],
  ['R-CARD-2', 'POST cards/poll', { media_key: '3_1' }, [invalid('media_key')]],
  ['', 'POST cards/poll', async () => ({ media_key: await added('16_1') }), [broken('media_key')]],
]

const image3 = { media_key: '3_123', title: '' }
const image5 = async () => ({
  media_keys: (await Promise.all([0, 1, 2, 3, 4].map((nth) => key('IMAGE', nth)))).join(','),
})
const MEDIA: Broken[] = [
  ['R-CARD-18', 'POST media_library', { name: 'x'.repeat(101) }, [invalid('name')]],
  ['R-CARD-18', 'POST media_library', { ...image3, title: 'x' }, [broken('title')]],
  ['R-CARD-18', 'POST media_library', { ...image3, description: 'x' }, [broken('description')]],
  ['R-CARD-18', 'POST media_library', { ...image3, poster_media_key: '3_1' }, [broken('poster_media_key')]],
  ['R-CARD-18', 'POST media_library', { poster_media_key: '3_1' }, [invalid('poster_media_key')]],
  [
    'R-CARD-18',
    'POST media_library',
    async () => ({ poster_media_key: await key('VIDEO') }),
    [broken('poster_media_key')],
  ],
  ['R-CARD-20', 'POST media_library', { media_key: 'abc' }, [invalid('media_key')]],
  ['R-CARD-21', 'POST post', { text: '' }, [missing('text')]],
  ['R-CARD-21', 'POST post', image5, [broken('media_keys')]],
  [
    'R-CARD-21',
    'POST post',
    async () => ({ media_keys: `${await image()},${await key('VIDEO')}` }),
    [broken('media_keys')],
  ],
  [
    'R-CARD-21',
    'POST post',
    async () => ({ media_keys: `${await key('GIF')},${await key('GIF', 1)}` }),
    [broken('media_keys')],
  ],
  ['R-CARD-21', 'PUT draft_posts', { text: '' }, [missing('text')]],
  ['R-CARD-21', 'PUT scheduled_posts', { text: '' }, [missing('text')]],
  ['R-CARD-2', 'POST post', { media_keys: '3_1' }, [invalid('media_keys')]],
  ['R-CARD-22', 'POST post', { nullcast: false }, [broken('nullcast')]],
  ['R-CARD-27', 'POST post', { video_title: 'x'.repeat(71) }, [invalid('video_title')]],
  ['R-CARD-1', 'POST draft_posts', { card_uri: 'card://none' }, [invalid('card_uri')]],
  ['', 'POST draft_posts', { as_user_id: '99' }, [broken('as_user_id')]],
  ['', 'POST scheduled_posts', { scheduled_at: '2020-01-01T00:00:00Z' }, [broken('scheduled_at')]],
  ['', 'POST scheduled_posts', { scheduled_at: '2027-06-02T00:00:00Z' }, [broken('scheduled_at')]],
]

const FUNDING = { start_time: '2026-01-01T00:00:00Z' }
const AMOUNTS = { credit_limit_local_micro: 1, funded_amount_local_micro: 1 }
const SELF = 'user_settings/1000000001'
const ACCOUNTS: Broken[] = [
  ['R-ACC-2', `PUT //accounts/${DEMO_ACCOUNT_ID}`, { industry_type: 'MAGIC' }, [invalid('industry_type')]],
  ...['WEBSITE_CLICKS_CPM_BILLING', 'PROMOTED_MEDIA_POLLS', 'DR_TAP,', ''].flatMap((feature_keys): Broken[] => [
    ['R-ACC-4', 'POST features', { feature_keys }, [invalid('feature_keys')]],
    ['R-ACC-4', 'DELETE features', { feature_keys }, [invalid('feature_keys')]],
  ]),
  ['R-ACC-13', 'PUT /tax_settings', { tax_category: 'EXEMPT' }, [invalid('tax_category')]],
  ['R-ACC-13', 'PUT /tax_settings', { invoice_jurisdiction: 'OTHER' }, [invalid('invoice_jurisdiction')]],
  ['R-ACC-12', `PUT /${SELF}`, { contact_phone: '+15550000' }, ['INSUFFICIENT_USER_AUTHORIZED_PERMISSION']],
  ['R-FI-1', 'POST funding_instruments', { currency: 'usd' }, [invalid('currency')]],
  ['R-FI-1', 'POST funding_instruments', { type: 'CASH' }, [invalid('type')]],
  ['', 'POST funding_instruments', { end_time: '2025-12-31T00:00:00Z' }, [broken('end_time')]],
  ['', 'POST funding_instruments', { end_time: FUNDING.start_time }, [broken('end_time')]],
  ['R-FI-2', 'POST funding_instruments', { type: 'INSERTION_ORDER' }, [missing('end_time')]],
  [
    'R-FI-2',
    'POST funding_instruments',
    AMOUNTS,
    [broken('credit_limit_local_micro'), broken('funded_amount_local_micro')],
  ],
  ['R-AUD-1', 'POST custom_audiences', { name: '' }, [invalid('name')]],
  ['R-AUD-20', 'POST do_not_reach_lists', {}, ['INVALID']],
]

const HOURS = { start_time: '2026-05-25', end_time: '2026-06-01' }
const STATS = { ...HOURS, entity: 'CAMPAIGN', entity_ids: 'x', granularity: 'TOTAL', placement: 'ALL_ON_SVC' }
const stats = (rule: string, sent: object, ...errors: string[]): Broken => [
  rule,
  `GET //stats/accounts/${DEMO_ACCOUNT_ID}`,
  { ...STATS, metric_groups: 'BILLING', ...sent },
  errors,
]
const WINDOW = 'INVALID_TIME_WINDOW'
const WORDS = {
  granularity: 'DAY',
  keywords: 'a',
  start_time: '2026-06-01T00:00:00Z',
  end_time: '2026-06-08T00:00:00Z',
}
const words = (sent: object, at: string): Broken => {
  return ['R-TGT-16', 'GET //insights/keywords/search', { ...WORDS, ...sent }, [invalid(at)]]
}
const HISTORY = { entity_type: 'CAMPAIGN', entity_id: 'x', end_time: '2026-06-02T00:00:00Z' }
const READS: Broken[] = [
  ['R-CONV-10', 'GET campaigns', { count: 1001 }, [invalid('count')]],
  ['R-CONV-12', 'GET campaigns', { cursor: 'x', with_total_count: true }, ['EXCLUSIVE_PARAMETERS with_total_count']],
  ['R-CONV-14', 'GET campaigns', { sort_by: 'id-asc' }, [invalid('sort_by')]],
  ['R-CONV-15', 'GET campaigns', { q: '' }, [invalid('q')]],
  ['R-CONV-16', 'GET campaigns', { campaign_ids: times(201) }, [invalid('campaign_ids')]],
  ['R-CONV-18', 'GET cards', { with_draft: true }, [invalid('with_draft')]],
  ['R-ACC-3', 'GET features', { feature_keys: 'DR_TAP' }, [invalid('feature_keys')]],
  ['R-ACC-5', 'GET account_history', { ...HISTORY, start_time: '2026-01-01T00:30:00Z' }, [invalid('start_time')]],
  ['R-ACC-8', 'GET //bidding_rules', { currency: 'usd' }, [invalid('currency')]],
  ['R-ACC-9', 'GET curated_categories', { country_codes: times(201) }, [invalid('country_codes')]],
  ['R-TGT-1', 'GET /targeting_criteria', {}, [missing('line_item_ids')]],
  ['R-TGT-11', 'JSON /audience_estimate', { targeting_criteria: [] }, [missing('targeting_criteria')]],
  ['R-TGT-13', 'GET //targeting_criteria/events', { country_codes: 'us' }, [invalid('country_codes')]],
  words({ keywords: times(11) }, 'keywords'),
  words({ keywords: times(6), negative_keywords: times(5) }, 'keywords'),
  words({ end_time: '2026-06-08T00:00:01Z' }, 'end_time'),
  words({ end_time: '2026-05-31T00:00:00Z' }, 'end_time'),
  words({ location: 'fec95974f2399e48' }, 'location'),
  ['R-AUD-4', 'GET custom_audiences', { permission_scope: 'ALL' }, [invalid('permission_scope')]],
  ['R-CARD-9', 'GET cards', { count: 201 }, [invalid('count')]],
  ['R-CARD-10', 'GET cards/all', {}, [missing('card_uris')]],
  ['R-CARD-25', 'GET post_previews', { post_type: 'PUBLISHED', post_ids: times(201, '1') }, [invalid('post_ids')]],
  ['R-CARD-26', 'GET /posts', {}, [missing('post_type')]],
  ['R-CARD-26', 'GET posts', { name: 'x'.repeat(81) }, [invalid('name')]],
  stats('R-STAT-1', { entity_ids: times(21) }, invalid('entity_ids')),
  stats('R-STAT-1', { entity: 'MEDIA_CREATIVE' }, invalid('entity')),
  stats('R-STAT-2', { start_time: '2026-05-25T00:30:00Z' }, invalid('start_time')),
  stats('R-STAT-2', { start_time: '2026-02-30' }, invalid('start_time')),
  stats(
    'R-STAT-2',
    { start_time: '2026-02-30T00:00:00Z', end_time: 'June' },
    invalid('start_time'),
    invalid('end_time'),
  ),
  stats('R-STAT-2', { end_time: '2026-05-25' }, WINDOW),
  stats('R-STAT-3', { end_time: '2026-06-01T09:00:00Z' }, WINDOW),
  stats(
    'R-STAT-5',
    { start_time: '2026-05-25T00:00:00Z', end_time: '2026-05-26T00:00:00Z', granularity: 'DAY' },
    WINDOW,
    WINDOW,
  ),
  stats('R-STAT-10', { placement: 'ALL_ON_SVC,TREND' }, invalid('placement')),
  [
    'R-STAT-22',
    `GET //stats/accounts/${DEMO_ACCOUNT_ID}/active_entities`,
    { ...HOURS, entity: 'LINE_ITEM', campaign_ids: 'x', line_item_ids: 'y' },
    [invalid('line_item_ids')],
  ],
]

const BROKEN = [...CAMPAIGNS, ...LINE_ITEMS, ...PROMOTED, ...CARDS, ...MEDIA, ...ACCOUNTS, ...READS]

/** Rules that are no matter of one call: a test that breaks them. */
const ELSEWHERE: Record<string, string> = {
  ...of('sandbox/test/oauth/token.test.ts', 'R-AUTH-4', 'R-AUTH-5', 'R-AUTH-9', 'R-AUTH-11', 'R-AUTH-15'),
  ...of('sandbox/test/oauth/webhook-config.test.ts', 'R-AUTH-21'),
  ...of('sandbox/test/access/access.test.ts', 'R-CONV-7'),
  ...of('sandbox/test/endpoint/write.test.ts', 'R-PERM-1', 'R-PERM-2'),
  ...of('sandbox/test/endpoint/batch.test.ts', 'R-CAMP-9', 'R-TGT-9', 'R-AUD-5'),
  ...of('sandbox/test/campaign/campaign.test.ts', 'R-CAMP-7'),
  ...of('sandbox/test/campaign/line-item-write.test.ts', 'R-LI-2', 'R-LI-15'),
  ...of('sandbox/test/campaign/targeting-criterion.test.ts', 'R-TGT-5', 'R-TGT-6', 'R-TGT-7', 'R-TGT-8'),
  ...of('sandbox/test/audience/custom-audience-write.test.ts', 'R-AUD-6', 'R-AUD-7', 'R-AUD-9'),
  ...of('sandbox/test/audience/custom-audience.test.ts', 'R-AUD-16'),
  ...of('sandbox/test/audience/user-upload.test.ts', 'R-AUD-11', 'R-AUD-12', 'R-AUD-13', 'R-AUD-14', 'R-AUD-17'),
  ...of('sandbox/test/creative/poll-card-write.test.ts', 'R-CARD-17'),
  ...of('sandbox/test/creative/post-write.test.ts', 'R-PERM-3'),
  ...of('test/schema/campaign/scheduled-promoted-post-write.test.ts', 'R-PROMO-10'),
}

function of(file: string, ...rules: string[]): Record<string, string> {
  return Object.fromEntries(rules.map((rule) => [rule, file]))
}

/** Rules that the sandbox refuses nothing by, and why. */
const NO_REFUSAL: Record<string, string> = {
  'R-AUTH-1': 'it serves on a loopback address',
  'R-ACC-1': 'it is a sandbox',
  'R-CAMP-6': 'it spreads the budget',
  'R-CONV-5': 'it leaves deleted rows out',
  'R-PROMO-14': 'it is about the rows of a list',
  'R-STAT-9': 'its zones took effect years ago',
}

describe('a call that breaks a rule is refused, and changes nothing', () => {
  test.each(BROKEN)('%s: %s (%#)', async (_, call, given, errors, before = {}) => {
    const [method = '', name = ''] = call.split(' ')
    // The rows of a list, or one object of the account, or an object that belongs to no account.
    const isList = !name.startsWith('/')
    const path = name.startsWith('//') ? name.slice(2) : pathOf(name.replace(/^\/?/, ''))
    const list = name.includes('conversation') || name === 'post' ? 'cards' : name
    const rows = async () => (isList && method !== 'GET' ? client.walk(pathOf(list), await needs[list]?.()) : [])
    const base = method === 'POST' || method === 'PUT' ? await creations[name]?.() : await needs[name]?.()
    const row = method === 'PUT' && isList ? (await client.post(path, { ...base, ...before })).body.data : undefined
    const sent = { ...(method !== 'PUT' && base), ...(typeof given === 'function' ? await given() : given) }
    const place = method === 'JSON' ? 'json' : method === 'GET' || method === 'DELETE' ? 'query' : 'form'
    const target = `/12/${path}${row ? `/${name === 'media_library' ? String(row['media_key']) : row.id}` : ''}`
    const held = await rows()
    const { status, body } = await client.send<Data>(method === 'JSON' ? 'POST' : method, target, { [place]: sent })

    const heard = body.errors?.map(({ code, parameter, attribute }) => `${code} ${parameter ?? attribute ?? ''}`.trim())
    expect(heard?.join(', ')).toBe(errors.join(', '))
    expect(status).toBe(errors[0]!.startsWith('INSUFFICIENT') ? 403 : 400)
    expect(await rows()).toEqual(held)
  })

  test('for each rule that is checked before anything is sent', () => {
    const checked = Object.entries(RULES).flatMap(([rule, { kinds }]) => (kinds.split(' ').includes('V') ? rule : []))
    const here = new Set([...BROKEN.map(([rule]) => rule), ...Object.keys({ ...ELSEWHERE, ...NO_REFUSAL })])

    expect(checked.filter((rule) => !here.has(rule))).toEqual([])
  })

  test.each(Object.entries(ELSEWHERE))('%s is broken in %s', (rule, file) => {
    expect(readFileSync(file, 'utf8')).toContain(rule)
  })
})
