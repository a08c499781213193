import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { RULES } from '../../reference/index.ts'
import { answerAsAsked } from '../support/asked-row.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'
import { useWriteGraph } from '../support/write.ts'
import { exampleInput } from '../wire/write-case.ts'

/** The rules that can be held before anything is sent. */
const HELD_HERE = Object.entries(RULES).flatMap(([rule, { kinds }]) => (kinds.split(' ').includes('V') ? rule : []))

const TIMES = { startTime: '2026-06-01T08:00:00Z', endTime: '2026-07-01T08:00:00Z' }
const CAMPAIGN = { accountId: 'a1', fundingInstrumentId: 'f1', name: 'Spring' }
const CAMPAIGN_CHANGE = { campaignId: 'Campaign:a1:c1', dailyBudgetAmountLocalMicro: 1 }
const CLICKS = {
  accountId: 'a1',
  campaignId: 'c1',
  objective: 'WEBSITE_CLICKS',
  productType: 'PROMOTED_POSTS',
  placements: ['ALL_ON_SVC'],
  ...TIMES,
}
const REACH = { ...CLICKS, objective: 'REACH', bidAmountLocalMicro: 1 }
const PREROLL = { ...CLICKS, objective: 'PREROLL_VIEWS', productType: 'MEDIA', categories: ['retail'] }
const NETWORK = { ...CLICKS, placements: ['PUBLISHER_NETWORK'], categories: ['IAB1'] }
const CRITERION = { lineItemId: 'l1', targetingType: 'GENDER', operatorType: 'EQ', targetingValue: 'v' }
const APPS = { accountId: 'a1', ...CRITERION, targetingType: 'APP_LIST' }
const TAG = exampleInput('createTrackingTag')
const POST = { accountId: 'a1', asUserId: '7' }
const POLL = { accountId: 'a1', name: 'Poll', firstChoice: 'Sea', secondChoice: 'Hills' }
const TALK = {
  accountId: 'a1',
  name: 'Card',
  mediaKey: '3_1',
  firstCta: '#Day',
  firstCtaPost: 'By day',
  title: 'When?',
  thankYouText: 'Thanks',
}
const CARD = { accountId: 'a1', name: 'Card' }
const FUNDING = { accountId: 'a1', type: 'CREDIT_CARD', startTime: TIMES.startTime }
const MEDIUM = { media: { mediaKey: '3_1' } }
const HASH = '0'.repeat(64)

const deletions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ delete: { customAudienceId: `u${index}` } }))
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
const posts = (count: number) => ({
  accountId: 'a1',
  lineItemId: 'l1',
  postIds: Array.from({ length: count }, (_, index) => `${index + 1}`),
})
const batch = (...operations: object[]) => ({ accountId: 'a1', operations })
const newCampaign = { create: { fundingInstrumentId: 'f1', name: 'Spring' } }
const newCriterion = (targetingType: string) => ({ create: { ...CRITERION, targetingType } })
const newAudience = (segments: object) => batch({ create: { audienceType: 'FLEXIBLE', name: 'A', segments } })
const leaf = (changes: object = {}) => ({ customAudienceId: 'u1', ...changes })
const branch = (...childSegments: object[]) => ({ booleanOperator: 'AND', childSegments })
const users = (...operations: object[]) => ({ customAudienceId: 'CustomAudience:a1:u1', operations })
const update = (user: object = { email: [HASH] }, changes: object = {}) => ({
  update: {
    users: [user],
    ...changes,
  },
})
const swipeable = (...mediaKeys: string[]) => ({ ...CARD, components: [{ swipeableMedia: { mediaKeys } }] })
const website = (url: string) => ({ ...CARD, components: [{ details: { destination: { url } } }] })
const toApp = (destination: object) => ({
  ...CARD,
  components: [MEDIUM, { button: { label: 'INSTALL', destination: { countryCode: 'US', ...destination } } }],
})

/** How a rule for a write is broken and kept: the mutation, and its input in both cases. */
const WRITES: [rule: string, mutation: string, broken: object, kept: object][] = [
  ['R-CONV-7', 'deleteCampaign', { campaignId: 'c1' }, { campaignId: 'c1', accountId: 'a1' }],
  ['R-ACC-4', 'addAccountFeatures', { accountId: 'a1', featureKeys: [] }, { accountId: 'a1', featureKeys: ['DR_TAP'] }],
  ['R-ACC-14', 'createLineItem', { ...PREROLL, categories: ['a', 'b', 'c'] }, PREROLL],
  ['R-FI-1', 'createFundingInstrument', { ...FUNDING, currency: 'usd' }, { ...FUNDING, currency: 'USD' }],
  ['R-CAMP-1', 'createCampaign', { ...CAMPAIGN, name: 'x'.repeat(256) }, { ...CAMPAIGN, name: 'x'.repeat(255) }],
  [
    'R-CAMP-3',
    'createCampaign',
    { ...CAMPAIGN, dailyBudgetAmountLocalMicro: 11, totalBudgetAmountLocalMicro: 10 },
    { ...CAMPAIGN, dailyBudgetAmountLocalMicro: 10, totalBudgetAmountLocalMicro: 10 },
  ],
  [
    'R-CAMP-4',
    'updateCampaign',
    { ...CAMPAIGN_CHANGE, entityStatus: 'DRAFT' },
    { ...CAMPAIGN_CHANGE, entityStatus: 'PAUSED' },
  ],
  [
    'R-CAMP-5',
    'createCampaign',
    { ...CAMPAIGN, standardDelivery: true, budgetOptimization: 'LINE_ITEM' },
    { ...CAMPAIGN, standardDelivery: true, budgetOptimization: 'CAMPAIGN' },
  ],
  ['R-CAMP-6', 'updateCampaign', { ...CAMPAIGN_CHANGE, spreadBudgetEvenly: true }, CAMPAIGN_CHANGE],
  ['R-CAMP-9', 'batchCampaigns', batch(...times(41, newCampaign)), batch(...times(40, newCampaign))],
  ['R-LI-1', 'createLineItem', { ...CLICKS, placements: [] }, CLICKS],
  ['R-LI-3', 'createLineItem', NETWORK, { ...NETWORK, advertiserDomain: 'shop.example' }],
  [
    'R-LI-4',
    'createLineItem',
    { ...CLICKS, objective: 'APP_INSTALLS' },
    { ...CLICKS, objective: 'APP_INSTALLS', iosAppStoreIdentifier: '1' },
  ],
  [
    'R-LI-5',
    'createLineItem',
    { ...CLICKS, bidStrategy: 'MAX' },
    { ...CLICKS, bidStrategy: 'MAX', bidAmountLocalMicro: 1 },
  ],
  ['R-LI-6', 'createLineItem', { ...REACH, bidStrategy: 'MAX' }, { ...REACH, bidStrategy: 'TARGET' }],
  [
    'R-LI-7',
    'createLineItem',
    { ...CLICKS, goal: 'WEBSITE_CONVERSIONS' },
    { ...CLICKS, goal: 'WEBSITE_CONVERSIONS', primaryWebEventTag: 'o1' },
  ],
  ['R-LI-8', 'createLineItem', { ...CLICKS, advertiserUserId: '1' }, { ...PREROLL, advertiserUserId: '1' }],
  ['R-LI-10', 'createLineItem', { ...CLICKS, durationInDays: 8 }, { ...CLICKS, durationInDays: 7 }],
  ['R-LI-11', 'createLineItem', { ...CLICKS, frequencyCap: 3 }, { ...REACH, frequencyCap: 3 }],
  ['R-LI-12', 'createLineItem', { ...REACH, goal: 'SITE_VISITS' }, { ...CLICKS, goal: 'SITE_VISITS' }],
  ['R-LI-13', 'createLineItem', { ...CLICKS, name: '' }, { ...CLICKS, name: 'x' }],
  ['R-PROMO-7', 'createPromotedPosts', posts(51), posts(50)],
  ['R-PROMO-13', 'createTrackingTag', { ...TAG, trackingTagUrl: '' }, TAG],
  [
    'R-TGT-2',
    'createTargetingCriterion',
    { accountId: 'a1', ...CRITERION, targetingValue: '' },
    { accountId: 'a1', ...CRITERION },
  ],
  ['R-TGT-4', 'createTargetingCriterion', APPS, { ...APPS, operatorType: 'NE' }],
  [
    'R-TGT-5',
    'batchTargetingCriteria',
    batch(newCriterion('AGE'), newCriterion('AGE')),
    batch(newCriterion('AGE'), newCriterion('GENDER')),
  ],
  [
    'R-TGT-9',
    'batchTargetingCriteria',
    batch(...times(501, newCriterion('GENDER'))),
    batch(...times(500, newCriterion('GENDER'))),
  ],
  ['R-AUD-1', 'createCustomAudience', { accountId: 'a1', name: '' }, { accountId: 'a1', name: 'A' }],
  ['R-AUD-5', 'batchCustomAudiences', batch(...deletions(11)), batch(...deletions(10))],
  ['R-AUD-6', 'batchCustomAudiences', newAudience(branch({ lookbackWindow: 7 })), newAudience(branch(leaf()))],
  [
    'R-AUD-7',
    'batchCustomAudiences',
    newAudience(branch(leaf({ lookbackWindow: 8 }))),
    newAudience(branch(leaf({ lookbackWindow: 7 }))),
  ],
  [
    'R-AUD-9',
    'batchCustomAudiences',
    newAudience(branch(...times(11, leaf()))),
    newAudience(branch(...times(10, leaf()))),
  ],
  ['R-AUD-11', 'updateCustomAudienceUsers', users({ delete: { users: [] } }), users(update())],
  [
    'R-AUD-12',
    'updateCustomAudienceUsers',
    users(update({ email: [HASH] }, { effectiveAt: '2026-06-01T08:00:00.1Z', expiresAt: '2026-06-01T08:00:00.9Z' })),
    users(update({ email: [HASH] }, { effectiveAt: '2026-06-01T08:00:00.9Z', expiresAt: '2026-06-01T08:00:01.1Z' })),
  ],
  ['R-AUD-13', 'updateCustomAudienceUsers', users(update({ email: ['ann@example.org'] })), users(update())],
  ['R-AUD-14', 'updateCustomAudienceUsers', users(...times(2501, update())), users(...times(2500, update()))],
  ['R-CARD-3', 'createCard', { ...CARD, components: [MEDIUM], slides: [[MEDIUM]] }, { ...CARD, slides: [[MEDIUM]] }],
  ['R-CARD-4', 'createCard', swipeable('3_1'), swipeable('3_1', '3_2')],
  ['R-CARD-5', 'createCard', website(''), website('https://shop.example')],
  [
    'R-CARD-6',
    'createCard',
    toApp({ googleplayAppId: 'com.example', iosDeepLink: 'a://b' }),
    toApp({ googleplayAppId: 'com.example', googleplayDeepLink: 'a://b' }),
  ],
  [
    'R-CARD-12',
    'createImageConversationCard',
    { ...TALK, title: undefined },
    { ...TALK, title: undefined, secondCta: '#Night', secondCtaPost: 'At night' },
  ],
  ['R-CARD-13', 'createImageConversationCard', { ...TALK, secondCta: '#Night' }, TALK],
  [
    'R-CARD-14',
    'createVideoConversationCard',
    { ...TALK, thankYouText: 'x'.repeat(24) },
    { ...TALK, thankYouText: 'x'.repeat(23) },
  ],
  ['R-CARD-16', 'createPollCard', { ...POLL, durationInMinutes: 4 }, { ...POLL, durationInMinutes: 5 }],
  [
    'R-CARD-18',
    'addMediaToLibrary',
    { accountId: 'a1', mediaKey: '3_1', name: 'x'.repeat(101) },
    { accountId: 'a1', mediaKey: '3_1', name: 'x'.repeat(100) },
  ],
  ['R-CARD-21', 'createPost', POST, { ...POST, text: 'Hello' }],
  [
    'R-CARD-27',
    'createPost',
    { ...POST, text: 'Hello', videoTitle: 'x'.repeat(71) },
    { ...POST, text: 'Hello', videoTitle: 'x'.repeat(70) },
  ],
]

const inAccount = (selection: string) => `{ account(id: "a1") { ${selection} } }`
const listed = (list: string) => inAccount(`${list} { nodes { raw } }`)
const uris = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `card://${index}`))
const codes = (count: number) => JSON.stringify(times(count, 'JP'))
const history = (endTime: string) =>
  listed(`history(entityType: CAMPAIGN, entityId: "c1", startTime: "2026-06-01T08:00:00Z", endTime: "${endTime}")`)
const keywords = (count: number) =>
  `{ keywordInsights(keywords: ${JSON.stringify(times(count, 'a'))}, granularity: DAY, startTime: "2026-06-01T00:00:00Z",
    endTime: "2026-06-02T00:00:00Z") { postVolume } }`

/** How a rule for a read is broken and kept. */
const stats = (start: string, end: string) =>
  `{ account(id: "a1") { stats(startTime: "${start}", endTime: "${end}") { engagement { clicks } } } }`
const active = (filters: string) =>
  listed(
    `activeEntities(entity: CAMPAIGN, ${filters}, startTime: "2026-02-01T00:00:00Z", endTime: "2026-02-02T00:00:00Z")`,
  )
const READS: [rule: string, broken: string, kept: string][] = [
  ['R-CONV-10', listed('campaigns(first: 1001)'), listed('campaigns(first: 1000)')],
  ['R-CONV-15', listed('campaigns(namePrefix: "")'), listed('campaigns(namePrefix: "x")')],
  ['R-CONV-16', listed(`campaigns(ids: ${codes(201)})`), listed(`campaigns(ids: ${codes(200)})`)],
  ['R-ACC-5', history('2026-06-01T09:30:00Z'), history('2026-06-01T09:00:00Z')],
  [
    'R-ACC-8',
    '{ biddingRules(currency: "usd") { nodes { raw } } }',
    '{ biddingRules(currency: "USD") { nodes { raw } } }',
  ],
  [
    'R-ACC-9',
    listed(`curatedCategories(countryCodes: ${codes(201)})`),
    listed(`curatedCategories(countryCodes: ${codes(200)})`),
  ],
  [
    'R-TGT-11',
    inAccount('audienceEstimate(input: { targetingCriteria: [] }) { raw }'),
    inAccount('audienceEstimate(input: { targetingCriteria: [{ targetingType: AGE, targetingValue: "v" }] }) { raw }'),
  ],
  [
    'R-TGT-13',
    '{ targetingOptions { events(countryCodes: ["us"]) { nodes { raw } } } }',
    '{ targetingOptions { events(countryCodes: ["US"]) { nodes { raw } } } }',
  ],
  ['R-TGT-16', keywords(11), keywords(10)],
  ['R-CARD-9', listed(`cards(cardUris: ${uris(201)})`), listed(`cards(cardUris: ${uris(200)})`)],
  ['R-CARD-10', inAccount('cardsByUri(uris: []) { id }'), inAccount(`cardsByUri(uris: ${uris(200)}) { id }`)],
  [
    'R-CARD-25',
    inAccount('postPreviews(postType: PUBLISHED, postIds: []) { raw }'),
    inAccount('postPreviews(postType: PUBLISHED, postIds: ["1"]) { raw }'),
  ],
  [
    'R-CARD-26',
    listed(`posts(postType: DRAFT, namePrefix: "${'x'.repeat(81)}")`),
    listed(`posts(postType: DRAFT, namePrefix: "${'x'.repeat(80)}")`),
  ],
  [
    'R-STAT-2',
    stats('2026-02-01T00:30:00Z', '2026-02-02T00:00:00Z'),
    stats('2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'),
  ],
  [
    'R-STAT-3',
    stats('2026-02-01T00:00:00Z', '2026-02-08T02:00:00Z'),
    stats('2026-02-01T00:00:00Z', '2026-02-08T00:00:00Z'),
  ],
  ['R-STAT-22', active('lineItemIds: ["l1"], campaignIds: ["c1"]'), active('campaignIds: ["c1"]')],
]

const change = (mutation: string, input: string) =>
  `mutation { outcome: ${mutation}(input: {${input}}) { userErrors { code } } }`
const industry = (value: string) => change('updateAccount', `accountId: "a1", industryType: ${value}`)
const tax = (value: string) => change('updateTaxSettings', `accountId: "a1", taxCategory: ${value}`)
const campaign = (value: string) =>
  change('createCampaign', `accountId: "a1", fundingInstrumentId: "f1", name: "A", budgetOptimization: ${value}`)
const lineItem = (expansion: string) =>
  change(
    'createLineItem',
    `accountId: "a1", campaignId: "c1", objective: REACH, productType: MEDIA, placements: [ALL_ON_SVC],
    startTime: "2026-06-01T08:00:00Z", endTime: "2026-07-01T08:00:00Z", audienceExpansion: ${expansion}`,
  )
const criterion = (type: string) =>
  change(
    'createTargetingCriterion',
    `accountId: "a1", lineItemId: "l1", targetingType: ${type}, operatorType: EQ, targetingValue: "v"`,
  )

const talk = (kind: string) =>
  change(
    `create${kind}ConversationCard`,
    `accountId: "a1", name: "Card", mediaKey: "3_1", firstCta: "#Day", firstCtaPost: "By day", title: "When?",
    thankYouText: "Thanks", unlockedVideoMediaKey: "7_1", posterMediaKey: "3_3"`,
  )

/** How a rule is broken that the types hold by themselves, so that no document can break it, and how it is kept. */
const TYPES: [rule: string, broken: string, kept: string][] = [
  ['R-ACC-2', industry('MAGIC'), industry('TRAVEL')],
  ['R-ACC-3', inAccount('features(keys: [DR_TAP])'), inAccount('features(keys: [REACH_FREQUENCY_CAP])')],
  ['R-ACC-13', tax('EXEMPT'), tax('INDIVIDUAL')],
  ['R-CAMP-2', campaign('ACCOUNT'), campaign('LINE_ITEM')],
  ['R-LI-9', lineItem('WIDE'), lineItem('BROAD')],
  ['R-TGT-1', listed('targetingCriteria'), listed('targetingCriteria(lineItemIds: ["l1"])')],
  ['R-TGT-3', criterion('MOOD'), criterion('GENDER')],
  ['R-CARD-15', talk('Image'), talk('Video')],
  ['R-AUD-4', listed('customAudiences(permissionScope: ALL)'), listed('customAudiences(permissionScope: SHARED)')],
]

/** What the service has, by the last segments of the paths that it is read from. */
type Rows = Record<string, object[]>

const LINE_ITEM = { id: 'l1', campaign_id: 'c1', objective: 'WEBSITE_CLICKS', product_type: 'PROMOTED_POSTS' }
const AROUND = {
  campaigns: [{ id: 'c1' }],
  line_items: [LINE_ITEM],
  placements: [{ product_type: 'PROMOTED_POSTS', placements: [['ALL_ON_SVC']] }],
}
const TARGET = (type: string) => ({ accountId: 'a1', ...CRITERION, targetingType: type })
const GRANT = { accountId: 'a1', customAudienceId: 'u1', grantedAccountId: 'a2', permissionLevel: 'READ_ONLY' }

/** How a rule about stored data, which `validateOnly` reads, is kept; and what differs where it is broken. */
const LOOKS: [rule: string, mutation: string, input: object, rows: Rows, broken: { input?: object; rows?: Rows }][] = [
  ['R-ACC-10', 'createLineItem', CLICKS, AROUND, { input: { placements: ['SVC_SEARCH'] } }],
  ['R-LI-2', 'createLineItem', CLICKS, AROUND, { rows: { line_items: [{ ...LINE_ITEM, objective: 'REACH' }] } }],
  [
    'R-LI-15',
    'createLineItem',
    CLICKS,
    AROUND,
    { rows: { line_items: Array.from({ length: 100 }, (_, index) => ({ ...LINE_ITEM, id: `l${index}` })) } },
  ],
  [
    'R-PROMO-10',
    'deleteScheduledPromotedPost',
    { scheduledPromotedPostId: 'ScheduledPromotedPost:a1:s1' },
    { s1: [{ id: 's1', scheduled_post_id: '7' }], 7: [{ id: '7', scheduled_at: '2999-01-01T00:00:00Z' }] },
    { rows: { 7: [{ id: '7', scheduled_at: '2020-01-01T00:00:00Z' }] } },
  ],
  [
    'R-PROMO-11',
    'createMediaCreative',
    { accountId: 'a1', lineItemId: 'l1', accountMediaId: 'am1' },
    { am1: [{ id: 'am1', creative_type: 'BANNER' }], l1: [{ ...LINE_ITEM, objective: 'REACH' }] },
    { rows: { l1: [LINE_ITEM] } },
  ],
  [
    'R-TGT-6',
    'createTargetingCriterion',
    TARGET('CUSTOM_AUDIENCE'),
    { custom_audiences: [{ id: 'v', targetable: true }] },
    { rows: { custom_audiences: [{ id: 'v', targetable: false }] } },
  ],
  [
    'R-TGT-8',
    'createTargetingCriterion',
    TARGET('IAB_CATEGORY'),
    { content_categories: [{ id: 'w', iab_categories: ['v'] }] },
    { input: { targetingValue: 'w' } },
  ],
  [
    'R-AUD-16',
    'grantCustomAudiencePermission',
    GRANT,
    { custom_audiences: [{ id: 'u1', owner_account_id: 'a1' }] },
    { rows: { custom_audiences: [{ id: 'u1', owner_account_id: 'a2' }] } },
  ],
  [
    'R-PERM-3',
    'createPost',
    { ...POST, text: 'Hello' },
    {
      authenticated_user_access: [{ user_id: '8', permissions: ['AD_MANAGER', 'POST_COMPOSER'] }],
      promotable_users: [{ id: '1', user_id: '7' }],
    },
    { rows: { authenticated_user_access: [{ user_id: '8', permissions: ['AD_MANAGER'] }] } },
  ],
  [
    'R-CARD-22',
    'createPost',
    { ...POST, text: 'Hello', nullcast: false },
    {
      authenticated_user_access: [{ user_id: '7', permissions: ['AD_MANAGER'] }],
      promotable_users: [{ id: '1', user_id: '7' }],
    },
    { rows: { authenticated_user_access: [{ user_id: '8', permissions: ['AD_MANAGER'] }] } },
  ],
  [
    'R-TGT-7',
    'createTargetingCriterion',
    TARGET('TV_SHOW'),
    { line_items: [LINE_ITEM], targeting_criteria: [{ id: 'k9', line_item_id: 'l1', targeting_type: 'LOCATION' }] },
    { rows: { targeting_criteria: [] } },
  ],
  ['R-AUD-20', 'createDoNotReachList', { accountId: 'a1' }, {}, { rows: { do_not_reach_lists: [{ id: 'd1' }] } }],
  [
    'R-CARD-2',
    'createPost',
    { ...POST, mediaKeys: ['3_1'] },
    { '3_1': [{ media_key: '3_1' }] },
    { input: { mediaKeys: ['3_2'] } },
  ],
]

/** How a rule is broken that only the service can hold: the code of its refusal. */
const LEFT: [rule: string, mutation: string, input: object, code: string][] = [
  ['R-CAMP-7', 'createCampaign', CAMPAIGN, 'TOO_MANY_CAMPAIGNS'],
  ['R-AUD-17', 'grantCustomAudiencePermission', GRANT, 'FEATURE_NOT_AVAILABLE'],
  ['R-CARD-17', 'createPollCard', { ...POLL, durationInMinutes: 5, mediaKey: '3_1' }, 'FEATURE_NOT_AVAILABLE'],
]

const WITH_ADDRESSES = 'comes with the browser URLs that its callback allows (R-AUTH-4, R-AUTH-5, R-AUTH-9)'
const PERMISSIONS = '%j allows %j (R-PERM-1, R-PERM-2, R-PERM-4)'
const both = (title: string): [string, string] => [title, title]

/** Rules that are no matter of one document and its answer: the file, and the tests that break and that keep them. */
const ELSEWHERE: [rule: string, file: string, broken: string, kept: string][] = [
  ['R-AUTH-1', 'config.test.ts', 'refuse the base %s (R-AUTH-1)', 'accept the base URL %s (R-AUTH-1)'],
  ['R-AUTH-4', 'schema/oauth/request-token.test.ts', 'is refused for the callback %j (R-AUTH-4)', WITH_ADDRESSES],
  [
    'R-AUTH-5',
    'schema/oauth/request-token.test.ts',
    'is requested only with the access READ or WRITE (R-AUTH-5)',
    WITH_ADDRESSES,
  ],
  ['R-AUTH-9', 'schema/oauth/request-token.test.ts', 'for a PIN has only the authorize URL (R-AUTH-9)', WITH_ADDRESSES],
  [
    'R-AUTH-11',
    'schema/oauth/access-token.test.ts',
    'is not issued without `%s` (R-AUTH-11)',
    'belongs to the user who authorized it, is valid until it is invalidated, and the next one is different (R-AUTH-11, T1, T5)',
  ],
  [
    'R-AUTH-15',
    'schema/oauth/bearer-token.test.ts',
    'is requested only with client credentials, which is not an argument (R-AUTH-15)',
    'is cached, and different after it was invalidated (R-AUTH-15, R-AUTH-16, R-AUTH-19, T2, T3, T4)',
  ],
  [
    'R-AUTH-21',
    'schema/oauth/webhook-config.test.ts',
    'take no list of fields, because its parameter is not documented (R-AUTH-21)',
    'are read with a bearer token, requested with key and secret, and without a list of fields (R-AUTH-15, R-AUTH-21)',
  ],
  ['R-CONV-5', 'schema/read-rule.test.ts', ...both('R-CONV-5: are returned only with withDeleted')],
  [
    'R-CONV-12',
    'schema/read-rule.test.ts',
    ...both(
      'R-CONV-11, R-CONV-12, R-CONV-13: a cursor is sent back unchanged, and never together with with_total_count',
    ),
  ],
  [
    'R-ACC-1',
    'wire/write.test.ts',
    '$mutation: is SANDBOX_ONLY in production, with validateOnly too, and nothing is sent (R-ACC-1)',
    'are six, which are sent there (R-ACC-1)',
  ],
  [
    'R-ACC-12',
    'schema/account/user-settings-write.test.ts',
    'is UNAUTHENTICATED without a user, and sends nothing (R-ACC-12)',
    'needs no other permission than to be the user: %s (R-ACC-12)',
  ],
  ['R-PROMO-14', 'schema/read-rule.test.ts', ...both('R-PROMO-14: a promotable user is FULL or REPOSTS_ONLY')],
  ['R-PERM-1', 'schema/account/authenticated-user-access.test.ts', ...both(PERMISSIONS)],
  ['R-PERM-2', 'schema/account/authenticated-user-access.test.ts', ...both(PERMISSIONS)],
  [
    'R-STAT-5',
    'schema/analytics/stats.test.ts',
    '%s is refused over %j, by rule %s (R-STAT-5, R-STAT-9)',
    'in %s, %s has %d hours (R-STAT-5, R-STAT-8)',
  ],
  [
    'R-STAT-9',
    'schema/analytics/stats.test.ts',
    '%s is refused over %j, by rule %s (R-STAT-5, R-STAT-9)',
    'is read in parts of seven local days, which are joined (R-STAT-9)',
  ],
]

interface Reported {
  outcome: {
    userErrors: { rule: string | null; code: string }[]
    validation: { checked: string[]; unchecked: string[] } | null
  }
}

const graph = useWriteGraph({ id: 'x1' }, { environment: 'sandbox' })
beforeEach(() => graph.answer((request) => answerAsAsked(request, { daily_budget_amount_local_micro: 1 })))

async function write(mutation: string, input: object, options: object = {}) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`
  const document = `mutation ($input: ${type}, $validateOnly: Boolean! = false) {
    outcome: ${mutation}(input: $input, validateOnly: $validateOnly) {
      userErrors { rule code field message } validation { checked unchecked }
    }
  }`
  const answer = await graph.write(document, input, options)
  return { ...answer, data: answer.data as Reported }
}

const methods = () => graph.sent().map(([request]) => request.split(' ')[0])
const rulesOf = ({ outcome }: Reported) => [...new Set(outcome.userErrors.map(({ rule }) => rule))]

/** Answers what the service has; what it has not is not found, or an empty list. */
const having =
  (rows: Rows) =>
  ({ path, query }: UpstreamRequest): UpstreamAnswer => {
    const name = path.split('/').at(-1)!
    if (rows[name]) return { body: { data: [rows[name]].flat().map((row) => ({ id: 'x1', ...row })) } }
    if (name === 'authenticated_user_access') return { body: { data: {} } }
    // A row that is looked up by its own ID exists.
    const ids = query[`${name.replace(/s$/, '')}_ids`]?.split(',')
    if (ids) return { body: { data: ids.map((id) => rows[id]?.[0] ?? { id }) } }
    return /[a-z]_/.test(name) || name === 'placements' ? { body: { data: [] } } : { status: 404 }
  }

describe('an input that breaks a rule is refused with its id and not sent; one that keeps it is sent', () => {
  it.each(WRITES)('%s: %s', async (rule, mutation, broken, kept) => {
    const refused = await write(mutation, broken)

    expect(refused.errors).toBeUndefined()
    expect(rulesOf(refused.data)).toEqual([rule])
    expect(refused.data.outcome.validation).toBeNull()

    const validated = await write(mutation, broken, { validateOnly: true })

    expect(rulesOf(validated.data)).toEqual([rule])
    expect(validated.data.outcome.validation!.checked).toContain(rule)
    expect(validated.data.outcome.validation!.unchecked).not.toContain(rule)
    expect(graph.sent()).toEqual([])

    const taken = await write(mutation, kept)

    expect(taken.errors).toBeUndefined()
    expect(taken.data.outcome.userErrors).toEqual([])
    expect(methods()).toHaveLength(1)
    expect(methods()).not.toContain('GET')

    graph.answer(having(AROUND))
    const { data } = await write(mutation, kept, { validateOnly: true })

    const { checked, unchecked } = data.outcome.validation!
    expect([...checked, ...unchecked]).toContain(rule)
    expect(checked.filter((one) => unchecked.includes(one))).toEqual([])
  })

  it.each(READS)('%s', async (rule, broken, kept) => {
    const refused = await graph.write(broken, {})

    expect(refused.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', rule } }])
    expect(graph.sent()).toEqual([])

    expect((await graph.write(kept, {})).errors).toBeUndefined()
    expect(graph.sent()).toHaveLength(1)
  })

  it.each(TYPES)('%s, by the types of the graph', async (_rule, broken, kept) => {
    const { errors } = await graph.write(broken, {})

    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']))
    expect(graph.sent()).toEqual([])

    expect((await graph.write(kept, {})).errors).toBeUndefined()
    expect(graph.sent()).toHaveLength(1)
  })

  it.each(LOOKS)('%s: %s, after the data that it depends on was read', async (rule, mutation, input, rows, broken) => {
    graph.answer(having({ ...rows, ...broken.rows }))
    const refused = await write(mutation, { ...input, ...broken.input }, { validateOnly: true })

    expect(refused.errors).toBeUndefined()
    expect(rulesOf(refused.data)).toEqual([rule])
    expect(refused.data.outcome.validation!.checked).toContain(rule)
    expect(refused.data.outcome.validation!.unchecked).not.toContain(rule)

    graph.answer(having(rows))
    const checked = await write(mutation, input, { validateOnly: true })

    expect(checked.data.outcome.userErrors).toEqual([])
    // What can be read of R-LI-15 is only a part of it.
    const { checked: held, unchecked } = checked.data.outcome.validation!
    expect(held.includes(rule)).toBe(!unchecked.includes(rule))
    expect([...held, ...unchecked]).toContain(rule)
    expect(methods().filter((method) => method !== 'GET')).toEqual([])

    graph.reset()
    const taken = await write(mutation, input)

    expect(taken.data.outcome).toEqual({ userErrors: [], validation: null })
    expect(methods()).toHaveLength(1)
    expect(methods()).not.toContain('GET')
  })

  it.each(LEFT)('%s: %s, by the service, which alone can check it', async (rule, mutation, input, code) => {
    const taken = await write(mutation, input)

    expect(taken.data.outcome).toEqual({ userErrors: [], validation: null })
    expect(methods()).toEqual(['POST'])

    graph.answer(having(AROUND))
    const validated = await write(mutation, input, { validateOnly: true })

    expect(validated.data.outcome.validation!.unchecked).toContain(rule)

    graph.answer(() => ({ status: 400, body: { errors: [{ code, message: 'No' }] } }))
    const { data } = await write(mutation, input)

    expect(data.outcome.userErrors).toMatchObject([{ code, rule: null }])
  })
})

describe('the rules that are listed as checked', () => {
  it('belong to the fields of the input', async () => {
    graph.answer(having({ c1: [{ id: 'c1', daily_budget_amount_local_micro: 1 }] }))
    const { data } = await write(
      'updateCampaign',
      { campaignId: 'Campaign:a1:c1', name: 'Fall' },
      { validateOnly: true },
    )

    expect(data.outcome).toEqual({
      userErrors: [],
      // An update without a daily budget keeps the one that the campaign has (R-CAMP-6).
      validation: { checked: ['R-CONV-7', 'R-PERM-1', 'R-CAMP-1', 'R-CAMP-6'], unchecked: ['R-AUTH-5'] },
    })
  })
})

describe('the rules that can be checked here', () => {
  it('are each broken and kept by a test', () => {
    const tested = [WRITES, READS, TYPES, LOOKS, LEFT, ELSEWHERE].flatMap((table) => table.map(([rule]) => rule))

    expect(tested.toSorted()).toEqual(HELD_HERE.toSorted())
  })

  it.each(ELSEWHERE)('%s is broken and kept in %s', (rule, file, ...titles) => {
    const text = readFileSync(`test/${file}`, 'utf8')

    for (const title of titles) {
      expect(title).toContain(rule)
      expect(text.split(`'${title}'`)).toHaveLength(2)
    }
  })
})
