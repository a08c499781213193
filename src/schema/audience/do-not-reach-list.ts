import {
  createDoNotReachList,
  deleteDoNotReachList,
  listDoNotReachLists,
  type DoNotReachListParams,
  type DoNotReachListRow,
} from '../../rest/audience/do-not-reach-list.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { withDeletedArg } from '../list/connection-type.ts'
import { callCost } from '../cost/cost.ts'
import { Entity } from '../node/entity.ts'
import { accountField, toParams } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { keyOnly } from '../../execute/selection.ts'

export const DoNotReachList = builder.objectRef<DoNotReachListRow>('DoNotReachList')

DoNotReachList.implement({
  description: 'Users whom no ad of an account shall reach. An account has at most one such list (R-AUD-20).',
  interfaces: [Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it holds, in words.' }),
    listSize: t.expose('list_size', {
      type: 'Long',
      description: 'How many users it holds; null while it is not known.',
    }),
    targetable: t.exposeBoolean('targetable', { description: 'Whether it is in effect.' }),
    reasonsNotTargetable: t.exposeStringList('reasons_not_targetable', {
      nullable: { list: true, items: false },
      description: 'Why it is not, e.g. PROCESSING, TOO_SMALL. The list is open.',
    }),
  }),
})

builder.objectFields(Account, (t) => ({
  doNotReachList: t.field({
    type: DoNotReachList,
    description: 'Its do-not-reach list; null where it has none (R-AUD-20).',
    extensions: { ...keyOnly, ...callCost() },
    resolve: async (account, _args, { loaders }) =>
      (await loaders.once(listDoNotReachLists, { account_id: account.id }))?.[0],
  }),
  doNotReachLists: t.field({
    type: [DoNotReachList],
    nullable: { list: true, items: false },
    description: 'Its do-not-reach list with, by `withDeleted`, those it had before.',
    extensions: { ...keyOnly, ...callCost() },
    args: withDeletedArg,
    resolve: (account, { withDeleted }, { loaders }) =>
      loaders.once(listDoNotReachLists, { account_id: account.id }, withDeleted ? { with_deleted: true } : {}),
  }),
}))

const CreateDoNotReachListInput = builder.inputType('CreateDoNotReachListInput', {
  description: 'A new do-not-reach list.',
  fields: (t) => ({
    ...accountField(t),
    description: t.string({ description: 'Beyond the documents: what it holds, in words.' }),
  }),
})

const DeleteDoNotReachListInput = builder.inputType('DeleteDoNotReachListInput', {
  description: 'The do-not-reach list to delete.',
  fields: (t) => ({
    ...accountField(t),
    doNotReachListId: t.id({ required: true, description: "The list, by the service's own id." }),
  }),
})

const doNotReachListPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<DoNotReachListRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      doNotReachList: t.field({
        type: DoNotReachList,
        description: 'The list as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateDoNotReachListPayload = doNotReachListPayload(
  'CreateDoNotReachListPayload',
  'The result of creating a do-not-reach list.',
)
const DeleteDoNotReachListPayload = doNotReachListPayload(
  'DeleteDoNotReachListPayload',
  'The result of deleting a do-not-reach list.',
  [Payload, DeletePayload],
)

builder.mutationFields((t) => ({
  createDoNotReachList: writeField(t, {
    payload: CreateDoNotReachListPayload,
    description:
      'Creates the do-not-reach list of an account, which can have one (R-AUD-20): with `validateOnly` whether it has one ' +
      'is read.',
    input: CreateDoNotReachListInput,
    inputDescription: 'The list.',
    prepare(check, context) {
      const { input } = check
      const path = { account_id: check.account('accountId') }
      check.leaveUnchecked('R-AUD-20')
      const params = toParams<DoNotReachListParams>(input, ['accountId'])
      return {
        send: () => context.rest.call(createDoNotReachList, path, params),
        async validate() {
          const lists = await context.loaders.once(listDoNotReachLists, path)
          check.markChecked('R-AUD-20')
          check.that(!lists?.length, 'accountId', 'R-AUD-20', 'names an account that has a do-not-reach list')
        },
        // What the service refuses without a parameter is a second list.
        fieldOf: () => 'accountId',
      }
    },
  }),

  deleteDoNotReachList: writeField(t, {
    payload: DeleteDoNotReachListPayload,
    description:
      'Beyond the documents: deletes a do-not-reach list, so that ads can reach its users again. From then on it is shown ' +
      'only with `withDeleted`.',
    input: DeleteDoNotReachListInput,
    inputDescription: 'The list.',
    prepare(check, context) {
      const { account, id } = check.changes('doNotReachListId', 'DoNotReachList')
      const path = { account_id: account, do_not_reach_list_id: id }
      return { send: () => context.rest.call(deleteDoNotReachList, path) }
    },
  }),
}))
