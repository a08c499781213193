import { updateCustomAudienceUsers, type CustomAudienceUsersParams } from '../../rest/audience/custom-audience-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { batchField } from '../write/mutation-field.ts'
import { maxItems, MAX_UPLOAD_OPERATIONS, MAX_USERS } from '../cost/list-limit.ts'
import { builder } from '../builder.ts'
import { ownAccountField, type Check } from '../write/input.ts'
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

const AudienceUser = builder.inputType('AudienceUser', {
  description:
    'One user by any number of identifiers. Each is 64 hex digits, the SHA-256 of its normalized value, except the id of a ' +
    'partner; with `hash` some are hashed here (R-AUD-13). They are never logged, nor told in traces and errors.',
  fields: (t) => ({
    email: t.stringList({ description: 'Mail addresses. With `hash`: as they are.' }),
    deviceId: t.stringList({ description: 'Ids of devices, always hashed.' }),
    handle: t.stringList({ description: 'Handles. With `hash`: as they are, with or without @.' }),
    svcId: t.stringList({ description: 'Ids of users of the service, always hashed.' }),
    phoneNumber: t.stringList({ description: 'Phone numbers. With `hash`: in E.164, `+` and the country first.' }),
    partnerUserId: t.stringList({ description: "A partner's own ids, as they are." }),
  }),
})

const CustomAudienceUsersOperation = builder.inputType('CustomAudienceUsersOperation', {
  description: 'Users to add to an audience, or to take away.',
  fields: (t) => ({
    operationType: t.field({ type: UsersOperationType, required: true, description: 'What is done (R-AUD-11).' }),
    users: t.field({
      type: [AudienceUser],
      required: true,
      extensions: maxItems(MAX_USERS),
      description: `The users, 1 to ${MAX_USERS} (R-AUD-11).`,
    }),
    effectiveAt: t.field({ type: 'DateTime', description: 'From when. Left out: now (R-AUD-12).' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when, later than `effectiveAt`. Left out: 13 months after the request (R-AUD-12).',
    }),
  }),
})

const UpdateCustomAudienceUsersInput = builder.inputType('UpdateCustomAudienceUsersInput', {
  description: 'Users to add to a custom audience, and to take away.',
  fields: (t) => ({
    customAudienceId: t.id({
      required: true,
      description: "The audience, by its global id, or the service's own together with `accountId`.",
    }),
    ...ownAccountField(t),
    ...hashField(t, 'mail addresses, phone numbers and handles'),
    operations: t.field({
      type: [CustomAudienceUsersOperation],
      required: true,
      extensions: maxItems(MAX_UPLOAD_OPERATIONS),
      description: `The operations, in order: ${UPLOAD_LIMITS}.`,
    }),
  }),
})

const UpdateCustomAudienceUsersPayload = usersPayload(
  'UpdateCustomAudienceUsersPayload',
  'The result of an upload of users to a custom audience.',
)

type UsersOperation = BatchOperation<CustomAudienceUsersParams>

function usersOperation(check: Check<typeof CustomAudienceUsersOperation.$inferInput>, hash: boolean): UsersOperation {
  const { operationType, users, effectiveAt, expiresAt } = check.input
  check.that(users.length > 0, 'users', 'R-AUD-11', 'is empty')
  const start = effectiveAt ? momentOf(effectiveAt) : Date.now()
  const isLater = !expiresAt || momentOf(expiresAt) > start
  check.that(isLater, 'expiresAt', 'R-AUD-12', 'must be later than `effectiveAt`, which is now where it is left out')
  return {
    operation_type: operationType,
    params: {
      users: check.each('users', users).map((user) => userParams(user, hash)),
      ...(effectiveAt ? { effective_at: effectiveAt } : {}),
      ...(expiresAt ? { expires_at: expiresAt } : {}),
    },
  }
}

builder.mutationField('updateCustomAudienceUsers', (t) =>
  batchField(t, {
    payload: UpdateCustomAudienceUsersPayload,
    description: `Adds users to a custom audience and takes users away. ${UPLOAD_OUTCOMES}`,
    input: UpdateCustomAudienceUsersInput,
    inputDescription: 'The users.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.row('customAudienceId', 'CustomAudience')
      const path = { account_id: account, custom_audience_id: id }
      const operations = check.each('operations', input.operations).map((item) => usersOperation(item, input.hash))
      const send = (batch: UsersOperation[]) => context.rest.call(updateCustomAudienceUsers, path, batch)
      return uploadUsers(operations, send)
    },
  }),
)
