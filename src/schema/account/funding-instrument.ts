import {
  createFundingInstrument,
  deleteFundingInstrument,
  listFundingInstruments,
  type FundingInstrumentRow,
} from '../../rest/account/funding-instrument.ts'
import {
  accountField,
  builder,
  COMMON_ATTRIBUTES,
  decide,
  deleteField,
  entity,
  inputType,
  openEnum,
  sortArgOf,
  rulesFor,
  writeField,
} from '../kit.ts'
import { amounts, checkOrder, leftToService } from '../write/rule.ts'
import { Account } from './account.ts'
import { isCurrency } from './currency.ts'

export const FundingInstrument = builder.objectRef<FundingInstrumentRow>('FundingInstrument')

/** The description of the argument that filters a list by funding instrument. */
export const PAID_BY = 'Return only items that these funding instruments pay for, up to 200 IDs.'

const FundingInstrumentType = openEnum('FundingInstrumentType', 'The payment type of a funding instrument.', {
  AGENCY_CREDIT_LINE: 'The credit line of an agency.',
  CREDIT_CARD: 'A credit card.',
  CREDIT_LINE: 'A credit line.',
  INSERTION_ORDER: 'An insertion order.',
  PARTNER_MANAGED: 'A funding instrument that is managed by a partner.',
})

const ReasonNotAbleToFund = openEnum(
  'ReasonNotAbleToFund',
  'A reason why a funding instrument cannot fund campaigns. @beyondDocuments',
  {
    BUDGET_EXHAUSTED: 'Its budget is spent.',
    CREDIT_CARD_APPROVAL_PENDING: 'The credit card is not approved yet.',
    CREDIT_CARD_DELETED: 'The credit card is deleted.',
    CREDIT_CARD_REJECTED: 'The credit card was rejected.',
    DELETED: 'It is deleted.',
    EXPIRED: 'Its end time has passed.',
    PAUSED: 'It is paused.',
    STARTS_IN_FUTURE: 'Its start time is in the future.',
  },
)

export const EntityStatus = openEnum('EntityStatus', 'The status that the advertiser sets for an entity.', {
  ACTIVE: 'The entity is active.',
  DRAFT: 'The entity is a draft. Lists of campaigns and line items include drafts only with `withDraft`.',
  PAUSED: 'The entity is paused.',
})

entity(FundingInstrument, listFundingInstruments, {
  description:
    'A source of funds for campaigns. Amounts are in micros of its currency: 5.50 is 5500000 (R-CONV-21). ' +
    'Funding instruments cannot be updated (R-FI-3).',
  fields: (t) => ({
    ...t.columns({
      description: 'The description that the service gives it. @beyondDocuments',
      type: [FundingInstrumentType, 'The payment type.'],
      currency: 'The currency: a three-letter ISO 4217 code.',
      startTime: ['DateTime', 'The time from which the funding instrument can fund campaigns.'],
      endTime: ['DateTime', 'The time until which the funding instrument can fund campaigns. Null if it has no end.'],
      entityStatus: [EntityStatus, 'The status that the advertiser set. @beyondDocuments'],
      ableToFund: ['Boolean', 'Whether the funding instrument can fund campaigns now. @beyondDocuments'],
      reasonsNotAbleToFund: [[ReasonNotAbleToFund], 'The reasons why it cannot fund campaigns. @beyondDocuments'],
      ioHeader: 'The header of the insertion order. @beyondDocuments',
      creditLimitLocalMicro: ['Long', 'The credit limit, in micros. Only some types have one.'],
      creditRemainingLocalMicro: ['Long', 'The remaining credit, in micros. @beyondDocuments'],
      fundedAmountLocalMicro: ['Long', 'The funded amount, in micros. Only some types have one.'],
    }),
    accountId: t.foreignKey('account_id', 'the account', '@beyondDocuments'),
  }),
  list: [Account, 'fundingInstruments', 'The funding instruments of the account.'],
  sort: sortArgOf('FundingInstrumentSortBy', 'funding instruments', {
    ...COMMON_ATTRIBUTES,
    funded_amount_local_micro: 'The funded amount.',
    start_time: 'The start time.',
    end_time: 'The end time.',
  }),
})

const RULES = [
  rulesFor<{ currency: string }>()(
    'R-FI-1',
    ['currency'],
    ({ currency }) => isCurrency(currency ?? ''),
    'is not an ISO 4217 currency code, such as USD',
  ),
  ...amounts('creditLimitLocalMicro', 'fundedAmountLocalMicro'),
  // Only the service knows what each type requires and allows.
  leftToService('R-FI-2', 'type'),
]

builder.mutationFields((t) => ({
  createFundingInstrument: writeField(t, {
    row: FundingInstrument,
    endpoint: createFundingInstrument,
    does: {
      action: 'CREATE',
      money: { creditLimitLocalMicro: 'totalBudget', fundedAmountLocalMicro: 'totalBudget' },
      recognized: { isSorted: true },
    },
    description:
      'Creates a funding instrument. Available only in the sandbox of the service: in production it fails with ' +
      'SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
    input: inputType('CreateFundingInstrumentInput', 'A funding instrument to create in the sandbox.', (t) => ({
      ...accountField(t),
      ...t.required({
        currency: 'The currency: a three-letter ISO 4217 code (R-FI-1).',
        startTime: ['DateTime', 'The time from which it can fund campaigns (R-FI-1).'],
        type: [FundingInstrumentType, 'The payment type (R-FI-1).'],
      }),
      ...t.optional({
        endTime: [
          'DateTime',
          'The time until which it can fund campaigns, later than `startTime`. Some types require it; the service decides which (R-FI-2).',
        ],
        creditLimitLocalMicro: [
          'Long',
          'The credit limit, in micros. Allowed for some types only; the service decides which (R-FI-2).',
        ],
        fundedAmountLocalMicro: [
          'Long',
          'The funded amount, in micros. Allowed for some types only; the service decides which (R-FI-2).',
        ],
      }),
    })),
    prepare(check) {
      check.ids.account()
      decide(check, RULES)
      checkOrder(check)
    },
  }),

  deleteFundingInstrument: deleteField(t, {
    row: FundingInstrument,
    endpoint: deleteFundingInstrument,
    description:
      'Deletes a funding instrument. A deleted funding instrument is returned only with `withDeleted`. Available only in ' +
      'the sandbox of the service: in production it fails with SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
  }),
}))
