import { updateCustomAudienceUsers, type CustomAudienceUsersParams } from '../../rest/audience/custom-audience-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { AUDIENCE_EDITORS } from '../write/existence.ts'
import type { Operation } from '../write/change.ts'
import { batchField } from '../write/mutation-field.ts'
import { maxItems, MAX_UPLOAD_OPERATIONS, MAX_USERS } from '../list-limit.ts'
import { builder } from '../builder.ts'
import { personalData } from '../personal-data.ts'
import { ownAccountField, type Check } from '../write/input.ts'
import { momentOf } from '../scalar/scalar.ts'
import { audienceKey, checkShared } from './custom-audience-rules.ts'
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

const AudienceUser = builder.inputType('AudienceUser', {
  extensions: personalData,
  description:
    'A user, identified by any number of identifiers. Each identifier is the SHA-256 hash of the normalized value (64 ' +
    'hexadecimal digits), except `partnerUserId`. With `hash`, some are hashed here (R-AUD-13). Identifiers never appear in ' +
    'logs, traces or errors.',
  fields: (t) => ({
    email: t.stringList({ ...identifiers, description: 'Hashed email addresses, or plain ones with `hash`.' }),
    deviceId: t.stringList({ ...identifiers, description: 'Hashed device IDs. `hash` does not apply to them.' }),
    handle: t.stringList({
      ...identifiers,
      description: 'Hashed handles, or plain ones with `hash`. The @ can be omitted.',
    }),
    svcId: t.stringList({
      ...identifiers,
      description: 'Hashed user IDs of the service. `hash` does not apply to them.',
    }),
    phoneNumber: t.stringList({
      ...identifiers,
      description:
        'Hashed phone numbers, or plain ones with `hash`: in E.164 format, starting with `+` and the country code.',
    }),
    partnerUserId: t.stringList({ ...identifiers, description: 'User IDs of a partner, never hashed.' }),
  }),
})

const CustomAudienceUsersOperation = builder.inputType('CustomAudienceUsersOperation', {
  description: 'Users to add to an audience or to remove from it.',
  fields: (t) => ({
    operationType: t.field({
      type: UsersOperationType,
      required: true,
      description: 'What the operation does (R-AUD-11).',
    }),
    users: t.field({
      type: [AudienceUser],
      required: true,
      extensions: maxItems(MAX_USERS),
      description: 'The users, at least one (R-AUD-11).',
    }),
    effectiveAt: t.field({
      type: 'DateTime',
      description: 'The time at which the operation takes effect. Defaults to now (R-AUD-12).',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'The time at which the users expire, later than `effectiveAt`. Defaults to 13 months after the request (R-AUD-12).',
    }),
  }),
})

const UpdateCustomAudienceUsersInput = builder.inputType('UpdateCustomAudienceUsersInput', {
  description: 'Users to add to a custom audience and to remove from it.',
  fields: (t) => ({
    customAudienceId: t.id({
      required: true,
      description: "The global ID of the audience, or the service's ID together with `accountId`.",
    }),
    ...ownAccountField(t),
    ...hashField(t, 'email addresses, phone numbers and handles'),
    operations: t.field({
      type: [CustomAudienceUsersOperation],
      required: true,
      extensions: maxItems(MAX_UPLOAD_OPERATIONS),
      description: `The operations, in order. ${UPLOAD_LIMITS}`,
    }),
  }),
})

const UpdateCustomAudienceUsersPayload = usersPayload(
  'UpdateCustomAudienceUsersPayload',
  'The result of adding users to a custom audience and removing users from it.',
)

type UsersOperation = BatchOperation<CustomAudienceUsersParams>

function usersOperation(
  check: Check<typeof CustomAudienceUsersOperation.$inferInput>,
  hash: boolean,
): Operation<UsersOperation> {
  const { operationType, users, effectiveAt, expiresAt } = check.input
  checkUsers(check, hash)
  const start = effectiveAt ? momentOf(effectiveAt) : Date.now()
  const isLater = !expiresAt || momentOf(expiresAt) > start
  check.that(isLater, 'expiresAt', 'R-AUD-12', 'must be later than `effectiveAt`, which defaults to now')
  return {
    check,
    apply: () => ({
      operation_type: operationType,
      params: {
        users: users.map((user) => userParams(user, hash)),
        ...(effectiveAt ? { effective_at: effectiveAt } : {}),
        ...(expiresAt ? { expires_at: expiresAt } : {}),
      },
    }),
  }
}

builder.mutationField('updateCustomAudienceUsers', (t) =>
  batchField(t, {
    payload: UpdateCustomAudienceUsersPayload,
    endpoint: updateCustomAudienceUsers,
    editors: AUDIENCE_EDITORS,
    ...UPLOAD_BATCH,
    description: `Adds users to a custom audience and removes users from it. ${UPLOAD_OUTCOMES}`,
    input: UpdateCustomAudienceUsersInput,
    prepare(check) {
      const { input } = check
      const { account, id } = check.row('customAudienceId', 'CustomAudience')
      const path = { account_id: account, custom_audience_id: id }
      const operations = check.each('operations', input.operations).map((item) => usersOperation(item, input.hash))
      const audience = audienceKey(account, id)
      return {
        ...uploadUsers(operations, (rest, batch) => rest.call(updateCustomAudienceUsers, path, batch)),
        dependsOn: [audience],
        review: (stored) => checkShared(check, stored.get(audience)),
      }
    },
  }),
)
