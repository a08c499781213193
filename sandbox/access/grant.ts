import type { Random } from '../data/random.ts'
import type { Access, User, Users } from './user.ts'

/** A request token: its callback and, after a user authorized it, the user and the verifier. */
export interface RequestToken {
  token: string
  secret: string
  /** A URL, or `oob` for a PIN. */
  callback: string
  /** The access of the later access token. */
  access: Access
  user?: User
  verifier?: string
}

/** The limit of requests for the bearer token in a time window. */
interface GrantLimits {
  bearerTokens: number
  windowMs: number
}

const MAX_REQUEST_TOKENS = 10_000

/** The grants of the client application: pending request tokens, users that authorized it, and its bearer token. */
export class Grants {
  readonly random: Random
  /** The registered callbacks, without their queries; undefined if every callback is allowed. */
  callbacks: readonly string[] | undefined
  private readonly limits: GrantLimits
  private readonly requestTokens = new Map<string, RequestToken>()
  private readonly authorized = new Set<string>()
  private bearer: string | undefined
  private window = { used: 0, endsAt: 0 }

  constructor(random: Random, limits: GrantLimits) {
    this.random = random
    this.limits = limits
  }

  /** A new request token. */
  request(callback: string, access: Access): RequestToken {
    const requestToken = {
      token: `request-${this.random.digits(24)}`,
      secret: `sandbox-${this.random.digits(30)}`,
      callback,
      access,
    }
    this.requestTokens.set(requestToken.token, requestToken)
    for (const oldest of this.requestTokens.keys()) {
      if (this.requestTokens.size <= MAX_REQUEST_TOKENS) break
      this.requestTokens.delete(oldest)
    }
    return requestToken
  }

  /** Finds a request token; undefined if there is none or if it was exchanged. */
  find(token: string | undefined): RequestToken | undefined {
    return this.requestTokens.get(token ?? '')
  }

  /** Records the authorization of a user and returns the verifier: a PIN of seven digits if there is no callback. */
  authorize(requestToken: RequestToken, user: User): string {
    const verifier = requestToken.callback === 'oob' ? this.random.digits(7) : `verifier-${this.random.digits(24)}`
    Object.assign(requestToken, { user, verifier })
    this.authorized.add(user.id)
    return verifier
  }

  /** Whether a user has authorized the application and has not revoked that since. */
  hasAuthorized(user: User): boolean {
    return this.authorized.has(user.id)
  }

  /** Exchanges a request token for an access token, once; undefined if the verifier is wrong. */
  exchange(requestToken: RequestToken, verifier: string, users: Users) {
    if (requestToken.user === undefined || requestToken.verifier !== verifier) return undefined
    this.requestTokens.delete(requestToken.token)
    return { ...users.issue(requestToken.user, this.random, requestToken.access), user: requestToken.user }
  }

  /** Removes all grants. */
  clear(): void {
    this.requestTokens.clear()
    this.authorized.clear()
    this.callbacks = undefined
    this.bearer = undefined
    this.window = { used: 0, endsAt: 0 }
  }

  /** Revokes the authorization of a user. */
  revokeAuthorization(user: User): void {
    this.authorized.delete(user.id)
  }

  /** The bearer token of the application, a new one if there is none; undefined if it was requested too often. */
  createBearer(now: Date): string | undefined {
    if (now.getTime() >= this.window.endsAt) this.window = { used: 0, endsAt: now.getTime() + this.limits.windowMs }
    this.window.used += 1
    if (this.window.used > this.limits.bearerTokens) return undefined
    // URL-encoded, as the service sends it (Authorization Interface, section 2).
    this.bearer ??= `SANDBOX%2F${this.random.digits(40)}%3D`
    return this.bearer
  }

  /** Whether this is the valid bearer token. */
  isBearer(token: string): boolean {
    return token === this.bearer
  }

  /** Invalidates the bearer token and returns it as it was issued; undefined if the token is another one. */
  revokeBearer(token: string): string | undefined {
    const { bearer } = this
    if (bearer === undefined || (token !== bearer && token !== decodeURIComponent(bearer))) return undefined
    this.bearer = undefined
    return bearer
  }
}
