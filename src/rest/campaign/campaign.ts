import { type ParamsOf, resource, type RowOf } from '../resource.ts'
import { flag, id, ids, int, LISTED, long, NAMED, text, word, words } from '../value.ts'

/** Campaigns (Ads Management Interface, sections 2, 3 and 4.4). */
const campaigns = resource(
  'accounts/:account_id/campaigns/:campaign_id',
  {
    columns: {
      effective_status: text,
      servable: flag,
      reasons_not_servable: words('ReasonNotServable'),
      currency: text,
      duration_in_days: int,
      frequency_cap: int,
    },
    list: {
      ...LISTED,
      ...NAMED,

      /** Only rows with one of these IDs, at most 200. */
      campaign_ids: ids,
      /** Only rows that these funding instruments pay for, up to 200 IDs. */
      funding_instrument_ids: ids,
      /** Also drafts. Defaults to false. */
      with_draft: flag,
    },
    create: {},
    update: {
      /** The ID of the funding instrument that pays for the campaign (R-CAMP-1). */
      funding_instrument_id: id,
      /** The name of the campaign, 1 to 255 characters (R-CAMP-1). */
      name: text,
      /** The level at which the budget is spread. If omitted, the service decides (R-CAMP-2). */
      budget_optimization: word('BudgetOptimization'),
      /**
       * The daily budget in micros, at most the total budget. Required for most types of funding instrument (R-CAMP-3). An
       * update without it removes the current one, and the service spreads the spend over the flight (R-CAMP-6).
       */
      daily_budget_amount_local_micro: long,
      /** The total budget in micros, at least the daily budget (R-CAMP-3). Null removes it. */
      total_budget_amount_local_micro: long,
      /**
       * The status of the campaign. Create accepts ACTIVE (the default), DRAFT and PAUSED; update accepts ACTIVE and
       * PAUSED (R-CAMP-4).
       */
      entity_status: word('EntityStatus'),
      /** A purchase order number for your own use, at most 50 characters. Null removes it (R-CAMP-5). */
      purchase_order_number: text,
      /** Whether to spend the budget evenly over the day instead of as fast as possible. Defaults to true. */
      standard_delivery: flag,
    },
    delete: true,
    batch: true,
  },
  { lookup: { with_draft: true } },
)

export interface CampaignRow extends RowOf<typeof campaigns> {}
/** The parameters that create or update a campaign. */
export interface CampaignParams extends ParamsOf<typeof createCampaign> {}

/** The maximum number of campaigns in one batch (Ads Management Interface, section 8). */
export const MAX_CAMPAIGN_OPERATIONS = 40

/** The campaigns of the account. */
export const listCampaigns = campaigns.list
/** One campaign. */
export const getCampaign = campaigns.get
/** Creates a campaign. */
export const createCampaign = campaigns.create
/** Updates a campaign. Without a daily budget, the current one is removed (R-CAMP-6). */
export const updateCampaign = campaigns.update
/** Deletes a campaign. */
export const deleteCampaign = campaigns.delete
/**
 * Creates, updates and deletes up to 40 campaigns in one call, which succeeds or fails as a whole (R-CAMP-9). An update
 * without a daily budget removes the current one (R-CAMP-6).
 */
export const batchCampaigns = campaigns.batch
