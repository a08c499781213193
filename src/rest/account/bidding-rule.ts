import { DAY_MS } from '../../async/duration.ts'
import { list } from '../endpoint.ts'
import type { Long, RowColumns } from '../types.ts'
import { text } from '../value.ts'

export interface BiddingRuleRow extends RowColumns<{
  currency: string
  minimum_cpe_bid_local_micro: Long
  maximum_cpe_bid_local_micro: Long
  minimum_denomination: Long
}> {}

/** The maximum age of bidding rules, which must be refreshed at least monthly (Ads Management Interface, section 4.2). */
export const BIDDING_RULES_MAX_AGE_MS = 30 * DAY_MS

/** The minimum and maximum bids of each currency (Ads Management Interface, section 4.2). */
export const listBiddingRules = list<BiddingRuleRow>()('bidding_rules', {
  key: 'currency',
  params: {
    /** Return only the rule of this currency: a three-letter ISO 4217 code (R-ACC-8). */
    currency: text,
  },
  cache: { maxAgeMs: BIDDING_RULES_MAX_AGE_MS, scope: 'public' },
})
