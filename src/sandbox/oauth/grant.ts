import type { Random } from '../random.ts'
import type { Access, User, Users } from '../user.ts'

/** A request token: where its user is to be sent back to, and, once a user has agreed, who that is and by what it is proved. */
export interface RequestToken {
  token: string
  secret: string
  /** A URL, or `oob` for a PIN. */
  callback: string
  /** What the access token will be able to do. */
  access: Access
  user?: User
  verifier?: string
}

/** How often the application's bearer token may be asked for. */
export interface GrantLimits {
  bearerTokens: number
  windowMs: number
}

const MOST_REQUEST_TOKENS = 10_000

/** What was granted to the client application: request tokens on their way, users that agreed, and its one bearer token. */
export class Grants {
  readonly random: Random
  private readonly limits: GrantLimits
  private readonly requestTokens = new Map<string, RequestToken>()
  private readonly agreed = new Set<string>()
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
      if (this.requestTokens.size <= MOST_REQUEST_TOKENS) break
      this.requestTokens.delete(oldest)
    }
    return requestToken
  }

  /** The request token of this name, unless it was exchanged. */
  find(token: string | undefined): RequestToken | undefined {
    return this.requestTokens.get(token ?? '')
  }

  /** Notes that a user agrees, and gives the verifier: a PIN of seven digits where there is no callback. */
  agree(requestToken: RequestToken, user: User): string {
    const verifier = requestToken.callback === 'oob' ? this.random.digits(7) : `verifier-${this.random.digits(24)}`
    Object.assign(requestToken, { user, verifier })
    this.agreed.add(user.id)
    return verifier
  }

  /** Whether a user agreed before, and has not taken it back since. */
  hasAgreed(user: User): boolean {
    return this.agreed.has(user.id)
  }

  /** The access token for a request token, which is thereby used up; undefined unless its user's verifier is this. */
  exchange(requestToken: RequestToken, verifier: string, users: Users) {
    if (requestToken.user === undefined || requestToken.verifier !== verifier) return undefined
    this.requestTokens.delete(requestToken.token)
    return { ...users.issue(requestToken.user, this.random, requestToken.access), user: requestToken.user }
  }

  /** Forgets everything that was granted. */
  clear(): void {
    this.requestTokens.clear()
    this.agreed.clear()
    this.bearer = undefined
    this.window = { used: 0, endsAt: 0 }
  }

  /** Ends the agreement of a user. */
  disagree(user: User): void {
    this.agreed.delete(user.id)
  }

  /** The application's one bearer token, new where none is outstanding; undefined when asked for too often. */
  createBearer(now: Date): string | undefined {
    if (now.getTime() >= this.window.endsAt) this.window = { used: 0, endsAt: now.getTime() + this.limits.windowMs }
    this.window.used += 1
    if (this.window.used > this.limits.bearerTokens) return undefined
    // URL-encoded, as the service hands it out (document 1, section 2).
    this.bearer ??= `SANDBOX%2F${this.random.digits(40)}%3D`
    return this.bearer
  }

  /** Whether this is the outstanding bearer token. */
  isBearer(token: string): boolean {
    return token === this.bearer
  }

  /** Ends the outstanding bearer token; false when it is another. */
  revokeBearer(token: string): boolean {
    if (this.bearer === undefined || (token !== this.bearer && token !== decodeURIComponent(this.bearer))) return false
    this.bearer = undefined
    return true
  }
}
