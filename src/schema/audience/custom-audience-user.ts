import { createHash } from 'node:crypto'
import {
  MAX_USER_BYTES,
  MAX_USER_OPERATIONS,
  updateCustomAudienceUsers,
  type AudienceUserParams,
  type CustomAudienceUsersParams,
  type CustomAudienceUsersRow,
} from '../../rest/audience/custom-audience-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { BatchPayload, Incomplete, splitArg, writeBatch, type BatchOutcome } from '../batch.ts'
import { builder } from '../builder.ts'
import { Check, ownAccountField } from '../input.ts'
import { Payload, validateOnlyArg } from '../mutation.ts'
import { momentOf } from '../scalars.ts'
import { snakeCase } from '../wire-name.ts'

const UsersOperationType = builder.enumType('UsersOperationType', {
  description: 'What is to be done with users of an audience. There is no create (R-AUD-11).',
  values: {
    Update: { description: 'Adds them, or changes until when they stay.' },
    Delete: { description: 'Takes them away.' },
  },
})

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
    users: t.field({ type: [AudienceUser], required: true, description: 'The users, at least one (R-AUD-11).' }),
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
    hash: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Normalize and hash mail addresses, phone numbers and handles here. Without it they must be hashed (R-AUD-13).',
    }),
    operations: t.field({
      type: [CustomAudienceUsersOperation],
      required: true,
      description: `The operations, in order: 1 to ${MAX_USER_OPERATIONS} and ${MAX_USER_BYTES} bytes of JSON in a call (R-AUD-14).`,
    }),
  }),
})

const UpdateCustomAudienceUsersPayload = builder
  .objectRef<BatchOutcome<CustomAudienceUsersRow>>('UpdateCustomAudienceUsersPayload')
  .implement({
    description: 'What an upload of users came to.',
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({
      successCount: t.field({
        type: 'Long',
        description: 'How many users were taken, in all calls together; null where none was sent.',
        resolve: ({ data }) => sum(data, 'success_count'),
      }),
      totalCount: t.field({
        type: 'Long',
        description: 'How many users the service has read, in all calls together; null where none was sent.',
        resolve: ({ data }) => sum(data, 'total_count'),
      }),
    }),
  })

/** A count over all calls: each stands at the place of its call's first operation. */
function sum(data: (CustomAudienceUsersRow | null)[] | null, count: 'success_count' | 'total_count'): number | null {
  return data && data.reduce((all, row) => all + (row?.[count] ?? 0), 0)
}

type UserInput = typeof AudienceUser.$inferInput
const IDENTIFIERS = ['email', 'deviceId', 'handle', 'svcId', 'phoneNumber', 'partnerUserId'] as const
type Identifier = (typeof IDENTIFIERS)[number]

/** What is hashed of an identifier; undefined where it cannot be one. */
const NORMALIZED: Partial<Record<Identifier, (value: string) => string | undefined>> = {
  email: (value) => formed(value.trim().toLowerCase(), /^[^\s@]+@[^\s@]+$/),
  handle: (value) => formed(value.trim().toLowerCase().replace(/^@/, ''), /^\w+$/),
  phoneNumber: (value) => formed(value.replace(/[\s().-]/g, ''), /^\+[1-9]\d{6,14}$/),
}

function formed(value: string, form: RegExp): string | undefined {
  return form.test(value) ? value : undefined
}

const SHA_256 = /^[0-9a-f]{64}$/i

/** What goes on the wire for an identifier; undefined where it is refused. */
function hashed(kind: Identifier, value: string, hash: boolean): string | undefined {
  if (kind === 'partnerUserId') return value
  if (SHA_256.test(value)) return value.toLowerCase()
  const text = hash ? NORMALIZED[kind]?.(value) : undefined
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
}

/** Holds the rules for a user, and gives what goes on the wire. A refusal names the place, never the value. */
function userParams(check: Check<UserInput>, hash: boolean): AudienceUserParams {
  const given = IDENTIFIERS.filter((kind) => check.input[kind]?.length)
  return Object.fromEntries(
    given.map((kind) => {
      const values = (check.input[kind] ?? []).map((value) => hashed(kind, value, hash))
      const wrong = values.indexOf(undefined)
      const form = hash && NORMALIZED[kind] ? 'a value that can be hashed' : '64 hex digits, a SHA-256'
      check.that(wrong === -1, kind, 'R-AUD-13', `is at index ${wrong} not ${form}`)
      return [snakeCase(kind), values]
    }),
  )
}

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
  t.field({
    type: UpdateCustomAudienceUsersPayload,
    nullable: false,
    description:
      'Adds users to a custom audience and takes users away. A call succeeds or fails as a whole; where the service counts ' +
      'fewer users than were sent the call is repeated once at once, which changes nothing twice, and then told as ' +
      'INCOMPLETE_UPLOAD: send it again after a minute (R-AUD-15).',
    args: {
      input: t.arg({ type: UpdateCustomAudienceUsersInput, required: true, description: 'The users.' }),
      ...splitArg,
      ...validateOnlyArg,
    },
    resolve(_root, { input, split, validateOnly }, context) {
      const check = new Check(input)
      const { account, id } = check.target('customAudienceId', 'CustomAudience')
      const path = { account_id: account, custom_audience_id: id }
      return writeBatch(context, {
        check,
        field: 'operations',
        validateOnly,
        split,
        most: MAX_USER_OPERATIONS,
        rule: 'R-AUD-14',
        operations: check.each('operations', input.operations).map((item) => usersOperation(item, input.hash)),
        bytes: { of: (operation) => Buffer.byteLength(JSON.stringify(operation)), most: MAX_USER_BYTES },
        async send(batch) {
          const sent = batch.reduce((all, { params }) => all + params.users.length, 0)
          const isWhole = (row: CustomAudienceUsersRow | null) =>
            row?.success_count === sent && row.total_count === sent
          const first = await context.rest.call(updateCustomAudienceUsers, path, batch)
          if (isWhole(first)) return [first]
          const second = await context.rest.call(updateCustomAudienceUsers, path, batch)
          if (isWhole(second)) return [second]
          const { success_count: taken = 0, total_count: read = 0 } = second ?? {}
          const message = `Of ${sent} users sent the service has read ${read} and taken ${taken}, twice; send them again later`
          throw new Incomplete('INCOMPLETE_UPLOAD', message, 'R-AUD-15')
        },
      })
    },
  }),
)
