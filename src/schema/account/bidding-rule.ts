import { listBiddingRules, type BiddingRuleRow } from '../../rest/account/bidding-rule.ts'
import { wholeCost } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { show } from '../errors.ts'
import { badUserInput, builder, connectionType } from '../kit.ts'
import { pageArgs } from '../list/connection-type.ts'
import { listSelectionOf, NOTHING, readWhole } from '../list/read.ts'
import { isCurrency } from './currency.ts'
import { FundingInstrument } from './funding-instrument.ts'

const BiddingRule = builder.objectRef<BiddingRuleRow>('BiddingRule')
const BiddingRuleConnection = connectionType(BiddingRule, { isWhole: true })

BiddingRule.implement({
  description:
    'The minimum and maximum bids in a currency, in micros of that currency (R-CONV-21). Cached for a day by default, and for at most 30 days (R-ACC-8).',
  fields: (t) => ({
    ...t.columns({
      currency: 'The currency: a three-letter ISO 4217 code. @beyondDocuments',
      minimumCpeBidLocalMicro: ['Long', 'The minimum bid per engagement, in micros.'],
      maximumCpeBidLocalMicro: ['Long', 'The maximum bid per engagement, in micros.'],
      minimumDenomination: ['Long', 'The smallest increment of a bid, in micros. @beyondDocuments'],
    }),
    raw: t.raw(),
  }),
})

builder.queryField('biddingRules', (t) =>
  t.whole(
    BiddingRuleConnection,
    listBiddingRules,
    'The minimum and maximum bids of each currency. The service allows few of these requests, so responses are cached.',
    {
      args: t.arg.optional({
        currency: 'Return only the rule of this currency: a three-letter ISO 4217 code (R-ACC-8).',
      }),
      filters: ({ currency }) => ({ currency: currencyCode(currency) }),
    },
  ),
)

builder.objectField(FundingInstrument, 'biddingRules', (t) =>
  t.field({
    type: BiddingRuleConnection,
    description:
      'The minimum and maximum bids in the currency of the funding instrument. One call returns the rules of all currencies.',
    args: pageArgs(listBiddingRules.defaultCount),
    extensions: { ...semanticNonNull, ...wholeCost(listBiddingRules, true) },
    resolve: ({ currency }, args, context, info) =>
      readWhole(
        context,
        { endpoint: listBiddingRules, path: {}, filters: {} },
        args,
        currency ? listSelectionOf(info) : NOTHING,
        { parent: currency ?? '', parentOf: currencyOf },
      ),
  }),
)

function currencyOf(rule: BiddingRuleRow): string | null | undefined {
  return rule.currency
}

/** The currency code to send (R-ACC-8). Undefined if the argument was omitted. */
function currencyCode(currency: string | null | undefined): string | undefined {
  if (currency === null || currency === undefined) return undefined
  if (isCurrency(currency)) return currency
  const shown = show(currency)
  throw badUserInput('currency', `\`currency\`: ${shown} is not an ISO 4217 currency code, such as USD`, 'R-ACC-8')
}
