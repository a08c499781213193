import {
  updateDoNotReachListUsers,
  type DoNotReachListUsersParams,
} from '../../rest/audience/do-not-reach-list-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { batchField } from '../write/mutation-field.ts'
import { maxItems, MAX_UPLOAD_OPERATIONS, MAX_USERS } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { accountField, type Check } from '../write/input.ts'
import { momentOf } from '../scalar/scalar.ts'
import {
  hashField,
  UPLOAD_LIMITS,
  UPLOAD_OUTCOMES,
  uploadUsers,
  userParams,
  usersPayload,
  UsersOperationType,
} from './user-upload.ts'

const DoNotReachUser = builder.inputType('DoNotReachUser', {
  description:
    'Beyond the documents: one user by any number of identifiers. Each is 64 hex digits, the SHA-256 of its normalized ' +
    'value; with `hash` they are hashed here (R-AUD-13). They are never logged, nor told in traces and errors.',
  fields: (t) => ({
    email: t.stringList({ description: 'Mail addresses. With `hash`: as they are.' }),
    phoneNumber: t.stringList({ description: 'Phone numbers. With `hash`: in E.164, `+` and the country first.' }),
  }),
})

const DoNotReachListUsersOperation = builder.inputType('DoNotReachListUsersOperation', {
  description: 'Beyond the documents: users to add to a do-not-reach list, or to take away.',
  fields: (t) => ({
    operationType: t.field({ type: UsersOperationType, required: true, description: 'What is done (R-AUD-11).' }),
    users: t.field({
      type: [DoNotReachUser],
      required: true,
      extensions: maxItems(MAX_USERS),
      description: `The users, 1 to ${MAX_USERS} (R-AUD-11).`,
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'Until when they stay.' }),
  }),
})

const UpdateDoNotReachListUsersInput = builder.inputType('UpdateDoNotReachListUsersInput', {
  description: 'Beyond the documents: users to add to a do-not-reach list, and to take away.',
  fields: (t) => ({
    ...accountField(t),
    doNotReachListId: t.id({ required: true, description: "The list, by the service's own id." }),
    ...hashField(t, 'mail addresses and phone numbers'),
    operations: t.field({
      type: [DoNotReachListUsersOperation],
      required: true,
      extensions: maxItems(MAX_UPLOAD_OPERATIONS),
      description: `The operations, in order: ${UPLOAD_LIMITS}.`,
    }),
  }),
})

const UpdateDoNotReachListUsersPayload = usersPayload(
  'UpdateDoNotReachListUsersPayload',
  'The result of an upload of users to a do-not-reach list.',
)

type UsersOperation = BatchOperation<DoNotReachListUsersParams>

function usersOperation(check: Check<typeof DoNotReachListUsersOperation.$inferInput>, hash: boolean): UsersOperation {
  const { operationType, users, expiresAt } = check.input
  check.that(users.length > 0, 'users', 'R-AUD-11', 'is empty')
  const isLater = !expiresAt || momentOf(expiresAt) > Date.now()
  check.that(isLater, 'expiresAt', 'R-AUD-12', 'must be later than now')
  return {
    operation_type: operationType,
    params: {
      users: check.each('users', users).map((user) => userParams(user, hash)),
      ...(expiresAt ? { expires_at: expiresAt } : {}),
    },
  }
}

builder.mutationField('updateDoNotReachListUsers', (t) =>
  batchField(t, {
    payload: UpdateDoNotReachListUsersPayload,
    description: `Beyond the documents: adds users to a do-not-reach list and takes users away. ${UPLOAD_OUTCOMES}`,
    input: UpdateDoNotReachListUsersInput,
    inputDescription: 'The users.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.row('doNotReachListId', 'DoNotReachList')
      const path = { account_id: account, do_not_reach_list_id: id }
      const operations = check.each('operations', input.operations).map((item) => usersOperation(item, input.hash))
      const send = (batch: UsersOperation[]) => context.rest.call(updateDoNotReachListUsers, path, batch)
      return uploadUsers(operations, send)
    },
  }),
)
