import { LRUCache } from 'lru-cache'
import { HOUR_MS, MINUTE_MS } from '../../async/duration.ts'
import type { Endpoint } from '../endpoint.ts'
import { applicationKey, credentialKey, type Credentials } from '../wire/sign.ts'

/** What a plan says of an endpoint, and what determines the rate limit of its requests. */
export type LimitedEndpoint = Pick<Endpoint, 'method' | 'path' | 'safe' | 'host' | 'auth' | 'isUpload' | 'isUserLimit'>

/** The rate limits that a request counts against. */
export interface RateLimitKeys {
  /** Credential, account and endpoint. */
  account?: string
  /** Credential and endpoint, or the rate limit that all writes of a credential share. */
  user: string
  /** A second key of the account's rate limit: the one that its callers share, or the caller's own if `account` is the shared one. */
  copy?: string
}

/** The key of the rate limit that requests count against if all of them are known: that of the account if there is one. */
export function limitKeyOf({ account, user }: RateLimitKeys): string {
  return account ?? user
}

/** The requests that count against a rate limit. */
export interface RateLimitOwner {
  /** The path template of the endpoint. Missing if the requests of several endpoints count against the limit. */
  endpoint?: string
  /**
   * Whose requests count against the limit: those of the user in one account, those of the user in all accounts, or all
   * writes or all counts of the user.
   */
  scope: 'ACCOUNT' | 'USER' | 'WRITES' | 'COUNTS'
  /** The account, if the limit belongs to one. */
  account?: string
}

/** The last word of the keys of rate limits that requests of several endpoints count against. */
const SHARED = { COUNTS: 'counts', WRITES: 'writes' } as const

/** The rate limits that a request counts against (Ads Management Interface, section 9). Keys end with the endpoint's path. */
export function rateLimitKeys(
  { path: template, safe, host, auth, isUpload, isUserLimit }: LimitedEndpoint,
  { account_id }: Readonly<Record<string, string>>,
  params: object,
  credentials: Credentials,
): RateLimitKeys {
  const caller = credentialKey(credentials)
  if (isCount(params)) return { user: `${caller} ${SHARED.COUNTS}` }
  if (host === 'auth') return { user: `${auth === 'user' ? caller : applicationKey(credentials)} ${template}` }
  // All writes of a user share one rate limit, except for a few endpoints.
  if (!safe) return { user: `${caller} ${isUpload ? template : SHARED.WRITES}` }
  const user = `${caller} ${template}`
  if (account_id === undefined || isUserLimit) return { user }
  return {
    account: `${caller} ${account_id} ${template}`,
    user,
    copy: `all-of-${applicationKey(credentials)} ${account_id} ${template}`,
  }
}

/** How long after an answer from an account its caller shares the rate limits of the account, to the minute. */
const SHARED_MS = HOUR_MS

const MAX_ACCOUNT_CALLERS = 20_000

/**
 * The service has one rate limit for all users of an account. The callers whom it has lately given an answer from the account
 * get permits from that limit together. The others could be anybody, and must not hold up these.
 */
export function createAccountCallers() {
  const answeredAt = new LRUCache<string, number>({ max: MAX_ACCOUNT_CALLERS })
  return {
    /** The keys of a request, with the rate limit of the account that its caller shares, if it does. */
    shared(keys: RateLimitKeys, now: number): RateLimitKeys {
      const { account, user, copy } = keys
      if (account === undefined || copy === undefined) return keys
      const isShared = (answeredAt.get(callerIn(account)) ?? -Infinity) > now - SHARED_MS
      return isShared ? { account: copy, user, copy: account } : keys
    },
    /** The service has given this caller an answer from the account. */
    add({ account }: RateLimitKeys, now: number) {
      if (account === undefined) return
      const caller = callerIn(account)
      const before = answeredAt.peek(caller) ?? -Infinity
      if (before <= now - MINUTE_MS || before > now) answeredAt.set(caller, now)
    },
  }
}

/** The caller and the account in the key of a rate limit. */
function callerIn(key: string): string {
  return key.slice(0, key.lastIndexOf(' '))
}

/** The requests that count against a key of `rateLimitKeys`. */
export function ownerOf(key: string): RateLimitOwner {
  const [, account, endpoint] = key.split(' ')
  if (endpoint !== undefined) return { endpoint, scope: 'ACCOUNT', account }
  if (account === SHARED.COUNTS) return { scope: 'COUNTS' }
  if (account === SHARED.WRITES) return { scope: 'WRITES' }
  return { endpoint: account, scope: 'USER' }
}

/**
 * Whether the headers of an answer announce the rate limit that its request counts against. A list with `with_total_count`
 * has a rate limit of its own, which only refusals announce: other answers announce that of the endpoint.
 */
export function announcesRateLimit(params: object, status: number): boolean {
  return status === 429 || !isCount(params)
}

function isCount(params: object): boolean {
  return 'with_total_count' in params && params.with_total_count === true
}
