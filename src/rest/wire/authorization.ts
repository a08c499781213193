import type { Endpoint } from '../endpoint.ts'
import { percentEncode } from './encode.ts'
import type { UnsignedRequest } from './request.ts'
import { sign, type Credentials } from './sign.ts'

/**
 * The Authorization header of one attempt, as the endpoint's `auth` requires: a signature, the client application's bearer
 * token, or its key and secret. `now` is the time of the signature in milliseconds since the epoch, by the service's clock.
 */
export function authorizationOf(
  { method, url, signedParams: params }: UnsignedRequest,
  auth: Endpoint['auth'],
  credentials: Credentials,
  bearerToken: string | undefined,
  now: number,
): string {
  if (bearerToken !== undefined) return `Bearer ${bearerToken}`
  if (auth === 'client') return basicAuthorization(credentials)
  const { consumerKey, consumerSecret } = credentials
  // Every attempt needs its own nonce and timestamp.
  return sign(auth === 'consumer' ? { consumerKey, consumerSecret } : credentials, { method, url, params }, now)
}

/** Whether requests of this endpoint are signed, with a timestamp. */
export function isSigned({ auth }: Endpoint): boolean {
  return auth === 'user' || auth === 'consumer'
}

/** Key and secret of the client application as HTTP Basic authentication. */
function basicAuthorization({ consumerKey, consumerSecret }: Credentials): string {
  const pair = `${percentEncode(consumerKey)}:${percentEncode(consumerSecret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
