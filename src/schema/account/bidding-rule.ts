import { listBiddingRules, type BiddingRuleRow } from '../../rest/account/bidding-rule.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { badUserInput } from '../errors.ts'
import { FundingInstrument } from './funding-instrument.ts'

export const BiddingRule = builder.objectRef<BiddingRuleRow>('BiddingRule').implement({
  description:
    'How low and how high bids in a currency may be, in micros of it (R-CONV-21). Kept for a day, a month at most (R-ACC-8).',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The currency, three letters of ISO 4217.' }),
    minimumCpeBidLocalMicro: t.expose('minimum_cpe_bid_local_micro', {
      type: 'Long',
      description: 'The lowest bid per engagement, in micros.',
    }),
    maximumCpeBidLocalMicro: t.expose('maximum_cpe_bid_local_micro', {
      type: 'Long',
      description: 'The highest bid per engagement, in micros.',
    }),
    minimumDenomination: t.expose('minimum_denomination', {
      type: 'Long',
      description: 'The smallest step between two bids, in micros.',
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

builder.queryField('biddingRules', (t) =>
  t.whole({
    type: BiddingRule,
    endpoint: listBiddingRules,
    description:
      'How low and how high bids may be, by currency. The service allows few such requests: answers are kept.',
    args: { currency: t.arg.string({ description: 'Only this currency, three letters of ISO 4217 (R-ACC-8).' }) },
    filters: ({ currency }) => ({ currency: currencyCode(currency) }),
  }),
)

builder.objectField(FundingInstrument, 'biddingRules', (t) =>
  t.field({
    type: [BiddingRule],
    nullable: { list: true, items: false },
    description: 'How low and how high bids in its currency may be. One call brings the rules of all currencies.',
    extensions: callCost(1, listBiddingRules),
    async resolve({ currency }, _args, { loaders }) {
      if (!currency) return null
      const rules = await loaders.whole(listBiddingRules, {})
      return rules.filter((rule) => rule.currency === currency)
    },
  }),
)

/** The currency as the wire takes it (R-ACC-8); undefined where it was left out. */
function currencyCode(currency: string | null | undefined): string | undefined {
  if (currency === null || currency === undefined) return undefined
  if (/^[A-Z]{3}$/.test(currency)) return currency
  const shown = JSON.stringify(currency.slice(0, 80))
  throw badUserInput('currency', `\`currency\`: ${shown} is no currency of ISO 4217, such as USD`, 'R-ACC-8')
}
