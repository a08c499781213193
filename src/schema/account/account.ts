import {
  createAccount,
  deleteAccount,
  listAccounts,
  updateAccount,
  type AccountParams,
  type AccountRow,
} from '../../rest/account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, queryArg, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { lookUpCost } from '../cost/cost.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restId, restIds } from '../node/global-id.ts'
import { accountField, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { bareWriteField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'
import { needsRow } from '../../execute/selection.ts'

export const Account = builder.objectRef<AccountRow>('Account')
export const AccountConnection = connectionType(Account)

export const IndustryType = openEnum('IndustryType', 'The industry an advertiser is in.', {
  AGENCY: 'An agency that advertises for others.',
  BUSINESS_TO_BUSINESS: 'Business to business.',
  ONLINE_SERVICES: 'Online services.',
  EDUCATION: 'Education.',
  FINANCIAL: 'Financial services.',
  HEALTH: 'Health.',
  GOVERNMENT: 'Government.',
  MEDIA: 'Media.',
  MOBILE: 'Mobile.',
  RESTAURANT: 'Restaurants.',
  RETAIL: 'Retail.',
  TECHNOLOGY: 'Technology.',
  TRAVEL: 'Travel.',
  OTHER: 'Anything else.',
})

export const ApprovalStatus = openEnum(
  'ApprovalStatus',
  'Where the review by the service stands. The values are those seen from the live service; the documents list none.',
  {
    ACCEPTED: 'Approved.',
    PENDING: 'Not reviewed yet.',
    UNDER_REVIEW: 'In review.',
    REJECTED: 'Turned down.',
  },
)

Account.implement({
  description:
    'An advertising account: it owns funding instruments and campaigns, and everything below them. ' +
    'Has no currency of its own; money is in the currency of the funding instrument.',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    businessId: t.exposeID('business_id', { description: 'The business it belongs to.' }),
    businessName: t.exposeString('business_name', { description: 'The name of that business.' }),
    industryType: t.expose('industry_type', { type: IndustryType, description: 'The industry of the advertiser.' }),
    approvalStatus: t.expose('approval_status', { type: ApprovalStatus, description: 'Where its review stands.' }),
    timezone: t.exposeString('timezone', { description: 'Its time zone by IANA name; days of budgets begin in it.' }),
    timezoneSwitchAt: t.expose('timezone_switch_at', {
      type: 'DateTime',
      description: 'When the time zone takes effect.',
    }),
  }),
})

nodeType(Account, listAccounts, ({ loaders }, _account, id) => loaders.byId(listAccounts, {}, id, { alone: true }))

builder.queryFields((t) => ({
  account: t.field({
    type: Account,
    description: 'One account. Without fields of its own (only its id and lists below it) it costs no call.',
    extensions: lookUpCost(listAccounts),
    args: {
      id: t.arg.id({ required: true, description: "The global id, or the service's own." }),
      ...withDeletedArg,
    },
    resolve(_root, { id, withDeleted }, context, info) {
      const account = restId('Account', '', id, 'id')
      if (!needsRow(info)) return { id: account }
      return context.loaders.byId(listAccounts, {}, account, {
        params: { with_deleted: withDeleted || undefined },
        alone: true,
      })
    },
  }),
  accounts: t.list({
    type: AccountConnection,
    endpoint: listAccounts,
    description:
      'The accounts the caller may see. The service allows few such requests (5 in 15 minutes live): where an id is ' +
      'known, ask for `account`.',
    args: {
      ids: t.arg.idList({ description: 'Only these accounts, at most 200.' }),
      ...queryArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, query }) => ({ account_ids: restIds('Account', '', ids, 'ids'), q: nameQuery(query) }),
  }),
}))

const UpdateAccountInput = builder.inputType('UpdateAccountInput', {
  description: 'What is to change of an account: what is left out stays.',
  fields: (t) => ({
    ...accountField(t),
    name: t.string({ description: 'Its name.' }),
    industryType: t.field({ type: IndustryType, description: 'The industry of the advertiser, one of 14 (R-ACC-2).' }),
  }),
})

const SandboxDeleteAccountInput = builder.inputType('SandboxDeleteAccountInput', {
  description: 'The account to delete.',
  fields: accountField,
})

const accountPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<AccountRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      account: t.field({
        type: Account,
        description: 'The account as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const UpdateAccountPayload = accountPayload('UpdateAccountPayload', 'The result of changing an account.')
const SandboxCreateAccountPayload = accountPayload('SandboxCreateAccountPayload', 'The result of creating an account.')
const SandboxDeleteAccountPayload = accountPayload(
  'SandboxDeleteAccountPayload',
  'The result of deleting an account.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  updateAccount: writeField(t, {
    payload: UpdateAccountPayload,
    description: 'Changes the name or the industry of an account.',
    input: UpdateAccountInput,
    inputDescription: 'The changes.',
    prepare(check, context) {
      const { input } = check
      const account = check.changesAccount('accountId')
      check.notNull('R-ACC-2', 'industryType')
      const isNamed = check.input.name !== '' && check.input.name !== null
      check.that(isNamed, 'name', null, 'is empty; an account always has a name')
      const params = toParams<AccountParams>(input, ['accountId'])
      return { send: () => context.rest.call(updateAccount, { account_id: account }, params) }
    },
  }),

  sandboxCreateAccount: bareWriteField(t, {
    payload: SandboxCreateAccountPayload,
    description:
      'Creates an account, as the service makes it: nothing can be said of it. Only the sandbox of the service has this; ' +
      'elsewhere it is SANDBOX_ONLY and nothing is sent (R-ACC-1).',
    prepare(_check, { rest }) {
      rest.assertOffered(createAccount)
      return { send: () => rest.call(createAccount, {}) }
    },
  }),

  sandboxDeleteAccount: writeField(t, {
    payload: SandboxDeleteAccountPayload,
    description:
      'Deletes an account. From then on it is shown only with `withDeleted`. Only the sandbox of the service has this; ' +
      'elsewhere it is SANDBOX_ONLY and nothing is sent (R-ACC-1).',
    input: SandboxDeleteAccountInput,
    inputDescription: 'The account.',
    prepare(check, context) {
      context.rest.assertOffered(deleteAccount)
      const account = check.changesAccount('accountId')
      return { send: () => context.rest.call(deleteAccount, { account_id: account }) }
    },
  }),
}))
