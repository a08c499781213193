import { createHmac, randomBytes } from 'node:crypto'
import type { Credentials } from '../index.ts'

/** Parts of a signature that a test wants to be other than what an honest client sends. */
export interface Tampering {
  nonce?: string
  timestamp?: number
  method?: string
  version?: string
}

/** A parameter's name and value, decoded. */
export type Pair = readonly [name: string, value: string]

/** The value of an Authorization header that signs a request by RFC 5849 with HMAC-SHA1. Parameters are decoded pairs. */
export function authorization(
  method: string,
  uri: string,
  parameters: readonly Pair[],
  credentials: Credentials,
  { nonce = randomBytes(12).toString('hex'), timestamp = Date.now() / 1000, ...tampering }: Tampering = {},
): string {
  const oauth: Pair[] = [
    ['oauth_consumer_key', credentials.consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', tampering.method ?? 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(timestamp))],
    ['oauth_token', credentials.accessToken],
    ['oauth_version', tampering.version ?? '1.0'],
  ]
  const base = baseString(method, uri, [...oauth, ...parameters])
  const signed: Pair[] = [
    ...oauth,
    ['oauth_signature', hmac(base, credentials.consumerSecret, credentials.accessTokenSecret)],
  ]
  return `OAuth ${signed.map(([name, value]) => `${name}="${strictEncode(value)}"`).join(', ')}`
}

/** The signature base string of section 3.4.1. */
export function baseString(method: string, uri: string, parameters: readonly Pair[]): string {
  const pairs = parameters.map(([name, value]) => `${strictEncode(name)}\u0000${strictEncode(value)}`).sort()
  const normalized = pairs.map((pair) => pair.replace('\u0000', '=')).join('&')
  return `${method}&${strictEncode(uri)}&${strictEncode(normalized)}`
}

/** The HMAC-SHA1 signature of section 3.4.2. */
export function hmac(base: string, consumerSecret: string, tokenSecret: string): string {
  return createHmac('sha1', `${strictEncode(consumerSecret)}&${strictEncode(tokenSecret)}`)
    .update(base)
    .digest('base64')
}

/** Percent-encoding of section 3.6, byte by byte. */
export function strictEncode(text: string): string {
  return Array.from(Buffer.from(text), (byte) =>
    /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}

/** A query or form body of pairs, strictly encoded. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${strictEncode(name)}=${strictEncode(value)}`).join('&')
}
