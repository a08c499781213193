import {
  createDoNotReachList,
  deleteDoNotReachList,
  listDoNotReachLists,
  type DoNotReachListRow,
} from '../../rest/audience/do-not-reach-list.ts'
import { Account } from '../account/account.ts'
import { callCost } from '../cost/cost.ts'
import {
  accountField,
  AUDIENCE_EDITORS,
  builder,
  connectionType,
  decide,
  deleteField,
  entityType,
  inputType,
  type Key,
  keyOnly,
  registerReference,
  rulesFor,
  withDeletedArg,
  writeField,
} from '../kit.ts'
import { asStored, idColumn, known, type StoredRow } from '../write/known.ts'
import { need } from '../write/rule.ts'
import { onceKey } from '../write/stored.ts'

const DoNotReachList = builder.objectRef<DoNotReachListRow>('DoNotReachList')
const DoNotReachListConnection = connectionType(DoNotReachList, { isWhole: true })

entityType(DoNotReachList, listDoNotReachLists, {
  description:
    'The users who do not see any ads of an account. An account has at most one do-not-reach list (R-AUD-20).',
  fields: (t) =>
    t.columns({
      name: 'The name of the list.',
      description: 'The description of the list.',
      listSize: ['Long', 'The number of users on the list. Null while it is not known.'],
      targetable: ['Boolean', 'Whether the list is in effect.'],
      reasonsNotTargetable: [
        ['String'],
        'The reasons why the list is not in effect, for example PROCESSING, TOO_SMALL. The list of values is open.',
      ],
    }),
})

builder.objectFields(Account, (t) => ({
  doNotReachList: t.field({
    type: DoNotReachList,
    description: 'The do-not-reach list of the account. Null if the account has none (R-AUD-20).',
    extensions: { ...keyOnly, ...callCost(listDoNotReachLists) },
    resolve: async (account, _args, { loaders }) =>
      (await loaders.onceIfFound(listDoNotReachLists, { account_id: account.id }))?.[0],
  }),
  doNotReachLists: t.whole(
    DoNotReachListConnection,
    listDoNotReachLists,
    'The do-not-reach list of the account and, with `withDeleted`, its deleted lists.',
    {
      args: withDeletedArg,
    },
  ),
}))

/** The do-not-reach lists of an account, which has at most one. */
function listsKey(account: string): Key<readonly StoredRow<DoNotReachListRow>[]> {
  const path = { account_id: account }
  return {
    ...onceKey(listDoNotReachLists, path),
    read: async ({ loaders }) => asStored((await loaders.onceIfFound(listDoNotReachLists, path)) ?? []),
  }
}

registerReference('DoNotReachList', (account, id) => ({
  ...listsKey(account),
  id: `do-not-reach list ${account} ${id}`,
  read: async (context, stored) =>
    (await stored.readOne(context, listsKey(account))).find((row) => known(row, 'id', idColumn) === id) ?? null,
}))

const rule = rulesFor<{ accountId: string }>()

builder.mutationFields((t) => ({
  createDoNotReachList: writeField(t, {
    row: DoNotReachList,
    endpoint: createDoNotReachList,
    does: { action: 'CREATE' },
    editors: AUDIENCE_EDITORS,
    description:
      'Creates the do-not-reach list of an account. An account can have only one (R-AUD-20). With `validateOnly`, the ' +
      'existing list is read.',
    input: inputType('CreateDoNotReachListInput', 'A do-not-reach list to create.', (t) => ({
      ...accountField(t),
      ...t.optional({
        description: 'The description of the list. @beyondDocuments',
      }),
    })),
    prepare(check) {
      const account = check.ids.account()
      const lists = listsKey(account)
      return {
        dependsOn: [lists],
        review(stored) {
          decide(check, [
            rule(
              'R-AUD-20',
              ['accountId'],
              () => need(stored.get(lists)).length === 0,
              'is the ID of an account that already has a do-not-reach list',
            ),
          ])
        },
        // A refusal without a parameter is for a second list.
        fieldOf: () => 'accountId',
      }
    },
  }),

  deleteDoNotReachList: deleteField(t, {
    row: DoNotReachList,
    endpoint: deleteDoNotReachList,
    editors: AUDIENCE_EDITORS,
    description:
      'Deletes a do-not-reach list, so that ads can reach its users again. A deleted list is returned only with ' +
      '`withDeleted`. @beyondDocuments',
  }),
}))
