import { DAY_MS } from '../../async/duration.ts'
import { list } from '../endpoint.ts'
import type { ListParams, Long, RowColumns } from '../types.ts'

export interface BiddingRuleRow extends RowColumns<{
  currency: string
  minimum_cpe_bid_local_micro: Long
  maximum_cpe_bid_local_micro: Long
  minimum_denomination: Long
}> {}

export interface BiddingRuleFilters extends ListParams {
  /** Return only the rule of this currency: a three-letter ISO 4217 code (R-ACC-8). */
  currency?: string
}

/** The maximum age of bidding rules, which must be refreshed at least monthly (Ads Management Interface, section 4.2). */
export const BIDDING_RULES_MAX_AGE_MS = 30 * DAY_MS

/** The minimum and maximum bids of each currency. `GET bidding_rules` (Ads Management Interface, section 4.2). */
export const listBiddingRules = list<BiddingRuleRow, BiddingRuleFilters>()('bidding_rules', {
  key: 'currency',
  sized: false,
  cache: { maxAgeMs: BIDDING_RULES_MAX_AGE_MS, scope: 'public' },
})
