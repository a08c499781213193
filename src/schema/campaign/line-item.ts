import { childrenCost, type Cost, WHOLE_ROWS } from '../cost/cost.ts'
import { readCost, callsCost } from '../cost/write-cost.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import type { Context } from '../../context.ts'
import { listBusinessCategories } from '../../rest/account/business-category.ts'
import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import { listCampaigns } from '../../rest/campaign/campaign.ts'
import {
  batchLineItems,
  createLineItem,
  deleteLineItem,
  listLineItems,
  MAX_LINE_ITEM_OPERATIONS,
  MAX_LINE_ITEMS_PER_CAMPAIGN,
  updateLineItem,
  type LineItemParams,
  type LineItemRow,
} from '../../rest/campaign/line-item.ts'
import { listPlacements } from '../../rest/campaign/placement.ts'
import { Account, accountOfRow } from '../account/account.ts'
import { EntityStatus, FundingInstrument } from '../account/funding-instrument.ts'
import { BatchOperationType, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, namePrefixArg, withDeletedArg, withDraftArg, idsArg } from '../list/connection-type.ts'
import { COMMON_ATTRIBUTES, sortArgOf } from '../list/sort-by.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { bigintOf } from '../scalar/scalar.ts'
import { readsColumn } from '../../execute/passthrough.ts'
import { nameQuery } from '../list/name-query.ts'
import { Campaign } from './campaign.ts'

export const LineItem = builder.objectRef<LineItemRow>('LineItem')
export const LineItemConnection = connectionType(LineItem)

export const Objective = openEnum(
  'Objective',
  'The objective of a line item. All line items of a campaign have the same objective (R-LI-2).',
  {
    APP_ENGAGEMENTS: 'People engage with an app that they have installed. Requires an app store identifier (R-LI-4).',
    APP_INSTALLS: 'People install an app. Requires an app store identifier (R-LI-4).',
    REACH: 'As many people as possible see the ads.',
    FOLLOWERS: 'People follow the advertiser.',
    ENGAGEMENTS: 'People interact with a post.',
    VIDEO_VIEWS: 'People watch a video.',
    PREROLL_VIEWS: "People watch a video before publishers' content.",
    WEBSITE_CLICKS: 'People visit a website.',
  },
)

export const ProductType = openEnum(
  'ProductType',
  'The type of product that a line item promotes. All line items of a campaign have the same type (R-LI-2).',
  {
    MEDIA: 'Media creatives.',
    PROMOTED_ACCOUNT: 'An account, to gain followers.',
    PROMOTED_POSTS: 'Posts.',
  },
)

export const Placement = openEnum('Placement', 'A place where ads are shown.', {
  ALL_ON_SVC: 'Everywhere on the service.',
  PUBLISHER_NETWORK: 'In the network of publishers. Requires `advertiserDomain` and `categories` (R-LI-3).',
  TAP_BANNER: "As a banner in publishers' apps.",
  TAP_FULL: "In full screen in publishers' apps.",
  TAP_FULL_LANDSCAPE: "In full screen in publishers' apps, in landscape format.",
  TAP_NATIVE: "As a native ad in publishers' apps.",
  TAP_MRECT: "As a medium rectangle in publishers' apps.",
  SVC_PROFILE: 'On profiles.',
  SVC_REPLIES: 'Between replies.',
  SVC_SEARCH: 'In search results.',
  SVC_TIMELINE: 'In the timeline.',
})

export const BidStrategy = openEnum('BidStrategy', 'The strategy for bidding.', {
  AUTO: 'The service sets the bid. The bid amount is ignored.',
  MAX: 'The bid amount is the maximum bid. Not available for the objectives REACH and FOLLOWERS (R-LI-6).',
  TARGET:
    'The daily average stays within 20 % of the bid amount. Available only for the objectives REACH, FOLLOWERS and ' +
    'WEBSITE_CLICKS (R-LI-6).',
})

export const AudienceExpansion = openEnum(
  'AudienceExpansion',
  'How far the audience of a line item is expanded beyond its targeting. The documents do not describe the values ' +
    '(R-LI-9).',
  {
    BROAD: 'Broad expansion.',
    DEFINED: 'Defined expansion.',
    EXPANDED: 'Expanded audience.',
  },
)

export const Goal = openEnum(
  'Goal',
  'The goal of a line item: what counts as success. The default depends on the objective (R-LI-12).',
  {
    APP_CLICKS: 'Clicks that lead to an app.',
    APP_INSTALLS: 'Installs of an app.',
    APP_PURCHASES: 'Purchases in an app. Available only for the objective APP_INSTALLS (R-LI-12).',
    ENGAGEMENT: 'Interactions with a post.',
    FOLLOWERS: 'New followers.',
    LINK_CLICKS: 'Clicks on a link.',
    MAX_REACH: 'People reached.',
    PREROLL: 'Views of prerolls.',
    PREROLL_STARTS: 'Starts of prerolls.',
    REACH_WITH_ENGAGEMENT: 'People reached who interact.',
    SITE_VISITS: 'Visits to a website. Available only for the objective WEBSITE_CLICKS (R-LI-12).',
    VIDEO_VIEW: 'Views of a video.',
    VIEW_3S_100PCT: 'Views of at least 3 seconds with 100 % of the video in view.',
    VIEW_6S: 'Views of at least 6 seconds.',
    VIEW_15S: 'Views of at least 15 seconds.',
    WEBSITE_CONVERSIONS: 'Conversions on a website. Requires `primaryWebEventTag` (R-LI-7).',
  },
)

export const PayBy = openEnum(
  'PayBy',
  'The event that the advertiser is charged for. The values are those that the live service accepts; it may return ' +
    'others. Beyond the documents.',
  { APP_CLICK: 'Clicks that lead to an app.', IMPRESSION: 'Impressions.', LINK_CLICK: 'Clicks on a link.' },
)

LineItem.implement({
  description:
    'A line item: one bid for one audience within a campaign. Its promoted posts, promoted accounts and media ' +
    'creatives are what it promotes; its targeting criteria select the audience. Amounts are in micros of ' +
    `\`currency\`. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up to 256 ` +
    'active ones (R-LI-15).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    account: t.field(accountOfRow('The account of the line item.')),
    campaignId: t.exposeID('campaign_id', { description: "The service's ID of the campaign." }),
    campaign: t.reference({
      type: Campaign,
      endpoint: listCampaigns,
      description: 'The campaign of the line item.',
      id: (row) => row.campaign_id,
    }),
    fundingInstrumentId: t.exposeID('funding_instrument_id', {
      description:
        "The service's ID of the funding instrument. Some responses of the service omit it. Beyond the documents.",
    }),
    fundingInstrument: t.reference({
      type: FundingInstrument,
      endpoint: listFundingInstruments,
      description: 'The funding instrument. Null if the service omits its ID; then select it through `campaign`.',
      id: (row) => row.funding_instrument_id,
    }),
    name: t.exposeString('name', { description: 'The name of the line item, 1 to 255 characters.' }),
    objective: t.expose('objective', { type: Objective, description: 'The objective of the line item.' }),
    productType: t.expose('product_type', { type: ProductType, description: 'The type of product that it promotes.' }),
    placements: t.expose('placements', {
      type: [Placement],
      nullable: { list: true, items: false },
      description: 'The places where its ads are shown.',
    }),
    goal: t.expose('goal', { type: Goal, description: 'The goal: what counts as success.' }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'When the line item starts.' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'When the line item ends.' }),
    bidStrategy: t.expose('bid_strategy', { type: BidStrategy, description: 'The strategy for bidding.' }),
    bidAmountLocalMicro: t.expose('bid_amount_local_micro', {
      type: 'Long',
      description: 'The bid in micros. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5).',
    }),
    targetCpaLocalMicro: t.expose('target_cpa_local_micro', {
      type: 'Long',
      description: 'The target cost per action, in micros. Beyond the documents.',
    }),
    dailyBudgetAmountLocalMicro: t.expose('daily_budget_amount_local_micro', {
      type: 'Long',
      description: 'The daily budget in micros, if budgets are set per line item. Beyond the documents.',
    }),
    totalBudgetAmountLocalMicro: t.expose('total_budget_amount_local_micro', {
      type: 'Long',
      description: 'The total budget in micros, if budgets are set per line item. Beyond the documents.',
    }),
    currency: t.exposeString('currency', {
      description: 'The currency of the line item, as an ISO 4217 code. Beyond the documents.',
    }),
    standardDelivery: t.exposeBoolean('standard_delivery', {
      description:
        'Whether the budget is spent evenly over the day instead of as fast as possible. Some responses of the ' +
        'service omit it. Beyond the documents.',
    }),
    payBy: t.expose('pay_by', { type: PayBy, description: 'The event that the advertiser is charged for.' }),
    frequencyCap: t.exposeInt('frequency_cap', {
      description: 'The maximum number of times that a user sees the line item within `durationInDays`.',
    }),
    durationInDays: t.exposeInt('duration_in_days', {
      description: 'The period that `frequencyCap` applies to: 1, 7 or 30 days (R-LI-10).',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'The status that the advertiser set.' }),
    servable: t.exposeBoolean('servable', {
      description:
        'Whether its ads can be shown at the moment. Null in responses of the service without it. Beyond the documents.',
    }),
    reasonsNotServable: t.exposeStringList('reasons_not_servable', {
      nullable: { list: true, items: false },
      description:
        'The reasons why its ads cannot be shown, for example PAUSED_BY_ADVERTISER, BUDGET_EXHAUSTED or ' +
        'STARTS_IN_FUTURE. The service may add values. Null in responses of the service without it. Beyond the documents.',
    }),
    creativeSource: t.exposeString('creative_source', {
      description: 'The source of its creatives. Beyond the documents.',
    }),
    automaticPostPromotion: t.field({
      type: 'String',
      description: 'Whether posts are promoted automatically: the value of the service as text. Beyond the documents.',
      resolve: readsColumn(
        ({ automatic_post_promotion: promotion }) => (promotion === null ? null : promotion?.toString()),
        'automatic_post_promotion',
      ),
    }),
    audienceExpansion: t.expose('audience_expansion', {
      type: AudienceExpansion,
      description: 'How far its audience is expanded beyond its targeting. By default it is not expanded (R-LI-9).',
    }),
    advertiserUserId: t.exposeID('advertiser_user_id', {
      description:
        "The service's ID of the user who advertises. Do not send it back in an input: it can be set only for the " +
        'objective PREROLL_VIEWS (R-LI-8).',
    }),
    advertiserDomain: t.exposeString('advertiser_domain', {
      description: 'The domain of the advertiser, without a protocol.',
    }),
    primaryWebEventTag: t.exposeString('primary_web_event_tag', {
      description: 'The web event tag that counts conversions for the goal WEBSITE_CONVERSIONS.',
    }),
    categories: t.exposeStringList('categories', {
      nullable: { list: true, items: false },
      description: 'The IAB categories of the line item.',
    }),
    androidAppStoreIdentifier: t.exposeString('android_app_store_identifier', {
      description:
        'The identifier of its app in the Android store. If set, the service adds PLATFORM targeting automatically ' +
        '(R-LI-4).',
    }),
    iosAppStoreIdentifier: t.exposeString('ios_app_store_identifier', {
      description:
        'The identifier of its app in the iOS store. If set, the service adds PLATFORM targeting automatically ' +
        '(R-LI-4).',
    }),
  }),
})

const lineItemSortArg = sortArgOf('LineItem', 'line items', {
  ...COMMON_ATTRIBUTES,
  bid_amount_local_micro: 'The bid.',
})

nodeType(LineItem, listLineItems)

builder.queryField('lineItem', (t) =>
  t.byId({ type: LineItem, endpoint: listLineItems, description: 'A line item by its ID.', args: withDeletedArg }),
)

builder.objectFields(Account, (t) => ({
  lineItem: t.byId({
    type: LineItem,
    endpoint: listLineItems,
    description: 'A line item of this account by its ID.',
    args: withDeletedArg,
  }),
  lineItems: t.list({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'The line items of the account, across all campaigns.',
    args: {
      ...idsArg,
      campaignIds: t.arg.idList({ description: 'Return only items of these campaigns, up to 200 IDs.' }),
      fundingInstrumentIds: t.arg.idList({
        description: 'Return only items that these funding instruments pay for, up to 200 IDs.',
      }),
      ...namePrefixArg,
      ...lineItemSortArg,
      ...withDeletedArg,
      ...withDraftArg,
    },
    filters: ({ ids, campaignIds, fundingInstrumentIds, namePrefix, withDraft }, account) => ({
      line_item_ids: restIds('LineItem', account.id, ids, 'ids'),
      campaign_ids: restIds('Campaign', account.id, campaignIds, 'campaignIds'),
      funding_instrument_ids: restIds('FundingInstrument', account.id, fundingInstrumentIds, 'fundingInstrumentIds'),
      q: nameQuery(namePrefix),
      with_draft: withDraft || undefined,
    }),
  }),
}))

builder.objectField(Campaign, 'lineItems', (t) =>
  t.children({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'The line items of the campaign. Line items of up to 200 campaigns are read in one call.',
    parentFilter: 'campaign_ids',
    parentOf: (row) => row.campaign_id,
    args: { ...namePrefixArg, ...lineItemSortArg, ...withDeletedArg, ...withDraftArg },
    filters: ({ namePrefix, withDraft }) => ({ q: nameQuery(namePrefix), with_draft: withDraft || undefined }),
  }),
)

builder.objectField(FundingInstrument, 'lineItems', (t) =>
  t.children({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'The line items that the funding instrument pays for.',
    parentFilter: 'funding_instrument_ids',
    parentOf: (row) => row.funding_instrument_id,
    args: { ...namePrefixArg, ...lineItemSortArg, ...withDeletedArg, ...withDraftArg },
    filters: ({ namePrefix, withDraft }) => ({ q: nameQuery(namePrefix), with_draft: withDraft || undefined }),
  }),
)

/** The input fields that create and update share (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) => ({
  name: t.string({ description: 'The name of the line item, 1 to 255 characters (R-LI-13).' }),
  goal: t.field({
    type: Goal,
    description: 'The goal: what counts as success. The default depends on the objective (R-LI-12).',
  }),
  bidStrategy: t.field({
    type: BidStrategy,
    description: 'The strategy for bidding. The default depends on the objective (R-LI-6).',
  }),
  bidAmountLocalMicro: t.field({
    type: 'Long',
    description:
      'The bid in micros, greater than 0. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5).',
  }),
  audienceExpansion: t.field({
    type: AudienceExpansion,
    description: 'How far to expand the audience beyond its targeting. By default it is not expanded (R-LI-9).',
  }),
  frequencyCap: t.int({
    description:
      'The maximum number of times that a user sees the line item within `durationInDays`. Allowed only for the ' +
      'objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS (R-LI-11).',
  }),
  durationInDays: t.int({ description: 'The period that `frequencyCap` applies to: 1, 7 or 30 days (R-LI-10).' }),
  entityStatus: t.field({
    type: EntityStatus,
    description:
      'The status of the line item. Create accepts ACTIVE (the default), DRAFT and PAUSED (R-LI-13); update accepts ' +
      'ACTIVE and PAUSED.',
  }),
  advertiserDomain: t.string({
    description:
      'The domain of the advertiser, without a protocol. Required for the placement PUBLISHER_NETWORK (R-LI-3).',
  }),
  categories: t.stringList({
    description:
      'The categories, by ID: for the objective PREROLL_VIEWS one or two of `advertiserBusinessCategories` (R-ACC-14), ' +
      'otherwise any of `iabCategories`. Required for the placement PUBLISHER_NETWORK (R-LI-3).',
  }),
  androidAppStoreIdentifier: t.string({
    description:
      'The identifier of the app in the Android store. APP_INSTALLS and APP_ENGAGEMENTS require this or ' +
      '`iosAppStoreIdentifier`. If set, the service adds PLATFORM targeting automatically (R-LI-4).',
  }),
  iosAppStoreIdentifier: t.string({
    description:
      'The identifier of the app in the iOS store. APP_INSTALLS and APP_ENGAGEMENTS require this or ' +
      '`androidAppStoreIdentifier`. If set, the service adds PLATFORM targeting automatically (R-LI-4).',
  }),
  payBy: t.field({
    type: PayBy,
    description:
      'The event that the advertiser is charged for. Allowed only for the objective APP_INSTALLS (R-LI-16). Beyond ' +
      'the documents.',
  }),
  dailyBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description: 'The daily budget in micros, if budgets are set per line item. Null removes it. Beyond the documents.',
  }),
  totalBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description: 'The total budget in micros, if budgets are set per line item. Null removes it. Beyond the documents.',
  }),
})

/** The optional input fields that can be set only when a line item is created. */
const optionalFixedFields = (t: InputFields) => ({
  primaryWebEventTag: t.string({
    description: 'The web event tag that counts conversions. Required for the goal WEBSITE_CONVERSIONS (R-LI-7).',
  }),
  advertiserUserId: t.id({
    description:
      'The user who advertises. Allowed only for the objective PREROLL_VIEWS, and only for some client applications ' +
      '(R-LI-8). Do not send back a value that was read.',
  }),
  standardDelivery: t.boolean({
    description:
      'Whether to spend the budget evenly over the day instead of as fast as possible. Beyond the documents.',
  }),
})

const CreateLineItemInput = builder.inputType('CreateLineItemInput', {
  description: 'The line item to create.',
  fields: (t) => ({
    ...accountField(t),
    campaignId: t.id({ required: true, description: "The campaign: its global ID or the service's ID (R-LI-1)." }),
    objective: t.field({
      type: Objective,
      required: true,
      description: 'The objective, which must be the same for all line items of the campaign (R-LI-2).',
    }),
    productType: t.field({
      type: ProductType,
      required: true,
      description:
        'The type of product to promote, which must be the same for all line items of the campaign (R-LI-2).',
    }),
    placements: t.field({
      type: [Placement],
      required: true,
      description:
        'The places to show ads, at least one. `lineItemPlacements` lists the permitted combinations (R-ACC-10).',
    }),
    startTime: t.field({ type: 'DateTime', required: true, description: 'When the line item starts (R-LI-1).' }),
    endTime: t.field({ type: 'DateTime', required: true, description: 'When the line item ends (R-LI-1).' }),
    ...writableFields(t),
    ...optionalFixedFields(t),
  }),
})

const UpdateLineItemInput = builder.inputType('UpdateLineItemInput', {
  description:
    'The changes to a line item. Omitted fields keep their values; null removes a value. The campaign, objective, ' +
    'product type, placements, web event tag, advertiser user and `standardDelivery` cannot be changed.',
  fields: (t) => ({
    lineItemId: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
    ...ownAccountField(t),
    startTime: t.field({ type: 'DateTime', description: 'When the line item starts.' }),
    endTime: t.field({ type: 'DateTime', description: 'When the line item ends.' }),
    ...writableFields(t),
  }),
})

const DeleteLineItemInput = builder.inputType('DeleteLineItemInput', {
  description: 'The line item to delete.',
  fields: (t) => ({
    lineItemId: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
    ...ownAccountField(t),
  }),
})

const LineItemOperation = builder.inputType('LineItemOperation', {
  description: 'One operation of a batch of line items. Fields that only Create accepts cannot be changed later.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'The type of the operation.' }),
    lineItemId: t.id({
      description:
        "The line item: its global ID or the service's ID. Required for Update and Delete, not allowed for Create.",
    }),
    campaignId: t.id({
      description: "The campaign: its global ID or the service's ID. Required for Create, not allowed for Update.",
    }),
    objective: t.field({
      type: Objective,
      description: 'The objective of the line item (R-LI-2). Required for Create, not allowed for Update.',
    }),
    productType: t.field({
      type: ProductType,
      description: 'The type of product to promote (R-LI-2). Required for Create, not allowed for Update.',
    }),
    placements: t.field({
      type: [Placement],
      description: 'The places to show ads (R-ACC-10). Required for Create, not allowed for Update.',
    }),
    startTime: t.field({ type: 'DateTime', description: 'When the line item starts. Required for Create.' }),
    endTime: t.field({ type: 'DateTime', description: 'When the line item ends. Required for Create.' }),
    ...writableFields(t),
    ...optionalFixedFields(t),
  }),
})

const BatchLineItemsInput = builder.inputType('BatchLineItemsInput', {
  description: 'The line items to create, update and delete in one call.',
  fields: (t) => ({
    ...accountField(t),
    operations: t.field({
      type: [LineItemOperation],
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description: `The operations, in order: 1 to ${MAX_LINE_ITEM_OPERATIONS} in a call.`,
    }),
  }),
})

const lineItemPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<LineItemRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      lineItem: t.field({
        type: LineItem,
        description: 'The line item as returned by the service. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateLineItemPayload = lineItemPayload('CreateLineItemPayload', 'The result of creating a line item.')
const UpdateLineItemPayload = lineItemPayload('UpdateLineItemPayload', 'The result of updating a line item.')
const DeleteLineItemPayload = lineItemPayload('DeleteLineItemPayload', 'The result of deleting a line item.', [
  Payload,
  DeletePayload,
])

const BatchLineItemsPayload = builder.objectRef<BatchOutcome<LineItemRow>>('BatchLineItemsPayload').implement({
  description: 'The result of a batch of line items.',
  interfaces: [Payload, BatchPayload],
  fields: (t) => ({
    lineItems: t.field({
      type: [LineItem],
      nullable: { list: true, items: true },
      description:
        'The line items as returned by the service, in the order of the operations. Null for an operation that ' +
        'changed nothing.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** The fields of all of these inputs. */
type LineItemInput = Partial<typeof LineItemOperation.$inferInput> & { accountId?: string | null }

/** The fields that can be set only when a line item is created. */
const FIXED_FIELDS = [
  'campaignId',
  'objective',
  'productType',
  'placements',
  'primaryWebEventTag',
  'advertiserUserId',
  'standardDelivery',
] as const

/** The objectives that require or allow certain fields (Ads Management Interface, section 2). */
const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']
const OBJECTIVES_WITHOUT_MAX = ['REACH', 'FOLLOWERS']
const OBJECTIVES_WITH_TARGET = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']

/** A domain: two or more labels of letters, digits and hyphens, of which the last is not a number. */
const DOMAIN = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}-]{2,63}$/u

/** Checks the rules for the fields of a line item. */
function checkLineItem(check: Check<LineItemInput>, operation: 'Create' | 'Update'): void {
  const { input } = check
  check.length('name', { min: 1, max: 255 }, 'R-LI-13')
  check.amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro')
  check.inOrder('startTime', 'endTime')
  check.notNull('R-LI-13', 'name')
  const { bidAmountLocalMicro: bid, durationInDays: days, advertiserDomain } = input
  check.that(
    typeof bid !== 'bigint' || bid > 0n,
    'bidAmountLocalMicro',
    'R-LI-5',
    `is ${bid}; it must be greater than 0`,
  )
  const isWindow = typeof days !== 'number' || [1, 7, 30].includes(days)
  check.that(isWindow, 'durationInDays', 'R-LI-10', `is ${days}; it must be 1, 7 or 30`)
  // Categories are sent as a comma-separated list, so a comma would split a category in two.
  const separable = (input.categories ?? []).every((category) => /^[^,]+$/.test(category))
  check.that(separable, 'categories', 'R-LI-3', 'contains a category that is empty or has a comma')
  // Only reading the catalogs shows whether they have a category.
  if (input.categories?.length) check.leaveUnchecked('R-LI-3', 'R-ACC-14')
  const isDomain = !advertiserDomain || DOMAIN.test(advertiserDomain)
  check.that(isDomain, 'advertiserDomain', 'R-LI-3', 'must be a domain without a protocol, for example shop.example')
  if (operation === 'Create') checkNew(check)
  else checkChange(check)
}

function checkNew(check: Check<LineItemInput>): void {
  const { input } = check
  for (const field of ['campaignId', 'objective', 'productType', 'placements', 'startTime', 'endTime'] as const)
    check.required(field, 'R-LI-1')
  check.that(input.placements?.length !== 0, 'placements', 'R-LI-1', 'is empty; at least one placement is required')
  const isPreroll = input.objective === 'PREROLL_VIEWS'
  check.that(isPreroll || !input.advertiserUserId, 'advertiserUserId', 'R-LI-8', 'can only be set for PREROLL_VIEWS')
  checkRequirements(check, input)
  checkByObjective(check, input)
  check.leaveUnchecked('R-LI-2', 'R-LI-15', 'R-ACC-10')
  if (input.advertiserUserId) check.leaveUnchecked('R-LI-8')
}

function checkChange(check: Check<LineItemInput>): void {
  const { input } = check
  for (const field of FIXED_FIELDS)
    check.that(input[field] === undefined, field, 'R-LI-16', 'can only be set when a line item is created')
  const settable = input.entityStatus !== 'DRAFT'
  check.that(settable, 'entityStatus', 'R-LI-16', 'is DRAFT; an update can only set ACTIVE or PAUSED')
  check.notNull('R-LI-1', 'startTime', 'endTime')
  check.notNull('R-LI-6', 'bidStrategy')
  check.notNull('R-LI-12', 'goal')
  check.notNull('R-LI-16', 'entityStatus', 'payBy')
  const keepsBid = !bidsAmount(input.bidStrategy) || input.bidAmountLocalMicro !== null
  check.that(keepsBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  if (isChanged(input, REQUIRABLE_FIELDS)) check.leaveUnchecked('R-LI-3', 'R-LI-4', 'R-ACC-14')
  if (isChanged(input, CONSTRAINED_FIELDS)) check.leaveUnchecked('R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-11', 'R-LI-12')
  if (input.payBy) check.leaveUnchecked('R-LI-16')
  if (input.entityStatus === 'ACTIVE') check.leaveUnchecked('R-LI-15')
}

/** The fields of an update that the placements or the objective of the line item can require. */
const REQUIRABLE_FIELDS = [
  'advertiserDomain',
  'categories',
  'androidAppStoreIdentifier',
  'iosAppStoreIdentifier',
] as const

/** The fields of an update whose values the objective or other fields of the line item limit. */
const CONSTRAINED_FIELDS = ['bidStrategy', 'bidAmountLocalMicro', 'goal', 'frequencyCap', 'payBy'] as const

function isChanged(input: LineItemInput, fields: readonly (keyof LineItemInput)[]): boolean {
  return fields.some((field) => input[field] !== undefined)
}

/** The current or future values of a line item that can require others. */
interface Requiring {
  objective?: string | null | undefined
  placements?: readonly string[] | null | undefined
  advertiserDomain?: string | null | undefined
  categories?: readonly string[] | null | undefined
  androidAppStoreIdentifier?: string | null | undefined
  iosAppStoreIdentifier?: string | null | undefined
}

/** Checks that a line item has the values that its placements and its objective require. */
function checkRequirements(check: Check<LineItemInput>, whole: Requiring): void {
  const objective = whole.objective ?? ''
  const count = whole.categories?.length ?? 0
  const onNetwork = whole.placements?.includes('PUBLISHER_NETWORK') ?? false
  const message = 'is required for the placement PUBLISHER_NETWORK'
  check.that(!onNetwork || Boolean(whole.advertiserDomain), 'advertiserDomain', 'R-LI-3', message)
  check.that(!onNetwork || count > 0, 'categories', 'R-LI-3', message)
  const hasApp = Boolean(whole.androidAppStoreIdentifier || whole.iosAppStoreIdentifier)
  const appMessage = 'or `iosAppStoreIdentifier` is required for APP_INSTALLS and APP_ENGAGEMENTS'
  check.that(!APP_OBJECTIVES.includes(objective) || hasApp, 'androidAppStoreIdentifier', 'R-LI-4', appMessage)
  check.that(
    objective !== 'PREROLL_VIEWS' || count === 1 || count === 2,
    'categories',
    'R-ACC-14',
    `has ${count} categories; PREROLL_VIEWS requires one or two advertiser business categories`,
  )
}

/** The current or future values of a line item that limit others. */
interface Constraining {
  objective?: string | null | undefined
  bidStrategy?: string | null | undefined
  bidAmountLocalMicro?: bigint | null | undefined
  primaryWebEventTag?: string | null | undefined
}

/** Checks the rules for input fields that depend on other fields of the line item. */
function checkByObjective(check: Check<LineItemInput>, whole: Constraining): void {
  const { bidStrategy, goal, frequencyCap, payBy } = check.input
  const objective = whole.objective ?? ''
  const hasBid = !bidsAmount(whole.bidStrategy) || typeof whole.bidAmountLocalMicro === 'bigint'
  check.that(hasBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  const offered =
    (bidStrategy !== 'MAX' || !OBJECTIVES_WITHOUT_MAX.includes(objective)) &&
    (bidStrategy !== 'TARGET' || OBJECTIVES_WITH_TARGET.includes(objective))
  check.that(offered, 'bidStrategy', 'R-LI-6', `is ${bidStrategy}, which is not available for ${objective}`)
  const counted = goal !== 'WEBSITE_CONVERSIONS' || Boolean(whole.primaryWebEventTag)
  check.that(counted, 'goal', 'R-LI-7', 'is WEBSITE_CONVERSIONS, which requires `primaryWebEventTag`')
  const capped = typeof frequencyCap !== 'number' || CAPPED_OBJECTIVES.includes(objective)
  check.that(capped, 'frequencyCap', 'R-LI-11', `can only be set for ${CAPPED_OBJECTIVES.join(', ')}`)
  const suits =
    (goal !== 'SITE_VISITS' || objective === 'WEBSITE_CLICKS') &&
    (goal !== 'APP_PURCHASES' || objective === 'APP_INSTALLS')
  check.that(suits, 'goal', 'R-LI-12', `is ${goal}, which is not available for ${objective}`)
  check.that(!payBy || objective === 'APP_INSTALLS', 'payBy', 'R-LI-16', 'can only be set for APP_INSTALLS')
}

function bidsAmount(strategy: string | null | undefined): boolean {
  return strategy === 'MAX' || strategy === 'TARGET'
}

/** Checks that the line items a batch creates in one campaign have the same objective and product type. */
function checkTogether(operations: readonly Operation[]): void {
  const firsts = new Map<string, LineItemInput>()
  for (const { check, operation_type, params } of operations) {
    if (operation_type !== 'Create' || params.campaign_id === undefined || check.isRefused) continue
    const first = firsts.get(params.campaign_id)
    if (first) checkSameKind(check, first, 'an earlier operation')
    else firsts.set(params.campaign_id, check.input)
  }
}

function checkSameKind(check: Check<LineItemInput>, other: LineItemInput, whose: string): void {
  for (const field of ['objective', 'productType'] as const)
    check.that(check.input[field] === other[field], field, 'R-LI-2', `must be ${other[field]}, as in ${whose}`)
}

/** The parameters of a line item. */
function lineItemParams(check: Check<LineItemInput>, account: string): LineItemParams {
  const { input } = check
  const campaignId = check.id('campaignId', 'Campaign', account)
  const advertiserUserId = check.id('advertiserUserId', 'User', account)
  // The service expects comma-separated lists, in JSON too.
  const lists = { placements: commaSeparated(input.placements), categories: commaSeparated(input.categories) }
  return toParams({ ...input, campaignId, advertiserUserId, ...lists }, ['accountId', 'operationType', 'lineItemId'])
}

function commaSeparated(list: readonly string[] | null | undefined): string | null | undefined {
  return list ? list.join(',') : list
}

/** An operation of a batch, ready to send. */
interface Operation {
  check: Check<LineItemInput>
  operation_type: 'Create' | 'Update' | 'Delete'
  params: LineItemParams & { line_item_id: string | undefined }
}

function lineItemOperation(check: Check<typeof LineItemOperation.$inferInput>, account: string): Operation {
  const { operationType, lineItemId } = check.input
  const line_item_id = check.id('lineItemId', 'LineItem', account)
  const hasTarget = (operationType === 'Create') === !lineItemId
  check.that(hasTarget, 'lineItemId', 'R-LI-16', 'is required for Update and Delete, and not allowed for Create')
  if (operationType !== 'Delete') checkLineItem(check, operationType)
  const params = operationType === 'Delete' ? {} : lineItemParams(check, account)
  return { check, operation_type: operationType, params: { ...params, line_item_id } }
}

/**
 * Checks that the categories are in the catalog that the objective uses: the advertiser business categories for
 * PREROLL_VIEWS, and the IAB categories for the others.
 */
async function checkCategories(
  loaders: Context['loaders'],
  check: Check<LineItemInput>,
  objective: string | null | undefined,
): Promise<void> {
  const { categories } = check.input
  if (!categories?.length) return
  const isPreroll = objective === 'PREROLL_VIEWS'
  const catalog = isPreroll ? loaders.whole(listBusinessCategories, {}) : loaders.whole(listIabCategories, {})
  const known = new Set((await catalog).map(({ id }) => id))
  check.markChecked('R-LI-3', 'R-ACC-14')
  const unknown = categories.filter((category) => !known.has(category))
  const field = isPreroll ? '`advertiserBusinessCategories`' : '`iabCategories`'
  const message = `are not all in the catalog; see ${field} for the IDs. Not in it: ${unknown.join(', ')}`
  check.that(unknown.length === 0, 'categories', isPreroll ? 'R-ACC-14' : 'R-LI-3', message)
}

/**
 * Checks the rules of a new line item that depend on its campaign and on the permitted placements. `ahead` is the number
 * of line items that are created in the campaign before it.
 */
async function validateNew(
  { loaders }: Context,
  check: Check<LineItemInput>,
  account: string,
  ahead = 0,
): Promise<void> {
  const { productType, placements, entityStatus } = check.input
  const path = { account_id: account }
  const campaign = check.id('campaignId', 'Campaign', account) ?? ''
  const inCampaign = { filter: 'campaign_ids', parentOf: (row: LineItemRow) => row.campaign_id } as const
  const page = { parent: campaign, first: MAX_LINE_ITEMS_PER_CAMPAIGN }
  const [siblings, permitted] = await Promise.all([
    loaders.byParent(listLineItems, inCampaign, path, { with_draft: true }).read(page),
    loaders.whole(listPlacements, {}),
  ])
  check.markChecked('R-LI-2', 'R-ACC-10')
  const [sibling] = siblings.rows
  if (sibling) {
    const { objective, product_type } = sibling
    checkSameKind(check, { objective, productType: product_type }, 'the line items of its campaign')
  }
  // Only the service knows how many line items of the account are active.
  if (entityStatus && entityStatus !== 'ACTIVE') check.markChecked('R-LI-15')
  const hasRoom = siblings.rows.length + ahead < MAX_LINE_ITEMS_PER_CAMPAIGN
  check.that(hasRoom, 'campaignId', 'R-LI-15', `has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is the limit`)
  const combinations = permitted.find((row) => row.product_type === productType)?.placements
  const isPermitted = combinations?.some((combination) => isSameSet(combination, placements ?? [])) ?? true
  check.that(
    isPermitted,
    'placements',
    'R-ACC-10',
    `are not a permitted combination for ${productType}; see \`lineItemPlacements\``,
  )
  await checkCategories(loaders, check, check.input.objective)
}

const siblingsCost = childrenCost(listLineItems, 'campaign_ids')

/** The cost of the data that `validateNew` reads for line items of so many campaigns. */
function newLineItemCosts(campaigns: number): Cost[] {
  const use = { parents: { min: 0, max: campaigns, accounts: 1 }, args: { first: MAX_LINE_ITEMS_PER_CAMPAIGN } }
  return [...siblingsCost.cost({ ...use, ...WHOLE_ROWS }), callsCost(listPlacements, 1), ...catalogCosts()]
}

/** The cost of the categories that those of line items must be among. */
function catalogCosts(): Cost[] {
  return [callsCost(listBusinessCategories, 1), callsCost(listIabCategories, Infinity)]
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one)
  return names.size === new Set(other).size && other.every((name) => names.has(name))
}

/** Checks the rules of an update that depend on the current line item. */
async function validateChange(
  { loaders }: Context,
  check: Check<LineItemInput>,
  account: string,
  id: string,
): Promise<void> {
  const row = await loaders.byId(listLineItems, { account_id: account }, id)
  if (!row) return

  const { input } = check
  const { objective, placements } = row
  const {
    bidStrategy = row.bid_strategy,
    bidAmountLocalMicro = bigintOf(row.bid_amount_local_micro),
    advertiserDomain = row.advertiser_domain,
    categories = row.categories,
    androidAppStoreIdentifier = row.android_app_store_identifier,
    iosAppStoreIdentifier = row.ios_app_store_identifier,
  } = input
  // Rows can lack columns. A rule about a column that is not known stays unchecked.
  const apps = APP_OBJECTIVES.includes(objective ?? '') ? { androidAppStoreIdentifier, iosAppStoreIdentifier } : {}
  const required = { objective, placements, advertiserDomain, categories, ...apps }
  if (isChanged(input, REQUIRABLE_FIELDS) && isKnown(required)) {
    check.markChecked('R-LI-3', 'R-LI-4', 'R-ACC-14')
    checkRequirements(check, required)
    await checkCategories(loaders, check, objective)
  }
  const { primary_web_event_tag: primaryWebEventTag } = row
  const constraining = { objective, bidStrategy, bidAmountLocalMicro, primaryWebEventTag }
  if (isChanged(input, CONSTRAINED_FIELDS) && isKnown(constraining)) {
    check.markChecked('R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-11', 'R-LI-12', 'R-LI-16')
    checkByObjective(check, constraining)
  }
  if (input.entityStatus === 'ACTIVE' && row.entity_status === 'ACTIVE') check.markChecked('R-LI-15')
}

function isKnown(columns: object): boolean {
  return Object.values(columns).every((value) => value !== undefined)
}

async function validateOperation(
  context: Context,
  operation: Operation,
  account: string,
  earlier: readonly Operation[],
): Promise<void> {
  const { check, operation_type, params } = operation
  const isAhead = (other: Operation) =>
    other.operation_type === 'Create' && other.params.campaign_id === params.campaign_id
  if (operation_type === 'Create') await validateNew(context, check, account, earlier.filter(isAhead).length)
  if (operation_type === 'Update') await validateChange(context, check, account, params.line_item_id ?? '')
}

builder.mutationFields((t) => ({
  createLineItem: writeField(t, {
    payload: CreateLineItemPayload,
    endpoint: createLineItem,
    reads: () => newLineItemCosts(1),
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    inputDescription: 'The line item to create.',
    prepare(check: Check<LineItemInput>, context) {
      const account = check.account('accountId')
      checkLineItem(check, 'Create')
      const params = lineItemParams(check, account)
      const send = () => context.rest.call(createLineItem, { account_id: account }, params)
      return { send, validate: () => validateNew(context, check, account) }
    },
  }),

  updateLineItem: writeField(t, {
    payload: UpdateLineItemPayload,
    endpoint: updateLineItem,
    reads: () => [readCost(listLineItems), ...catalogCosts()],
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. Beyond the documents.',
    input: UpdateLineItemInput,
    inputDescription: 'The changes to the line item.',
    prepare(check: Check<LineItemInput>, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      checkLineItem(check, 'Update')
      const params = lineItemParams(check, account)
      const send = () => context.rest.call(updateLineItem, { account_id: account, line_item_id: id }, params)
      return {
        send,
        validate: () => validateChange(context, check, account, id),
        // The goal requires a web event tag, which an update cannot set.
        fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
      }
    },
  }),

  deleteLineItem: writeField(t, {
    payload: DeleteLineItemPayload,
    endpoint: deleteLineItem,
    description:
      'Deletes a line item. Deleting it again gives NOT_FOUND. Afterwards it is returned only with `withDeleted`. ' +
      'Beyond the documents.',
    input: DeleteLineItemInput,
    inputDescription: 'The line item to delete.',
    prepare(check, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      return { send: () => context.rest.call(deleteLineItem, { account_id: account, line_item_id: id }) }
    },
  }),

  batchLineItems: batchField(t, {
    payload: BatchLineItemsPayload,
    endpoint: batchLineItems,
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    reads: (ids) => [...newLineItemCosts(ids), readCost(listLineItems, ids)],
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). Beyond the documents.',
    input: BatchLineItemsInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check.each('operations', input.operations).map((item) => lineItemOperation(item, account))
      checkTogether(operations)
      return {
        field: 'operations',
        rule: 'R-LI-16',
        operations,
        target: ({ params: { line_item_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        send(batch: Operation[]) {
          const body = batch.map(({ operation_type, params }) => ({ operation_type, params }))
          return context.rest.call(batchLineItems, { account_id: account }, body)
        },
        async validate(sent: Operation[]) {
          await Promise.all(
            sent.map((operation, index) => validateOperation(context, operation, account, sent.slice(0, index))),
          )
        },
      }
    },
  }),
}))
