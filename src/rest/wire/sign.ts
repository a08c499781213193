import { createHash, createHmac, randomUUID } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { percentEncode } from './encode.ts'

/** Who is calling: the client application, and the user on whose behalf (absent while a token is still being asked for). */
export interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly accessToken?: string
  readonly accessTokenSecret?: string
}

/** What a signature covers. `url` has no query or fragment; `params` are those of query and form together. */
export interface SignedRequest {
  method: string
  url: string
  params: readonly (readonly [name: string, text: string])[]
}

/**
 * The Authorization header of one attempt: OAuth 1.0a, HMAC-SHA1 (Authorization Interface, section 4.1). Every attempt
 * needs its own, because nonce and timestamp may be used once. The timestamp is `now`, in milliseconds since the epoch, by
 * the service's clock. Parameters named `oauth_…` travel in the header alone.
 */
export function sign(
  credentials: Credentials,
  { method, url, params }: SignedRequest,
  now: number = Date.now(),
): string {
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = credentials
  const oauth = new Signer(now, {
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: hmacSha1,
  })
  const token = accessToken === undefined ? undefined : { key: accessToken, secret: accessTokenSecret ?? '' }
  // The library writes into what it is given and returns every parameter, not only its own: a fresh object each time,
  // and only toHeader's selection leaves this function.
  return oauth.toHeader(oauth.authorize({ method, url, data: Object.fromEntries(params) }, token)).Authorization
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

  /** Node draws the bytes of many UUIDs at once. */
  override getNonce(): string {
    return randomUUID().replaceAll('-', '')
  }

  /** What is signed is encoded as what is sent is. The library also hands over the timestamp, a number. */
  override percentEncode(value: unknown): string {
    return percentEncode(String(value))
  }
}

/**
 * A short name for a caller that can be logged and compared, and from which no secret can be read. Who has a token
 * without its secret is somebody else: only the service can tell that the secret is wrong, and it is not always asked.
 */
export function credentialKey(credentials: Credentials): string {
  let key = keys.get(credentials)
  if (key === undefined) keys.set(credentials, (key = hashOf(credentials)))
  return key
}

/** By credentials: those of a single tenant are the same object in every operation. */
const keys = new WeakMap<Credentials, string>()

function hashOf({ consumerKey, accessToken, accessTokenSecret }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify([consumerKey, accessToken, accessTokenSecret]))
    .digest('base64url')
    .slice(0, 16)
}
