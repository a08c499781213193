import { biddingRule } from '../../reference/account/bidding-rule.ts'
import { referenceEndpoint, referenceTable } from '../endpoint/reference.ts'

/** The bidding rules of all currencies: the minimum and maximum bids in each. */
export const biddingRules = referenceTable<
  typeof biddingRule.rows.BiddingRule,
  Record<'minimum_cpe_bid_local_micro' | 'maximum_cpe_bid_local_micro' | 'minimum_denomination', number>
>('bidding_rules')

/** The endpoint that lists bidding rules (Ads Management Interface, section 4.2). */
export const biddingRuleEndpoints = [referenceEndpoint(biddingRule, biddingRules, { countsUnasked: true })]
