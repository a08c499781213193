import { listLineItems } from '../../rest/campaign/line-item.ts'
import {
  createPromotedAccount,
  deletePromotedAccount,
  listPromotedAccounts,
  type PromotedAccountRow,
} from '../../rest/campaign/promoted-account.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { ownAccountField } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { inLineItem, readLineItem } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const PromotedAccount = builder.objectRef<PromotedAccountRow>('PromotedAccount')
export const PromotedAccountConnection = connectionType(PromotedAccount)

PromotedAccount.implement({
  description: 'A user whom a line item promotes, so that people follow them. There is no update (R-PROMO-1).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    lineItemId: t.exposeID('line_item_id', { description: "Its line item, by the service's own id." }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'Its line item.',
      id: (row) => row.line_item_id,
    }),
    userId: t.exposeID('user_id', { description: 'The user who is promoted.' }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    approvalStatus: t.expose('approval_status', { type: ApprovalStatus, description: 'Where its review stands.' }),
  }),
})

nodeType(PromotedAccount, listPromotedAccounts)

builder.queryField('promotedAccount', (t) =>
  t.byId({
    type: PromotedAccount,
    endpoint: listPromotedAccounts,
    description: 'One promoted account.',
    args: withDeletedArg,
  }),
)

builder.objectFields(Account, (t) => ({
  promotedAccount: t.byId({
    type: PromotedAccount,
    endpoint: listPromotedAccounts,
    description: 'One of its promoted accounts.',
    args: withDeletedArg,
  }),
  promotedAccounts: t.list({
    type: PromotedAccountConnection,
    endpoint: listPromotedAccounts,
    description:
      'Its promoted accounts, of all line items. The service refuses `lineItemIds` of which none promotes an account ' +
      '(R-PROMO-4).',
    args: {
      ...idsArg,
      lineItemIds: t.arg.idList({ description: 'Only the items of these line items, at most 200.' }),
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, lineItemIds }, account) => ({
      promoted_account_ids: restIds('PromotedAccount', account.id, ids, 'ids'),
      line_item_ids: restIds('LineItem', account.id, lineItemIds, 'lineItemIds'),
    }),
  }),
}))

builder.objectField(LineItem, 'promotedAccounts', (t) =>
  t.children({
    type: PromotedAccountConnection,
    endpoint: listPromotedAccounts,
    description: 'The accounts it promotes; none is an empty list here (R-PROMO-4).',
    parentFilter: 'line_item_ids',
    parentOf: (row) => row.line_item_id,
    args: { ...sortArg, ...withDeletedArg },
  }),
)

const CreatePromotedAccountInput = builder.inputType('CreatePromotedAccountInput', {
  description: 'A user whom a line item shall promote.',
  fields: (t) => ({
    ...inLineItem(t),
    userId: t.id({
      required: true,
      description: 'The user. One whom the service finds ineligible is refused (R-PROMO-3).',
    }),
  }),
})

const DeletePromotedAccountInput = builder.inputType('DeletePromotedAccountInput', {
  description: 'The promoted account to delete.',
  fields: (t) => ({
    promotedAccountId: t.id({
      required: true,
      description: "The global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
  }),
})

const promotedAccountPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<PromotedAccountRow | undefined>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      promotedAccount: t.field({
        type: PromotedAccount,
        description: 'The promoted account as the service answered; null if it was refused, or the answer is empty.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreatePromotedAccountPayload = promotedAccountPayload(
  'CreatePromotedAccountPayload',
  'The result of promoting a user.',
)
const DeletePromotedAccountPayload = promotedAccountPayload(
  'DeletePromotedAccountPayload',
  'The result of deleting a promoted account.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createPromotedAccount: writeField(t, {
    payload: CreatePromotedAccountPayload,
    description:
      'Promotes a user by a line item, whose product type must be PROMOTED_ACCOUNT (R-PROMO-2); with `validateOnly` it is ' +
      'read. A user whom it promotes already is ignored (R-PROMO-3).',
    input: CreatePromotedAccountInput,
    inputDescription: 'Line item and user.',
    prepare(check, context) {
      const account = check.account('accountId')
      const line_item_id = check.id('lineItemId', 'LineItem', account)
      const user_id = check.longId('userId', 'User', account)
      check.leaveUnchecked('R-PROMO-2', 'R-PROMO-3')
      const send = () => context.rest.call(createPromotedAccount, { account_id: account }, { line_item_id, user_id })
      return {
        send,
        async validate() {
          const lineItem = await readLineItem(context, check, account)
          check.markChecked('R-PROMO-2')
          const product = lineItem?.product_type ?? 'PROMOTED_ACCOUNT'
          const fits = product === 'PROMOTED_ACCOUNT'
          check.that(
            fits,
            'lineItemId',
            'R-PROMO-2',
            `names a line item of the product type ${product}, not PROMOTED_ACCOUNT`,
          )
        },
        // Two refusals are documented: the line item has a code, and a user who is not eligible has none that is shown.
        fieldOf: ({ code }) => (code === 'INCOMPATIBLE_LINE_ITEM' ? 'lineItemId' : 'userId'),
      }
    },
  }),

  deletePromotedAccount: writeField(t, {
    payload: DeletePromotedAccountPayload,
    description: 'Ends the promotion of a user by a line item.',
    input: DeletePromotedAccountInput,
    inputDescription: 'The promoted account.',
    prepare(check, context) {
      const { account, id } = check.changes('promotedAccountId', 'PromotedAccount')
      return { send: () => context.rest.call(deletePromotedAccount, { account_id: account, promoted_account_id: id }) }
    },
  }),
}))
