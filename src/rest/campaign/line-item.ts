import { type ParamsOf, resource, type RowOf } from '../resource.ts'
import { flag, id, ids, int, LISTED, long, longId, NAMED, text, texts, time, value, word, words } from '../value.ts'

/** The maximum number of line items in one campaign (Ads Management Interface, section 8). */
export const MAX_LINE_ITEMS_PER_CAMPAIGN = 100

/** Line items (Ads Management Interface, sections 2 and 4.5). */
const lineItems = resource(
  'accounts/:account_id/line_items/:line_item_id',
  {
    columns: {
      funding_instrument_id: id,
      target_cpa_local_micro: long,
      currency: text,
      /** Not documented by the service. */
      servable: flag,
      /** Not documented by the service. */
      reasons_not_servable: words('ReasonNotServable'),
      creative_source: text,
      automatic_post_promotion: value<string | boolean>('String'),
    },
    list: {
      ...LISTED,
      ...NAMED,

      /** Only rows with one of these IDs, at most 200. */
      line_item_ids: ids,
      /** Only rows of these campaigns, up to 200 IDs. */
      campaign_ids: ids,
      /** Only rows that these funding instruments pay for, up to 200 IDs. */
      funding_instrument_ids: ids,
      /** Also drafts. Defaults to false. */
      with_draft: flag,
    },
    create: {
      /** The ID of the campaign (R-LI-1). A campaign has at most 100 line items (R-LI-15). */
      campaign_id: id,
      /** The objective, which must be the same for all line items of the campaign (R-LI-2). */
      objective: word('Objective'),
      /** The type of product to promote, which must be the same for all line items of the campaign (R-LI-2). */
      product_type: word('ProductType'),
      /** The places to show ads, at least one. `line_item_placements` lists the permitted combinations (R-ACC-10). */
      placements: words('Placement'),
      /** The web event tag that counts conversions. Required for the goal WEBSITE_CONVERSIONS (R-LI-7). */
      primary_web_event_tag: text,
      /**
       * The user who advertises. Allowed only for the objective PREROLL_VIEWS, and only for some client applications
       * (R-LI-8).
       */
      advertiser_user_id: longId,
      /** Whether to spend the budget evenly over the day instead of as fast as possible. Not documented by the service. */
      standard_delivery: flag,
    },
    update: {
      /** The name of the line item, 1 to 255 characters (R-LI-13). */
      name: text,
      /** When the line item starts (R-LI-1). */
      start_time: time,
      /** When the line item ends (R-LI-1). */
      end_time: time,
      /** The goal: what counts as success. The default depends on the objective (R-LI-12). */
      goal: word('Goal'),
      /** The strategy for bidding. The default depends on the objective (R-LI-6). */
      bid_strategy: word('BidStrategy'),
      /** The bid in micros, greater than 0. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5). */
      bid_amount_local_micro: long,
      /** How far to expand the audience beyond its targeting. By default it is not expanded (R-LI-9). */
      audience_expansion: word('AudienceExpansion'),
      /** The period that `frequency_cap` applies to: 1, 7 or 30 days (R-LI-10). */
      duration_in_days: int,
      /**
       * The maximum number of times that a user sees the line item within `duration_in_days`. Allowed only for the
       * objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS (R-LI-11).
       */
      frequency_cap: int,
      /**
       * The status of the line item. Create accepts ACTIVE (the default), DRAFT and PAUSED (R-LI-13); update accepts
       * ACTIVE and PAUSED (R-LI-16).
       */
      entity_status: word('EntityStatus'),
      /** The domain of the advertiser, without a protocol. Required for the placement PUBLISHER_NETWORK (R-LI-3). */
      advertiser_domain: text,
      /**
       * The categories, by ID: for the objective PREROLL_VIEWS one or two of `advertiser_business_categories` (R-ACC-14),
       * otherwise any of `iab_categories`. Required for the placement PUBLISHER_NETWORK (R-LI-3).
       */
      categories: texts,
      /**
       * The identifier of the app in the Android store. APP_INSTALLS and APP_ENGAGEMENTS require this or
       * `ios_app_store_identifier`.
       */
      android_app_store_identifier: text,
      /**
       * The identifier of the app in the iOS store. APP_INSTALLS and APP_ENGAGEMENTS require this or
       * `android_app_store_identifier`.
       */
      ios_app_store_identifier: text,
      /**
       * The event that the advertiser is charged for. Allowed only for the objective APP_INSTALLS (R-LI-16). Beyond the
       * documents.
       */
      pay_by: word('PayBy'),
      /** The daily budget in micros, if budgets are set per line item. Null removes it. Not documented by the service. */
      daily_budget_amount_local_micro: long,
      /** The total budget in micros, if budgets are set per line item. Null removes it. Not documented by the service. */
      total_budget_amount_local_micro: long,
    },
    delete: true,
    batch: true,
  },
  { lookup: { with_draft: true }, count: { perParent: { campaign_ids: MAX_LINE_ITEMS_PER_CAMPAIGN } } },
)

export interface LineItemRow extends RowOf<typeof lineItems> {}
/** The parameters that create a line item. */
export interface LineItemParams extends ParamsOf<typeof createLineItem> {}

/** The maximum number of line items in one batch. Not documented by the service. */
export const MAX_LINE_ITEM_OPERATIONS = 40

/** The line items of the account, across all campaigns. */
export const listLineItems = lineItems.list
/** One line item. */
export const getLineItem = lineItems.get
/** Creates a line item. */
export const createLineItem = lineItems.create
/** Updates a line item. Not documented by the service. */
export const updateLineItem = lineItems.update
/** Deletes a line item. Not documented by the service. */
export const deleteLineItem = lineItems.delete
/** Creates, updates and deletes up to 40 line items in one call, which succeeds or fails as a whole (R-LI-16). Not documented by the service. */
export const batchLineItems = lineItems.batch
