import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import type { Context } from '../../context.ts'
import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
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
import type { Long } from '../../rest/types.ts'
import { Account } from '../account/account.ts'
import { EntityStatus, FundingInstrument } from '../account/funding-instrument.ts'
import { BatchOperationType, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, queryArg, sortArg, withDeletedArg, withDraftArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { readsColumn } from '../../execute/passthrough.ts'
import { nameQuery } from '../list/name-query.ts'
import { Campaign } from './campaign.ts'

export const LineItem = builder.objectRef<LineItemRow>('LineItem')
export const LineItemConnection = connectionType(LineItem)

export const Objective = openEnum(
  'Objective',
  'What a line item is to achieve. One for all line items of a campaign.',
  {
    APP_ENGAGEMENTS: 'People use an app they have. Needs an app store identifier (R-LI-4).',
    APP_INSTALLS: 'People install an app. Needs an app store identifier (R-LI-4).',
    REACH: 'As many people as possible see it.',
    FOLLOWERS: 'People follow the advertiser.',
    ENGAGEMENTS: 'People interact with a post.',
    VIDEO_VIEWS: 'People watch a video.',
    PREROLL_VIEWS: 'People watch a video before the content of publishers.',
    WEBSITE_CLICKS: 'People visit a website.',
  },
)

export const ProductType = openEnum('ProductType', 'What a line item promotes. One for all line items of a campaign.', {
  MEDIA: 'Media creatives.',
  PROMOTED_ACCOUNT: 'An account, so that people follow it.',
  PROMOTED_POSTS: 'Posts.',
})

export const Placement = openEnum('Placement', 'Where ads are shown.', {
  ALL_ON_SVC: 'Everywhere on the service.',
  PUBLISHER_NETWORK: "In the publishers' network. Needs `advertiserDomain` and `categories` (R-LI-3).",
  TAP_BANNER: "As a banner in publishers' apps.",
  TAP_FULL: "Full screen in publishers' apps.",
  TAP_FULL_LANDSCAPE: "Full screen in publishers' apps, landscape.",
  TAP_NATIVE: "As part of the content of publishers' apps.",
  TAP_MRECT: "As a medium rectangle in publishers' apps.",
  SVC_PROFILE: 'On profiles.',
  SVC_REPLIES: 'Between replies.',
  SVC_SEARCH: 'In search results.',
  SVC_TIMELINE: 'In the timeline.',
})

export const BidStrategy = openEnum('BidStrategy', 'How bids are made.', {
  AUTO: 'The service bids; the bid amount is ignored.',
  MAX: 'At most the bid amount. Not for REACH and FOLLOWERS (R-LI-6).',
  TARGET: 'On average of a day within 20 % of the bid amount. For REACH, FOLLOWERS and WEBSITE_CLICKS only (R-LI-6).',
})

export const AudienceExpansion = openEnum(
  'AudienceExpansion',
  'How far beyond its targeting a line item may reach, in the words of the service.',
  {
    BROAD: 'Broad.',
    DEFINED: 'Defined.',
    EXPANDED: 'Expanded.',
  },
)

export const Goal = openEnum('Goal', 'What is counted as success. The default depends on the objective.', {
  APP_CLICKS: 'Clicks that lead to an app.',
  APP_INSTALLS: 'Installs of an app.',
  APP_PURCHASES: 'Purchases in an app. For app installs only (R-LI-12).',
  ENGAGEMENT: 'Interactions with a post.',
  FOLLOWERS: 'New followers.',
  LINK_CLICKS: 'Clicks on a link.',
  MAX_REACH: 'People reached.',
  PREROLL: 'Prerolls watched.',
  PREROLL_STARTS: 'Prerolls begun.',
  REACH_WITH_ENGAGEMENT: 'People reached who interact.',
  SITE_VISITS: 'Visits to a website. With WEBSITE_CLICKS only (R-LI-12).',
  VIDEO_VIEW: 'Views of a video.',
  VIEW_3S_100PCT: 'Views of 3 seconds with the whole video in sight.',
  VIEW_6S: 'Views of 6 seconds.',
  VIEW_15S: 'Views of 15 seconds.',
  WEBSITE_CONVERSIONS: 'Conversions on a website. Needs `primaryWebEventTag` (R-LI-7).',
})

export const PayBy = openEnum(
  'PayBy',
  'What is charged for. Beyond the documents: the values that the live service takes; it shows others too.',
  { APP_CLICK: 'Clicks that lead to an app.', IMPRESSION: 'Impressions.', LINK_CLICK: 'Clicks on a link.' },
)

LineItem.implement({
  description:
    'A line item: one bid for one audience within a campaign. It owns what is promoted (posts, accounts, media ' +
    'creatives) and to whom (targeting criteria). Amounts are in micros of `currency`. A campaign can have ' +
    `${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, an account 256 active ones (R-LI-15).`,
  interfaces: [Node, Entity],
  fields: (t) => ({
    campaignId: t.exposeID('campaign_id', { description: "Its campaign, by the service's own id." }),
    campaign: t.reference({
      type: Campaign,
      endpoint: listCampaigns,
      description: 'Its campaign.',
      id: (row) => row.campaign_id,
    }),
    fundingInstrumentId: t.exposeID('funding_instrument_id', {
      description: "Who pays, by the service's own id. Some answers leave it out.",
    }),
    fundingInstrument: t.reference({
      type: FundingInstrument,
      endpoint: listFundingInstruments,
      description: 'Who pays, where the service tells; else ask its campaign.',
      id: (row) => row.funding_instrument_id,
    }),
    name: t.exposeString('name', { description: 'Its name, 1 to 255 characters.' }),
    objective: t.expose('objective', { type: Objective, description: 'What it is to achieve.' }),
    productType: t.expose('product_type', { type: ProductType, description: 'What it promotes.' }),
    placements: t.expose('placements', {
      type: [Placement],
      nullable: { list: true, items: false },
      description: 'Where its ads are shown.',
    }),
    goal: t.expose('goal', { type: Goal, description: 'What is counted as success.' }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'When it begins.' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'When it ends.' }),
    bidStrategy: t.expose('bid_strategy', { type: BidStrategy, description: 'How it bids.' }),
    bidAmountLocalMicro: t.expose('bid_amount_local_micro', {
      type: 'Long',
      description: 'Its bid in micros; needed for MAX and TARGET, ignored for AUTO (R-LI-5).',
    }),
    targetCpaLocalMicro: t.expose('target_cpa_local_micro', {
      type: 'Long',
      description: 'The cost per action it aims at, in micros.',
    }),
    dailyBudgetAmountLocalMicro: t.expose('daily_budget_amount_local_micro', {
      type: 'Long',
      description: 'What it may spend a day, in micros, where budgets are set per line item.',
    }),
    totalBudgetAmountLocalMicro: t.expose('total_budget_amount_local_micro', {
      type: 'Long',
      description: 'What it may spend in all, in micros, where budgets are set per line item.',
    }),
    currency: t.exposeString('currency', { description: 'Its currency, three letters of ISO 4217.' }),
    standardDelivery: t.exposeBoolean('standard_delivery', {
      description: 'Whether spend is spread over the day. Some answers leave it out.',
    }),
    payBy: t.expose('pay_by', { type: PayBy, description: 'What is charged for.' }),
    frequencyCap: t.exposeInt('frequency_cap', {
      description: 'How often one user may see it in `durationInDays`.',
    }),
    durationInDays: t.exposeInt('duration_in_days', {
      description: 'The window of `frequencyCap`: 1, 7 or 30 days (R-LI-10).',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    creativeSource: t.exposeString('creative_source', { description: 'Where its creatives come from.' }),
    automaticPostPromotion: t.field({
      type: 'String',
      description: 'Whether posts are promoted by themselves, as the service tells it.',
      resolve: readsColumn(
        ({ automatic_post_promotion: promotion }) => (promotion === null ? null : promotion?.toString()),
        'automatic_post_promotion',
      ),
    }),
    audienceExpansion: t.expose('audience_expansion', {
      type: AudienceExpansion,
      description: 'How far beyond its targeting it may reach; none by default (R-LI-9).',
    }),
    advertiserUserId: t.exposeID('advertiser_user_id', {
      description: 'The user who advertises. It cannot be sent back: only PREROLL_VIEWS may set it (R-LI-8).',
    }),
    advertiserDomain: t.exposeString('advertiser_domain', {
      description: 'The domain of the advertiser, without protocol.',
    }),
    primaryWebEventTag: t.exposeString('primary_web_event_tag', {
      description: 'The web event tag that WEBSITE_CONVERSIONS are counted by.',
    }),
    categories: t.exposeStringList('categories', {
      nullable: { list: true, items: false },
      description: 'Its IAB categories.',
    }),
    androidAppStoreIdentifier: t.exposeString('android_app_store_identifier', {
      description: 'Its app in the Android store. Setting it adds PLATFORM targeting by itself (R-LI-4).',
    }),
    iosAppStoreIdentifier: t.exposeString('ios_app_store_identifier', {
      description: 'Its app in the iOS store. Setting it adds PLATFORM targeting by itself (R-LI-4).',
    }),
  }),
})

nodeType(LineItem, listLineItems)

builder.queryField('lineItem', (t) =>
  t.byId({ type: LineItem, endpoint: listLineItems, description: 'One line item.', args: withDeletedArg }),
)

builder.objectFields(Account, (t) => ({
  lineItem: t.byId({
    type: LineItem,
    endpoint: listLineItems,
    description: 'One of its line items.',
    args: withDeletedArg,
  }),
  lineItems: t.list({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'Its line items, of all campaigns.',
    args: {
      ...idsArg,
      campaignIds: t.arg.idList({ description: 'Only the items of these campaigns, at most 200.' }),
      fundingInstrumentIds: t.arg.idList({
        description: 'Only the items paid by these funding instruments, at most 200.',
      }),
      ...queryArg,
      ...sortArg,
      ...withDeletedArg,
      ...withDraftArg,
    },
    filters: ({ ids, campaignIds, fundingInstrumentIds, query, withDraft }, account) => ({
      line_item_ids: restIds('LineItem', account.id, ids, 'ids'),
      campaign_ids: restIds('Campaign', account.id, campaignIds, 'campaignIds'),
      funding_instrument_ids: restIds('FundingInstrument', account.id, fundingInstrumentIds, 'fundingInstrumentIds'),
      q: nameQuery(query),
      with_draft: withDraft || undefined,
    }),
  }),
}))

builder.objectField(Campaign, 'lineItems', (t) =>
  t.children({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'Its line items. Lists of up to 200 campaigns are read in one call.',
    parentFilter: 'campaign_ids',
    parentOf: (row) => row.campaign_id,
    args: { ...queryArg, ...sortArg, ...withDeletedArg, ...withDraftArg },
    filters: ({ query, withDraft }) => ({ q: nameQuery(query), with_draft: withDraft || undefined }),
  }),
)

builder.objectField(FundingInstrument, 'lineItems', (t) =>
  t.children({
    type: LineItemConnection,
    endpoint: listLineItems,
    description: 'The line items it pays.',
    parentFilter: 'funding_instrument_ids',
    parentOf: (row) => row.funding_instrument_id,
    args: { ...queryArg, ...sortArg, ...withDeletedArg, ...withDraftArg },
    filters: ({ query, withDraft }) => ({ q: nameQuery(query), with_draft: withDraft || undefined }),
  }),
)

/** The fields of a line item that can be set whenever it is written (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) => ({
  name: t.string({ description: 'Its name, 1 to 255 characters (R-LI-13).' }),
  goal: t.field({
    type: Goal,
    description: 'What is counted as success; the default depends on the objective (R-LI-12).',
  }),
  bidStrategy: t.field({
    type: BidStrategy,
    description: 'How it bids; the default depends on the objective (R-LI-6).',
  }),
  bidAmountLocalMicro: t.field({
    type: 'Long',
    description: 'Its bid in micros, more than 0: required for MAX and TARGET, ignored for AUTO (R-LI-5).',
  }),
  audienceExpansion: t.field({
    type: AudienceExpansion,
    description: 'How far beyond its targeting it may reach; not at all by default (R-LI-9).',
  }),
  frequencyCap: t.int({
    description:
      'How often one user may see it in `durationInDays`. For REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS only ' +
      '(R-LI-11).',
  }),
  durationInDays: t.int({ description: 'The window of `frequencyCap`: 1, 7 or 30 days (R-LI-10).' }),
  entityStatus: t.field({
    type: EntityStatus,
    description: 'ACTIVE (the default), DRAFT or PAUSED on create (R-LI-13); ACTIVE or PAUSED on update.',
  }),
  advertiserDomain: t.string({
    description: 'The domain of the advertiser, without protocol. Required for PUBLISHER_NETWORK (R-LI-3).',
  }),
  categories: t.stringList({
    description:
      'IAB categories, required for PUBLISHER_NETWORK (R-LI-3); for PREROLL_VIEWS one or two advertiser business ' +
      'categories (R-ACC-14).',
  }),
  androidAppStoreIdentifier: t.string({
    description:
      'Its app in the Android store. APP_INSTALLS and APP_ENGAGEMENTS need this or the other one; setting it adds ' +
      'PLATFORM targeting by itself (R-LI-4).',
  }),
  iosAppStoreIdentifier: t.string({
    description:
      'Its app in the iOS store. APP_INSTALLS and APP_ENGAGEMENTS need this or the other one; setting it adds PLATFORM ' +
      'targeting by itself (R-LI-4).',
  }),
  payBy: t.field({
    type: PayBy,
    description:
      'What is charged for; it can be set for APP_INSTALLS only (R-LI-16). Beyond the documents: its values.',
  }),
  dailyBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description:
      'What it may spend a day, in micros, where budgets are set per line item; null removes it. Beyond the documents.',
  }),
  totalBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description:
      'What it may spend in all, in micros, where budgets are set per line item; null removes it. Beyond the documents.',
  }),
})

/** The fields of a line item that can be set when it is created only, and are not required then. */
const optionalFixedFields = (t: InputFields) => ({
  primaryWebEventTag: t.string({
    description:
      'The web event tag that conversions are counted by. Required for the goal WEBSITE_CONVERSIONS (R-LI-7).',
  }),
  advertiserUserId: t.id({
    description:
      'The user who advertises. For PREROLL_VIEWS only, and only some client applications may set it (R-LI-8). Do not ' +
      'send back one that was read.',
  }),
  standardDelivery: t.boolean({ description: 'Whether spend is spread over the day. Beyond the documents.' }),
})

const CreateLineItemInput = builder.inputType('CreateLineItemInput', {
  description: 'A new line item.',
  fields: (t) => ({
    ...accountField(t),
    campaignId: t.id({ required: true, description: 'Its campaign, by either kind of id (R-LI-1).' }),
    objective: t.field({
      type: Objective,
      required: true,
      description: 'What it is to achieve: the same for all line items of the campaign (R-LI-2).',
    }),
    productType: t.field({
      type: ProductType,
      required: true,
      description: 'What it promotes: the same for all line items of the campaign (R-LI-2).',
    }),
    placements: t.field({
      type: [Placement],
      required: true,
      description:
        'Where its ads are shown, at least one place: `lineItemPlacements` tells what goes together (R-ACC-10).',
    }),
    startTime: t.field({ type: 'DateTime', required: true, description: 'When it begins (R-LI-1).' }),
    endTime: t.field({ type: 'DateTime', required: true, description: 'When it ends (R-LI-1).' }),
    ...writableFields(t),
    ...optionalFixedFields(t),
  }),
})

const UpdateLineItemInput = builder.inputType('UpdateLineItemInput', {
  description:
    'What is to change of a line item: what is left out stays, null removes. Its campaign, objective, product type, ' +
    'placements, web event tag, advertiser and kind of delivery stay what they were when it was created.',
  fields: (t) => ({
    lineItemId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
    startTime: t.field({ type: 'DateTime', description: 'When it begins.' }),
    endTime: t.field({ type: 'DateTime', description: 'When it ends.' }),
    ...writableFields(t),
  }),
})

const DeleteLineItemInput = builder.inputType('DeleteLineItemInput', {
  description: 'The line item to delete.',
  fields: (t) => ({
    lineItemId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
  }),
})

const LineItemOperation = builder.inputType('LineItemOperation', {
  description: 'One operation of a batch of line items. What Create alone takes cannot be changed later.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'What it does.' }),
    lineItemId: t.id({
      description: 'The line item, by either kind of id. Required for Update and Delete, which take it.',
    }),
    campaignId: t.id({ description: 'Its campaign, by either kind of id. Required for Create, which alone takes it.' }),
    objective: t.field({
      type: Objective,
      description: 'What it is to achieve (R-LI-2). Required for Create, which alone takes it.',
    }),
    productType: t.field({
      type: ProductType,
      description: 'What it promotes (R-LI-2). Required for Create, which alone takes it.',
    }),
    placements: t.field({
      type: [Placement],
      description: 'Where its ads are shown (R-ACC-10). Required for Create, which alone takes it.',
    }),
    startTime: t.field({ type: 'DateTime', description: 'When it begins. Required for Create.' }),
    endTime: t.field({ type: 'DateTime', description: 'When it ends. Required for Create.' }),
    ...writableFields(t),
    ...optionalFixedFields(t),
  }),
})

const BatchLineItemsInput = builder.inputType('BatchLineItemsInput', {
  description: 'Line items to create, change and delete in one call.',
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
        description: 'The line item as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateLineItemPayload = lineItemPayload('CreateLineItemPayload', 'The result of creating a line item.')
const UpdateLineItemPayload = lineItemPayload('UpdateLineItemPayload', 'The result of changing a line item.')
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
        'The line items as the service answered, in the order of the operations; null where nothing was changed.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** All that any of these inputs may hold. */
type LineItemInput = Partial<typeof LineItemOperation.$inferInput> & { accountId?: string | null }

/** What can be set of a line item only when it is created. */
const FIXED_FIELDS = [
  'campaignId',
  'objective',
  'productType',
  'placements',
  'primaryWebEventTag',
  'advertiserUserId',
  'standardDelivery',
] as const

/** Objectives by what they let a line item have (Ads Management Interface, section 2). */
const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']
const OBJECTIVES_WITHOUT_MAX = ['REACH', 'FOLLOWERS']
const OBJECTIVES_WITH_TARGET = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']

/** Holds the rules for what can be written of a line item. */
function checkLineItem(check: Check<LineItemInput>, operation: 'Create' | 'Update'): void {
  const { input } = check
  check.length('name', { min: 1, max: 255 }, 'R-LI-13')
  check.amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro')
  check.inOrder('startTime', 'endTime')
  check.notNull('R-LI-13', 'name')
  const { bidAmountLocalMicro: bid, durationInDays: days, advertiserDomain } = input
  check.that(typeof bid !== 'bigint' || bid > 0n, 'bidAmountLocalMicro', 'R-LI-5', `is ${bid}; it must be more than 0`)
  const isWindow = typeof days !== 'number' || [1, 7, 30].includes(days)
  check.that(isWindow, 'durationInDays', 'R-LI-10', `is ${days}; it can be 1, 7 or 30`)
  // A comma would make two categories of one on the wire.
  const named = (input.categories ?? []).every((category) => /^[^,]+$/.test(category))
  check.that(named, 'categories', 'R-LI-3', 'holds an empty category, or one with a comma')
  const isDomain = !advertiserDomain?.includes('://')
  check.that(isDomain, 'advertiserDomain', 'R-LI-3', 'is a domain without protocol, such as shop.example')
  if (operation === 'Create') checkNew(check)
  else checkChange(check)
}

function checkNew(check: Check<LineItemInput>): void {
  const { input } = check
  for (const field of ['campaignId', 'objective', 'productType', 'placements', 'startTime', 'endTime'] as const)
    check.required(field, 'R-LI-1')
  check.that(input.placements?.length !== 0, 'placements', 'R-LI-1', 'is empty; name at least one')
  if (input.placements?.includes('PUBLISHER_NETWORK')) {
    check.required('advertiserDomain', 'R-LI-3')
    check.that(Boolean(input.categories?.length), 'categories', 'R-LI-3', 'is required for PUBLISHER_NETWORK')
  }
  const advertisesApp = APP_OBJECTIVES.includes(input.objective ?? '')
  const namesApp = Boolean(input.androidAppStoreIdentifier || input.iosAppStoreIdentifier)
  const needsApp = 'or `iosAppStoreIdentifier` is required for APP_INSTALLS and APP_ENGAGEMENTS'
  check.that(!advertisesApp || namesApp, 'androidAppStoreIdentifier', 'R-LI-4', needsApp)
  const isPreroll = input.objective === 'PREROLL_VIEWS'
  const count = input.categories?.length ?? 0
  check.that(
    !isPreroll || count === 1 || count === 2,
    'categories',
    'R-ACC-14',
    `names ${count} categories; PREROLL_VIEWS takes one or two advertiser business categories`,
  )
  check.that(isPreroll || !input.advertiserUserId, 'advertiserUserId', 'R-LI-8', 'can be set for PREROLL_VIEWS only')
  checkByObjective(check, input)
  check.leaveUnchecked('R-LI-2', 'R-LI-15', 'R-ACC-10')
  if (input.advertiserUserId) check.leaveUnchecked('R-LI-8')
}

function checkChange(check: Check<LineItemInput>): void {
  const { input } = check
  for (const field of FIXED_FIELDS)
    check.that(input[field] === undefined, field, 'R-LI-16', 'is set when a line item is created, and stays')
  const settable = input.entityStatus !== 'DRAFT'
  check.that(settable, 'entityStatus', 'R-LI-16', 'is DRAFT; an update can set ACTIVE or PAUSED')
  check.notNull('R-LI-1', 'startTime', 'endTime')
  check.notNull('R-LI-6', 'bidStrategy')
  check.notNull('R-LI-12', 'goal')
  check.notNull('R-LI-16', 'entityStatus', 'payBy')
  const keepsBid = !bidsAmount(input.bidStrategy) || input.bidAmountLocalMicro !== null
  check.that(keepsBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  check.leaveUnchecked('R-LI-3', 'R-LI-4', 'R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-11', 'R-LI-12', 'R-LI-15')
  if (input.payBy) check.leaveUnchecked('R-LI-16')
}

/** What a line item is, or will be, as far as rules between its fields rest on it. */
type WholeLineItem = Pick<LineItemInput, 'objective' | 'bidStrategy' | 'bidAmountLocalMicro' | 'primaryWebEventTag'>

/** Holds the rules for what is written, of which the rest of the line item decides whether it can be. */
function checkByObjective(check: Check<LineItemInput>, whole: WholeLineItem): void {
  const { bidStrategy, goal, frequencyCap, payBy } = check.input
  const objective = whole.objective ?? ''
  const hasBid = !bidsAmount(whole.bidStrategy) || typeof whole.bidAmountLocalMicro === 'bigint'
  check.that(hasBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  const offered =
    (bidStrategy !== 'MAX' || !OBJECTIVES_WITHOUT_MAX.includes(objective)) &&
    (bidStrategy !== 'TARGET' || OBJECTIVES_WITH_TARGET.includes(objective))
  check.that(offered, 'bidStrategy', 'R-LI-6', `is ${bidStrategy}, which there is not for ${objective}`)
  const counted = goal !== 'WEBSITE_CONVERSIONS' || Boolean(whole.primaryWebEventTag)
  check.that(counted, 'goal', 'R-LI-7', 'is WEBSITE_CONVERSIONS, which needs `primaryWebEventTag`')
  const capped = typeof frequencyCap !== 'number' || CAPPED_OBJECTIVES.includes(objective)
  check.that(capped, 'frequencyCap', 'R-LI-11', `can be set for ${CAPPED_OBJECTIVES.join(', ')} only`)
  const suits =
    (goal !== 'SITE_VISITS' || objective === 'WEBSITE_CLICKS') &&
    (goal !== 'APP_PURCHASES' || objective === 'APP_INSTALLS')
  check.that(suits, 'goal', 'R-LI-12', `is ${goal}, which there is not for ${objective}`)
  check.that(!payBy || objective === 'APP_INSTALLS', 'payBy', 'R-LI-16', 'can be set for APP_INSTALLS only')
}

function bidsAmount(strategy: string | null | undefined): boolean {
  return strategy === 'MAX' || strategy === 'TARGET'
}

/** Of a batch: line items that it creates in one campaign have one objective and one product type. */
function checkTogether(operations: readonly Operation[]): void {
  const firsts = new Map<string, LineItemInput>()
  for (const { check, operation_type, params } of operations) {
    if (operation_type !== 'Create' || params.campaign_id === undefined || check.isRefused) continue
    const first = firsts.get(params.campaign_id)
    if (first) checkLike(check, first, 'an operation before it')
    else firsts.set(params.campaign_id, check.input)
  }
}

function checkLike(check: Check<LineItemInput>, other: LineItemInput, whose: string): void {
  for (const field of ['objective', 'productType'] as const)
    check.that(check.input[field] === other[field], field, 'R-LI-2', `is not ${other[field]}, that of ${whose}`)
}

/** What goes on the wire of a line item. */
function lineItemParams(check: Check<LineItemInput>, account: string): LineItemParams {
  const { input } = check
  const campaignId = check.id('campaignId', 'Campaign', account)
  const advertiserUserId = check.id('advertiserUserId', 'User', account)
  // Comma lists, in JSON too.
  const lists = { placements: commaList(input.placements), categories: commaList(input.categories) }
  return toParams({ ...input, campaignId, advertiserUserId, ...lists }, ['accountId', 'operationType', 'lineItemId'])
}

function commaList(list: readonly string[] | null | undefined): string | null | undefined {
  return list ? list.join(',') : list
}

/** An operation of a batch, ready to be sent. */
interface Operation {
  check: Check<LineItemInput>
  operation_type: 'Create' | 'Update' | 'Delete'
  params: LineItemParams & { line_item_id: string | undefined }
}

function lineItemOperation(check: Check<typeof LineItemOperation.$inferInput>, account: string): Operation {
  const { operationType, lineItemId } = check.input
  const line_item_id = check.id('lineItemId', 'LineItem', account)
  const named = (operationType === 'Create') === !lineItemId
  check.that(named, 'lineItemId', 'R-LI-16', 'names the line item of an Update or Delete, and of nothing else')
  if (operationType !== 'Delete') checkLineItem(check, operationType)
  const params = operationType === 'Delete' ? {} : lineItemParams(check, account)
  return { check, operation_type: operationType, params: { ...params, line_item_id } }
}

/** Holds what can be read of a new line item's campaign and of the placements that there are. */
async function validateNew({ loaders }: Context, check: Check<LineItemInput>, account: string): Promise<void> {
  const { productType, placements } = check.input
  const path = { account_id: account }
  const campaign = check.id('campaignId', 'Campaign', account) ?? ''
  const inCampaign = { filter: 'campaign_ids', parentOf: (row: LineItemRow) => row.campaign_id } as const
  const wish = { parent: campaign, first: MAX_LINE_ITEMS_PER_CAMPAIGN }
  const [siblings, permitted] = await Promise.all([
    loaders.byParent(listLineItems, inCampaign, path, { with_draft: true }).read(wish),
    loaders.whole(listPlacements, {}),
  ])
  check.markChecked('R-LI-2', 'R-ACC-10')
  const [sibling] = siblings.rows
  if (sibling) {
    const { objective, product_type } = sibling
    checkLike(check, { objective, productType: product_type }, 'the line items of its campaign')
  }
  // How many are active in the whole account is left to the service, and with it the rule.
  const hasRoom = siblings.rows.length < MAX_LINE_ITEMS_PER_CAMPAIGN
  check.that(
    hasRoom,
    'campaignId',
    'R-LI-15',
    `has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is all it can have`,
  )
  const combinations = permitted.find((row) => row.product_type === productType)?.placements
  const isPermitted = combinations?.some((combination) => isSameSet(combination, placements ?? [])) ?? true
  check.that(isPermitted, 'placements', 'R-ACC-10', `do not go together for ${productType}; see \`lineItemPlacements\``)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one)
  return names.size === new Set(other).size && other.every((name) => names.has(name))
}

/** Holds a change against the line item as it is. */
async function validateChange(
  { loaders }: Context,
  check: Check<LineItemInput>,
  account: string,
  id: string,
): Promise<void> {
  const row = await loaders.byId(listLineItems, { account_id: account }, id)
  if (!row) return

  check.markChecked('R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-11', 'R-LI-12', 'R-LI-16')
  const { bidStrategy = row.bid_strategy, bidAmountLocalMicro = bigintOf(row.bid_amount_local_micro) } = check.input
  const { objective, primary_web_event_tag: primaryWebEventTag } = row
  checkByObjective(check, { objective, bidStrategy, bidAmountLocalMicro, primaryWebEventTag })
}

async function validateOperation(context: Context, operation: Operation, account: string): Promise<void> {
  const { check, operation_type, params } = operation
  if (operation_type === 'Create') await validateNew(context, check, account)
  if (operation_type === 'Update') await validateChange(context, check, account, params.line_item_id ?? '')
}

function bigintOf(long: Long | null | undefined): bigint | null {
  return long === null || long === undefined ? null : BigInt(long)
}

builder.mutationFields((t) => ({
  createLineItem: writeField(t, {
    payload: CreateLineItemPayload,
    description:
      `Creates a line item. A campaign can have ${MAX_LINE_ITEMS_PER_CAMPAIGN}, an account 256 active ones (R-LI-15). ` +
      'With `validateOnly` its campaign, the line items there and the permitted placements are read.',
    input: CreateLineItemInput,
    inputDescription: 'The line item.',
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
    description:
      'Changes a line item. Beyond the documents. With `validateOnly` it is read, and the changes are held against it.',
    input: UpdateLineItemInput,
    inputDescription: 'The changes.',
    prepare(check: Check<LineItemInput>, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      checkLineItem(check, 'Update')
      const params = lineItemParams(check, account)
      const send = () => context.rest.call(updateLineItem, { account_id: account, line_item_id: id }, params)
      return {
        send,
        validate: () => validateChange(context, check, account, id),
        // The goal needs a web event tag, which no change can give.
        fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
      }
    },
  }),

  deleteLineItem: writeField(t, {
    payload: DeleteLineItemPayload,
    description:
      'Deletes a line item; deleting it again is NOT_FOUND. From then on it is shown only with `withDeleted`. Beyond the ' +
      'documents.',
    input: DeleteLineItemInput,
    inputDescription: 'The line item.',
    prepare(check, context) {
      const { account, id } = check.changes('lineItemId', 'LineItem')
      return { send: () => context.rest.call(deleteLineItem, { account_id: account, line_item_id: id }) }
    },
  }),

  batchLineItems: batchField(t, {
    payload: BatchLineItemsPayload,
    description:
      `Creates, changes and deletes line items, ${MAX_LINE_ITEM_OPERATIONS} in a call, which succeeds or fails as a ` +
      'whole. Beyond the documents.',
    input: BatchLineItemsInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const operations = check.each('operations', input.operations).map((item) => lineItemOperation(item, account))
      checkTogether(operations)
      return {
        field: 'operations',
        maxItems: MAX_LINE_ITEM_OPERATIONS,
        rule: 'R-LI-16',
        operations,
        target: ({ params: { line_item_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        send(batch: Operation[]) {
          const body = batch.map(({ operation_type, params }) => ({ operation_type, params }))
          return context.rest.call(batchLineItems, { account_id: account }, body)
        },
        async validate(sent: Operation[]) {
          await Promise.all(sent.map((operation) => validateOperation(context, operation, account)))
        },
      }
    },
  }),
}))
