import { createHmac, timingSafeEqual } from 'node:crypto'
import { GatewayRefusal } from '../http/error.ts'
import type { Pair, WireRequest } from '../http/request.ts'

/** The maximum difference, in seconds, between the timestamp of a signed request and the clock of the service. */
const TIMESTAMP_TOLERANCE_S = 300

/** Looks up the secrets of a client key and of a token; undefined if they do not exist. */
export interface SecretBook {
  consumerSecret(consumerKey: string): string | undefined
  tokenSecret(token: string): string | undefined
}

/** A verified signature: the client that signed, the token if there is one, and the `oauth_` parameters. */
export interface Signature {
  consumerKey: string
  token: string | undefined
  parameters: Record<string, string>
}

/** The used nonces, kept while their timestamps are valid. Each can be used once. */
export class NonceLog {
  private readonly seen = new Map<number, Set<string>>()

  /** Records a nonce; false if it was already used with the same client, token and timestamp. */
  use(nonce: string, timestamp: number, now: number): boolean {
    for (const second of this.seen.keys()) {
      if (now - second > TIMESTAMP_TOLERANCE_S) this.seen.delete(second)
    }
    const used = this.seen.get(timestamp) ?? new Set<string>()
    this.seen.set(timestamp, used)
    if (used.has(nonce)) return false
    used.add(nonce)
    return true
  }
}

/**
 * Verifies the OAuth 1.0a HMAC-SHA1 signature of a request (RFC 5849, section 3.2) and records its nonce.
 * Throws the gateway's 401: code 215 for a missing or malformed header, 135 for a timestamp out of bounds (unless there is no
 * clock to compare it with), 89 for a token that does not exist, and 32 for everything else.
 */
export function verifySignature(
  request: WireRequest,
  secrets: SecretBook,
  nonces: NonceLog,
  now: Date | undefined,
): Signature {
  const oauth = authorizationParameters(request.headers.authorization)
  const { oauth_consumer_key: consumerKey, oauth_token: token, oauth_signature: signature } = oauth
  const { oauth_nonce: nonce = '', oauth_timestamp: timestampText = '' } = oauth
  if (!consumerKey || !signature || !/^\d+$/.test(timestampText)) throw new GatewayRefusal(401, 215)
  // Nonces are printable ASCII (Authorization Interface, section 4.1).
  if (!/^[!-~]+$/.test(nonce)) throw new GatewayRefusal(401, 215)
  if (oauth.oauth_signature_method !== 'HMAC-SHA1') throw new GatewayRefusal(401, 215)
  if ((oauth.oauth_version ?? '1.0') !== '1.0') throw new GatewayRefusal(401, 215)

  const timestamp = Number(timestampText)
  const clock = now ? Math.floor(now.getTime() / 1000) : timestamp
  if (Math.abs(clock - timestamp) > TIMESTAMP_TOLERANCE_S) throw new GatewayRefusal(401, 135)

  const consumerSecret = secrets.consumerSecret(consumerKey)
  if (consumerSecret === undefined) throw new GatewayRefusal(401, 32)
  const tokenSecret = token === undefined ? '' : secrets.tokenSecret(token)
  if (tokenSecret === undefined) throw new GatewayRefusal(401, 89)

  const signed = Object.entries(oauth).filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const { path, query, form } = request.signed ?? request
  const base = signatureBase(request.method, baseUri(request, path), [...query, ...form, ...signed])
  if (!equal(signature, hmacSha1(base, consumerSecret, tokenSecret))) throw new GatewayRefusal(401, 32)
  // This follows the signature check, so that only the client can use its nonces.
  if (!nonces.use(`${consumerKey} ${token ?? ''} ${nonce}`, timestamp, clock)) throw new GatewayRefusal(401, 32)
  return { consumerKey, token, parameters: oauth }
}

/** The signature base string (RFC 5849, section 3.4.1): method, base URI and parameters, encoded, joined by `&`. */
export function signatureBase(method: string, uri: string, parameters: Pair[]): string {
  return [method.toUpperCase(), uri, normalized(parameters)].map(percentEncode).join('&')
}

/** The HMAC-SHA1 signature of RFC 5849 section 3.4.2, in base64, with both secrets as the key. */
function hmacSha1(base: string, consumerSecret: string, tokenSecret: string): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(base).digest('base64')
}

/** Percent-encoding of RFC 5849, section 3.6: everything except letters, digits and `- . _ ~`, in uppercase. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Parameters sorted by encoded name, then encoded value (section 3.4.1.3.2). */
function normalized(parameters: Pair[]): string {
  return parameters
    .map(([name, value]): Pair => [percentEncode(name), percentEncode(value)])
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

// Encoded text is ASCII, so the order of code units is the order of bytes that the section requires.
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The scheme, the lowercase authority without a default port, and the path as received (section 3.4.1.2). */
function baseUri(request: WireRequest, path: string): string {
  const host = (request.headers.host ?? '').toLowerCase().replace(/:80$/, '')
  return `http://${host}${path}`
}

/** The parameters of an `Authorization: OAuth …` header (section 3.5.1). */
function authorizationParameters(header: string | undefined): Record<string, string> {
  const list = /^OAuth\s+(.*)$/i.exec(header ?? '')?.[1]
  if (list === undefined) throw new GatewayRefusal(401, 215)
  const parameters: Record<string, string> = {}
  for (const part of list.split(',')) {
    const [, name, value] = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined || name in parameters) throw new GatewayRefusal(401, 215)
    parameters[name] = decoded(value)
  }
  return parameters
}

// This is not a form, so a plus sign is a plus sign.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new GatewayRefusal(401, 215)
  }
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
