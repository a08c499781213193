import { listPromotableUsers } from '../../rest/account/promotable-user.ts'
import {
  createPromotedAccount,
  deletePromotedAccount,
  listPromotedAccounts,
  type PromotedAccountRow,
} from '../../rest/campaign/promoted-account.ts'
import { Account, ApprovalStatus } from '../account/account.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { PromotableUser } from '../account/promotable-user.ts'
import {
  builder,
  COMMON_ATTRIBUTES,
  decide,
  deleteField,
  entity,
  inputType,
  rulesFor,
  sortArgOf,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { known, wordColumn } from '../write/known.ts'
import { leftToService, need } from '../write/rule.ts'
import { IN_LINE_ITEM, IN_LINE_ITEMS, inLineItem, lineItemKey } from './in-line-item.ts'
import { LineItem } from './line-item.ts'

export const PromotedAccount = builder.objectRef<PromotedAccountRow>('PromotedAccount')

entity(PromotedAccount, listPromotedAccounts, {
  description: 'A user whom a line item promotes to gain followers. Promoted accounts cannot be updated (R-PROMO-1).',
  fields: (t) => ({
    lineItemId: t.foreignKey('line_item_id', 'the line item'),
    lineItem: t.reference(LineItem, 'line_item_id', 'The line item.'),
    userId: t.foreignKey('user_id', 'the promoted user'),
    promotableUser: t.match(
      PromotableUser,
      listPromotableUsers,
      'The promoted user, as a promotable user of the account. The API cannot find them by the ID of the user, so all ' +
        'promotable users of the account are read, once for all promoted accounts.',
      {
        value: (row) => row.user_id,
        valueOf: (user) => user.user_id,
      },
    ),
    ...t.columns({
      entityStatus: [EntityStatus, 'The status that the advertiser set. @beyondDocuments'],
      approvalStatus: [ApprovalStatus, 'The status of its review by the service. @beyondDocuments'],
    }),
  }),
  list: [
    Account,
    'promotedAccounts',
    'The promoted accounts of the account, across all line items. The service refuses the request if none of ' +
      'the line items in `lineItemIds` promotes an account (R-PROMO-4).',
  ],
  parents: {
    line_item_ids: [
      LineItem,
      'promotedAccounts',
      'The accounts that the line item promotes. The list is empty if there are none (R-PROMO-4).',
      IN_LINE_ITEMS,
    ],
  },
  sort: sortArgOf('PromotedAccountSortBy', 'promoted accounts', {
    ...COMMON_ATTRIBUTES,
    paused: 'Whether it is paused.',
  }),
})

const rule = rulesFor<{ lineItemId: string }>()

builder.mutationFields((t) => ({
  createPromotedAccount: writeField(t, {
    row: PromotedAccount,
    endpoint: createPromotedAccount,
    does: { action: 'CREATE', parent: IN_LINE_ITEM, serves: true, recognized: { isSorted: true } },
    description:
      'Promotes a user with a line item of the product type PROMOTED_ACCOUNT (R-PROMO-2). A user whom the line item ' +
      'already promotes is ignored (R-PROMO-3). With `validateOnly`, the line item is read to check its product type.',
    input: inputType(
      'CreatePromotedAccountInput',
      'The user to promote, and the line item that promotes them.',
      (t) => ({
        ...inLineItem(t),
        ...t.required({
          userId: ['ID', 'The user. The service refuses users who are not eligible (R-PROMO-3).'],
        }),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.parent(IN_LINE_ITEM)
      const lineItem = lineItemKey(account, id)
      check.ids.oneLong('userId', 'User', account)
      return {
        dependsOn: [lineItem],
        review(stored) {
          const product = () => need(known(stored.get(lineItem), 'product_type', wordColumn)) ?? need(UNKNOWN)
          decide(check, [
            rule(
              'R-PROMO-2',
              ['lineItemId'],
              () => product() === 'PROMOTED_ACCOUNT',
              () => `is a line item of the product type ${product()}; it must be PROMOTED_ACCOUNT`,
            ),
            // Only the service knows which users are eligible.
            leftToService('R-PROMO-3', 'userId'),
          ])
        },
        // Two refusals are documented: of the line item, with a code, and of an ineligible user, without a code.
        fieldOf: ({ code }) => (code === 'INCOMPATIBLE_LINE_ITEM' ? 'lineItemId' : 'userId'),
      }
    },
  }),

  deletePromotedAccount: deleteField(t, {
    row: PromotedAccount,
    endpoint: deletePromotedAccount,
    description: 'Stops promoting a user with a line item.',
  }),
}))
