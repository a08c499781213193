import {
  getUserSettings,
  updateUserSettings,
  type UserSettingsParams,
  type UserSettingsRow,
} from '../../rest/account/user-settings.ts'
import { builder } from '../builder.ts'
import { callCost } from '../cost/cost.ts'
import { accountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { keyOnly } from '../../execute/selection.ts'
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

const UpdateUserSettingsInput = builder.inputType('UpdateUserSettingsInput', {
  description: 'What is to change of how a user is reached: what is left out stays, null removes.',
  fields: (t) => ({
    ...accountField(t),
    userId: t.field({ type: 'Long', required: true, description: 'The user.' }),
    notificationEmail: t.string({ description: 'Where notifications go.' }),
    contactPhone: t.string({ description: 'The telephone number.' }),
    contactPhoneExtension: t.string({ description: 'The extension of that number.' }),
    subscribeEmailTypes: t.stringList({
      description:
        'The kinds of e-mail that are wanted, instead of those before, e.g. ACCOUNT_PERFORMANCE, ' +
        'PERFORMANCE_IMPROVEMENT. The list is open (R-ACC-12).',
    }),
  }),
})

const UpdateUserSettingsPayload = builder.objectRef<Outcome<UserSettingsRow>>('UpdateUserSettingsPayload').implement({
  description: 'The result of changing the settings of a user.',
  interfaces: [Payload],
  fields: (t) => ({
    userSettings: t.field({
      type: UserSettings,
      description: 'The settings as the service answered; null if they were refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('updateUserSettings', (t) =>
  writeField(t, {
    payload: UpdateUserSettingsPayload,
    description:
      'Changes how a user of an account wants to be reached. It needs that user: it is not for account admins, and ' +
      'without a user signed in nothing is sent (R-ACC-12).',
    input: UpdateUserSettingsInput,
    inputDescription: 'The changes.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      // A comma would make two kinds of one on the wire.
      const kinds = (input.subscribeEmailTypes ?? []).every((kind) => /^[^,]+$/.test(kind))
      if (!kinds) check.refuse('subscribeEmailTypes', 'holds an empty kind, or one with a comma')
      check.leaveUnchecked('R-ACC-12')
      const path = { account_id: account, user_id: input.userId.toString() }
      const params = toParams<UserSettingsParams>(input, ['accountId', 'userId'])
      return { send: () => context.rest.call(updateUserSettings, path, params) }
    },
  }),
)
