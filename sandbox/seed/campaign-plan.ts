import type { CampaignRow } from '../campaign/campaign.ts'
import type { ObjectivePlan } from './objective.ts'

/** A campaign of the seed, with the values that its line items depend on. */
export interface CampaignPlan {
  row: CampaignRow
  objective: ObjectivePlan
  market: string
  advertiserUserId: string
  startTime: string
  endTime: string
}

/** The state of a campaign or line item: live, a draft, or deleted. */
export type Life = 'live' | 'draft' | 'deleted'
