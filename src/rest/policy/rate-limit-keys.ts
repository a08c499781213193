import type { Endpoint } from '../endpoint.ts'
import type { KnownRateLimit, RateLimitKeys } from './rate-limit.ts'
import { credentialKey, type Credentials } from '../wire/sign.ts'

/** The properties of an endpoint that determine the rate limit of its requests. */
export type LimitedEndpoint = Pick<Endpoint, 'path' | 'safe' | 'host' | 'auth' | 'ownRateLimit'>

/** The last word of the keys of rate limits that requests of several endpoints count against. */
const SHARED = { COUNTS: 'counts', WRITES: 'writes' } as const

/** The rate limits that a request counts against (Ads Management Interface, section 9). Keys end with the endpoint's path. */
export function rateLimitKeys(
  { path: template, safe, host, auth, ownRateLimit }: LimitedEndpoint,
  { account_id }: Readonly<Record<string, string>>,
  params: object,
  credentials: Credentials,
): RateLimitKeys {
  const caller = credentialKey(credentials)
  if (isCount(params)) return { account: undefined, user: `${caller} ${SHARED.COUNTS}` }
  if (host === 'auth') {
    const { consumerKey, consumerSecret } = credentials
    const application = credentialKey({ consumerKey, consumerSecret })
    return { account: undefined, user: `${auth === 'user' ? caller : application} ${template}` }
  }
  // All writes of a user share one rate limit, except for a few endpoints.
  if (!safe) return { account: undefined, user: `${caller} ${ownRateLimit ? template : SHARED.WRITES}` }
  return { account: account_id && `${caller} ${account_id} ${template}`, user: `${caller} ${template}` }
}

/** The requests that count against a key of `rateLimitKeys`. */
export function ownerOf(key: string): Pick<KnownRateLimit, 'endpoint' | 'scope' | 'account'> {
  const [, account, endpoint] = key.split(' ')
  if (endpoint !== undefined) return { endpoint, scope: 'ACCOUNT', account }
  if (account === SHARED.COUNTS) return { endpoint: undefined, scope: 'COUNTS', account: undefined }
  if (account === SHARED.WRITES) return { endpoint: undefined, scope: 'WRITES', account: undefined }
  return { endpoint: account, scope: 'USER', account: undefined }
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
