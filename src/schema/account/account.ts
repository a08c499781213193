import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { needsRow } from '../../execute/selection/selection.ts'
import {
  createAccount,
  deleteAccount,
  listAccounts,
  updateAccount,
  type AccountRow,
} from '../../rest/account/account.ts'
import type { Row } from '../../rest/types.ts'
import { lookUpCost, ownAccountCost } from '../cost/cost.ts'
import {
  accountField,
  accountOf,
  builder,
  COMMON_ATTRIBUTES,
  connectionType,
  decide,
  entityType,
  inputType,
  keyOnly,
  notNull,
  openEnum,
  registerReference,
  restId,
  rowKey,
  rulesFor,
  sortArgOf,
  withDeletedArg,
  writeField,
} from '../kit.ts'
import { namePrefixArg } from '../list/connection-type.ts'
import { nameFilter } from '../list/read.ts'
import { storedIn } from '../write/rule.ts'

export const Account = builder.objectRef<AccountRow>('Account')
const AccountConnection = connectionType(Account)

const IndustryType = openEnum('IndustryType', 'The industry of an advertiser.', {
  AGENCY: 'An agency that advertises for its clients.',
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
  OTHER: 'Any other industry.',
})

export const ApprovalStatus = openEnum(
  'ApprovalStatus',
  'The status of the review by the service. The values are those that the live service returns. @beyondDocuments',
  {
    ACCEPTED: 'The account was approved.',
    PENDING: 'The account was not reviewed yet.',
    UNDER_REVIEW: 'The account is in review.',
    REJECTED: 'The account was rejected.',
  },
)

entityType(Account, listAccounts, {
  description:
    'An advertising account. It owns funding instruments and campaigns, and everything below them. ' +
    'An account has no currency: amounts are in the currency of the funding instrument.',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the account.',
      businessName: 'The name of the business that the account belongs to. @beyondDocuments',
      industryType: [IndustryType, 'The industry of the advertiser.'],
      approvalStatus: [ApprovalStatus, 'The status of the review of the account. @beyondDocuments'],
      timezone: 'The IANA name of the time zone. Days of budgets start and end in this time zone. @beyondDocuments',
      timezoneSwitchAt: ['DateTime', 'The time at which the time zone takes effect. @beyondDocuments'],
    }),
    businessId: t.foreignKey('business_id', 'the business that the account belongs to', '@beyondDocuments'),
  }),
  find: ({ loaders }) => loaders.byId(listAccounts, {}, { alone: true }),
  scope: 'self',
})

const accountSortArg = sortArgOf('AccountSortBy', 'accounts', {
  ...COMMON_ATTRIBUTES,
  name: 'The name.',
})

registerReference('Account', (_account, id) => rowKey(listAccounts, '', id, { alone: true }))

/** The options of a field for the account of a row. No call is made if only its ID and lists below it are selected. */
export const accountOfRow = (description: string) => ({
  type: Account,
  description,
  extensions: { ...keyOnly, ...ownAccountCost(listAccounts) },
  resolve(row: Row, _args: object, { loaders }: Context, info: GraphQLResolveInfo) {
    const id = accountOf(row)
    return needsRow(info) ? loaders.byId(listAccounts, {}, { alone: true })(id) : { id }
  },
})

builder.queryFields((t) => ({
  account: t.field({
    type: Account,
    description:
      'One account. Null if the service does not return it. If only its IDs and lists below it are selected, no call is ' +
      'made, and it is not checked whether it exists or is deleted.',
    extensions: lookUpCost(listAccounts, { alone: true }),
    args: {
      ...t.arg.required({
        id: ['ID', "The global ID of the account, or the service's ID."],
      }),
      ...withDeletedArg,
    },
    resolve(_root, { id, withDeleted }, context, info) {
      const account = restId('Account', '', id, 'id')
      if (!needsRow(info)) return { id: account }
      return context.loaders.byId(
        listAccounts,
        {},
        {
          params: { with_deleted: withDeleted || undefined },
          alone: true,
        },
      )(account)
    },
  }),
  accounts: t.list(
    AccountConnection,
    listAccounts,
    'The accounts that the caller can see. The live service allows 5 of these requests in 15 minutes. ' +
      'If you know the ID, use `account` instead.',
    {
      args: {
        ids: t.arg.idList({ description: 'Return only these accounts, up to 200 IDs.' }),
        ...namePrefixArg,
        ...accountSortArg,
        ...withDeletedArg,
      },
      filters: nameFilter,
    },
  ),
}))

const UPDATE_RULES = [
  ...notNull('R-ACC-2', 'industryType'),
  rulesFor<{ name?: string | null }>()(
    null,
    ['name'],
    ({ name }) => name !== '' && name !== null,
    'is empty; an account must have a name',
  ),
]

builder.mutationFields((t) => ({
  updateAccount: writeField(t, {
    row: Account,
    endpoint: updateAccount,
    does: { action: 'UPDATE', id: 'accountId' },
    description: 'Changes the name or the industry of an account.',
    input: inputType(
      'UpdateAccountInput',
      'The changes to an account. Fields that are omitted stay as they are.',
      (t) => ({
        ...accountField(t),
        ...t.optional({
          name: 'The new name. It cannot be empty or null.',
          industryType: [IndustryType, 'The new industry. It cannot be null (R-ACC-2).'],
        }),
      }),
    ),
    prepare(check) {
      check.ids.changedAccount()
      decide(check, UPDATE_RULES, storedIn(undefined, {}))
    },
  }),

  createAccount: writeField(t, {
    row: Account,
    endpoint: createAccount,
    // The service strictly limits reads of the list of accounts.
    does: { action: 'CREATE', recognized: { list: undefined } },
    description:
      'Creates an account with the values that the service sets; it has no parameters. Available only in the sandbox of ' +
      'the service: in production it fails with SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
    prepare: () => {},
  }),

  deleteAccount: writeField(t, {
    row: Account,
    endpoint: deleteAccount,
    does: { action: 'DELETE', id: 'accountId' },
    description:
      'Deletes an account. A deleted account is returned only with `withDeleted`. Available only in the sandbox of the ' +
      'service: in production it fails with SANDBOX_ONLY, and nothing is sent (R-ACC-1).',
    input: inputType('DeleteAccountInput', 'The account to delete.', accountField),
    prepare(check) {
      check.ids.changedAccount()
    },
  }),
}))
