import { basicAuthorization } from './bearer.ts'
import type { Endpoint } from './endpoint.ts'
import type { UnsignedRequest } from './request.ts'
import { sign, type Credentials } from './sign.ts'

/**
 * The Authorization header of one attempt: signed at this moment of the service's time (milliseconds since the epoch), with
 * the client application's bearer token, or with its key and secret, as the endpoint asks.
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
