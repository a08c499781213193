import {
  createFundingInstrument,
  deleteFundingInstrument,
  listFundingInstruments,
  type FundingInstrumentParams,
  type FundingInstrumentRow,
} from '../../rest/account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, ownAccountField, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
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

nodeType(FundingInstrument, listFundingInstruments)

builder.queryField('fundingInstrument', (t) =>
  t.byId({
    type: FundingInstrument,
    endpoint: listFundingInstruments,
    description: 'One funding instrument.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  fundingInstrument: t.byId({
    type: FundingInstrument,
    endpoint: listFundingInstruments,
    description: 'One of its funding instruments.',
    args: withDeletedArg,
  }),
  fundingInstruments: t.list({
    type: FundingInstrumentConnection,
    endpoint: listFundingInstruments,
    description: 'Its funding instruments.',
    args: {
      ...idsArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids }, account) => ({ funding_instrument_ids: restIds('FundingInstrument', account.id, ids, 'ids') }),
  }),
}))

const SandboxCreateFundingInstrumentInput = builder.inputType('SandboxCreateFundingInstrumentInput', {
  description: 'A new funding instrument of a sandbox.',
  fields: (t) => ({
    ...accountField(t),
    currency: t.string({ required: true, description: 'Its currency, three letters of ISO 4217 (R-FI-1).' }),
    startTime: t.field({ type: 'DateTime', required: true, description: 'From when it can pay (R-FI-1).' }),
    type: t.field({ type: FundingInstrumentType, required: true, description: 'How it is paid (R-FI-1).' }),
    endTime: t.field({
      type: 'DateTime',
      description: 'Until when it can pay. Some types require it; the service tells which (R-FI-2).',
    }),
    creditLimitLocalMicro: t.field({
      type: 'Long',
      description: 'Its credit limit in micros, for some types only (R-FI-2).',
    }),
    fundedAmountLocalMicro: t.field({
      type: 'Long',
      description: 'What is paid in, in micros, for some types only (R-FI-2).',
    }),
  }),
})

const SandboxDeleteFundingInstrumentInput = builder.inputType('SandboxDeleteFundingInstrumentInput', {
  description: 'The funding instrument to delete.',
  fields: (t) => ({
    fundingInstrumentId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const fundingInstrumentPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<FundingInstrumentRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      fundingInstrument: t.field({
        type: FundingInstrument,
        description: 'The funding instrument as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const SandboxCreateFundingInstrumentPayload = fundingInstrumentPayload(
  'SandboxCreateFundingInstrumentPayload',
  'The result of creating a funding instrument.',
)
const SandboxDeleteFundingInstrumentPayload = fundingInstrumentPayload(
  'SandboxDeleteFundingInstrumentPayload',
  'The result of deleting a funding instrument.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  sandboxCreateFundingInstrument: writeField(t, {
    payload: SandboxCreateFundingInstrumentPayload,
    description:
      'Creates a funding instrument. Only the sandbox of the service has this; elsewhere it is SANDBOX_ONLY and nothing is ' +
      'sent (R-ACC-1).',
    input: SandboxCreateFundingInstrumentInput,
    inputDescription: 'The funding instrument.',
    prepare(check, context) {
      const { input } = check
      context.rest.assertOffered(createFundingInstrument)
      const account = check.account('accountId')
      check.that(/^[A-Z]{3}$/.test(input.currency), 'currency', 'R-FI-1', 'is no currency: those are three capitals')
      check.amounts('creditLimitLocalMicro', 'fundedAmountLocalMicro')
      check.inOrder('startTime', 'endTime')
      check.leaveUnchecked('R-FI-2')
      const params = toParams<FundingInstrumentParams>(input, ['accountId'])
      return { send: () => context.rest.call(createFundingInstrument, { account_id: account }, params) }
    },
  }),

  sandboxDeleteFundingInstrument: writeField(t, {
    payload: SandboxDeleteFundingInstrumentPayload,
    description:
      'Deletes a funding instrument. From then on it is shown only with `withDeleted`. Only the sandbox of the service has ' +
      'this; elsewhere it is SANDBOX_ONLY and nothing is sent (R-ACC-1).',
    input: SandboxDeleteFundingInstrumentInput,
    inputDescription: 'The funding instrument.',
    prepare(check, context) {
      context.rest.assertOffered(deleteFundingInstrument)
      const { account, id } = check.changes('fundingInstrumentId', 'FundingInstrument')
      const path = { account_id: account, funding_instrument_id: id }
      return { send: () => context.rest.call(deleteFundingInstrument, path) }
    },
  }),
}))
