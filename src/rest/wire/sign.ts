import { createHmac, hash, randomUUID } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import type { Endpoint } from '../endpoint.ts'
import { UpstreamError } from '../errors.ts'
import { percentEncode, type UnsignedRequest } from './request.ts'

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
  credentials: Credentials,
  { method, url, signedParams }: Pick<UnsignedRequest, 'method' | 'url' | 'signedParams'>,
  now: number,
): string {
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = credentials
  const oauth = new Signer(now, {
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: hmacSha1,
  })
  const token = accessToken === undefined ? undefined : { key: accessToken, secret: accessTokenSecret ?? '' }
  // The library changes the object that it is given and returns every parameter: it gets a new object each time, and
  // toHeader selects its own parameters.
  const data: Record<string, Encoded> = {}
  for (const [name, encoded] of signedParams) data[name] = new Encoded(encoded)
  return oauth.toHeader(oauth.authorize({ method, url, data }, token)).Authorization
}

/** The value of a parameter that is percent-encoded already, as it is for the request. */
class Encoded {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function hmacSha1(text: string, key: string): string {
  return createHmac('sha1', key).update(text).digest('base64')
}

class Signer extends OAuth {
  readonly #now: number

  constructor(now: number, options: OAuth.Options) {
    super(options)
    this.#now = now
  }

  override getTimeStamp(): number {
    return Math.floor(this.#now / 1000)
  }

  /** Node generates the random bytes of many UUIDs at once, so that this is faster than the library's own nonce. */
  override getNonce(): string {
    return randomUUID().replaceAll('-', '')
  }

  /** The same encoding as for the request. The library also passes the timestamp, a number. */
  override percentEncode(value: unknown): string {
    return value instanceof Encoded ? value.text : percentEncode(String(value))
  }
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
  if (bearerToken !== undefined) return bearerAuthorization(bearerToken)
  if (auth === 'client') return basicAuthorization(credentials)
  if (auth === 'user' && credentials.bearer !== undefined) return bearerAuthorization(credentials.bearer)
  const { consumerKey, consumerSecret } = credentials
  // Every attempt needs its own nonce and timestamp.
  return sign(auth === 'consumer' ? { consumerKey, consumerSecret } : credentials, request, now)
}

/** Whether requests of this endpoint are signed, with a timestamp. */
export function isSigned({ auth }: Endpoint): boolean {
  return auth === 'user' || auth === 'consumer'
}

/** Throws UNAUTHENTICATED for a token that no header can have: nothing is sent, and the service is not to blame. */
function bearerAuthorization(token: string): string {
  if (isSendable(token)) return `Bearer ${token}`
  throw new UpstreamError({ code: 'UNAUTHENTICATED', message: 'The bearer token has characters that cannot be sent' })
}

/** Whether a bearer token can be sent in a header. */
export function isSendable(token: string): boolean {
  return /^[!-~]+$/.test(token)
}

/** Key and secret of the client application as HTTP Basic authentication. */
function basicAuthorization({ consumerKey, consumerSecret }: Credentials): string {
  const pair = `${percentEncode(consumerKey)}:${percentEncode(consumerSecret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
