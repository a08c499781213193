import { timestamp } from '../data/time.ts'
import { envelope, type Call } from '../endpoint/endpoint.ts'
import { Invalid, moment } from '../endpoint/parameter.ts'
import { invalidParameter, type ErrorItem } from '../http/error.ts'
import { json, type Reply } from '../http/reply.ts'

/** The maximum numbers of operations and bytes in one call (Ads Management Interface, section 8). */
const MAX_OPERATIONS = 2500
const MAX_BYTES = 5_000_000

/** An upload: the identifiers that it takes, and the time parameters of its operations. */
interface Upload {
  identifiers: readonly string[]
  moments: readonly string[]
  /** Returns the `data` of the response to an accepted upload. */
  answer: (counts: { success_count: number; total_count: number }) => unknown
  /** Called with the number of users that an accepted upload adds, which is negative if it deletes more than it adds. */
  accepted: (added: number) => void
}

/** Accepts an upload of users as a whole or not at all, and responds with the number of its users. */
export function takeUsers(
  call: Pick<Call, 'request' | 'echo' | 'now'>,
  { identifiers, moments, answer, accepted }: Upload,
): Reply {
  const operations = call.request.json
  if (call.request.size > MAX_BYTES)
    throw invalidParameter('', `Expected a body of at most ${MAX_BYTES} bytes, got ${call.request.size}`)
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw invalidParameter('', `Expected an array of 1 to ${MAX_OPERATIONS} operations`)
  const faults = operations.map((item) => faultOf(item, identifiers, moments, call.now))
  if (faults.some((fault) => fault !== undefined))
    return json(400, { operation_errors: faults.map((fault) => (fault === undefined ? [] : [fault])) })
  const counts = (operations as AcceptedOperation[]).map(({ operation_type: type, params: { users } }) => ({
    users: users.length,
    added: type === 'Update' ? users.length : -users.length,
  }))
  const total = (of: 'users' | 'added') => counts.reduce((sum, count) => sum + count[of], 0)
  accepted(total('added'))
  const count = total('users')
  return envelope(call, { data: answer({ success_count: count, total_count: count }) })
}

/** A valid operation. */
interface AcceptedOperation {
  operation_type: 'Update' | 'Delete'
  params: { users: unknown[] }
}

/** The problem of an operation. Undefined if it is valid. */
function faultOf(
  item: unknown,
  identifiers: readonly string[],
  moments: readonly string[],
  now: Date,
): ErrorItem | undefined {
  const { operation_type, params } = Object(item) as Record<string, unknown>
  const given = Object(params) as Record<string, unknown>
  const { users, effective_at, expires_at } = given
  if (operation_type !== 'Update' && operation_type !== 'Delete') return wrong('operation_type')
  const unknown = Object.keys(given).find((name) => name !== 'users' && !moments.includes(name))
  if (unknown !== undefined) return wrong(unknown)
  if (!Array.isArray(users) || users.length === 0) return wrong('users')
  if (!users.every((user) => isUser(user, identifiers))) return wrong('users')
  const from = effective_at === undefined ? timestamp(now) : momentOf(effective_at)
  if (from === undefined || from instanceof Invalid) return wrong('effective_at')
  if (expires_at === undefined && operation_type === 'Delete') return undefined
  const until = expires_at === undefined ? timestamp(defaultExpiry(now)) : momentOf(expires_at)
  return until === undefined || until instanceof Invalid || until <= from ? wrong('expires_at') : undefined
}

/** Users expire 13 months after the request by default. */
function defaultExpiry(now: Date): Date {
  const expiry = new Date(now)
  expiry.setUTCMonth(now.getUTCMonth() + 13)
  return expiry
}

function momentOf(value: unknown): string | Invalid | undefined {
  return typeof value === 'string' ? moment().read(value) : undefined
}

/** Whether a user has one identifier at least, and only valid ones. */
function isUser(user: unknown, identifiers: readonly string[]): boolean {
  const given = Object.entries(Object(user) as object)
  if (!given.some(([, values]) => Array.isArray(values) && values.length > 0)) return false
  return given.every(([name, values]) => {
    if (!Array.isArray(values) || !identifiers.includes(name)) return false
    // All identifiers except the ID of a partner are hashed.
    if (name === 'partner_user_id') return values.every((value) => typeof value === 'string')
    return values.every((value) => /^[0-9a-f]{64}$/.test(String(value)))
  })
}

function wrong(parameter: string): ErrorItem {
  return { code: 'INVALID_PARAMETER', message: `Expected another value for ${parameter}`, parameter }
}
