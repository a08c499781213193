import { ENDPOINTS } from '../../reference/index.ts'
import { LATER } from '../support/later.ts'

/** One mutation, and the one request that it must make: the endpoint as the reference writes it, and what it sends. */
export interface WriteCase {
  endpoint: string
  mutation: string
  input?: object
  /** The path's parameters in order, the account's aside. */
  ids?: string[]
  /** The parameters that are sent in query or form, or in the header of an authorization, unless they follow from the input. */
  params?: Record<string, string>
  /** The parameters that are sent as JSON. */
  json?: unknown
}

const BIG = '9007199254740993'
export const ACCOUNT = { accountId: 'a1' }
const START = '2030-01-01T00:00:00Z'
const END = '2030-02-01T00:00:00Z'
const HASH = 'a'.repeat(64)

const POST = { text: 'Ünï, #new', cardUri: 'card://1', mediaKeys: ['3_1', '3_2'], nullcast: false, name: 'Post' }
const MEDIA = { name: 'N', fileName: 'F', title: 'T', description: 'D', posterMediaKey: '3_2' }
const CAMPAIGN = {
  name: 'Campaign',
  budgetOptimization: 'CAMPAIGN',
  dailyBudgetAmountLocalMicro: '1000000',
  totalBudgetAmountLocalMicro: BIG,
  entityStatus: 'PAUSED',
  purchaseOrderNumber: 'PO 1',
  standardDelivery: false,
}
const CONVERSATION = {
  name: 'Card',
  mediaKey: '3_1',
  firstCta: '#A',
  firstCtaPost: 'a',
  secondCta: '#B',
  secondCtaPost: 'b',
  thirdCta: '#C',
  thirdCtaPost: 'c',
  fourthCta: '#D',
  fourthCtaPost: 'd',
  title: 'Title',
  thankYouText: 'Thanks',
  thankYouUrl: 'https://shop.example',
  unlockedImageMediaKey: '3_2',
}
const OF_VIDEO = { unlockedVideoMediaKey: '7_1', posterMediaKey: '3_3' }
const COMPONENTS = [
  { swipeableMedia: { mediaKeys: ['3_1', 'Media:a1:3_2'] } },
  { details: { title: 'T', destination: { url: 'https://shop.example' } } },
  {
    button: {
      label: 'SHOP',
      destination: {
        countryCode: 'US',
        googleplayAppId: 'g',
        googleplayDeepLink: 'g://',
        iosAppStoreIdentifier: 'i',
        iosDeepLink: 'i://',
      },
    },
  },
]
const COMPONENTS_SENT = [
  { type: 'SWIPEABLE_MEDIA', media_keys: ['3_1', '3_2'] },
  { type: 'DETAILS', title: 'T', destination: { type: 'WEBSITE', url: 'https://shop.example' } },
  {
    type: 'BUTTON',
    label: { type: 'ENUM', value: 'SHOP' },
    destination: {
      type: 'APP',
      country_code: 'US',
      googleplay_app_id: 'g',
      googleplay_deep_link: 'g://',
      ios_app_store_identifier: 'i',
      ios_deep_link: 'i://',
    },
  },
]
const LINE_ITEM = {
  startTime: START,
  endTime: END,
  androidAppStoreIdentifier: 'g',
  iosAppStoreIdentifier: 'i',
  bidAmountLocalMicro: BIG,
  bidStrategy: 'MAX',
  audienceExpansion: 'BROAD',
  entityStatus: 'PAUSED',
  goal: 'APP_INSTALLS',
  name: 'Line item',
  payBy: 'APP_CLICK',
  totalBudgetAmountLocalMicro: '2',
  dailyBudgetAmountLocalMicro: '1',
  advertiserDomain: 'shop.example',
  categories: ['IAB1', 'IAB2'],
}
const TIMES = { startTime: START, endTime: END }
/**
 * New line items that together have every argument, which rules keep out of one; and those that are numbers or booleans where they
 * go as JSON.
 */
const NEW_LINE_ITEMS: readonly [input: object, typed: object][] = [
  [
    {
      campaignId: 'k1',
      objective: 'APP_INSTALLS',
      productType: 'PROMOTED_POSTS',
      placements: ['PUBLISHER_NETWORK', 'SVC_TIMELINE'],
      standardDelivery: true,
      ...LINE_ITEM,
    },
    { standard_delivery: true, daily_budget_amount_local_micro: 1, total_budget_amount_local_micro: 2 },
  ],
  [
    {
      campaignId: 'k2',
      ...TIMES,
      objective: 'PREROLL_VIEWS',
      productType: 'MEDIA',
      placements: ['ALL_ON_SVC'],
      categories: ['business-1'],
      advertiserUserId: BIG,
      frequencyCap: 0,
      durationInDays: 7,
      goal: 'PREROLL',
    },
    { frequency_cap: 0, duration_in_days: 7 },
  ],
  [
    {
      campaignId: 'k3',
      ...TIMES,
      objective: 'WEBSITE_CLICKS',
      productType: 'PROMOTED_POSTS',
      placements: ['SVC_SEARCH'],
      goal: 'WEBSITE_CONVERSIONS',
      primaryWebEventTag: 'w1',
      audienceExpansion: null,
      totalBudgetAmountLocalMicro: null,
      standardDelivery: false,
    },
    { standard_delivery: false },
  ],
]
const TAG = { trackingTagUrl: 'https://t.example/?a=1,2' }
const PERMISSION = { grantedAccountId: 'a2', permissionLevel: 'READ_WRITE' }

/** Fields of an input as a form has them: with the names of the wire, and as text, which is empty for null. */
function asForm(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), String(value ?? '')]))
}
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The parameters that a write sends as text: the fields of its input that are parameters in the reference. */
export function paramsOf({ endpoint, input = {}, params }: WriteCase): Record<string, string> {
  const { documents = [], service = [] } = ENDPOINTS[endpoint] ?? {}
  const names = [...documents, ...service].map((name) => name.replace('!', ''))
  return params ?? asForm(Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(snakeCase(name)))))
}

/** Every write of the interfaces, with all of its documented arguments. */
export const WRITES: WriteCase[] = [
  {
    endpoint: 'POST /oauth/request_token',
    mutation: 'createRequestToken',
    input: { callback: 'https://app.example/cb', accessType: 'READ' },
    params: { oauth_callback: 'https://app.example/cb', svc_auth_access_type: 'read' },
  },
  {
    endpoint: 'POST /oauth/access_token',
    mutation: 'createAccessToken',
    input: { requestToken: 'r', requestTokenSecret: 's', verifier: '1234567' },
    params: { oauth_verifier: '1234567' },
  },
  { endpoint: 'POST /1.1/oauth/invalidate_token', mutation: 'invalidateAccessToken', input: {} },
  { endpoint: 'POST /oauth2/token', mutation: 'createBearerToken', params: { grant_type: 'client_credentials' } },
  {
    endpoint: 'POST /oauth2/invalidate_token',
    mutation: 'invalidateBearerToken',
    input: { accessToken: 'bearer' },
  },
  { endpoint: 'POST 12 accounts', mutation: 'createAccount' },
  {
    endpoint: 'PUT 12 accounts/:account_id',
    mutation: 'updateAccount',
    input: { ...ACCOUNT, name: 'Shop', industryType: 'TRAVEL' },
  },
  { endpoint: 'DELETE 12 accounts/:account_id', mutation: 'deleteAccount', input: ACCOUNT },
  ...(['addAccountFeatures', 'removeAccountFeatures'] as const).map((mutation, index) => ({
    endpoint: `${['POST', 'DELETE'][index]} 12 accounts/:account_id/features`,
    mutation,
    input: { ...ACCOUNT, featureKeys: ['AGE_TARGETING', 'EVENT_TARGETING'] },
  })),
  {
    endpoint: 'PUT 12 accounts/:account_id/tax_settings',
    mutation: 'updateTaxSettings',
    input: {
      ...ACCOUNT,
      addressCity: 'X0',
      addressCountry: 'US',
      addressEmail: 'a@example.org',
      addressFirstName: 'X3',
      addressLastName: 'X4',
      addressName: 'X5',
      addressPostalCode: 'X6',
      addressRegion: 'X7',
      addressStreet1: 'X8',
      addressStreet2: 'X9',
      clientAddressCity: 'X10',
      clientAddressCountry: 'US',
      clientAddressEmail: 'a@example.org',
      clientAddressFirstName: 'X13',
      clientAddressLastName: 'X14',
      clientAddressName: 'X15',
      clientAddressPostalCode: 'X16',
      billTo: 'AGENCY',
      businessRelationship: 'AGENCY',
      clientAddressRegion: 'R',
      clientAddressStreet1: 'S',
      clientAddressStreet2: 'T',
      invoiceJurisdiction: 'LOI_SAPIN',
      taxCategory: 'BUSINESS_WITH_VAT',
      taxExemptionId: 'E',
      taxId: 'I',
    },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/user_settings/:user_id',
    mutation: 'updateUserSettings',
    input: {
      ...ACCOUNT,
      userId: BIG,
      notificationEmail: 'a@example.org',
      contactPhone: '+1 2',
      contactPhoneExtension: '3',
      subscribeEmailTypes: ['ACCOUNT_PERFORMANCE', 'SOMETHING_NEW'],
    },
    ids: [BIG],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/funding_instruments',
    mutation: 'createFundingInstrument',
    input: {
      ...ACCOUNT,
      currency: 'EUR',
      startTime: START,
      endTime: '2030-02-01T00:00:00+01:00',
      type: 'CREDIT_LINE',
      creditLimitLocalMicro: BIG,
      fundedAmountLocalMicro: 0,
    },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/funding_instruments/:funding_instrument_id',
    mutation: 'deleteFundingInstrument',
    input: { ...ACCOUNT, fundingInstrumentId: 'f1' },
    ids: ['f1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/campaigns',
    mutation: 'createCampaign',
    input: { ...ACCOUNT, fundingInstrumentId: 'f1', ...CAMPAIGN },
  },
  {
    endpoint: 'POST 12 accounts/:account_id/campaigns',
    mutation: 'createCampaign',
    input: {
      ...ACCOUNT,
      fundingInstrumentId: 'f1',
      name: 'Spring, + sale! 🎒',
      dailyBudgetAmountLocalMicro: 0,
      purchaseOrderNumber: null,
    },
  },
  {
    endpoint: 'POST 12 batch/accounts/:account_id/campaigns',
    mutation: 'batchCampaigns',
    input: {
      ...ACCOUNT,
      operations: [
        { create: { fundingInstrumentId: 'f1', ...CAMPAIGN } },
        { update: { campaignId: 'c1', entityStatus: 'ACTIVE', dailyBudgetAmountLocalMicro: '1' } },
        { delete: { campaignId: 'c2' } },
      ],
    },
    json: [
      {
        operation_type: 'Create',
        params: {
          funding_instrument_id: 'f1',
          ...asForm(CAMPAIGN),
          daily_budget_amount_local_micro: 1_000_000,
          standard_delivery: false,
        },
      },
      {
        operation_type: 'Update',
        params: { campaign_id: 'c1', entity_status: 'ACTIVE', daily_budget_amount_local_micro: 1 },
      },
      { operation_type: 'Delete', params: { campaign_id: 'c2' } },
    ],
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/campaigns/:campaign_id',
    mutation: 'updateCampaign',
    input: { ...ACCOUNT, campaignId: 'c1', fundingInstrumentId: 'f2', ...CAMPAIGN },
    ids: ['c1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/campaigns/:campaign_id',
    mutation: 'deleteCampaign',
    input: { ...ACCOUNT, campaignId: 'c1' },
    ids: ['c1'],
  },
  ...NEW_LINE_ITEMS.map(([lineItem]) => ({
    endpoint: 'POST 12 accounts/:account_id/line_items',
    mutation: 'createLineItem',
    input: { ...ACCOUNT, ...lineItem },
  })),
  {
    endpoint: 'PUT 12 accounts/:account_id/line_items/:line_item_id',
    mutation: 'updateLineItem',
    input: { ...ACCOUNT, lineItemId: 'l1', ...LINE_ITEM, frequencyCap: 3, durationInDays: 30 },
    ids: ['l1'],
  },
  {
    endpoint: 'POST 12 batch/accounts/:account_id/line_items',
    mutation: 'batchLineItems',
    input: {
      ...ACCOUNT,
      operations: [
        ...NEW_LINE_ITEMS.map(([lineItem]) => ({ create: { ...lineItem } })),
        { update: { lineItemId: 'l1', name: 'Other' } },
        { delete: { lineItemId: 'l1' } },
      ],
    },
    json: [
      ...NEW_LINE_ITEMS.map(([lineItem, typed]) => ({
        operation_type: 'Create',
        params: { ...asForm(lineItem), ...typed },
      })),
      { operation_type: 'Update', params: { line_item_id: 'l1', name: 'Other' } },
      { operation_type: 'Delete', params: { line_item_id: 'l1' } },
    ],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/line_items/:line_item_id',
    mutation: 'deleteLineItem',
    input: { ...ACCOUNT, lineItemId: 'l1' },
    ids: ['l1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/line_item_curated_categories',
    mutation: 'createLineItemCuratedCategory',
    input: { ...ACCOUNT, lineItemId: 'l1', curatedCategoryId: 'k1' },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
    mutation: 'updateLineItemCuratedCategory',
    input: { ...ACCOUNT, lineItemCuratedCategoryId: 'x1', lineItemId: 'l1', curatedCategoryId: 'k1' },
    ids: ['x1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
    mutation: 'deleteLineItemCuratedCategory',
    input: { ...ACCOUNT, lineItemCuratedCategoryId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/media_creatives',
    mutation: 'createMediaCreative',
    input: { ...ACCOUNT, accountMediaId: 'm1', lineItemId: 'l1', landingUrl: 'https://shop.example' },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/media_creatives/:media_creative_id',
    mutation: 'deleteMediaCreative',
    input: { ...ACCOUNT, mediaCreativeId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/promoted_accounts',
    mutation: 'createPromotedAccount',
    input: { ...ACCOUNT, lineItemId: 'l1', userId: BIG },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/promoted_accounts/:promoted_account_id',
    mutation: 'deletePromotedAccount',
    input: { ...ACCOUNT, promotedAccountId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/promoted_posts',
    mutation: 'createPromotedPosts',
    input: { ...ACCOUNT, lineItemId: 'l1', postIds: ['1', BIG] },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/promoted_posts/:promoted_post_id',
    mutation: 'deletePromotedPost',
    input: { ...ACCOUNT, promotedPostId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/scheduled_promoted_posts',
    mutation: 'createScheduledPromotedPost',
    input: { ...ACCOUNT, lineItemId: 'l1', scheduledPostId: BIG },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
    mutation: 'deleteScheduledPromotedPost',
    input: { ...ACCOUNT, scheduledPromotedPostId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/tracking_tags',
    mutation: 'createTrackingTag',
    input: {
      ...ACCOUNT,
      lineItemId: 'l1',
      trackingTagType: 'CLICK_TRACKER',
      ...TAG,
    },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/tracking_tags/:tracking_tag_id',
    mutation: 'updateTrackingTag',
    input: { ...ACCOUNT, trackingTagId: 'x1', ...TAG },
    ids: ['x1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/tracking_tags/:tracking_tag_id',
    mutation: 'deleteTrackingTag',
    input: { ...ACCOUNT, trackingTagId: 'x1' },
    ids: ['x1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/targeting_criteria',
    mutation: 'createTargetingCriterion',
    input: { ...ACCOUNT, lineItemId: 'l1', operatorType: 'EQ', targetingType: 'LOCATION', targetingValue: 'x, y' },
  },
  {
    endpoint: 'POST 12 batch/accounts/:account_id/targeting_criteria',
    mutation: 'batchTargetingCriteria',
    input: {
      ...ACCOUNT,
      operations: [
        {
          create: {
            lineItemId: 'l1',
            operatorType: 'NE',
            targetingType: 'APP_LIST',
            targetingValue: 'x',
          },
        },
        { delete: { targetingCriterionId: 't1' } },
      ],
    },
    json: [
      {
        operation_type: 'Create',
        params: { line_item_id: 'l1', operator_type: 'NE', targeting_type: 'APP_LIST', targeting_value: 'x' },
      },
      { operation_type: 'Delete', params: { targeting_criterion_id: 't1' } },
    ],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/targeting_criteria/:targeting_criterion_id',
    mutation: 'deleteTargetingCriterion',
    input: { ...ACCOUNT, targetingCriterionId: 't1' },
    ids: ['t1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/custom_audiences',
    mutation: 'createCustomAudience',
    input: { ...ACCOUNT, name: 'Readers', description: 'D' },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/custom_audiences/:custom_audience_id',
    mutation: 'updateCustomAudience',
    input: { ...ACCOUNT, customAudienceId: 'u1', name: 'Readers', description: 'D' },
    ids: ['u1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/custom_audiences/:custom_audience_id',
    mutation: 'deleteCustomAudience',
    input: { ...ACCOUNT, customAudienceId: 'u1' },
    ids: ['u1'],
  },
  {
    endpoint: 'POST 12 batch/accounts/:account_id/custom_audiences',
    mutation: 'batchCustomAudiences',
    input: {
      ...ACCOUNT,
      operations: [
        {
          create: {
            ...ACCOUNT,
            audienceType: 'FLEXIBLE',
            name: 'Mixed',
            description: 'D',
            segments: {
              booleanOperator: 'AND',
              negate: false,
              childSegments: [
                {
                  customAudienceId: 'u2',
                  lookbackWindow: 7,
                  frequency: 2,
                  frequencyComparator: 'NUM_GTE',
                  negate: true,
                },
                { customAudienceId: 'u3', negate: false },
              ],
            },
          },
        },
        { update: { ...ACCOUNT, customAudienceId: 'u1', name: 'Mixed too', description: 'D' } },
        { delete: { customAudienceId: 'u4' } },
      ],
    },
    json: [
      {
        operation_type: 'Create',
        params: {
          audience_type: 'FLEXIBLE',
          name: 'Mixed',
          description: 'D',
          segments: {
            boolean_operator: 'AND',
            negate: false,
            child_segments: [
              {
                custom_audience_id: 'u2',
                lookback_window: 7,
                frequency: 2,
                frequency_comparator: 'NUM_GTE',
                negate: true,
                child_segments: [],
              },
              { custom_audience_id: 'u3', negate: false, child_segments: [] },
            ],
          },
        },
      },
      { operation_type: 'Update', params: { custom_audience_id: 'u1', name: 'Mixed too', description: 'D' } },
      { operation_type: 'Delete', params: { custom_audience_id: 'u4' } },
    ],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/custom_audiences/:custom_audience_id/users',
    mutation: 'updateCustomAudienceUsers',
    input: {
      ...ACCOUNT,
      customAudienceId: 'u1',
      operations: [
        {
          update: {
            effectiveAt: START,
            expiresAt: END,
            users: [
              {
                email: [HASH],
                deviceId: [HASH],
                handle: [HASH],
                svcId: [HASH],
                phoneNumber: [HASH],
                partnerUserId: ['p'],
              },
            ],
          },
        },
        { delete: { users: [{ handle: [HASH] }] } },
      ],
    },
    ids: ['u1'],
    json: [
      {
        operation_type: 'Update',
        params: {
          effective_at: START,
          expires_at: END,
          users: [
            {
              email: [HASH],
              device_id: [HASH],
              handle: [HASH],
              svc_id: [HASH],
              phone_number: [HASH],
              partner_user_id: ['p'],
            },
          ],
        },
      },
      { operation_type: 'Delete', params: { users: [{ handle: [HASH] }] } },
    ],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
    mutation: 'grantCustomAudiencePermission',
    input: { ...ACCOUNT, customAudienceId: 'u1', ...PERMISSION },
    ids: ['u1'],
  },
  {
    endpoint:
      'DELETE 12 accounts/:account_id/custom_audiences/:custom_audience_id/permissions/:custom_audience_permission_id',
    mutation: 'revokeCustomAudiencePermission',
    input: { ...ACCOUNT, customAudienceId: 'u1', permissionId: 'p1' },
    ids: ['u1', 'p1'],
  },
  {
    endpoint: 'POST 5 accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
    mutation: 'grantTailoredAudiencePermission',
    input: { ...ACCOUNT, tailoredAudienceId: 'u1', ...PERMISSION },
    ids: ['u1'],
  },
  {
    endpoint:
      'DELETE 5 accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions/:tailored_audience_permission_id',
    mutation: 'revokeTailoredAudiencePermission',
    input: { ...ACCOUNT, tailoredAudienceId: 'u1', permissionId: 'p1' },
    ids: ['u1', 'p1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/do_not_reach_lists',
    mutation: 'createDoNotReachList',
    input: { ...ACCOUNT, description: 'D' },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id',
    mutation: 'deleteDoNotReachList',
    input: { ...ACCOUNT, doNotReachListId: 'd1' },
    ids: ['d1'],
  },
  {
    endpoint: 'POST 12 batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
    mutation: 'updateDoNotReachListUsers',
    input: {
      ...ACCOUNT,
      doNotReachListId: 'd1',
      operations: [
        { delete: { users: [{ email: [HASH], phoneNumber: [HASH] }], expiresAt: END } },
        { update: { users: [{ email: [HASH] }] } },
      ],
    },
    ids: ['d1'],
    json: [
      { operation_type: 'Delete', params: { users: [{ email: [HASH], phone_number: [HASH] }], expires_at: END } },
      { operation_type: 'Update', params: { users: [{ email: [HASH] }] } },
    ],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/account_media/:account_media_id',
    mutation: 'deleteAccountMedia',
    input: { ...ACCOUNT, accountMediaId: 'm1' },
    ids: ['m1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/cards',
    mutation: 'createCard',
    input: { ...ACCOUNT, name: 'Card', components: COMPONENTS },
    json: { name: 'Card', components: COMPONENTS_SENT },
  },
  {
    endpoint: 'POST 12 accounts/:account_id/cards',
    mutation: 'createCard',
    input: { ...ACCOUNT, name: 'Card', slides: [COMPONENTS] },
    json: { name: 'Card', slides: [COMPONENTS_SENT] },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/cards/:card_id',
    mutation: 'updateCard',
    input: { ...ACCOUNT, cardId: '1', name: 'Card', components: [{ media: { mediaKey: '3_1' } }] },
    ids: ['1'],
    json: { name: 'Card', components: [{ type: 'MEDIA', media_key: '3_1' }] },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/cards/:card_id',
    mutation: 'updateCard',
    input: { ...ACCOUNT, cardId: '1', slides: [COMPONENTS, [{ media: { mediaKey: '3_1' } }]] },
    ids: ['1'],
    json: { slides: [COMPONENTS_SENT, [{ type: 'MEDIA', media_key: '3_1' }]] },
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/cards/:card_id',
    mutation: 'deleteCard',
    input: { ...ACCOUNT, cardId: '1' },
    ids: ['1'],
  },
  ...(['image', 'video'] as const).flatMap((kind): WriteCase[] => {
    const path = `12 accounts/:account_id/cards/${kind}_conversation`
    const entity = `${kind === 'image' ? 'Image' : 'Video'}ConversationCard`
    const card = { ...CONVERSATION, ...(kind === 'video' && OF_VIDEO) }
    const named = { ...ACCOUNT, cardId: 'x1' }
    return [
      { endpoint: `POST ${path}`, mutation: `create${entity}`, input: { ...ACCOUNT, ...card } },
      {
        endpoint: `PUT ${path}/:card_id`,
        mutation: `update${entity}`,
        input: { ...named, ...card },
        ids: ['x1'],
      },
      { endpoint: `DELETE ${path}/:card_id`, mutation: `delete${entity}`, input: named, ids: ['x1'] },
    ]
  }),
  {
    endpoint: 'POST 12 accounts/:account_id/cards/poll',
    mutation: 'createPollCard',
    input: {
      ...ACCOUNT,
      name: 'Poll',
      durationInMinutes: 5,
      firstChoice: 'A',
      secondChoice: 'B',
      thirdChoice: 'C',
      fourthChoice: 'D',
      mediaKey: '3_1',
    },
  },
  {
    endpoint: 'POST 12 accounts/:account_id/media_library',
    mutation: 'addMediaToLibrary',
    input: { ...ACCOUNT, mediaKey: '7_1', ...MEDIA },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/media_library/:media_key',
    mutation: 'updateMedia',
    input: { ...ACCOUNT, mediaKey: '7_1', ...MEDIA },
    ids: ['7_1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/media_library/:media_key',
    mutation: 'removeMediaFromLibrary',
    input: { ...ACCOUNT, mediaKey: '7_1' },
    ids: ['7_1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/draft_posts',
    mutation: 'createDraftPost',
    input: { ...ACCOUNT, asUserId: BIG, ...POST },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/draft_posts/:draft_post_id',
    mutation: 'updateDraftPost',
    input: { ...ACCOUNT, draftPostId: '1', ...POST },
    ids: ['1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/draft_posts/:draft_post_id',
    mutation: 'deleteDraftPost',
    input: { ...ACCOUNT, draftPostId: '1' },
    ids: ['1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/draft_posts/preview/:draft_post_id',
    mutation: 'sendDraftPostPreview',
    input: { ...ACCOUNT, draftPostId: '1' },
    ids: ['1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/scheduled_posts',
    mutation: 'createScheduledPost',
    input: { ...ACCOUNT, asUserId: BIG, scheduledAt: LATER, ...POST },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/scheduled_posts/:scheduled_post_id',
    mutation: 'updateScheduledPost',
    input: { ...ACCOUNT, scheduledPostId: '1', scheduledAt: LATER, ...POST },
    ids: ['1'],
  },
  {
    endpoint: 'DELETE 12 accounts/:account_id/scheduled_posts/:scheduled_post_id',
    mutation: 'deleteScheduledPost',
    input: { ...ACCOUNT, scheduledPostId: '1' },
    ids: ['1'],
  },
  {
    endpoint: 'POST 12 accounts/:account_id/post',
    mutation: 'createPost',
    input: {
      ...ACCOUNT,
      asUserId: BIG,
      ...POST,
      conversationSettings: 'MENTIONED_USERS',
      postMode: 'extended',
      videoCta: 'VISIT_SITE',
      videoCtaValue: 'https://shop.example',
      videoDescription: 'D',
      videoTitle: 'T',
    },
  },
  {
    endpoint: 'PUT 12 accounts/:account_id/posts/:post_id/name',
    mutation: 'renamePost',
    input: { ...ACCOUNT, postId: BIG, name: 'Name' },
    ids: [BIG],
  },
]

/** The input of a mutation that the service accepts. */
export function exampleInput(mutation: string): Readonly<Record<string, unknown>> {
  return { ...WRITES.find((write) => write.mutation === mutation)?.input }
}
