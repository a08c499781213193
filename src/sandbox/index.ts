import type { IncomingMessage, ServerResponse } from 'node:http'
import { endpoints } from './catalog.ts'
import { control, isControl } from './control.ts'
import { deliver } from './delivery.ts'
import { FaultBook, type FaultRule } from './fault.ts'
import { Grants } from './oauth/grant.ts'
import { NonceLog } from './oauth.ts'
import { answer, type Outcome, type World } from './pipeline.ts'
import { Random } from './random.ts'
import { GENEROUS_LIMITS, RateLimiter, type SandboxLimits } from './rate-limit.ts'
import { text } from './reply.ts'
import { RequestLog, type RecordedRequest } from './request-log.ts'
import { readRequest, Unreadable, type WireRequest } from './request.ts'
import { Router } from './router.ts'
import { SMALL_ACCOUNT_ID } from './seed/account.ts'
import { SEED_DATE, seededStore, SEEDED_ACCOUNT_IDS } from './seed.ts'
import { listen } from './server.ts'
import { Store } from './store.ts'
import { SANDBOX_CREDENTIALS, Users, type Credentials } from './user.ts'

export { GENEROUS_LIMITS, LIVE_LIMITS, type SandboxLimits } from './rate-limit.ts'
export type { Fault, FaultBody, FaultRule } from './fault.ts'
export type { RecordedRequest } from './request-log.ts'
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
export { NO_ACCOUNT, type Row, type Store, type Table, type TableDefinition } from './store.ts'
export { SANDBOX_CREDENTIALS, type Credentials } from './user.ts'

/** How a sandbox is to be; everything has a default. */
export interface SandboxOptions {
  /** Where to listen, 127.0.0.1 by default. */
  host?: string
  /** The port to listen on, any free one by default. */
  port?: number
  /** Which data to make up: the same seed makes the same data. 1 by default. */
  seed?: number
  /** The service's clock, for signatures, rate limits and new rows; the data are then made up around its first reading. */
  now?: () => Date
  /** Rate limits that differ from GENEROUS_LIMITS. */
  limits?: Partial<SandboxLimits>
  /** Faults in force from the start. */
  faults?: FaultRule[]
  /** How many of the last requests to keep, 10,000 by default. */
  logRequests?: number
}

/** A user added to a running sandbox: what to sign with, and the accounts it may see. */
export interface SandboxUser extends Credentials {
  userId: string
  screenName: string
  accountIds: string[]
}

/** The service, running in memory behind a real socket. */
export interface Sandbox {
  /** The base of all addresses: ads paths are under `/12`, authorization paths at the root, the control route under `/sandbox`. */
  url: string
  /** What the default user signs with; it may see every account of the seed. */
  credentials: Credentials
  /** The requests received, in order of arrival, without those of the control route. */
  requests: RecordedRequest[]
  /** Forgets the requests received. */
  clearRequests(): void
  /** Puts a fault rule in force after those that are, or ends all of them. */
  faults: { add(rule: FaultRule): void; clear(): void }
  /** The tables, for tests that look into or change what the service holds. */
  store: Store
  /** Adds a user with a token of its own that may see the given accounts, by default none. */
  addUser(options?: { screenName?: string; accountIds?: readonly string[] }): SandboxUser
  /** Ends at once, also with open connections. */
  close(): Promise<void>
}

/** Starts a sandbox and gives it when it listens. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, seed = 1, now = () => new Date(), logRequests = 10_000 } = options
  const today = options.now === undefined ? SEED_DATE : now()
  const random = new Random(seed)
  const limits = { ...GENEROUS_LIMITS, ...options.limits }
  const world: World = {
    router: new Router(endpoints),
    store: new Store(),
    users: new Users(),
    grants: new Grants(random.fork('grants'), limits),
    nonces: new NonceLog(),
    limiter: new RateLimiter(limits, now),
    limits,
    faults: new FaultBook(random.fork('faults'), options.faults),
    now,
  }
  const log = new RequestLog(logRequests)
  world.users.add('sandbox', SEEDED_ACCOUNT_IDS)
  // One more, who may see less, so that it makes a difference who signs in.
  world.users.add('colleague', [SMALL_ACCOUNT_ID])
  world.store.restore(seededStore(seed, today))

  const reset = (): void => {
    world.store.restore(seededStore(seed, today))
    world.limiter.clear()
    world.users.clear()
    world.grants.clear()
    world.faults.clear()
  }
  const controls = { faults: world.faults, log, reset }
  const transactions = random.fork('transactions')

  async function respond(
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    closing: AbortSignal,
  ): Promise<void> {
    response.setHeader('x-transaction-id', transactionId(transactions))
    const request = takeApart(incoming, body)
    if (request === undefined) return deliver(response, text(400, 'Bad Request'), [], closing)
    if (isControl(request)) return deliver(response, control(request, controls), [], closing)
    const record = log.arrived(request)
    const outcome = await answer(world, request, closing)
    log.answered(record, deliveredStatus(outcome), outcome.endpoint)
    // By the sandbox's own clock, by which timestamps are checked and windows reset.
    response.setHeader('date', now().toUTCString())
    return deliver(response, outcome.reply, outcome.faults, closing)
  }

  const listener = await listen(host, port, respond)
  return {
    url: listener.url,
    credentials: { ...SANDBOX_CREDENTIALS },
    requests: log.requests,
    clearRequests: () => log.clear(),
    faults: { add: (rule) => world.faults.add(rule), clear: () => world.faults.clear() },
    store: world.store,
    addUser: ({ screenName = 'guest', accountIds = [] } = {}) => addUser(world.users, screenName, accountIds),
    close: () => listener.close(),
  }
}

function addUser(users: Users, screenName: string, accountIds: readonly string[]): SandboxUser {
  const { id, accessToken, accessTokenSecret } = users.add(screenName, accountIds)
  const { consumerKey, consumerSecret } = SANDBOX_CREDENTIALS
  return {
    userId: id,
    screenName,
    consumerKey,
    consumerSecret,
    accessToken,
    accessTokenSecret,
    accountIds: [...accountIds],
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
