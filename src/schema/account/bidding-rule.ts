import { listBiddingRules, type BiddingRuleRow } from '../../rest/account/bidding-rule.ts'
import { builder } from '../builder.ts'
import { connectionType } from '../list/connection-type.ts'
import { callCost } from '../cost/cost.ts'
import { badUserInput } from '../errors.ts'
import { isCurrency } from './currency.ts'
import { FundingInstrument } from './funding-instrument.ts'

export const BiddingRule = builder.objectRef<BiddingRuleRow>('BiddingRule')
export const BiddingRuleConnection = connectionType(BiddingRule, { isWhole: true })

BiddingRule.implement({
  description:
    'The minimum and maximum bids in a currency, in micros of that currency (R-CONV-21). Cached for a day by default, and for at most 30 days (R-ACC-8).',
  fields: (t) => ({
    currency: t.exposeString('currency', {
      description: 'The currency: a three-letter ISO 4217 code. @beyondDocuments',
    }),
    minimumCpeBidLocalMicro: t.expose('minimum_cpe_bid_local_micro', {
      type: 'Long',
      description: 'The minimum bid per engagement, in micros.',
    }),
    maximumCpeBidLocalMicro: t.expose('maximum_cpe_bid_local_micro', {
      type: 'Long',
      description: 'The maximum bid per engagement, in micros.',
    }),
    minimumDenomination: t.expose('minimum_denomination', {
      type: 'Long',
      description: 'The smallest increment of a bid, in micros. @beyondDocuments',
    }),
    raw: t.field({ type: 'JSON', description: 'The JSON object as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('biddingRules', (t) =>
  t.whole({
    type: BiddingRuleConnection,
    endpoint: listBiddingRules,
    description:
      'The minimum and maximum bids of each currency. The service allows few of these requests, so responses are cached.',
    args: {
      currency: t.arg.string({
        description: 'Return only the rule of this currency: a three-letter ISO 4217 code (R-ACC-8).',
      }),
    },
    filters: ({ currency }) => ({ currency: currencyCode(currency) }),
  }),
)

builder.objectField(FundingInstrument, 'biddingRules', (t) =>
  t.field({
    type: [BiddingRule],
    nullable: { list: true, items: false },
    description:
      'The minimum and maximum bids in the currency of the funding instrument. One call returns the rules of all currencies.',
    extensions: callCost(listBiddingRules),
    async resolve({ currency }, _args, { loaders }) {
      if (!currency) return null
      const rules = await loaders.whole(listBiddingRules, {})
      return rules.filter((rule) => rule.currency === currency)
    },
  }),
)

/** The currency code to send (R-ACC-8). Undefined if the argument was omitted. */
function currencyCode(currency: string | null | undefined): string | undefined {
  if (currency === null || currency === undefined) return undefined
  if (isCurrency(currency)) return currency
  const shown = JSON.stringify(currency.slice(0, 80))
  throw badUserInput('currency', `\`currency\`: ${shown} is not an ISO 4217 currency code, such as USD`, 'R-ACC-8')
}
