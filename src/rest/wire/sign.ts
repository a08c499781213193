import { createHmac, hash, randomUUID } from 'node:crypto'
import type { Endpoint } from '../endpoint.ts'
import { type EncodedParam, isSentInHeader, joinParams, percentEncode, type UnsignedRequest } from './request.ts'

/**
 * The client application and its user, who has an access token that signs requests, or a bearer token that is sent with them;
 * neither until the user has signed in.
 */
export interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly accessToken?: string
  readonly accessTokenSecret?: string
  readonly bearer?: string
}

/** The token that identifies the user. Undefined until the user has signed in. */
export const userTokenOf = ({ accessToken, bearer }: Credentials): string | undefined => accessToken ?? bearer

/**
 * The Authorization header of one attempt: OAuth 1.0a, HMAC-SHA1 (Authorization Interface, section 4.1). Every attempt
 * needs its own, because nonce and timestamp can be used once. The timestamp is `now`, in milliseconds since the epoch, by
 * the service's clock. Parameters named `oauth_…` are sent in the header only.
 */
export function sign(
  { consumerKey, consumerSecret, accessToken, accessTokenSecret = '' }: Credentials,
  { method, url, signedParams }: Pick<UnsignedRequest, 'method' | 'url' | 'signedParams'>,
  now: number,
): string {
  const own: EncodedParam[] = [
    ['oauth_consumer_key', percentEncode(consumerKey)],
    ['oauth_nonce', randomUUID().replaceAll('-', '')],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(now / 1000))],
    ['oauth_version', '1.0'],
  ]
  if (accessToken !== undefined) own.push(['oauth_token', percentEncode(accessToken)])
  const covered = joinParams([...own, ...signedParams].sort(byName))
  const key = `${percentEncode(consumerSecret)}&${accessToken === undefined ? '' : percentEncode(accessTokenSecret)}`
  const signature = createHmac('sha1', key)
    .update(`${method}&${percentEncode(url)}&${percentEncode(covered)}`)
    .digest('base64')
  const members = [
    ...own,
    ...signedParams.filter(isSentInHeader),
    ['oauth_signature', percentEncode(signature)] as const,
  ]
  return `OAuth ${members.map(([name, value]) => `${name}="${value}"`).join(', ')}`
}

/** The order of the signature. No name is there twice. */
function byName([name]: EncodedParam, [other]: EncodedParam): number {
  return name < other ? -1 : 1
}

/**
 * A short hash that identifies a caller and reveals no secret. Credentials with the same token and another secret have
 * another key: only the service can check the secret, and cached answers are given without a call.
 */
export const credentialKey = remembered(hashOf)

/** The `credentialKey` of the client application alone, whoever its user is. */
export const applicationKey = remembered(({ consumerKey, consumerSecret }) => hashOf({ consumerKey, consumerSecret }))

/** Remembers the key of each credentials object: a single tenant has the same one in every operation. */
function remembered(keyOf: (credentials: Credentials) => string) {
  const keys = new WeakMap<Credentials, string>()
  return (credentials: Credentials): string => {
    let key = keys.get(credentials)
    if (key === undefined) keys.set(credentials, (key = keyOf(credentials)))
    return key
  }
}

function hashOf({ consumerKey, accessToken, accessTokenSecret, bearer }: Credentials): string {
  return hash('sha256', JSON.stringify([consumerKey, accessToken, accessTokenSecret, bearer]), 'base64url').slice(0, 16)
}

/**
 * The Authorization header of one attempt, as the endpoint's `auth` requires: a signature, the bearer token of the user or of
 * the client application, or its key and secret. `now` is the time of the signature in milliseconds since the epoch, by the service's clock.
 */
export function authorizationOf(
  request: UnsignedRequest,
  auth: Endpoint['auth'],
  credentials: Credentials,
  bearerToken: string | undefined,
  now: number,
): string {
  if (bearerToken !== undefined) return `Bearer ${bearerToken}`
  if (auth === 'client') return basicAuthorization(credentials)
  if (auth === 'user' && credentials.bearer !== undefined) return `Bearer ${credentials.bearer}`
  const { consumerKey, consumerSecret } = credentials
  // Every attempt needs its own nonce and timestamp.
  return sign(auth === 'consumer' ? { consumerKey, consumerSecret } : credentials, request, now)
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
