import { getNamedType } from 'graphql'
import { curatedCategories } from '../../sandbox/account/curated-category.ts'
import { fundingInstruments } from '../../sandbox/account/funding-instrument.ts'
import { promotableUsers } from '../../sandbox/account/promotable-user.ts'
import { customAudiencePermissions } from '../../sandbox/audience/custom-audience-permission.ts'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { doNotReachLists } from '../../sandbox/audience/do-not-reach-list.ts'
import { tailoredAudiencePermissions } from '../../sandbox/audience/tailored-audience-permission.ts'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { lineItemCuratedCategories } from '../../sandbox/campaign/line-item-curated-category.ts'
import { lineItems } from '../../sandbox/campaign/line-item.ts'
import { mediaCreatives } from '../../sandbox/campaign/media-creative.ts'
import { promotedAccounts } from '../../sandbox/campaign/promoted-account.ts'
import { promotedPosts } from '../../sandbox/campaign/promoted-post.ts'
import { scheduledPromotedPosts } from '../../sandbox/campaign/scheduled-promoted-post.ts'
import { targetingCriteria } from '../../sandbox/campaign/targeting-criterion.ts'
import { trackingTags } from '../../sandbox/campaign/tracking-tag.ts'
import { accountMedia } from '../../sandbox/creative/account-media.ts'
import { cards } from '../../sandbox/creative/card.ts'
import { draftPosts } from '../../sandbox/creative/draft-post.ts'
import { mediaLibrary } from '../../sandbox/creative/media.ts'
import { posts } from '../../sandbox/creative/post.ts'
import { scheduledPosts } from '../../sandbox/creative/scheduled-post.ts'
import {
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  NO_ACCOUNT,
  SMALL_ACCOUNT_ID,
  TAILORED_AUDIENCE_ID,
  type Row,
  type Store,
  type TableDefinition,
} from '../../sandbox/index.ts'
import { LATER } from './later.ts'
import type { InputOptions, RandomInput, Shape, Values } from './random-input.ts'

const NO_IDS = ['', 'a b', 'zzzzz', '9223372036854775807', '../x', `Other:${DEMO_ACCOUNT_ID}:1`, 'x'.repeat(65)]
const HASH = 'a'.repeat(64)
/** The tie of a curated category to a line item. The seed has none. */
const TIE = {
  id: 'tie01',
  line_item_id: 'l1',
  curated_category_id: 'c1',
  created_at: '',
  updated_at: '',
  deleted: false,
}

/** Texts around a limit, which counts characters: 🎒 is one, and é can be two. */
const text = (most: number): Values => ({
  good: [
    'x',
    'ü, 🎒 & 100 %',
    'x'.repeat(most),
    '🎒'.repeat(most),
    'e\u0301'.repeat(most >> 1),
    ` ${'x'.repeat(most - 2)} `,
  ],
  bad: ['', ' ', 'x'.repeat(most + 1), '🎒'.repeat(most + 1), '\ud83c', 'x'.repeat(300), 'x'.repeat(10_001)],
})
const urls: Values = {
  good: ['https://shop.example/a?b=c,d&e=%20', 'http://shop.example'],
  bad: ['', 'shop.example', 'a b', 'ftp://x', `https://shop.example/${'x'.repeat(10_001)}`],
}

/** The ids of rows that are there, by either kind of id, and of such as are deleted, another account's, or none. */
function idsOf<R extends Row>(
  store: Store,
  type: string,
  table: TableDefinition<R>,
  keep: (row: R) => boolean = () => true,
): Values {
  const rows = store.table(table).rows(DEMO_ACCOUNT_ID).filter(keep)
  const deleted = rows.filter((row) => row.deleted).map(({ id }) => id)
  const good = rows.filter((row) => !row.deleted).map(({ id }) => id)
  const [other] = store.table(table).rows(SMALL_ACCOUNT_ID)
  return {
    good: [...good.slice(0, 40), ...good.slice(0, 10).map((id) => `${type}:${DEMO_ACCOUNT_ID}:${id}`)],
    bad: [...deleted.slice(0, 3), ...(other ? [other.id, `${type}:${SMALL_ACCOUNT_ID}:${other.id}`] : []), ...NO_IDS],
  }
}

const BY_TYPE: Record<string, Values> = {
  String: text(60),
  Int: { good: [1, 7], bad: [0, -1, 2_147_483_647] },
  Long: {
    good: ['4999999', '5000000', '5000001', 7_000_000, '9007199254740993'],
    bad: ['0', '-1', '1', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '1.5', 2 ** 53],
  },
  DateTime: { good: ['2030-01-01T08:00:00Z'], bad: ['2020-01-01T08:00:00Z', 'tomorrow'] },
}

/** What inputs of mutations are drawn from: the ids that are there, and values within and beyond the documents' limits. */
export function valuesIn(store: Store): InputOptions['valuesOf'] {
  store.table(lineItemCuratedCategories).insert(DEMO_ACCOUNT_ID, TIE)
  const ids = <R extends Row>(type: string, table: TableDefinition<R>, keep?: (row: R) => boolean) =>
    idsOf(store, type, table, keep)
  const rowsOf = <R extends Row>(table: TableDefinition<R>, account = DEMO_ACCOUNT_ID) =>
    store.table(table).rows(account)
  const users = rowsOf(promotableUsers)
  const full = users.filter((row) => row.promotable_user_type === 'FULL' && !row.deleted).map((row) => row.user_id)
  const images = ids('Media', mediaLibrary, (row) => row.media_type === 'IMAGE')
  const videos = ids('Media', mediaLibrary, (row) => row.media_type === 'VIDEO')
  const byField: Record<string, Values> = {
    accountId: {
      good: [DEMO_ACCOUNT_ID, `Account:${DEMO_ACCOUNT_ID}`],
      bad: [
        SMALL_ACCOUNT_ID,
        EMPTY_ACCOUNT_ID,
        `Account:${EURO_ACCOUNT_ID}`,
        'zzz',
        '',
        `Campaign:${DEMO_ACCOUNT_ID}:1`,
      ],
    },
    // An administrator of the account changes no settings.
    'UpdateUserSettingsInput.accountId': { good: [SMALL_ACCOUNT_ID], bad: [DEMO_ACCOUNT_ID, 'zzz'] },
    grantedAccountId: { good: [SMALL_ACCOUNT_ID, `Account:${EURO_ACCOUNT_ID}`], bad: [DEMO_ACCOUNT_ID, 'zzz', ''] },
    accountMediaId: ids('AccountMedia', accountMedia),
    campaignId: ids('Campaign', campaigns),
    cardId: ids('ComposableCard', cards, (row) => 'components' in row || 'slides' in row),
    ...Object.fromEntries(
      ['Image', 'Video'].flatMap((kind) =>
        ['Update', 'Delete'].map((verb) => [
          `${verb}${kind}ConversationCardInput.cardId`,
          ids(`${kind}ConversationCard`, cards, (row) => row.card_type === `${kind.toUpperCase()}_CONVERSATION`),
        ]),
      ),
    ),
    curatedCategoryId: { good: rowsOf(curatedCategories, NO_ACCOUNT).map(({ id }) => id), bad: NO_IDS },
    customAudienceId: ids('CustomAudience', customAudiences),
    doNotReachListId: ids('DoNotReachList', doNotReachLists),
    draftPostId: ids('DraftPost', draftPosts),
    fundingInstrumentId: ids('FundingInstrument', fundingInstruments),
    lineItemCuratedCategoryId: { good: [TIE.id, `LineItemCuratedCategory:${DEMO_ACCOUNT_ID}:${TIE.id}`], bad: NO_IDS },
    lineItemId: ids('LineItem', lineItems),
    mediaCreativeId: ids('MediaCreative', mediaCreatives),
    mediaKey: ids('Media', mediaLibrary),
    mediaKeys: ids('Media', mediaLibrary),
    posterMediaKey: images,
    'CreateImageConversationCardInput.mediaKey': images,
    'CreateVideoConversationCardInput.mediaKey': videos,
    unlockedImageMediaKey: images,
    unlockedVideoMediaKey: videos,
    postId: ids('PublishedPost', posts),
    postIds: ids('PublishedPost', posts),
    promotedAccountId: ids('PromotedAccount', promotedAccounts),
    promotedPostId: ids('PromotedPost', promotedPosts),
    scheduledPostId: ids('ScheduledPost', scheduledPosts),
    scheduledPromotedPostId: ids('ScheduledPromotedPost', scheduledPromotedPosts),
    targetingCriterionId: ids('TargetingCriterion', targetingCriteria),
    trackingTagId: ids('TrackingTag', trackingTags),
    tailoredAudienceId: { good: [TAILORED_AUDIENCE_ID], bad: NO_IDS },
    'RevokeCustomAudiencePermissionInput.permissionId': ids('CustomAudiencePermission', customAudiencePermissions),
    'RevokeTailoredAudiencePermissionInput.permissionId': ids(
      'TailoredAudiencePermission',
      tailoredAudiencePermissions,
    ),
    asUserId: { good: full, bad: [...users.map((row) => row.user_id), ...NO_IDS] },
    userId: { good: users.map((row) => row.user_id), bad: NO_IDS },
    advertiserUserId: { good: full, bad: NO_IDS },
    'UpdateUserSettingsInput.userId': { good: ['1000000001'], bad: ['1000000002', '-1', '9223372036854775807'] },
    email: { good: [HASH], bad: ['ann', '', HASH.slice(1), ' Ann@Example.org'] },
    deviceId: { good: [HASH], bad: ['1'] },
    handle: { good: [HASH], bad: ['@ann', 'a nn'] },
    svcId: { good: [HASH], bad: ['17'] },
    phoneNumber: { good: [HASH], bad: ['+491512345678', '0151'] },
    partnerUserId: { good: ['p 1', HASH], bad: ['', 'p,1'] },

    name: text(80),
    'CreateCampaignInput.name': text(255),
    'UpdateCampaignInput.name': text(255),
    firstCta: { good: ['#x', `#${'x'.repeat(20)}`], bad: ['x', '', `#${'x'.repeat(21)}`] },
    secondCta: text(20),
    thirdCta: text(20),
    fourthCta: text(20),
    thankYouText: text(23),
    title: text(23),
    firstChoice: text(25),
    secondChoice: text(25),
    thirdChoice: text(25),
    fourthChoice: text(25),
    label: text(25),
    'UpdateMediaInput.title': text(70),
    'AddMediaToLibraryInput.title': text(70),
    videoTitle: text(70),
    purchaseOrderNumber: text(50),
    contactPhoneExtension: text(5),
    subscribeEmailTypes: { good: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'], bad: ['', 'a,b'] },
    cardUri: {
      good: rowsOf(cards)
        .filter((row) => !row.deleted)
        .slice(0, 9)
        .map((row) => row.card_uri),
      bad: ['card://1', 'http://x', ''],
    },
    advertiserDomain: { good: ['shop.example'], bad: ['https://shop.example', '', 'a b'] },
    categories: { good: ['IAB1', 'IAB2'], bad: ['', 'a,b', 'zzz'] },
    androidAppStoreIdentifier: { good: ['com.example.shop'], bad: ['', '1'] },
    googleplayAppId: { good: ['com.example.shop'], bad: ['', '1'] },
    iosAppStoreIdentifier: { good: ['585027354'], bad: ['', 'x'] },
    primaryWebEventTag: { good: ['o1'], bad: [''] },
    countryCode: { good: ['US', 'DE'], bad: ['us', 'USA', ''] },
    currency: { good: ['USD', 'EUR'], bad: ['usd', 'US', ''] },
    targetingValue: { good: ['1', 'IAB1', 'shoes', 'ü, 🎒'], bad: [''] },
    videoCtaValue: urls,
    googleplayDeepLink: { good: ['shop://a'], bad: ['', 'a b'] },
    iosDeepLink: { good: ['shop://a'], bad: ['', 'a b'] },
    callback: { good: ['oob', 'https://app.example/cb', 'app://cb'], bad: ['', '/cb', 'http://a b'] },

    durationInDays: { good: [1, 7, 30], bad: [0, 2, 6, 8, 29, 31, -1] },
    durationInMinutes: { good: [5, 6, 10_079, 10_080], bad: [4, 10_081, -5, 2_147_483_647] },
    frequency: { good: [1, 5], bad: [0, -1, 2_147_483_647] },
    frequencyCap: { good: [1, 9], bad: [0, -1, 2_147_483_647] },
    lookbackWindow: { good: [1, 7, 14, 30], bad: [0, 2, 6, 8, 13, 15, 29, 31, -1] },
    startTime: { good: ['2026-06-01T08:00:00Z', '2026-06-01T08:00:00+02:00'], bad: ['2031-01-01T00:00:00Z', 'soon'] },
    endTime: {
      good: ['2030-07-01T08:00:00Z', '2030-07-01T08:00+0200', '2026-06-01T08:00:01Z'],
      bad: ['2001-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-06-01T08:00:00Z', '2026-06-01T06:00:00Z'],
    },
    scheduledAt: { good: [LATER, LATER.replace(':00Z', '+02')], bad: ['2020-01-01T08:00:00Z', '2099-01-01T08:00:00Z'] },
    effectiveAt: { good: ['2030-01-01T08:00:00Z', '2031-01-01T07:59:59Z'], bad: ['2040-01-01T00:00:00Z', 'now'] },
    expiresAt: { good: ['2031-01-01T08:00:00Z'], bad: ['2020-01-01T00:00:00Z', '2030-01-01T08:00:00Z'] },
  }

  return ({ name, type }, owner) =>
    byField[`${owner.name}.${name}`] ??
    byField[name] ??
    (/url$/i.test(name) ? urls : undefined) ??
    BY_TYPE[getNamedType(type).name] ??
    text(60)
}

function without(input: RandomInput, ...names: string[]): RandomInput {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}

/** Whether components make a card: one that shows media, and others, each of its own kind. */
function makeCard(components: RandomInput[]): boolean {
  const kinds = components.flatMap(Object.keys)
  const shown = kinds.filter((kind) => /media/i.test(kind))
  return shown.length === 1 && kinds.length > 1 && new Set(kinds).size === kinds.length
}

const ofComponents: Shape = (input, draw) => {
  const drawn = Array.from({ length: 20 }, () => draw('components') as RandomInput[])
  return { ...without(input, 'slides'), components: drawn.find(makeCard) }
}

/** A card of components, or one of slides, which are seldom cards themselves. */
const componentsOrSlides: Shape = (input, draw, pick) =>
  pick([true, false]) ? ofComponents(input, draw, pick) : { ...without(input, 'components'), slides: draw('slides') }

/** A post with a text, and with one medium where it has any. */
const withText: Shape = ({ mediaKeys, ...input }, draw) => ({
  ...input,
  ...(Array.isArray(mediaKeys) && { mediaKeys: mediaKeys.slice(0, 1) }),
  text: draw('text'),
})

const withTitle: Shape = (input, draw) => {
  const given = ['secondCta', 'thirdCta', 'fourthCta'].filter((cta) => input[cta] !== undefined)
  const posts = given.map((cta) => [`${cta}Post`, draw(`${cta}Post`)])
  return { ...input, title: draw('title'), ...Object.fromEntries(posts) }
}

/** Which fields of inputs go together, with the rows that are there and the tokens that are given. */
export function shapesIn(store: Store, tokens: { ofUser: () => object; ofApp: () => object }): InputOptions['shapes'] {
  const permissions = store.table(customAudiencePermissions).rows(DEMO_ACCOUNT_ID)
  const siblings = store.table(lineItems).rows(DEMO_ACCOUNT_ID).slice(0, 60)
  const promoters = siblings.filter((row) => row.product_type === 'PROMOTED_ACCOUNT')
  const due = new Map(
    store
      .table(scheduledPosts)
      .rows(DEMO_ACCOUNT_ID)
      .map((row) => [row.id, Date.parse(row.scheduled_at)]),
  )
  const notDue = store
    .table(scheduledPromotedPosts)
    .rows(DEMO_ACCOUNT_ID)
    .filter((row) => !row.deleted && due.get(String(row.scheduled_post_id))! > Date.now() + 3_600_000)

  /** A new line item that is like the others of its campaign. */
  const likeSiblings: Shape = (input, _draw, pick) => {
    const { campaign_id: campaignId, objective, product_type: productType } = pick(siblings)
    const own = without(input, 'frequencyCap', 'advertiserUserId', 'payBy')
    return { ...own, campaignId, objective, productType, placements: ['ALL_ON_SVC'] }
  }

  return {
    CreateCampaignInput: (input, draw) => ({
      ...input,
      dailyBudgetAmountLocalMicro: draw('dailyBudgetAmountLocalMicro'),
    }),
    CreateCardInput: componentsOrSlides,
    CreateDoNotReachListInput: (input) => ({ ...input, accountId: EMPTY_ACCOUNT_ID }),
    CreateDraftPostInput: withText,
    CreateImageConversationCardInput: withTitle,
    CreateLineItemInput: likeSiblings,
    CreatePostInput: withText,
    CreatePromotedAccountInput: (input, _draw, pick) => ({ ...input, lineItemId: pick(promoters).id }),
    CreateScheduledPostInput: withText,
    CreateVideoConversationCardInput: withTitle,
    // Few other types take any value.
    CreateTargetingCriterionInput: (input, _draw, pick) =>
      pick([input, { ...input, targetingType: 'BROAD_KEYWORD', operatorType: 'EQ' }]),
    CreateFlexibleAudienceInput: (input, draw) => ({
      audienceType: draw('audienceType'),
      segments: draw('segments'),
      ...input,
    }),
    DeleteScheduledPromotedPostInput: (input, _draw, pick) => ({ ...input, scheduledPromotedPostId: pick(notDue).id }),
    InvalidateBearerTokenInput: () => ({ ...tokens.ofApp() }),
    InvalidateAccessTokenInput: () => ({ ...tokens.ofUser() }),
    RevokeCustomAudiencePermissionInput: (input, _draw, pick) => {
      const { custom_audience_id: customAudienceId, id: permissionId } = pick(permissions)
      return { ...input, customAudienceId, permissionId }
    },
    SegmentInput: (input, draw) =>
      Array.isArray(input['childSegments']) && input['childSegments'].length > 0
        ? { ...without(input, 'customAudienceId'), booleanOperator: draw('booleanOperator') }
        : { ...without(input, 'childSegments', 'booleanOperator'), customAudienceId: draw('customAudienceId') },
    UpdateCardInput: componentsOrSlides,
    UpdateDraftPostInput: withText,
    UpdateImageConversationCardInput: withTitle,
    UpdateScheduledPostInput: withText,
    UpdateVideoConversationCardInput: withTitle,
  }
}
