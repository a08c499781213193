import { listDoNotReachLists, type DoNotReachListRow } from '../../rest/audience/do-not-reach-list.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { withDeletedArg } from '../connection-type.ts'
import { callCost } from '../cost.ts'
import { Entity } from '../entity.ts'
import { keyOnly } from '../selection.ts'

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
