import { hash as sha256 } from 'node:crypto'
import type { InputRef } from '@pothos/core'
import { inTurns, type Steps } from '../../async/turn.ts'
import {
  type AudienceUserParams,
  type CustomAudienceUsersParams,
  MAX_USER_BYTES,
  MAX_USER_OPERATIONS,
  type UserCountsRow,
} from '../../rest/audience/custom-audience-user.ts'
import type { BatchOperation, Endpoint, PathParams } from '../../rest/endpoint.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { secondOf } from '../../rest/value.ts'
import { builder, type Check, decide, type InputFields, rulesFor } from '../kit.ts'
import { MAX_USERS, maxItems } from '../list-limit.ts'
import { longOf } from '../scalar/scalar.ts'
import { snakeCase } from '../wire-name.ts'
import { BatchPayload } from '../write/batch.ts'
import type { Operation } from '../write/change.ts'
import { Payload } from '../write/payload.ts'
import { Incomplete, sendWhole } from '../write/result.ts'
import type { BatchOutcome, PreparedBatch } from '../write/send-write.ts'
import type { BatchLimits } from '../write/write-cost.ts'

/** The users of an operation, which are of this type. */
export const usersFields = <User>(t: InputFields, type: InputRef<User>) => ({
  users: t.field({
    type: [type],
    required: true,
    extensions: maxItems(MAX_USERS),
    description: 'The users, at least one (R-AUD-11).',
  }),
  ...t.optional({
    expiresAt: ['DateTime', 'The time at which the users expire, later than the operation takes effect (R-AUD-12).'],
  }),
})

/** A list of identifiers of a user. */
export const identifiersField = (t: InputFields, description: string) =>
  t.stringList({ extensions: maxItems(MAX_USERS), description })

/** The identifiers that users of every upload can have. */
export const contactFields = (t: InputFields) => ({
  email: identifiersField(t, 'Hashed email addresses, or plain ones with `hash`.'),
  phoneNumber: identifiersField(
    t,
    'Hashed phone numbers, or plain ones with `hash`: in E.164 format, starting with `+` and the country code.',
  ),
})

/** The field that requests hashing of identifiers by this server. */
export const hashField = (t: InputFields, identifiers: string) => ({
  hash: t.flag(`Whether to normalize and hash ${identifiers} here. If false, they must be hashed already (R-AUD-13).`),
})

/** The limits of an upload, for descriptions. */
export const UPLOAD_LIMITS = `One call takes 1 to ${MAX_USER_OPERATIONS} operations and ${MAX_USER_BYTES} bytes of JSON (R-AUD-14).`

/** The outcomes of an upload, for descriptions. */
export const UPLOAD_OUTCOMES =
  'A call succeeds or fails as a whole. If the service counts fewer users than were sent, the call is repeated once ' +
  'immediately, which is safe. If the counts still differ, the user error INCOMPLETE_UPLOAD is returned: send the ' +
  'operations again after a minute, with increasing delays (R-AUD-15).'

/** The payload of an upload of users. */
export const usersPayload = (name: string, description: string) =>
  builder.objectRef<BatchOutcome<UserCountsRow>>(name).implement({
    description,
    interfaces: [Payload, BatchPayload],
    fields: (t) => ({
      successCount: t.field({
        type: 'Long',
        description:
          'The number of users that the service accepted, in all calls together. Null if nothing was sent, or if it is not known.',
        resolve: ({ data }) => sum(data, 'success_count'),
      }),
      totalCount: t.field({
        type: 'Long',
        description:
          'The number of users that the service received, in all calls together. Null if nothing was sent, or if it is not known.',
        resolve: ({ data }) => sum(data, 'total_count'),
      }),
    }),
  })

/**
 * The sum of a count over all calls, whose counts are at the index of their first operations. Null if nothing was sent, or if the
 * count of a call that may have happened is not known.
 */
function sum(data: (UserCountsRow | null)[] | null, count: 'success_count' | 'total_count'): bigint | null {
  if (!data) return null
  let all = 0n
  for (const row of data) {
    const failure = row instanceof UpstreamError ? row : undefined
    if (!row || failure?.outcomeUnknown === false) continue
    const counted = failure ? undefined : longOf(row[count])
    if (counted === undefined) return null
    all += counted
  }
  return all
}

const IDENTIFIERS = ['email', 'deviceId', 'handle', 'svcId', 'phoneNumber', 'partnerUserId'] as const
type Identifier = (typeof IDENTIFIERS)[number]

/** The identifiers with their wire names. */
const WIRE_NAMES = IDENTIFIERS.map((kind) => [kind, snakeCase(kind)] as const)

/** A user of an input: any number of identifiers of each kind. */
type UserInput = { [Kind in Identifier]?: readonly string[] | null }

/** The normalized value of an identifier, which is hashed. Undefined if the value is not valid. */
const NORMALIZED: Partial<Record<Identifier, (value: string) => string | undefined>> = {
  // An address is given without what can stand around it, as in `Ann <ann@example.org>,`.
  email: (value) => matching(value.trim().toLowerCase(), /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\']+$/),
  handle: (value) => matching(value.trim().toLowerCase().replace(/^@/, ''), /^\w+$/),
  phoneNumber(value) {
    // A number has its "(0)" only within its country.
    const isNational = /\(\s*0\s*\)/.test(value)
    return isNational ? undefined : matching(value.replace(/[\s().-]/g, ''), /^\+[1-9]\d{6,14}$/)
  },
}

function matching(value: string, format: RegExp): string | undefined {
  return format.test(value) ? value : undefined
}

const SHA_256 = /^[0-9a-f]{64}$/i

/** No address, number or name is longer. Hashing megabytes takes milliseconds, and hundreds of users can use the same variable. */
const MAX_HASHED_LENGTH = 1_000

/** The text of an identifier that is hashed here; undefined if it cannot be. */
function normalized(kind: Identifier, value: string, hash: boolean): string | undefined {
  return hash && value.length <= MAX_HASHED_LENGTH ? NORMALIZED[kind]?.(value) : undefined
}

/** The maximum number of user errors with which an upload lists its invalid identifiers. Each operation counts the others. */
const MAX_USER_ERRORS = 1_000

const rule = rulesFor<UsersInput>()

/** Identifiers or users that are checked, or hashed, in one step. */
const IN_ONE_STEP = 100

/**
 * Validates the users of an operation, and returns their bytes of JSON with these names, without hashing anything. Messages include the
 * index of a user or an identifier, never its value.
 */
function* checkUsers(check: Check<UsersInput>, hash: boolean, names: readonly string[]): Steps<number> {
  const { users } = check.input
  let bytes = 0
  let steps = 0
  let isAnyValid = false
  let unidentified = -1
  let untold = 0
  for (let index = 0; index < users.length; index += 1) {
    const user = users[index]!
    let isIdentified = false
    // The comma that is counted after the last list is the closing brace.
    bytes += '{,'.length
    for (const [nth, kind] of IDENTIFIERS.entries()) {
      if ((steps += 1) % IN_ONE_STEP === 0) yield
      const values = user[kind]
      if (!values?.length) continue
      isIdentified = true
      bytes += Buffer.byteLength(`"${names[nth]}":[],`) + values.length - 1
      let [at, invalid] = [0, -1]
      for (const value of values) {
        if ((steps += 1) % IN_ONE_STEP === 0) yield
        bytes += kind === 'partnerUserId' ? Buffer.byteLength(JSON.stringify(value)) : BYTES_OF_HASH
        if (invalid === -1 && !isIdentifier(kind, value, hash)) invalid = at
        at += 1
      }
      if (invalid === -1) isAnyValid = true
      else if (check.found.problems.length >= MAX_USER_ERRORS) untold += 1
      // Only users that are refused need a path.
      else check.refuseAt(['users', String(index), kind], invalidIdentifier(kind, invalid, hash), 'R-AUD-13')
    }
    if (!isIdentified && unidentified === -1) unidentified = index
  }
  if (isAnyValid) check.note('R-AUD-13', true)
  if (untold > 0) check.refuse('users', `has ${untold} more lists of identifiers with an invalid value`, 'R-AUD-13')
  // The documents do not say what such a user would be.
  if (unidentified !== -1) check.refuse('users', `has a user at index ${unidentified} without an identifier`)
  return bytes
}

const BYTES_OF_HASH = 66

function isIdentifier(kind: Identifier, value: string, hash: boolean): boolean {
  return kind === 'partnerUserId' || SHA_256.test(value) || normalized(kind, value, hash) !== undefined
}

function invalidIdentifier(kind: Identifier, index: number, hash: boolean): string {
  const problem =
    hash && NORMALIZED[kind] ? 'does not have a valid format' : 'is not a SHA-256 hash of 64 hexadecimal digits'
  return `\`${kind}\` has a value at index ${index} that ${problem}`
}

function hashed(kind: Identifier, value: string, hash: boolean): string {
  if (kind === 'partnerUserId') return value
  if (SHA_256.test(value)) return value.toLowerCase()
  return sha256('sha256', normalized(kind, value, hash) ?? '')
}

/** The users of an operation, and when they are added or removed. */
interface UsersInput {
  users: readonly UserInput[]
  effectiveAt?: string | null
  expiresAt?: string | null
}

/** An operation of an upload: users to add, or users to remove. There is no other kind (R-AUD-11). */
type UsersOperation = { update: UsersInput; delete?: never } | { update?: never; delete: UsersInput }

function usersOperation(
  item: Check<UsersOperation>,
): Operation<{ params: UsersOperation }> & { check: Check<UsersInput>; input: UsersOperation } {
  const { input } = item
  const check = input.update ? item.within('update', input.update) : item.within('delete', input.delete)
  const now = Math.floor(item.found.now() / 1_000)
  // Users that are removed do not expire.
  const endByDefault = input.update ? defaultExpiry(now) : Infinity
  decide(check, [
    rule('R-AUD-11', ['users'], ({ users }) => users?.length !== 0, 'is empty'),
    rule(
      'R-AUD-12',
      ['expiresAt', 'effectiveAt'],
      ({ effectiveAt, expiresAt }) =>
        (expiresAt ? secondOf(expiresAt) : endByDefault) > (effectiveAt ? secondOf(effectiveAt) : now),
      ({ effectiveAt, expiresAt }) =>
        `must be at least a second later than ${effectiveAt ? '`effectiveAt`' : 'now'}` +
        (expiresAt ? '' : '; by default, it is 13 months from now'),
    ),
  ])
  return { check, input, apply: () => ({ params: input }) }
}

/** When users expire by default, which is 13 months after the request. Both are in seconds since the epoch. */
function defaultExpiry(now: number): number {
  const date = new Date(now * 1_000)
  return date.setUTCMonth(date.getUTCMonth() + 13) / 1_000
}

/** An operation as it is sent, with these users. */
function operationOf(
  { update, delete: deleted }: UsersOperation,
  users: AudienceUserParams[],
): BatchOperation<CustomAudienceUsersParams> {
  const { effectiveAt, expiresAt } = update ?? deleted
  return {
    operation_type: update ? 'Update' : 'Delete',
    params: {
      users,
      ...(effectiveAt ? { effective_at: effectiveAt } : {}),
      ...(expiresAt ? { expires_at: expiresAt } : {}),
    },
  }
}

/** The operations as they are sent. */
function* operationsOf(
  inputs: readonly { params: UsersOperation }[],
  hash: boolean,
): Steps<BatchOperation<CustomAudienceUsersParams>[]> {
  const operations: BatchOperation<CustomAudienceUsersParams>[] = []
  let steps = 0
  for (const { params: input } of inputs) {
    const users: AudienceUserParams[] = []
    for (const user of (input.update ?? input.delete).users) {
      const params: Record<string, string[]> = {}
      for (const [kind, name] of WIRE_NAMES) {
        const values = user[kind]
        if (!values?.length) continue
        const sent: string[] = (params[name] = [])
        for (const value of values) {
          if ((steps += 1) % IN_ONE_STEP === 0) yield
          sent.push(hashed(kind, value, hash))
        }
      }
      users.push(params)
    }
    operations.push(operationOf(input, users))
  }
  return operations
}

interface UploadInput {
  hash: boolean
  operations: readonly UsersOperation[]
}

/**
 * The batch that uploads users. The counts in each response are compared with the number of users sent, and are at the
 * index of the call's first operation. A call that was carried out only in part is repeated once.
 */
export function uploadUsers<Path extends string>(
  check: Check<UploadInput>,
  endpoint: Endpoint<Path, BatchOperation<CustomAudienceUsersParams>[], UserCountsRow>,
  path: PathParams<Path>,
): PreparedBatch<{ params: UsersOperation }, UserCountsRow> {
  const { hash } = check.input
  const operations = check.each('operations', check.input.operations).map(usersOperation)
  return {
    list: {
      field: 'operations',
      rule: 'R-AUD-14',
      *bytesOf(index, rest) {
        const { check: own, input } = operations[index]!
        const around = JSON.stringify(rest.words(operationOf(input, [])))
        const names = Object.keys(rest.words(Object.fromEntries(WIRE_NAMES.map(([, name]) => [name, []]))))
        return Buffer.byteLength(around) - 1 + (yield* checkUsers(own, hash, names))
      },
    },
    operations,
    async send(rest, inputs) {
      const batch = await inTurns(operationsOf(inputs, hash))
      const sent = batch.reduce((all, { params }) => all + params.users.length, 0)
      const counts = await sendWhole(
        () => rest.call(endpoint, path, batch),
        (row?: UserCountsRow) => countsOf(row).every((count) => count === BigInt(sent)),
        (row, end) => incomplete(sent, row, end),
      )
      return batch.map((_, index) => (index === 0 ? counts : null))
    },
  }
}

/** The limits of one call of an upload, which is repeated once if it was carried out only in part. */
export const UPLOAD_BATCH: BatchLimits = { maxItems: MAX_USER_OPERATIONS, maxBytes: MAX_USER_BYTES, maxSends: 2 }

/** The number of users that the service accepted, and of those that it received; undefined if it does not say. */
function countsOf(row: UserCountsRow | undefined): (bigint | undefined)[] {
  return [row?.success_count, row?.total_count].map(longOf)
}

function incomplete(sent: number, row: UserCountsRow | undefined, end: string): Incomplete {
  const [taken, read] = countsOf(row).map((count) => count ?? 'an unknown number')
  const message = `${sent} users were sent; the service received ${read} and accepted ${taken}, ${end}. Send them again later`
  return new Incomplete('INCOMPLETE_UPLOAD', message, 'R-AUD-15', row)
}
