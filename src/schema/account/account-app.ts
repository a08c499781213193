import { listAccountApps, type AccountAppRow } from '../../rest/account/account-app.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg } from '../list/connection-type.ts'
import { Entity } from '../node/entity.ts'
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
  t.list({
    type: AccountAppConnection,
    endpoint: listAccountApps,
    description: 'Its mobile apps.',
    args: { ...sortArg, ...withDeletedArg },
  }),
)
