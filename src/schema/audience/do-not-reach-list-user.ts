import { updateDoNotReachListUsers } from '../../rest/audience/do-not-reach-list-user.ts'
import { AUDIENCE_EDITORS, batchField, builder, inputType, ownAccountField, ownId } from '../kit.ts'
import { MAX_UPLOAD_OPERATIONS } from '../list-limit.ts'
import { personalData } from '../personal-data.ts'
import { operationsField } from '../write/batch.ts'
import {
  hashField,
  contactFields,
  UPLOAD_LIMITS,
  UPLOAD_BATCH,
  UPLOAD_OUTCOMES,
  uploadUsers,
  usersFields,
  usersPayload,
} from './user-upload.ts'

const DoNotReachUser = builder.inputType('DoNotReachUser', {
  extensions: personalData,
  description:
    'A user, identified by any number of identifiers. Each identifier is the SHA-256 hash of the normalized value (64 ' +
    'hexadecimal digits). With `hash`, they are hashed here (R-AUD-13). Identifiers never appear in logs, traces or ' +
    'errors. @beyondDocuments',
  fields: contactFields,
})

const DoNotReachListUsersInput = inputType(
  'DoNotReachListUsersInput',
  'Users to add or to remove. @beyondDocuments',
  (t) => usersFields(t, DoNotReachUser),
)

const DoNotReachListUsersOperation = builder.inputType('DoNotReachListUsersOperation', {
  description: 'One operation of an upload of users. There is no `create` (R-AUD-11). @beyondDocuments',
  isOneOf: true,
  fields: (t) =>
    t.optional({
      update: [DoNotReachListUsersInput, 'The users to add, or whose times to change.'],
      delete: [DoNotReachListUsersInput, 'The users to remove.'],
    }),
})

const UpdateDoNotReachListUsersPayload = usersPayload(
  'UpdateDoNotReachListUsersPayload',
  'The result of adding users to a do-not-reach list and removing users from it. @beyondDocuments',
)

builder.mutationField('updateDoNotReachListUsers', (t) =>
  batchField(t, {
    payload: UpdateDoNotReachListUsersPayload,
    endpoint: updateDoNotReachListUsers,
    does: { action: 'UPDATE', type: 'DoNotReachList', id: 'doNotReachListId' },
    editors: AUDIENCE_EDITORS,
    ...UPLOAD_BATCH,
    description: `Adds users to a do-not-reach list and removes users from it. ${UPLOAD_OUTCOMES} @beyondDocuments`,
    input: inputType(
      'UpdateDoNotReachListUsersInput',
      'Users to add to a do-not-reach list and to remove from it. @beyondDocuments',
      (t) => ({
        doNotReachListId: t.id(ownId),
        ...ownAccountField(t),
        ...hashField(t, 'email addresses and phone numbers'),
        ...operationsField(
          t,
          DoNotReachListUsersOperation,
          `The operations, in order. ${UPLOAD_LIMITS}`,
          MAX_UPLOAD_OPERATIONS,
        ),
      }),
    ),
    prepare(check) {
      const { account, id } = check.ids.own('doNotReachListId', 'DoNotReachList')
      const path = { account_id: account, do_not_reach_list_id: id }
      return uploadUsers(check, updateDoNotReachListUsers, path)
    },
  }),
)
