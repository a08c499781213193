import type { IncomingMessage, ServerResponse } from 'node:http'
import { Grants } from './access/grant.ts'
import { GENEROUS_LIMITS, RateLimiter, type SandboxLimits } from './access/rate-limit.ts'
import { NonceLog } from './access/signature.ts'
import { SANDBOX_CREDENTIALS, Users, type Credentials } from './access/user.ts'
import { endpoints } from './catalog.ts'
import { control, isControl } from './control.ts'
import { clockOf, type ClockOption } from './data/clock.ts'
import { Random } from './data/random.ts'
import { Store } from './data/store.ts'
import { deliver } from './fault/delivery.ts'
import { FaultBook, type FaultRule } from './fault/fault.ts'
import { whyNoMatch } from './fault/match.ts'
import { text } from './http/reply.ts'
import { RequestLog, type RecordedRequest } from './http/request-log.ts'
import { readRequest, Unreadable, type WireRequest } from './http/request.ts'
import { listen, type Listener, type Respond } from './http/server.ts'
import { createVocabulary, type VocabularyFile } from './http/vocabulary.ts'
import { answer, type Outcome, type World } from './pipeline.ts'
import { Router } from './router.ts'
import { SMALL_ACCOUNT_ID } from './seed/account.ts'
import { seededStore, SEEDED_ACCOUNT_IDS } from './seed/index.ts'

export { GENEROUS_LIMITS, LIVE_LIMITS, type SandboxLimits } from './access/rate-limit.ts'
export { UnmatchedFault, type Fault, type FaultBody, type FaultRule } from './fault/fault.ts'
export type { VocabularyFile } from './http/vocabulary.ts'
export type { RecordedRequest } from './http/request-log.ts'
export {
  CLOSED_ACCOUNT_ID,
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  LIMIT_ACCOUNT_ID,
  SMALL_ACCOUNT_ID,
  YEN_ACCOUNT_ID,
} from './seed/account.ts'
export { TAILORED_AUDIENCE_ID } from './seed/audience.ts'
export { NO_ACCOUNT, type Row, type Store, type Table, type TableDefinition } from './data/store.ts'
export { SANDBOX_CREDENTIALS, type Credentials } from './access/user.ts'

/** The options of a sandbox. All are optional. */
export interface SandboxOptions {
  /** The host to listen on. Defaults to 127.0.0.1. */
  host?: string
  /** The port to listen on. Defaults to any free port. */
  port?: number
  /** The seed of the generated data: the same seed gives the same data. Defaults to 1. */
  seed?: number
  /**
   * Where its clock starts, which then runs on: a date, or ISO 8601. Defaults to the present. The data is generated around it,
   * and new rows, rate limits and `Date` follow it; timestamps of signatures are then not checked. A function is the clock
   * itself, also for signatures.
   */
  now?: ClockOption
  /** Rate limits that override GENEROUS_LIMITS. */
  limits?: Partial<SandboxLimits>
  /** The fault rules that are active from the start. */
  faults?: FaultRule[]
  /** The number of latest requests to keep, with at most 16 MB of bodies. Defaults to 10,000. */
  logRequests?: number
  /** The words that it is played with. Tests, faults and the received requests keep its own. */
  vocabulary?: VocabularyFile | undefined
}

/** A user that was added to a running sandbox: the credentials to sign with, and the accounts that it can access. */
interface SandboxUser extends Credentials {
  userId: string
  screenName: string
  accountIds: string[]
}

/** A running sandbox: the service in memory, on a real socket. */
export interface Sandbox {
  /** The base URL. Ads paths start with `/12`, authorization paths with `/`, the control route with `/sandbox`. */
  url: string
  /** The credentials of the default user, who can access every account of the seed. */
  credentials: Credentials
  /** The received requests in order of arrival, without those to the control route. */
  requests: RecordedRequest[]
  /** Clears the received requests. */
  clearRequests(): void
  /** Adds a fault rule after the active ones, or removes all of them. `add` throws if a rule would apply to no request. */
  faults: { add(rule: FaultRule): void; clear(): void }
  /** The tables, for tests that read or change the data of the service. */
  store: Store
  /** Adds a user with its own token that can access the given accounts (none by default). */
  addUser(options?: { screenName?: string; accountIds?: readonly string[] }): SandboxUser
  /** Stops immediately and closes open connections. */
  close(): Promise<void>
}

/** Starts a sandbox; resolves once it listens. Throws an UnmatchedFault for a fault rule that would apply to no request. */
export async function startSandbox({
  host = '127.0.0.1',
  port = 0,
  ...options
}: SandboxOptions = {}): Promise<Sandbox> {
  const { respond, ...sandbox } = createSandbox(options)
  return { ...sandbox, ...(await listen(host, port, respond)) }
}

/**
 * Creates a sandbox that answers the requests of a listener. Throws an UnmatchedFault for a fault rule that would apply to no
 * request.
 */
export function createSandbox(
  options: Omit<SandboxOptions, 'host' | 'port'>,
): Omit<Sandbox, keyof Listener> & { respond: Respond } {
  const { seed = 1, logRequests = 10_000 } = options
  const { now, checksTimestamps } = clockOf(options.now)
  const start = now()
  const random = new Random(seed)
  const given = { ...GENEROUS_LIMITS, ...options.limits }
  const limits = { ...given }
  const router = new Router(endpoints)
  const world: World = {
    router,
    store: new Store(),
    users: new Users(),
    grants: new Grants(random.fork('grants'), limits),
    nonces: new NonceLog(),
    limiter: new RateLimiter(limits, now),
    limits,
    faults: new FaultBook(random.fork('faults'), (rule) => whyNoMatch(rule, endpoints, router), options.faults),
    now,
    checksTimestamps,
  }
  const log = new RequestLog(logRequests)
  const vocabulary = options.vocabulary && createVocabulary(options.vocabulary)
  world.users.add('sandbox', SEEDED_ACCOUNT_IDS)
  // Others with access to fewer accounts, and fewer permissions there, so that it matters who signs in.
  world.users.add('colleague', [SMALL_ACCOUNT_ID], ['AD_MANAGER'])
  world.users.add('designer', [SMALL_ACCOUNT_ID], ['CREATIVE_MANAGER'])
  world.store.restore(seededStore(seed, start))

  const reset = (): void => {
    world.store.restore(seededStore(seed, start))
    world.limiter.clear()
    world.users.clear()
    world.grants.clear()
    world.faults.clear()
    Object.assign(limits, given)
  }
  const controls = { faults: world.faults, grants: world.grants, limits, log, reset }
  const transactions = random.fork('transactions')

  async function respond(
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    closing: AbortSignal,
  ): Promise<void> {
    const transaction = 'x-transaction-id'
    response.setHeader(vocabulary?.header(transaction) ?? transaction, transactionId(transactions))
    const received = takeApart(incoming, body)
    if (received === undefined) return deliver(response, text(400, 'Bad Request'), [], closing)
    if (isControl(received)) return deliver(response, control(received, controls), [], closing)
    const request = vocabulary ? vocabulary.request(received) : received
    const record = log.arrived(request)
    const outcome = await answer(world, request, closing)
    log.answered(record, deliveredStatus(outcome), outcome.endpoint)
    // The date follows the clock of the sandbox, which also resets windows.
    response.setHeader('date', now().toUTCString())
    const reply = vocabulary ? vocabulary.reply(outcome.reply) : outcome.reply
    return deliver(response, reply, outcome.faults, closing)
  }

  return {
    respond,
    credentials: { ...SANDBOX_CREDENTIALS },
    requests: log.requests,
    clearRequests: () => log.clear(),
    faults: { add: (rule) => world.faults.add(rule), clear: () => world.faults.clear() },
    store: world.store,
    addUser({ screenName = 'guest', accountIds = [] } = {}) {
      const { id: userId, accessToken, accessTokenSecret } = world.users.add(screenName, accountIds)
      const user = { userId, screenName, accountIds: [...accountIds] }
      return { ...SANDBOX_CREDENTIALS, accessToken, accessTokenSecret, ...user }
    },
  }
}

function takeApart(incoming: IncomingMessage, body: Buffer): WireRequest | undefined {
  try {
    return readRequest(incoming.method ?? 'GET', incoming.url ?? '/', incoming.headers, body)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function deliveredStatus({ reply, faults }: Outcome): number {
  return faults.some((fault) => fault.kind === 'broken' && fault.when === 'before') ? 0 : reply.status
}

function transactionId(random: Random): string {
  return Array.from({ length: 16 }, () => random.integer(0, 15).toString(16)).join('')
}
