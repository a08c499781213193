import {
  updateDoNotReachListUsers,
  type DoNotReachListUsersParams,
} from '../../rest/audience/do-not-reach-list-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { AUDIENCE_EDITORS } from '../write/existence.ts'
import type { Operation } from '../write/change.ts'
import { batchField } from '../write/mutation-field.ts'
import { maxItems, MAX_UPLOAD_OPERATIONS, MAX_USERS } from '../list-limit.ts'
import { builder } from '../builder.ts'
import { personalData } from '../personal-data.ts'
import type { Check } from '../write/input.ts'
import { doNotReachListIdField } from './do-not-reach-list.ts'
import { momentOf } from '../scalar/scalar.ts'
import {
  checkUsers,
  hashField,
  identifiers,
  UPLOAD_LIMITS,
  UPLOAD_OUTCOMES,
  UPLOAD_BATCH,
  uploadUsers,
  userParams,
  usersPayload,
  UsersOperationType,
} from './user-upload.ts'

const DoNotReachUser = builder.inputType('DoNotReachUser', {
  extensions: personalData,
  description:
    'A user, identified by any number of identifiers. Each identifier is the SHA-256 hash of the normalized value (64 ' +
    'hexadecimal digits). With `hash`, they are hashed here (R-AUD-13). Identifiers never appear in logs, traces or ' +
    'errors. @beyondDocuments',
  fields: (t) => ({
    email: t.stringList({ ...identifiers, description: 'Hashed email addresses, or plain ones with `hash`.' }),
    phoneNumber: t.stringList({
      ...identifiers,
      description:
        'Hashed phone numbers, or plain ones with `hash`: in E.164 format, starting with `+` and the country code.',
    }),
  }),
})

const DoNotReachListUsersOperation = builder.inputType('DoNotReachListUsersOperation', {
  description: 'Users to add to a do-not-reach list or to remove from it. @beyondDocuments',
  fields: (t) => ({
    operationType: t.field({
      type: UsersOperationType,
      required: true,
      description: 'What the operation does (R-AUD-11).',
    }),
    users: t.field({
      type: [DoNotReachUser],
      required: true,
      extensions: maxItems(MAX_USERS),
      description: 'The users, at least one (R-AUD-11).',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The time at which the users expire. It must be in the future (R-AUD-12).',
    }),
  }),
})

const UpdateDoNotReachListUsersInput = builder.inputType('UpdateDoNotReachListUsersInput', {
  description: 'Users to add to a do-not-reach list and to remove from it. @beyondDocuments',
  fields: (t) => ({
    ...doNotReachListIdField(t),
    ...hashField(t, 'email addresses and phone numbers'),
    operations: t.field({
      type: [DoNotReachListUsersOperation],
      required: true,
      extensions: maxItems(MAX_UPLOAD_OPERATIONS),
      description: `The operations, in order. ${UPLOAD_LIMITS}`,
    }),
  }),
})

const UpdateDoNotReachListUsersPayload = usersPayload(
  'UpdateDoNotReachListUsersPayload',
  'The result of adding users to a do-not-reach list and removing users from it. @beyondDocuments',
)

type UsersOperation = BatchOperation<DoNotReachListUsersParams>

function usersOperation(
  check: Check<typeof DoNotReachListUsersOperation.$inferInput>,
  hash: boolean,
): Operation<UsersOperation> {
  const { operationType, users, expiresAt } = check.input
  checkUsers(check, hash)
  const isLater = !expiresAt || momentOf(expiresAt) > Date.now()
  check.that(isLater, 'expiresAt', 'R-AUD-12', 'must be later than now')
  return {
    check,
    apply: () => ({
      operation_type: operationType,
      params: {
        users: users.map((user) => userParams(user, hash)),
        ...(expiresAt ? { expires_at: expiresAt } : {}),
      },
    }),
  }
}

builder.mutationField('updateDoNotReachListUsers', (t) =>
  batchField(t, {
    payload: UpdateDoNotReachListUsersPayload,
    endpoint: updateDoNotReachListUsers,
    editors: AUDIENCE_EDITORS,
    ...UPLOAD_BATCH,
    description: `Adds users to a do-not-reach list and removes users from it. ${UPLOAD_OUTCOMES} @beyondDocuments`,
    input: UpdateDoNotReachListUsersInput,
    prepare(check) {
      const { input } = check
      const { account, id } = check.row('doNotReachListId', 'DoNotReachList')
      const path = { account_id: account, do_not_reach_list_id: id }
      const operations = check.each('operations', input.operations).map((item) => usersOperation(item, input.hash))
      return uploadUsers(operations, (rest, batch) => rest.call(updateDoNotReachListUsers, path, batch))
    },
  }),
)
