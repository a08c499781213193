import type { Endpoint } from '../endpoint.ts'
import type { RateLimitKeys } from './rate-limit.ts'
import { credentialKey, type Credentials } from '../wire/sign.ts'

/** The rate limits that a request counts against (Ads Management Interface, section 9). Keys end with the endpoint's path. */
export function rateLimitKeys(
  { path: template, safe, host, auth, ownBudget }: Endpoint,
  { account_id }: Readonly<Record<string, string>>,
  params: object,
  credentials: Credentials,
): RateLimitKeys {
  const caller = credentialKey(credentials)
  if (isCount(params)) return { account: undefined, user: `${caller} counts` }
  if (host === 'auth') {
    const { consumerKey, consumerSecret } = credentials
    const application = credentialKey({ consumerKey, consumerSecret })
    return { account: undefined, user: `${auth === 'user' ? caller : application} ${template}` }
  }
  // All writes of a user share one rate limit, except for a few endpoints.
  if (!safe) return { account: undefined, user: `${caller} ${ownBudget ? template : 'writes'}` }
  return { account: account_id && `${caller} ${account_id} ${template}`, user: `${caller} ${template}` }
}

/**
 * Whether the headers of an answer announce the rate limit that its request counts against. A list with `with_total_count`
 * has a rate limit of its own, which only refusals announce: other answers announce that of the endpoint.
 */
export function announcesBudget(params: object, status: number): boolean {
  return status === 429 || !isCount(params)
}

function isCount(params: object): boolean {
  return 'with_total_count' in params && params.with_total_count === true
}
