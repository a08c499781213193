import { updateCustomAudienceUsers } from '../../rest/audience/custom-audience-user.ts'
import { AUDIENCE_EDITORS, batchField, builder, inputType } from '../kit.ts'
import { MAX_UPLOAD_OPERATIONS } from '../list-limit.ts'
import { personalData } from '../personal-data.ts'
import { operationsField } from '../write/batch.ts'
import { customAudienceIdField } from './custom-audience-input.ts'
import { audienceKey, checkShared } from './custom-audience-write.ts'
import {
  contactFields,
  hashField,
  identifiersField,
  UPLOAD_BATCH,
  UPLOAD_LIMITS,
  UPLOAD_OUTCOMES,
  uploadUsers,
  usersFields,
  usersPayload,
} from './user-upload.ts'

const AudienceUser = builder.inputType('AudienceUser', {
  extensions: personalData,
  description:
    'A user, identified by any number of identifiers. Each identifier is the SHA-256 hash of the normalized value (64 ' +
    'hexadecimal digits), except `partnerUserId`. With `hash`, some are hashed here (R-AUD-13). Identifiers never appear in ' +
    'logs, traces or errors.',
  fields: (t) => ({
    ...contactFields(t),
    deviceId: identifiersField(t, 'Hashed device IDs. `hash` does not apply to them.'),
    handle: identifiersField(t, 'Hashed handles, or plain ones with `hash`. The @ can be omitted.'),
    svcId: identifiersField(t, 'Hashed user IDs of the service. `hash` does not apply to them.'),
    partnerUserId: identifiersField(t, 'User IDs of a partner, never hashed.'),
  }),
})

const CustomAudienceUsersInput = inputType(
  'CustomAudienceUsersInput',
  'Users to add or to remove. Users that are added expire 13 months after the request by default (R-AUD-12).',
  (t) => ({
    ...usersFields(t, AudienceUser),
    ...t.optional({
      effectiveAt: ['DateTime', 'The time at which the operation takes effect. Defaults to now (R-AUD-12).'],
    }),
  }),
)

const CustomAudienceUsersOperation = builder.inputType('CustomAudienceUsersOperation', {
  description: 'One operation of an upload of users. There is no `create` (R-AUD-11).',
  isOneOf: true,
  fields: (t) =>
    t.optional({
      update: [CustomAudienceUsersInput, 'The users to add, or whose times to change.'],
      delete: [CustomAudienceUsersInput, 'The users to remove.'],
    }),
})

const UpdateCustomAudienceUsersPayload = usersPayload(
  'UpdateCustomAudienceUsersPayload',
  'The result of adding users to a custom audience and removing users from it.',
)

builder.mutationField('updateCustomAudienceUsers', (t) =>
  batchField(t, {
    payload: UpdateCustomAudienceUsersPayload,
    endpoint: updateCustomAudienceUsers,
    does: { action: 'UPDATE', type: 'CustomAudience', id: 'customAudienceId' },
    editors: AUDIENCE_EDITORS,
    ...UPLOAD_BATCH,
    description: `Adds users to a custom audience and removes users from it. ${UPLOAD_OUTCOMES}`,
    input: inputType(
      'UpdateCustomAudienceUsersInput',
      'Users to add to a custom audience and to remove from it.',
      (t) => ({
        ...customAudienceIdField(t),
        ...hashField(t, 'email addresses, phone numbers and handles'),
        ...operationsField(
          t,
          CustomAudienceUsersOperation,
          `The operations, in order. ${UPLOAD_LIMITS}`,
          MAX_UPLOAD_OPERATIONS,
        ),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.own('customAudienceId', 'CustomAudience')
      const path = { account_id: account, custom_audience_id: id }
      const audience = audienceKey(account, id)
      return {
        ...uploadUsers(check, updateCustomAudienceUsers, path),
        dependsOn: [audience],
        review: (stored) => checkShared(check, account, stored.get(audience)),
      }
    },
  }),
)
