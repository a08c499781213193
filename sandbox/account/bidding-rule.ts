import { biddingRule } from '../../reference/account/bidding-rule.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The minimum and maximum bids in a currency, as the service sends them. */
export interface BiddingRule {
  currency: string
  minimum_cpe_bid_local_micro: number
  maximum_cpe_bid_local_micro: number
  minimum_denomination: number
}

/** The bidding rules of all currencies. */
export const biddingRules = referenceTable<BiddingRule>('bidding_rules')

/** The endpoint that lists bidding rules (Ads Management Interface, section 4.2). */
export const biddingRuleEndpoints = [referenceEndpoint(biddingRule, biddingRules, { countsUnasked: true })]
