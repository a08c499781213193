import { readsColumn } from '../../execute/response/leaf-column.ts'
import { listLineItems, MAX_LINE_ITEMS_PER_CAMPAIGN, type LineItemRow } from '../../rest/campaign/line-item.ts'
import { hasValue, textOf } from '../../rest/value.ts'
import { Account, accountOfRow } from '../account/account.ts'
import { EntityStatus, FundingInstrument, PAID_BY } from '../account/funding-instrument.ts'
import { builder, COMMON_ATTRIBUTES, entity, openEnum, sortArgOf } from '../kit.ts'
import { Campaign, ReasonNotServable } from './campaign.ts'

export const LineItem = builder.objectRef<LineItemRow>('LineItem')

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
    'others. @beyondDocuments',
  { APP_CLICK: 'Clicks that lead to an app.', IMPRESSION: 'Impressions.', LINK_CLICK: 'Clicks on a link.' },
)

entity(LineItem, listLineItems, {
  description:
    'A line item: one bid for one audience within a campaign. Its promoted posts, promoted accounts and media ' +
    'creatives are what it promotes; its targeting criteria select the audience. Amounts are in micros of ' +
    `\`currency\`. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up to 256 ` +
    'active ones (R-LI-15).',
  fields: (t) => ({
    account: t.field(accountOfRow('The account of the line item.')),
    campaignId: t.foreignKey('campaign_id', 'the campaign'),
    campaign: t.reference(Campaign, 'campaign_id', 'The campaign of the line item.'),
    fundingInstrumentId: t.foreignKey(
      'funding_instrument_id',
      'the funding instrument',
      'Some responses of the service omit it. @beyondDocuments',
    ),
    fundingInstrument: t.reference(
      FundingInstrument,
      'funding_instrument_id',
      'The funding instrument. Null if the service omits its ID; then select it through `campaign`.',
    ),
    ...t.columns({
      name: 'The name of the line item, 1 to 255 characters.',
      objective: [Objective, 'The objective of the line item.'],
      productType: [ProductType, 'The type of product that it promotes.'],
      placements: [[Placement], 'The places where its ads are shown.'],
      goal: [Goal, 'The goal: what counts as success.'],
      startTime: ['DateTime', 'When the line item starts.'],
      endTime: ['DateTime', 'When the line item ends.'],
      bidStrategy: [BidStrategy, 'The strategy for bidding.'],
      bidAmountLocalMicro: [
        'Long',
        'The bid in micros. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5).',
      ],
      targetCpaLocalMicro: ['Long', 'The target cost per action, in micros. @beyondDocuments'],
      dailyBudgetAmountLocalMicro: [
        'Long',
        'The daily budget in micros, if budgets are set per line item. @beyondDocuments',
      ],
      totalBudgetAmountLocalMicro: [
        'Long',
        'The total budget in micros, if budgets are set per line item. @beyondDocuments',
      ],
      currency: 'The currency of the line item, as an ISO 4217 code. @beyondDocuments',
      standardDelivery: [
        'Boolean',
        'Whether the budget is spent evenly over the day instead of as fast as possible. Some responses of the ' +
          'service omit it. @beyondDocuments',
      ],
      payBy: [PayBy, 'The event that the advertiser is charged for.'],
      frequencyCap: ['Int', 'The maximum number of times that a user sees the line item within `durationInDays`.'],
      durationInDays: ['Int', 'The period that `frequencyCap` applies to: 1, 7 or 30 days (R-LI-10).'],
      entityStatus: [EntityStatus, 'The status that the advertiser set.'],
      servable: [
        'Boolean',
        'Whether its ads can be shown at the moment. Null if the response of the service omits it. @beyondDocuments',
      ],
      reasonsNotServable: [
        [ReasonNotServable],
        'The reasons why its ads cannot be shown. Null if the response of the service omits it. @beyondDocuments',
      ],
      creativeSource: 'The source of its creatives. @beyondDocuments',
      audienceExpansion: [
        AudienceExpansion,
        'How far its audience is expanded beyond its targeting. By default it is not expanded (R-LI-9).',
      ],
      advertiserDomain: 'The domain of the advertiser, without a protocol.',
      primaryWebEventTag: 'The web event tag that counts conversions for the goal WEBSITE_CONVERSIONS.',
      categories: [['String'], 'The IAB categories of the line item.'],
      androidAppStoreIdentifier:
        'The identifier of its app in the Android store. If set, the service adds PLATFORM targeting automatically ' +
        '(R-LI-4).',
      iosAppStoreIdentifier:
        'The identifier of its app in the iOS store. If set, the service adds PLATFORM targeting automatically ' +
        '(R-LI-4).',
    }),
    advertiserUserId: t.foreignKey(
      'advertiser_user_id',
      'the user who advertises',
      'Do not send it back in an input: it can be set only for the objective PREROLL_VIEWS (R-LI-8).',
    ),
  }),
  list: [Account, 'lineItems', 'The line items of the account, across all campaigns.'],
  parents: {
    campaign_ids: [
      Campaign,
      'lineItems',
      'The line items of the campaign. Line items of up to 200 campaigns are read in one call.',
      'Return only items of these campaigns, up to 200 IDs.',
    ],
    funding_instrument_ids: [
      FundingInstrument,
      'lineItems',
      'The line items that the funding instrument pays for.',
      PAID_BY,
    ],
  },
  sort: sortArgOf('LineItemSortBy', 'line items', { ...COMMON_ATTRIBUTES, bid_amount_local_micro: 'The bid.' }),
})

builder.objectField(LineItem, 'automaticPostPromotion', (t) =>
  t.field({
    type: 'String',
    description: 'Whether posts are promoted automatically: the value of the service as text. @beyondDocuments',
    resolve: readsColumn(
      ({ automatic_post_promotion: promotion }) => (hasValue(promotion) ? textOf(promotion) : promotion),
      'automatic_post_promotion',
    ),
  }),
)
