import { getUserSettings, type UserSettingsRow } from '../../rest/account/user-settings.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost.ts'
import { keyOnly } from '../selection.ts'
import { Account } from './account.ts'

export const UserSettings = builder.objectRef<UserSettingsRow>('UserSettings')

UserSettings.implement({
  description: 'How a user of an account wants to be reached.',
  fields: (t) => ({
    notificationEmail: t.exposeString('notification_email', { description: 'Where notifications go.' }),
    contactPhone: t.exposeString('contact_phone', { description: 'The telephone number.' }),
    contactPhoneExtension: t.string({
      description: 'The extension of that number.',
      resolve: (row) => row.contact_phone_extension ?? row.Contact_phone_extension,
    }),
    subscribeEmailTypes: t.exposeStringList('subscribe_email_types', {
      nullable: { list: true, items: false },
      description:
        'The kinds of e-mail that are wanted, e.g. ACCOUNT_PERFORMANCE, PERFORMANCE_IMPROVEMENT. The list is open ' +
        '(R-ACC-12).',
    }),
    raw: t.field({ type: 'JSON', description: 'The answer as the service sent it.', resolve: (row) => row }),
  }),
})

builder.objectField(Account, 'userSettings', (t) =>
  t.field({
    type: UserSettings,
    description: 'The settings of one of its users.',
    extensions: { ...keyOnly, ...callCost() },
    args: { userId: t.arg({ type: 'Long', required: true, description: 'The user.' }) },
    resolve: (account, { userId }, { loaders }) =>
      loaders.once(getUserSettings, { account_id: account.id, user_id: userId.toString() }),
  }),
)
