import { percentEncode } from './encode.ts'
import type { Credentials } from './sign.ts'

/** The app-only bearer tokens of client applications (Authorization Interface, section 4.6). */
export interface BearerTokens {
  /**
   * The token of a client application. It is asked for with `request` only while none is known, and by one caller at a
   * time: the service refuses those who ask too often (R-AUTH-17). Throws what `request` throws.
   */
  get(consumerKey: string, request: () => Promise<string>): Promise<string>
  /** Forgets a token that the service no longer takes; one that has come since is kept. */
  forget(consumerKey: string, token: string): Promise<void>
}

/** An empty memory of tokens. */
export function createBearerTokens(): BearerTokens {
  const tokens = new Map<string, Promise<string>>()

  return {
    get(consumerKey, request) {
      const known = tokens.get(consumerKey)
      if (known) return known
      const token = request()
      tokens.set(consumerKey, token)
      // A failure is for those who waited for it; the next caller asks anew.
      token.catch(() => tokens.delete(consumerKey))
      return token
    },
    async forget(consumerKey, token) {
      if ((await tokens.get(consumerKey)) === token) tokens.delete(consumerKey)
    },
  }
}

/** The Authorization header by which a client application asks for its token: key and secret, HTTP Basic. */
export function basicAuthorization({ consumerKey, consumerSecret }: Credentials): string {
  const pair = `${percentEncode(consumerKey)}:${percentEncode(consumerSecret)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
