import { listAccountApps, type AccountAppRow } from '../../rest/account/account-app.ts'
import { OsType, upperCase } from '../campaign/targeting-option.ts'
import { builder, connectionType, entityType, sortArg, withDeletedArg } from '../kit.ts'
import { Account } from './account.ts'

const AccountApp = builder.objectRef<AccountAppRow>('AccountApp')
const AccountAppConnection = connectionType(AccountApp)

entityType(AccountApp, listAccountApps, {
  description:
    'A mobile app of an account. Read-only. The service has no look-up by ID: it is found in the list of all apps.',
  fields: (t) =>
    t.columns({
      appStoreIdentifier: 'The identifier of the app in its app store. @beyondDocuments',
      conversionTrackingEnabled: ['Boolean', 'Whether conversions of the app are tracked. @beyondDocuments'],
      deepLinkPattern: 'The pattern of deep links into the app. @beyondDocuments',
      osType: [OsType, 'The operating system of the app. @beyondDocuments', upperCase],
    }),
})

builder.objectField(Account, 'apps', (t) =>
  t.list(AccountAppConnection, listAccountApps, 'The mobile apps of the account.', {
    args: { ...sortArg, ...withDeletedArg },
  }),
)
