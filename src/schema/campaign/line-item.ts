import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import { listCampaigns } from '../../rest/campaign/campaign.ts'
import { listLineItems, MAX_LINE_ITEMS_PER_CAMPAIGN, type LineItemRow } from '../../rest/campaign/line-item.ts'
import { Account } from '../account/account.ts'
import { EntityStatus, FundingInstrument } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, queryArg, sortArg, withDeletedArg, withDraftArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { nameQuery } from '../query.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
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
    campaign: t.field({
      type: Campaign,
      description: 'Its campaign.',
      resolve: (row, _args, context, info) => reference(context, info, listCampaigns, row, row.campaign_id),
    }),
    fundingInstrumentId: t.exposeID('funding_instrument_id', {
      description: "Who pays, by the service's own id. Some answers leave it out.",
    }),
    fundingInstrument: t.field({
      type: FundingInstrument,
      description: 'Who pays, where the service tells; else ask its campaign.',
      resolve: (row, _args, context, info) =>
        reference(context, info, listFundingInstruments, row, row.funding_instrument_id),
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
      resolve: ({ automatic_post_promotion: promotion }) => (promotion === null ? null : promotion?.toString()),
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

nodeType(LineItem, ({ loaders }, account, id) => loaders.byId(listLineItems, { account_id: account }, id))

builder.queryField('lineItem', (t) =>
  t.field({
    type: LineItem,
    description: 'One line item.',
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'LineItem', listLineItems, args),
  }),
)

builder.objectFields(Account, (t) => ({
  lineItem: t.field({
    type: LineItem,
    description: 'One of its line items.',
    extensions: keyOnly,
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'LineItem', listLineItems, account.id, args),
  }),
  lineItems: t.field({
    type: LineItemConnection,
    nullable: false,
    description: 'Its line items, of all campaigns.',
    extensions: keyOnly,
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      campaignIds: t.arg.idList({ description: 'Only those of these campaigns, at most 200.' }),
      fundingInstrumentIds: t.arg.idList({ description: 'Only those paid by these, at most 200.' }),
      ...queryArg,
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
      ...withDraftArg,
    },
    resolve: (account, { ids, campaignIds, fundingInstrumentIds, query, withDraft, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listLineItems,
          path: { account_id: account.id },
          filters: {
            line_item_ids: restIds('LineItem', account.id, ids, 'ids'),
            campaign_ids: restIds('Campaign', account.id, campaignIds, 'campaignIds'),
            funding_instrument_ids: restIds(
              'FundingInstrument',
              account.id,
              fundingInstrumentIds,
              'fundingInstrumentIds',
            ),
            q: nameQuery(query),
            with_draft: withDraft || undefined,
          },
        },
        page,
      ),
  }),
}))

builder.objectField(Campaign, 'lineItems', (t) =>
  t.field({
    type: LineItemConnection,
    nullable: false,
    description: 'Its line items. Lists of up to 200 campaigns are read in one call.',
    extensions: keyOnly,
    args: { ...queryArg, ...pageArgs, ...sortArg, ...withDeletedArg, ...withDraftArg },
    resolve: (campaign, { query, withDraft, ...page }, context) =>
      childConnection(
        context,
        {
          endpoint: listLineItems,
          parent: campaign,
          filter: 'campaign_ids',
          parentOf: (row) => row.campaign_id,
          filters: { q: nameQuery(query), with_draft: withDraft || undefined },
        },
        page,
      ),
  }),
)

builder.objectField(FundingInstrument, 'lineItems', (t) =>
  t.field({
    type: LineItemConnection,
    nullable: false,
    description: 'The line items it pays.',
    extensions: keyOnly,
    args: { ...queryArg, ...pageArgs, ...sortArg, ...withDeletedArg, ...withDraftArg },
    resolve: (instrument, { query, withDraft, ...page }, context) =>
      childConnection(
        context,
        {
          endpoint: listLineItems,
          parent: instrument,
          filter: 'funding_instrument_ids',
          parentOf: (row) => row.funding_instrument_id,
          filters: { q: nameQuery(query), with_draft: withDraft || undefined },
        },
        page,
      ),
  }),
)
