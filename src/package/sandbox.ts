import { startSandbox as start, type Sandbox as RunningSandbox, type SandboxOptions } from '#sandbox/index'
import type { Consumer, UserToken } from './credentials.ts'

export {
  CLOSED_ACCOUNT_ID,
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  GENEROUS_LIMITS,
  LIMIT_ACCOUNT_ID,
  LIVE_LIMITS,
  SMALL_ACCOUNT_ID,
  YEN_ACCOUNT_ID,
} from '#sandbox/index'
export type { Fault, FaultBody, FaultRule, RecordedRequest, SandboxLimits, SandboxOptions } from '#sandbox/index'
export type { Consumer, UserToken } from './credentials.ts'

/** The service in memory, on a real socket of this machine. */
export interface Sandbox extends Pick<RunningSandbox, 'requests' | 'clearRequests' | 'faults'> {
  /** The base URL of the ads interface and the authorization interface. */
  url: string
  /** The client application, and the user who can access every account of the generated data. */
  credentials: { consumer: Consumer; user: UserToken }
  /** Adds a user who can access the given accounts (none by default). Returns the token of the user. */
  addUser(options?: { screenName?: string; accountIds?: readonly string[] }): UserToken
  /** Stops immediately and closes open connections. */
  close(): Promise<void>
}

/**
 * Starts a sandbox of the service for tests. Resolves when it listens, by default on a free port of the loopback interface.
 * The same seed gives the same data. Needs no network and writes nothing to disk.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await start(options)
  const { consumerKey, consumerSecret } = sandbox.credentials
  return {
    url: sandbox.url,
    credentials: { consumer: { key: consumerKey, secret: consumerSecret }, user: tokenOf(sandbox.credentials) },
    requests: sandbox.requests,
    clearRequests: () => sandbox.clearRequests(),
    faults: sandbox.faults,
    addUser: (added) => tokenOf(sandbox.addUser(added)),
    close: () => sandbox.close(),
  }
}

function tokenOf({ accessToken, accessTokenSecret }: RunningSandbox['credentials']): UserToken {
  return { token: accessToken, tokenSecret: accessTokenSecret }
}
