import { getUserSettings, updateUserSettings, type UserSettingsRow } from '../../rest/account/user-settings.ts'
import { accountField, builder, decide, inputType, rulesFor, UNKNOWN, writeField } from '../kit.ts'
import { restLong } from '../node/global-id.ts'
import { accessKey } from '../write/existence.ts'
import { paramsOf } from '../write/input.ts'
import { idColumn, known, textsColumn } from '../write/known.ts'
import { need } from '../write/rule.ts'
import { Account } from './account.ts'

const UserSettings = builder.objectRef<UserSettingsRow>('UserSettings')

UserSettings.implement({
  description: 'The contact settings of a user of an account.',
  fields: (t) => ({
    ...t.columns({
      notificationEmail: 'The email address for notifications.',
      contactPhone: 'The phone number.',
      subscribeEmailTypes: [
        ['String'],
        'The types of email that the user is subscribed to, for example ACCOUNT_PERFORMANCE, PERFORMANCE_IMPROVEMENT. The list ' +
          'of values is open (R-ACC-12).',
      ],
    }),
    contactPhoneExtension: t.string({
      description: 'The extension of the phone number.',
      resolve: (row) => row.contact_phone_extension ?? row.Contact_phone_extension,
    }),
    raw: t.raw(),
  }),
})

builder.objectField(Account, 'userSettings', (t) =>
  t.single(
    UserSettings,
    getUserSettings,
    'The contact settings of a user of the account. Takes one call per account and user.',
    {
      args: t.arg.required({
        userId: ['ID', "The service's ID of the user."],
      }),
      path: (account, { userId }) => ({ account_id: account.id, user_id: restLong('User', '', userId, 'userId') }),
    },
  ),
)

const rule = rulesFor<{ userId: string; subscribeEmailTypes?: readonly string[] | null }>()

const RULES = [
  // The values are sent as a comma-separated list, so that a comma would split one value in two.
  rule(
    null,
    ['subscribeEmailTypes'],
    ({ subscribeEmailTypes }) => (subscribeEmailTypes ?? []).every((type) => /^[^,]+$/.test(type)),
    'has a value that is empty or has a comma',
  ),
]

builder.mutationField('updateUserSettings', (t) =>
  writeField(t, {
    row: UserSettings,
    endpoint: updateUserSettings,
    does: { action: 'UPDATE', id: 'accountId' },
    // Whatever they can do in the account, users can change their own settings.
    editors: [],
    description:
      'Changes the contact settings of a user of an account. Only that user can change them: account administrators ' +
      'cannot, and nothing is sent if no user is signed in (R-ACC-12). With `validateOnly`, the user ID of the caller is ' +
      'read.',
    input: inputType(
      'UpdateUserSettingsInput',
      'The changes to the contact settings of a user. Fields that are omitted stay as they are; null removes the value.',
      (t) => ({
        ...accountField(t),
        ...t.required({
          userId: ['ID', "The service's ID of the user."],
        }),
        ...t.optional({
          notificationEmail: 'The email address for notifications.',
          contactPhone: 'The phone number.',
          contactPhoneExtension: 'The extension of the phone number.',
          subscribeEmailTypes: [
            ['String'],
            'The types of email to subscribe to, for example ACCOUNT_PERFORMANCE, PERFORMANCE_IMPROVEMENT. Replaces the previous ' +
              'list. The list of values is open (R-ACC-12).',
          ],
        }),
      }),
    ),
    prepare(check) {
      const account = check.ids.account()
      decide(check, RULES)
      const userId = check.ids.oneLong('userId', 'User', account) ?? ''
      check.ids.follows('userId', userId)
      return {
        params: paramsOf(check, { userId: undefined }),
        dependsOn: [accessKey(account)],
        review(stored) {
          const access = stored.get(accessKey(account))
          const caller = () => need(known(access, 'user_id', idColumn))
          const permissions = () => need(known(access, 'permissions', textsColumn))
          decide(check, [
            rule(
              'R-ACC-12',
              ['userId'],
              () => caller() === userId || caller() === null,
              'is not the ID of the caller; only users can change their settings',
            ),
            // Only the service knows whether administrators can change their own settings.
            rule('R-ACC-12', ['userId'], () => permissions()?.includes('ACCOUNT_ADMIN') === false || UNKNOWN),
          ])
        },
      }
    },
  }),
)
