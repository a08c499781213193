import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Grants } from './access/grant.ts'
import type { RateLimiter, SandboxLimits } from './access/rate-limit.ts'
import { verifySignature, type NonceLog } from './access/signature.ts'
import { NOBODY, type User, type Users } from './access/user.ts'
import { historyOf } from './account/account-history.ts'
import { accounts } from './account/account.ts'
import { permissionsOf } from './account/authenticated-user-access.ts'
import { NO_ACCOUNT, type Store } from './data/store.ts'
import type { Call, Endpoint } from './endpoint/endpoint.ts'
import { readParameters } from './endpoint/parameter.ts'
import { faultReply, mutated, type Fault, type FaultBook } from './fault/fault.ts'
import {
  accountNotFound,
  GatewayRefusal,
  invalidContentType,
  mayNotChange,
  methodNotAllowed,
  pathNotFound,
  readOnlyToken,
  Refusal,
  refusalReply,
} from './http/error.ts'
import type { Reply } from './http/reply.ts'
import type { WireRequest } from './http/request.ts'
import type { Router } from './router.ts'

/** The parts of the service. */
export interface World {
  router: Router
  store: Store
  users: Users
  grants: Grants
  nonces: NonceLog
  limiter: RateLimiter
  limits: SandboxLimits
  faults: FaultBook
  now: () => Date
  checksTimestamps: boolean
}

/** The outcome of a request: its endpoint, the reply, and the faults that apply to its delivery. */
export interface Outcome {
  endpoint?: string
  reply: Reply
  faults: Fault[]
}

/** Processes a request: route, signature, faults, account, rate limit, parameters, handler. */
export async function answer(world: World, request: WireRequest, closing: AbortSignal): Promise<Outcome> {
  const route = world.router.route(request.method, request.path)
  if (route.found === 'nothing') return { reply: pathNotFound(), faults: [] }
  if (route.found === 'other methods') return { reply: methodNotAllowed(request.method, route.allowed), faults: [] }
  const { endpoint, path } = route
  let signer: Signer
  try {
    signer = endpoint.signed ? authenticate(world, request) : { user: NOBODY, token: undefined }
  } catch (error) {
    return { endpoint: endpoint.path, reply: refusalReply(error, path), faults: [] }
  }
  const faults = world.faults.due(request, endpoint.path)
  for (const fault of faults) {
    if (fault.kind === 'latency') await wait(fault.ms, undefined, { signal: closing })
  }
  if (path.account_id !== undefined) {
    // A new ID is one that no account has.
    const owner = request.method === 'POST' ? undefined : path.account_id
    while (await inTurn(() => world.store.prepare(owner)));
  }
  const reply = await inTurn(
    () => faultReply(faults, path, world.now()) ?? handle(world, request, endpoint, path, signer),
  )
  return { endpoint: endpoint.path, reply: mutated(reply, faults), faults }
}

/**
 * How long the requests of one turn of the event loop may take before the next one waits for another turn: over many rows each
 * takes tens of milliseconds, and the sandbox can be in the process that calls it.
 */
const MAX_TURN_MS = 5

/** How long the requests of this turn have taken. */
let spentMs = 0

function isTurnOver(): boolean {
  return spentMs > MAX_TURN_MS
}

/** Does work in a turn of the event loop that has time left. */
async function inTurn<T>(work: () => T): Promise<T> {
  while (isTurnOver()) await nextTurn()
  const beganMs = performance.now()
  const done = work()
  if (spentMs === 0) setImmediate(() => (spentMs = 0))
  spentMs += performance.now() - beganMs
  return done
}

/** The user who signed a request, and the token. */
interface Signer {
  user: User
  token: string | undefined
}

function authenticate(world: World, request: WireRequest): Signer {
  const { token } = verifySignature(request, world.users, world.nonces, timestampClock(world))
  const user = token === undefined ? undefined : world.users.find(token)
  if (user === undefined) throw new GatewayRefusal(401, 215)
  return { user, token }
}

/** The time that timestamps of signatures must be near. Those who sign do not know a clock that was set. */
function timestampClock({ now, checksTimestamps }: World): Date | undefined {
  return checksTimestamps ? now() : undefined
}

function handle(
  world: World,
  request: WireRequest,
  endpoint: Endpoint,
  path: Record<string, string>,
  signer: Signer,
): Reply {
  const { user } = signer
  const reading = readParameters(endpoint.parameters, [...request.query, ...request.form])
  const echo = { ...path, ...reading.given }
  const limitHeaders: Record<string, string> = {}
  try {
    const owner = path.account_id ?? NO_ACCOUNT
    if (owner !== NO_ACCOUNT) checkAccount(world.store, user, owner)
    if (endpoint.quota === 'write' || endpoint.quota === 'users') {
      const isReadOnly = signer.token !== undefined && world.users.access(signer.token) === 'read'
      // Each token can invalidate itself.
      if (isReadOnly && !endpoint.path.startsWith('oauth')) throw readOnlyToken()
      if (owner !== NO_ACCOUNT) checkPermission(world.store, user, owner, endpoint)
    }
    const charge = { userId: user.id, endpoint: endpoint.path, quota: endpoint.quota, accountId: owner }
    Object.assign(limitHeaders, world.limiter.charge(charge))
    if (endpoint.json && request.json === undefined) throw invalidContentType()
    if (reading.errors.length > 0) throw new Refusal(400, reading.errors)
    if (reading.values.with_total_count === true) world.limiter.chargeTotalCount(user.id)
    const verify: Call['verify'] = (secrets) => verifySignature(request, secrets, world.nonces, timestampClock(world))
    const { store, users, grants, limits } = world
    const now = world.now()
    const params = reading.values
    const call: Call = { ...signer, path, params, echo, request, owner, store, users, grants, limits, now, verify }
    const reply = store.watched(historyOf(call), () => endpoint.handle(call))
    return withHeaders(reply, limitHeaders)
  } catch (error) {
    return withHeaders(refusalReply(error, echo), limitHeaders)
  }
}

function checkAccount(store: Store, user: User, id: string): void {
  if (!user.accountIds.has(id) || !store.table(accounts).find(NO_ACCOUNT, id)) throw accountNotFound(id)
}

function checkPermission(store: Store, user: User, id: string, { editors }: Endpoint): void {
  const permissions = permissionsOf({ store, user, owner: id })
  if (editors.length === 0 || editors.some((permission) => permissions.includes(permission))) return
  throw mayNotChange(`account ${id}`)
}

/** Adds headers that a reply does not have: a 429 already has the headers of the exhausted window. */
function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } }
}
