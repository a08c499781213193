import { createHash, hkdfSync } from 'node:crypto'
import { decodeProtectedHeader, EncryptJWT, errors, jwtDecrypt } from 'jose'

/** Seals content into text that nobody else can read, forge, or use for another purpose. */
export interface Seal<Content> {
  /** The content as text that can be opened for so long. */
  close(content: Content, forMs: number): Promise<string>
  /** The content of such a text, or why it cannot be had. */
  open(text: string): Promise<{ content: Content } | { fault: 'expired' | 'unreadable' }>
}

const MOST_LENGTH = 4096

/**
 * A seal under the first of these secrets, which opens what was sealed under any of them: a secret is changed by putting
 * the new one in front. What is sealed for one purpose does not open for another.
 */
export function createSeal<Content extends object>(secrets: readonly string[], purpose: string): Seal<Content> {
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `adgraph ${purpose}`, 32)))
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const newest = keys[0]
  if (!newest) throw new RangeError('A seal needs a secret')

  return {
    close(content, forMs) {
      return new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId(newest) })
        .setIssuedAt()
        .setExpirationTime(new Date(Date.now() + forMs))
        .encrypt(newest)
    },
    async open(text) {
      try {
        const key = text.length <= MOST_LENGTH && byId.get(decodeProtectedHeader(text).kid ?? '')
        if (!key) return { fault: 'unreadable' }
        const { payload } = await jwtDecrypt<{ content: Content }>(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        })
        return { content: payload.content }
      } catch (error) {
        return { fault: error instanceof errors.JWTExpired ? 'expired' : 'unreadable' }
      }
    },
  }
}

/** A name that tells keys apart and nothing of them. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8)
}
