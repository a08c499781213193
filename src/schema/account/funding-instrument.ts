import { listFundingInstruments, type FundingInstrumentRow } from '../../rest/account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../connection-type.ts'
import { connection } from '../connection.ts'
import { listCost, lookUpCost } from '../cost.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { findAtRoot, findInAccount, ownIdArgs, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'
import { Account } from './account.ts'

export const FundingInstrument = builder.objectRef<FundingInstrumentRow>('FundingInstrument')
export const FundingInstrumentConnection = connectionType(FundingInstrument)

export const FundingInstrumentType = openEnum('FundingInstrumentType', 'How a funding instrument is paid.', {
  AGENCY_CREDIT_LINE: 'The credit line of an agency.',
  CREDIT_CARD: 'A credit card.',
  CREDIT_LINE: 'A credit line.',
  INSERTION_ORDER: 'An insertion order.',
  PARTNER_MANAGED: 'Managed by a partner.',
})

export const EntityStatus = openEnum('EntityStatus', 'Whether an entity is switched on by its advertiser.', {
  ACTIVE: 'Switched on.',
  DRAFT: 'A draft. Lists of campaigns and line items show drafts only with `withDraft`.',
  PAUSED: 'Paused.',
})

FundingInstrument.implement({
  description:
    'Where the money of campaigns comes from. Amounts are in micros of its currency: 5.50 is 5500000 (R-CONV-21). ' +
    'The interface has no update (R-FI-3).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What the service calls it.' }),
    type: t.expose('type', { type: FundingInstrumentType, description: 'How it is paid.' }),
    currency: t.exposeString('currency', { description: 'Its currency, three letters of ISO 4217.' }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'From when it can pay.' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'Until when it can pay; null for ever.' }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    ableToFund: t.exposeBoolean('able_to_fund', { description: 'Whether it can pay now.' }),
    reasonsNotAbleToFund: t.exposeStringList('reasons_not_able_to_fund', {
      nullable: { list: true, items: false },
      description: 'Why it cannot, e.g. EXPIRED, BUDGET_EXHAUSTED, CREDIT_CARD_REJECTED, PAUSED. The list is open.',
    }),
    ioHeader: t.exposeString('io_header', { description: 'The header of its insertion order.' }),
    creditLimitLocalMicro: t.expose('credit_limit_local_micro', {
      type: 'Long',
      description: 'Its credit limit in micros. Only some types have one.',
    }),
    creditRemainingLocalMicro: t.expose('credit_remaining_local_micro', {
      type: 'Long',
      description: 'What is left of the credit, in micros.',
    }),
    fundedAmountLocalMicro: t.expose('funded_amount_local_micro', {
      type: 'Long',
      description: 'What was paid in, in micros. Only some types have it.',
    }),
  }),
})

nodeType(FundingInstrument, ({ loaders }, account, id) =>
  loaders.byId(listFundingInstruments, { account_id: account }, id),
)

builder.queryField('fundingInstrument', (t) =>
  t.field({
    type: FundingInstrument,
    description: 'One funding instrument.',
    extensions: lookUpCost(listFundingInstruments),
    args: rootIdArgs,
    resolve: (_root, args, context, info) =>
      findAtRoot(context, info, 'FundingInstrument', listFundingInstruments, args),
  }),
)

builder.objectFields(Account, (t) => ({
  fundingInstrument: t.field({
    type: FundingInstrument,
    description: 'One of its funding instruments.',
    extensions: { ...keyOnly, ...lookUpCost(listFundingInstruments) },
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'FundingInstrument', listFundingInstruments, account.id, args),
  }),
  fundingInstruments: t.field({
    type: FundingInstrumentConnection,
    nullable: false,
    description: 'Its funding instruments.',
    extensions: { ...keyOnly, ...listCost(listFundingInstruments) },
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
    },
    resolve: (account, { ids, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listFundingInstruments,
          path: { account_id: account.id },
          filters: { funding_instrument_ids: restIds('FundingInstrument', account.id, ids, 'ids') },
        },
        page,
      ),
  }),
}))
