import { ENDPOINTS } from '../../reference/index.ts'
import { camelCase } from '../../src/schema/wire-name.ts'

/** One operation, and the one request that it must make: the endpoint as the reference writes it, and what it sends. */
export interface ReadCase {
  endpoint: string
  /** A document, or the selection below one account. */
  query?: string
  inAccount?: string
  /** The path's parameters in order, the account's aside. */
  ids?: string[]
  params?: Record<string, string>
  body?: unknown
}

const LIST =
  'first: 7, sortBy: [{ field: "createdAt", direction: DESC }, { field: "updatedAt", direction: ASC }], withDeleted: true'
/** The same for lists whose attributes are known. */
const KNOWN_LIST =
  'first: 7, sortBy: [{ field: CREATED_AT, direction: DESC }, { field: UPDATED_AT, direction: ASC }], withDeleted: true'
const LISTED = { count: '7', sort_by: 'created_at-desc,updated_at-asc', with_deleted: 'true' }
/** The lists whose sortable attributes are known. */
const KNOWN = ['funding_instruments', 'campaigns', 'line_items', 'promoted_accounts', 'promoted_posts']
const COUNTED = { ...LISTED, with_total_count: 'true' }
/** Reads without an account are few: one brings as much as a page holds, and is kept. */
const WHOLE = { count: '1000' }
const ROWS = '{ totalCount nodes { raw } }'
const RAW = '{ raw }'
const DELETED = { with_deleted: 'true' }
const HOURS = 'startTime: "2026-05-01T00:00:00Z", endTime: "2026-05-02T00:00:00Z"'
const OFFSET_SENT = { start_time: '2026-05-01T00:00:00+00:00', end_time: '2026-05-02T00:00:00+00:00' }
const HOURS_SENT = { start_time: '2026-05-01T00:00:00Z', end_time: '2026-05-02T00:00:00Z' }

/** The list and the single read of an entity that has both with the usual parameters. */
function entity(
  path: string,
  plural: string,
  singular: string,
  idFilter: string,
  more: { args?: string; params?: Record<string, string> } = {},
): ReadCase[] {
  const isKnown = KNOWN.includes(path) || path.startsWith('cards/')
  return [
    {
      endpoint: `GET 12 accounts/:account_id/${path}`,
      inAccount: `${plural}(ids: ["x1", "x2"], ${more.args ?? ''} ${isKnown ? KNOWN_LIST : LIST}) ${ROWS}`,
      params: { [idFilter]: 'x1,x2', ...COUNTED, ...more.params },
    },
    {
      endpoint: `GET 12 accounts/:account_id/${path}/:id`,
      query: `{ ${singular}(id: "x1", accountId: "a1", withDeleted: true) ${RAW} }`,
      ids: ['x1'],
      params: DELETED,
    },
  ]
}

/** How the graph sends the further parameters of lists: the argument, and what is sent. IDs are sent under their own names. */
const SENT: Readonly<Record<string, readonly [argument: string, sent: string]>> = {
  q: ['namePrefix: "s"', 's'],
  with_draft: ['withDraft: true', 'true'],
  lang: ['lang: "de"', 'de'],
  permission_scope: ['permissionScope: SHARED', 'SHARED'],
}

function sentOf(name: string): readonly [argument: string, sent: string] {
  const argument = camelCase(name)
  const ofIds = [
    name.endsWith('s') ? `${argument}: ["y1", "y2"]` : `${argument}: "y1"`,
    name.endsWith('s') ? 'y1,y2' : 'y1',
  ]
  return SENT[name] ?? (ofIds as [string, string])
}

/** The parameters of most lists, besides the IDs of their rows. */
const USUAL = ['count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count']

/** The lists of an account that have the usual parameters in the reference, and the read of one of their rows. */
function usualReads(): ReadCase[] {
  return Object.keys(ENDPOINTS).flatMap((name) => {
    const [, path = '', one = ''] = /^GET 12 accounts\/:account_id\/(\w+)\/:(\w+)_id$/.exec(name) ?? []
    const { documents, service = [] } = ENDPOINTS[`GET 12 accounts/:account_id/${path}`] ?? { documents: [] }
    const parameters = [...documents, ...service].map((parameter) => parameter.replace('!', ''))
    const idFilter = `${one}_ids`
    // These have another name in the graph.
    if (path === 'account_media' || ![...USUAL, idFilter].every((parameter) => parameters.includes(parameter)))
      return []
    const further = parameters.filter((parameter) => ![...USUAL, idFilter].includes(parameter))
    return entity(path, camelCase(path), camelCase(one), idFilter, {
      args: further.map((parameter) => `${sentOf(parameter)[0]},`).join(' '),
      params: Object.fromEntries(further.map((parameter) => [parameter, sentOf(parameter)[1]])),
    })
  })
}

const CARDS = { args: 'namePrefix: "s",', params: { q: 's' } }

/** Every read of the ads interface, the main one of an endpoint first. */
export const READS: ReadCase[] = [
  ...usualReads(),
  {
    endpoint: 'GET 12 accounts',
    query: `{ accounts(ids: ["a1", "Account:a2"], namePrefix: "s", ${KNOWN_LIST}) ${ROWS} }`,
    params: { account_ids: 'a1,a2', q: 's', ...COUNTED, ...WHOLE },
  },
  {
    endpoint: 'GET 12 accounts/:account_id',
    query: `{ account(id: "a1", withDeleted: true) ${RAW} }`,
    params: DELETED,
  },
  { endpoint: 'GET 12 accounts/:account_id/account_apps', inAccount: `apps(${LIST}) ${ROWS}`, params: COUNTED },
  {
    endpoint: 'GET 12 accounts/:account_id/account_history',
    inAccount: `history(entityType: LINE_ITEM, entityId: "l1", ${HOURS}, userId: "9007199254740993", first: 7) { nodes { raw } }`,
    params: { entity_type: 'LINE_ITEM', entity_id: 'l1', ...HOURS_SENT, user_id: '9007199254740993', count: '7' },
  },
  { endpoint: 'GET 12 accounts/:account_id/authenticated_user_access', inAccount: 'authenticatedUserAccess { raw }' },
  {
    endpoint: 'GET 12 accounts/:account_id/features',
    inAccount: 'features(keys: [REACH_FREQUENCY_CAP, WEBSITE_CLICKS_CPM_BILLING])',
    params: { feature_keys: 'REACH_FREQUENCY_CAP,WEBSITE_CLICKS_CPM_BILLING' },
  },
  {
    endpoint: 'GET 12 bidding_rules',
    query: '{ biddingRules(currency: "EUR") { nodes { raw } } }',
    params: { currency: 'EUR' },
  },
  { endpoint: 'GET 12 advertiser_business_categories', query: '{ advertiserBusinessCategories { nodes { raw } } }' },
  { endpoint: 'GET 12 content_categories', query: '{ contentCategories { nodes { raw } } }' },
  {
    endpoint: 'GET 12 iab_categories',
    query: `{ iabCategories(first: 7) ${ROWS} }`,
    params: { with_total_count: 'true', ...WHOLE },
  },
  { endpoint: 'GET 12 publishers', query: '{ publishers { nodes { raw } } }' },
  {
    endpoint: 'GET 12 line_items/placements',
    query: '{ lineItemPlacements(productType: MEDIA) { nodes { raw } } }',
    params: { product_type: 'MEDIA' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/curated_categories',
    inAccount: 'curatedCategories(countryCodes: ["US", "DE"]) { nodes { raw } }',
    params: { country_codes: 'US,DE' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/curated_categories/:id',
    query: `{ curatedCategory(id: "x1", accountId: "a1") ${RAW} }`,
    ids: ['x1'],
  },
  { endpoint: 'GET 5 accounts/:account_id/recommendations', inAccount: 'recommendations { nodes { raw } }' },
  {
    endpoint: 'GET 5 accounts/:account_id/recommendations/:id',
    query: `{ recommendation(id: "x1", accountId: "a1") ${RAW} }`,
    ids: ['x1'],
  },
  {
    endpoint: 'GET 12 accounts/:account_id/user_settings/:id',
    inAccount: `userSettings(userId: "9007199254740993") ${RAW}`,
    ids: ['9007199254740993'],
  },
  { endpoint: 'GET 12 accounts/:account_id/tax_settings', inAccount: 'taxSettings { raw }' },
  {
    endpoint: 'GET 12 accounts/:account_id/line_item_curated_categories',
    inAccount: `lineItemCuratedCategories(${LIST}) ${ROWS}`,
    params: COUNTED,
  },
  {
    endpoint: 'GET 12 accounts/:account_id/line_item_curated_categories/:id',
    query: `{ lineItemCuratedCategory(id: "x1", accountId: "a1", withDeleted: true) ${RAW} }`,
    ids: ['x1'],
    params: DELETED,
  },
  {
    endpoint: 'POST 12 accounts/:account_id/audience_estimate',
    inAccount: `audienceEstimate(input: { operatorType: NE, targetingCriteria: [
      { operatorType: EQ, targetingType: LOCATION, targetingValue: "x" }
    ] }) { raw }`,
    body: {
      operator_type: 'NE',
      targeting_criteria: [{ operator_type: 'EQ', targeting_type: 'LOCATION', targeting_value: 'x' }],
    },
  },
  {
    endpoint: 'GET 12 targeting_criteria/app_store_categories',
    query: '{ targetingOptions { appStoreCategories(namePrefix: "s", osType: IOS) { nodes { raw } } } }',
    params: { q: 's', os_type: 'IOS' },
  },
  {
    endpoint: 'GET 12 targeting_criteria/conversations',
    query: '{ targetingOptions { conversations(conversationType: MOVIES, first: 7) { nodes { raw } } } }',
    params: { conversation_type: 'MOVIES', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/devices',
    query: '{ targetingOptions { devices(namePrefix: "s", first: 7) { nodes { raw } } } }',
    params: { q: 's', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/events',
    query:
      '{ targetingOptions { events(eventTypes: [SPORTS, OTHER], countryCodes: ["US", "DE"], first: 7) { nodes { raw } } } }',
    params: { event_types: 'SPORTS,OTHER', country_codes: 'US,DE', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/interests',
    query: '{ targetingOptions { interests(namePrefix: "s", first: 7) { nodes { raw } } } }',
    params: { q: 's', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/languages',
    query: '{ targetingOptions { languages(namePrefix: "s", first: 7) { nodes { raw } } } }',
    params: { q: 's', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/locations',
    query:
      '{ targetingOptions { locations(namePrefix: "s", countryCode: "DE", locationType: CITIES, first: 7) { nodes { raw } } } }',
    params: { q: 's', country_code: 'DE', location_type: 'CITIES', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/network_operators',
    query: '{ targetingOptions { networkOperators(namePrefix: "s", countryCode: "DE", first: 7) { nodes { raw } } } }',
    params: { q: 's', country_code: 'DE', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/platforms',
    query: '{ targetingOptions { platforms(namePrefix: "s", lang: "de") { nodes { raw } } } }',
    params: { q: 's', lang: 'de', ...WHOLE },
  },
  {
    endpoint: 'GET 12 targeting_criteria/platform_versions',
    query: '{ targetingOptions { platformVersions(namePrefix: "s") { nodes { raw } } } }',
    params: { q: 's' },
  },
  {
    endpoint: 'GET 12 targeting_criteria/tv_markets',
    query: '{ targetingOptions { tvMarkets { nodes { raw } } } }',
  },
  {
    endpoint: 'GET 12 targeting_criteria/tv_shows',
    query: '{ targetingOptions { tvShows(locale: "de-DE", namePrefix: "s", first: 7) { nodes { raw } } } }',
    params: { locale: 'de-DE', q: 's', ...WHOLE },
  },
  {
    endpoint: 'GET 12 insights/keywords/search',
    query: `{ keywordInsights(granularity: DAY, keywords: ["a b", "c"], negativeKeywords: ["d"], location: "x1", ${HOURS}) { raw } }`,
    params: { granularity: 'DAY', keywords: 'a b,c', negative_keywords: 'd', location: 'x1', ...HOURS_SENT },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/custom_audiences/:id/targeted',
    query: '{ customAudience(id: "x1", accountId: "a1") { targeted(withActive: false) { nodes { raw } } } }',
    ids: ['x1'],
    params: { with_active: 'false' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/custom_audiences/:id/permissions',
    query: `{ customAudience(id: "x1", accountId: "a1") { permissions(ids: ["p1"], grantedAccountIds: ["a2"], first: 7,
      sortBy: [{ field: "createdAt", direction: ASC }]) ${ROWS} } }`,
    ids: ['x1'],
    params: {
      custom_audience_permission_ids: 'p1',
      granted_account_ids: 'a2',
      count: '7',
      sort_by: 'created_at-asc',
      with_total_count: 'true',
    },
  },
  {
    endpoint: 'GET 5 accounts/:account_id/tailored_audiences/:id/permissions',
    inAccount: `tailoredAudiencePermissions(tailoredAudienceId: "x1", ids: ["p1"], grantedAccountIds: ["a2"], first: 7,
      sortBy: [{ field: "createdAt", direction: ASC }]) ${ROWS}`,
    ids: ['x1'],
    params: {
      tailored_audience_permission_ids: 'p1',
      granted_account_ids: 'a2',
      count: '7',
      sort_by: 'created_at-asc',
      with_total_count: 'true',
    },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/do_not_reach_lists',
    inAccount: 'doNotReachLists(withDeleted: true) { nodes { raw } }',
    params: DELETED,
  },
  { endpoint: 'GET 12 accounts/:account_id/do_not_reach_lists', inAccount: 'doNotReachList { raw }' },
  ...entity('account_media', 'accountMediaItems', 'accountMedia', 'account_media_ids', {
    args: 'creativeTypes: [BANNER, PREROLL],',
    params: { creative_types: 'BANNER,PREROLL' },
  }),
  {
    endpoint: 'GET 12 accounts/:account_id/cards',
    inAccount: `cards(ids: ["1", "2"], cardUris: ["card://3"], cardTypes: [IMAGE_APP, VIDEO_WEBSITE], includeLegacyCards: true,
      namePrefix: "s", ${KNOWN_LIST}) { nodes { raw } }`,
    params: {
      card_id: '1,2',
      card_uris: 'card://3',
      card_types: 'IMAGE_APP,VIDEO_WEBSITE',
      include_legacy_cards: 'true',
      q: 's',
      ...LISTED,
    },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/cards/:id',
    query: `{ card(id: "ComposableCard:a1:1", withDeleted: true) ${RAW} }`,
    ids: ['1'],
    params: DELETED,
  },
  {
    endpoint: 'GET 12 accounts/:account_id/cards/all',
    inAccount: 'cardsByUri(uris: ["card://1", "card://2"], withDeleted: true) { raw }',
    params: { card_uris: 'card://1,card://2', ...DELETED },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/cards/all/:id',
    query: `{ card(id: "1", accountId: "a1", withDeleted: true) ${RAW} }`,
    ids: ['1'],
    params: DELETED,
  },
  ...entity('cards/image_conversation', 'imageConversationCards', 'imageConversationCard', 'card_ids', CARDS),
  ...entity('cards/video_conversation', 'videoConversationCards', 'videoConversationCard', 'card_ids', CARDS),
  ...entity('cards/poll', 'pollCards', 'pollCard', 'card_ids', CARDS),
  {
    endpoint: 'GET 12 accounts/:account_id/media_library',
    inAccount: 'mediaItems(first: 7, mediaType: GIF, words: "s") { nodes { raw } }',
    params: { count: '7', media_type: 'GIF', q: 's' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/media_library/:id',
    query: `{ media(id: "3_1", accountId: "a1") ${RAW} }`,
    ids: ['3_1'],
  },
  {
    endpoint: 'GET 12 accounts/:account_id/draft_posts',
    inAccount: 'draftPosts(first: 7, userId: "9007199254740993") { nodes { raw } }',
    params: { count: '7', user_id: '9007199254740993' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/draft_posts/:id',
    query: `{ draftPost(id: "1", accountId: "a1") ${RAW} }`,
    ids: ['1'],
  },
  {
    endpoint: 'GET 12 accounts/:account_id/scheduled_posts',
    inAccount: 'scheduledPosts(first: 7, userId: "9007199254740993") { nodes { raw } }',
    params: { count: '7', user_id: '9007199254740993' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/scheduled_posts/:id',
    query: `{ scheduledPost(id: "1", accountId: "a1") ${RAW} }`,
    ids: ['1'],
  },
  {
    endpoint: 'GET 12 accounts/:account_id/post_previews',
    inAccount: 'postPreviews(postType: DRAFT, postIds: ["1", "9007199254740993"]) { raw }',
    params: { post_type: 'DRAFT', post_ids: '1,9007199254740993' },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/posts',
    inAccount: `posts(postType: PUBLISHED, ids: ["1", "9007199254740993"], first: 7, includeMentionsAndReplies: true, namePrefix: "s",
      timelineType: ORGANIC, userId: "2") { nodes { userId } }`,
    params: {
      post_type: 'PUBLISHED',
      post_ids: '1,9007199254740993',
      count: '7',
      include_mentions_and_replies: 'true',
      name: 's',
      timeline_type: 'ORGANIC',
      trim_user: 'true',
      user_id: '2',
    },
  },
  {
    endpoint: 'GET 12 accounts/:account_id/posts',
    query: '{ publishedPost(id: "1", accountId: "a1") { userId } }',
    params: {
      post_type: 'PUBLISHED',
      post_ids: '1',
      include_mentions_and_replies: 'true',
      timeline_type: 'ALL',
    },
  },
  {
    endpoint: 'GET 12 stats/accounts/:account_id',
    inAccount: `stats(${HOURS}, granularity: HOUR, placement: TREND) { engagement { clicks } }`,
    params: {
      entity: 'ACCOUNT',
      entity_ids: 'a1',
      ...OFFSET_SENT,
      granularity: 'HOUR',
      metric_groups: 'ENGAGEMENT',
      placement: 'TREND',
    },
  },
  {
    endpoint: 'GET 12 stats/accounts/:account_id/active_entities',
    inAccount: `activeEntities(entity: LINE_ITEM, ${HOURS}, campaignIds: ["c1", "c2"]) { totalCount nodes { raw } }`,
    params: { entity: 'LINE_ITEM', campaign_ids: 'c1,c2', ...OFFSET_SENT },
  },
  {
    endpoint: 'GET 12 stats/accounts/:account_id/reach/campaigns',
    query: `{ campaign(id: "c1", accountId: "a1") { reach(${HOURS}) { raw } } }`,
    params: { campaign_ids: 'c1', ...OFFSET_SENT },
  },
  {
    endpoint: 'GET 12 stats/accounts/:account_id/reach/funding_instruments',
    query: `{ fundingInstrument(id: "f1", accountId: "a1") { reach(${HOURS}) { raw } } }`,
    params: { funding_instrument_ids: 'f1', ...OFFSET_SENT },
  },
]
