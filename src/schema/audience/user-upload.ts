import { createHash } from 'node:crypto'
import {
  MAX_USER_BYTES,
  MAX_USER_OPERATIONS,
  type AudienceUserParams,
  type UserCountsRow,
} from '../../rest/audience/custom-audience-user.ts'
import type { BatchOperation } from '../../rest/endpoint.ts'
import { BatchPayload, Incomplete, sendWhole, type Batch, type BatchOutcome } from '../write/batch.ts'
import { builder, type InputFields } from '../builder.ts'
import type { Check } from '../write/input.ts'
import { Payload } from '../write/mutation.ts'
import { snakeCase } from '../scalar/wire-name.ts'

export const UsersOperationType = builder.enumType('UsersOperationType', {
  description: 'What is to be done with users of an audience or a list. There is no create (R-AUD-11).',
  values: {
    Update: { description: 'Adds them, or changes until when they stay.' },
    Delete: { description: 'Takes them away.' },
  },
})

/** Whether identifiers of users are hashed here. */
export const hashField = (t: InputFields, identifiers: string) => ({
  hash: t.boolean({
    required: true,
    defaultValue: false,
    description: `Normalize and hash ${identifiers} here. Without it they must be hashed (R-AUD-13).`,
  }),
})

/** What is told of the operations of an upload. */
export const UPLOAD_LIMITS = `1 to ${MAX_USER_OPERATIONS} and ${MAX_USER_BYTES} bytes of JSON in a call (R-AUD-14)`

/** What is told of an upload's outcome. */
export const UPLOAD_OUTCOMES =
  'A call succeeds or fails as a whole; where the service counts fewer users than were sent the call is repeated once at ' +
  'once, which changes nothing twice, and then told as INCOMPLETE_UPLOAD: send it again after a minute, then less and ' +
  'less often (R-AUD-15).'

/** The payload of an upload of users. */
export const usersPayload = (name: string, description: string) =>
  builder.objectRef<BatchOutcome<UserCountsRow>>(name).implement({
    description,
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
function sum(data: (UserCountsRow | null)[] | null, count: 'success_count' | 'total_count'): number | null {
  return data && data.reduce((all, row) => all + (row?.[count] ?? 0), 0)
}

const IDENTIFIERS = ['email', 'deviceId', 'handle', 'svcId', 'phoneNumber', 'partnerUserId'] as const
type Identifier = (typeof IDENTIFIERS)[number]

/** One user as an input names it: by any number of identifiers of each kind. */
export type UserInput = { [Kind in Identifier]?: readonly string[] | null }

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
export function userParams(check: Check<UserInput>, hash: boolean): AudienceUserParams {
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

/**
 * Users to send in as many calls as allowed and needed; what the service counts is compared with what was sent. The counts
 * of a call are at the index of its first operation.
 */
export function uploadUsers<Operation extends BatchOperation<{ users: readonly object[] }>>(
  operations: readonly Operation[],
  send: (operations: Operation[]) => Promise<UserCountsRow>,
): Batch<{ operations: readonly object[] }, Operation, UserCountsRow> {
  return {
    field: 'operations',
    maxItems: MAX_USER_OPERATIONS,
    rule: 'R-AUD-14',
    operations,
    bytes: { of: (operation) => Buffer.byteLength(JSON.stringify(operation)), max: MAX_USER_BYTES },
    async send(batch) {
      const sent = batch.reduce((all, { params }) => all + params.users.length, 0)
      const counts = await sendWhole(
        () => send(batch),
        (row?: UserCountsRow) => row?.success_count === sent && row.total_count === sent,
        (row, end) => incomplete(sent, row, end),
      )
      return batch.map((_, index) => (index === 0 ? counts : null))
    },
  }
}

function incomplete(sent: number, row: UserCountsRow | undefined, end: string): Incomplete {
  const { success_count: taken = 0, total_count: read = 0 } = row ?? {}
  const message = `Of ${sent} users sent the service has read ${read} and taken ${taken}, ${end}; send them again later`
  return new Incomplete('INCOMPLETE_UPLOAD', message, 'R-AUD-15')
}
