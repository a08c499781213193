import { hash, hkdfSync } from 'node:crypto'

// jose is imported when the first text is sealed or opened: a server without signed-in users does not load it.

/** Encrypts content into a text that cannot be read, forged, or used for another purpose without the secret. */
export interface Seal<Content> {
  /** Encrypts content. The text can be opened for `forMs` milliseconds. */
  close(content: Content, forMs: number): Promise<string>
  /** Decrypts a sealed text. Returns its content, or the reason why it cannot be opened. */
  open(text: string): Promise<{ content: Content } | { fault: 'expired' | 'unreadable' }>
}

const MAX_SEALED_LENGTH = 4096

/**
 * Creates a seal that encrypts with the first of these secrets and opens texts of any of them. To rotate secrets, put
 * the new one first. A text that was sealed for one purpose cannot be opened for another, nor one longer than `maxLength`.
 */
export function createSeal<Content extends object>(
  secrets: readonly string[],
  purpose: string,
  maxLength = MAX_SEALED_LENGTH,
): Seal<Content> {
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `adgraph ${purpose}`, 32)))
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const newest = keys[0]
  if (!newest) throw new RangeError('A seal needs a secret')

  return {
    async close(content, forMs) {
      const { EncryptJWT } = await import('jose')
      return new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId(newest) })
        .setIssuedAt()
        .setExpirationTime(new Date(Date.now() + forMs))
        .encrypt(newest)
    },
    async open(text) {
      const { decodeProtectedHeader, errors, jwtDecrypt } = await import('jose')
      try {
        const key = text.length <= maxLength && byId.get(decodeProtectedHeader(text).kid ?? '')
        if (!key) return { fault: 'unreadable' }
        const { payload } = await jwtDecrypt<{ content: Content }>(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        })
        return { content: payload.content }
      } catch (error) {
        // Anybody can send any text, for which jose throws errors of several classes, TypeErrors among them.
        return { fault: error instanceof errors.JWTExpired ? 'expired' : 'unreadable' }
      }
    },
  }
}

/** A hash that identifies a key and reveals nothing about it. */
function keyId(key: Uint8Array): string {
  return hash('sha256', key, 'base64url').slice(0, 8)
}
