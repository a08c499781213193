import { endpoint, envelope, type Endpoint } from '../endpoint.ts'
import { invalidParameter, notFound, type ErrorItem } from '../error.ts'
import { Invalid, moment } from '../parameter.ts'
import { json } from '../reply.ts'
import { timestamp } from '../time.ts'
import { customAudiences } from './custom-audience.ts'

/** Operations in one call (document 2, section 8). */
const MAX_OPERATIONS = 2500

/** The identifiers that come hashed: all but the partner's own id. */
const HASHED = ['email', 'device_id', 'handle', 'svc_id', 'phone_number']

/** The upload of users (document 2, section 4.9): as a whole or not at all. It tells how many users it was given. */
export const customAudienceUserEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/custom_audiences/:custom_audience_id/users',
    quota: 'write',
    json: true,
    parameters: {},
    handle(call) {
      const { store, owner, path, request } = call
      const id = path.custom_audience_id
      const audience = store.table(customAudiences).find(owner, id)
      if (audience === undefined || audience.deleted) throw notFound('custom_audience_id', id)
      const operations = request.json
      if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
        throw invalidParameter('', `Expected an array of 1 to ${MAX_OPERATIONS} operations`)
      const faults = operations.map((item) => faultOf(item, call.now))
      if (faults.some((fault) => fault !== undefined))
        return json(400, { operation_errors: faults.map((fault) => (fault === undefined ? [] : [fault])) })
      store.table(customAudiences).update(owner, id, { updated_at: timestamp(call.now) })
      const count = operations.reduce<number>((sum, { params }) => sum + params.users.length, 0)
      return envelope(call, { data: { success_count: count, total_count: count } })
    },
  }),
]

/** What is wrong with an operation; undefined when nothing is. */
function faultOf(item: unknown, now: Date): ErrorItem | undefined {
  const { operation_type, params } = Object(item) as Record<string, unknown>
  const { users, effective_at, expires_at } = Object(params) as Record<string, unknown>
  if (operation_type !== 'Update' && operation_type !== 'Delete') return wrong('operation_type')
  if (!Array.isArray(users) || users.length === 0) return wrong('users')
  if (!users.every(isUser)) return wrong('users')
  const from = effective_at === undefined ? timestamp(now) : momentOf(effective_at)
  if (from === undefined || from instanceof Invalid) return wrong('effective_at')
  if (expires_at === undefined) return undefined
  const until = momentOf(expires_at)
  return until === undefined || until instanceof Invalid || until <= from ? wrong('expires_at') : undefined
}

function momentOf(value: unknown): string | Invalid | undefined {
  return typeof value === 'string' ? moment().read(value) : undefined
}

function isUser(user: unknown): boolean {
  return Object.entries(Object(user) as object).every(([name, values]) => {
    if (!Array.isArray(values)) return false
    if (name === 'partner_user_id') return values.every((value) => typeof value === 'string')
    return HASHED.includes(name) && values.every((value) => /^[0-9a-f]{64}$/.test(String(value)))
  })
}

function wrong(parameter: string): ErrorItem {
  return { code: 'INVALID_PARAMETER', message: `Expected another value for ${parameter}`, parameter }
}
