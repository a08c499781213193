import { listAccountApps, type AccountAppRow } from '../../rest/account/account-app.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { connection } from '../list/connection.ts'
import { listCost } from '../cost/cost.ts'
import { Entity } from '../node/entity.ts'
import { keyOnly } from '../../execute/selection.ts'
import { Account } from './account.ts'

export const AccountApp = builder.objectRef<AccountAppRow>('AccountApp')
export const AccountAppConnection = connectionType(AccountApp)

AccountApp.implement({
  description: 'A mobile app of an account. Read only, and found through its account alone.',
  interfaces: [Entity],
  fields: (t) => ({
    appStoreIdentifier: t.exposeString('app_store_identifier', { description: 'Its identifier in its store.' }),
    osType: t.exposeString('os_type', {
      description: 'The system it runs on, as the service spells it: `Android`, `iOS`.',
    }),
    conversionTrackingEnabled: t.exposeBoolean('conversion_tracking_enabled', {
      description: 'Whether its conversions are tracked.',
    }),
    deepLinkPattern: t.exposeString('deep_link_pattern', { description: 'How links into it are made.' }),
  }),
})

builder.objectField(Account, 'apps', (t) =>
  t.field({
    type: AccountAppConnection,
    nullable: false,
    description: 'Its mobile apps.',
    extensions: { ...keyOnly, ...listCost(listAccountApps) },
    args: { ...pageArgs, ...sortArg, ...withDeletedArg },
    resolve: (account, page, context) =>
      connection(context, { endpoint: listAccountApps, path: { account_id: account.id } }, page),
  }),
)
