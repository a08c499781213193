import type { Random } from '../data/random.ts'

/** The credentials to sign on behalf of a user. */
export interface Credentials {
  consumerKey: string
  consumerSecret: string
  accessToken: string
  accessTokenSecret: string
}

/** The access of a token: read-only, or read and write. */
export type Access = 'read' | 'write'

/** A user of the service: its first token, and the accounts that it can access. */
export interface User {
  id: string
  screenName: string
  accessToken: string
  accessTokenSecret: string
  accountIds: Set<string>
  /** The accounts that it could access when it was added. */
  firstAccountIds: readonly string[]
  /** Its permissions in these accounts; undefined if they are the account's. */
  permissions: readonly string[] | undefined
}

/** The caller of an endpoint that requires no signature. */
export const NOBODY: User = {
  id: '',
  screenName: '',
  accessToken: '',
  accessTokenSecret: '',
  accountIds: new Set(),
  firstAccountIds: [],
  permissions: undefined,
}

/** The credentials of the first user, who always exists, with the only client application. */
export const SANDBOX_CREDENTIALS: Readonly<Credentials> = {
  consumerKey: 'sandbox-consumer-key',
  consumerSecret: 'sandbox-consumer-secret',
  accessToken: '1000000001-sandbox-access-token',
  accessTokenSecret: '1000000001-sandbox-token-secret',
}

/** The users of the service and their tokens. The first user owns the client application. */
export class Users {
  readonly all: User[] = []
  private readonly tokens = new Map<string, { user: User; secret: string; access: Access }>()
  private issued = 0

  /** Adds a user with an ID and a token that depend on the number of users. The accounts need not exist yet. */
  add(screenName: string, accountIds: readonly string[], permissions?: readonly string[]): User {
    const id = String(1_000_000_001 + this.all.length)
    const user: User = {
      id,
      screenName,
      accessToken: `${id}-sandbox-access-token`,
      accessTokenSecret: `${id}-sandbox-token-secret`,
      accountIds: new Set(accountIds),
      firstAccountIds: accountIds,
      permissions,
    }
    this.all.push(user)
    this.giveFirstToken(user)
    return user
  }

  /** Issues another token for a user. No token is issued twice. */
  issue(user: User, random: Random, access: Access): { token: string; secret: string } {
    this.issued += 1
    const token = `${user.id}-sandbox-${this.issued}-${random.digits(20)}`
    const secret = `sandbox-${random.digits(30)}`
    this.tokens.set(token, { user, secret, access })
    return { token, secret }
  }

  /** Revokes a token permanently. */
  revoke(token: string): void {
    this.tokens.delete(token)
  }

  /** Revokes all issued tokens, and restores the first token and the first accounts of every user. */
  clear(): void {
    this.tokens.clear()
    for (const user of this.all) {
      this.giveFirstToken(user)
      user.accountIds = new Set(user.firstAccountIds)
    }
  }

  /** The access of a user's token. */
  access(token: string): Access | undefined {
    return this.tokens.get(token)?.access
  }

  /** Whether a user owns the client application. */
  isOwner(user: User): boolean {
    return user === this.all[0]
  }

  /** The user of a token. */
  find(token: string): User | undefined {
    return this.tokens.get(token)?.user
  }

  /** The secret of a client application's key. */
  consumerSecret(consumerKey: string): string | undefined {
    return consumerKey === SANDBOX_CREDENTIALS.consumerKey ? SANDBOX_CREDENTIALS.consumerSecret : undefined
  }

  /** The secret of a user's token. */
  tokenSecret(token: string): string | undefined {
    return this.tokens.get(token)?.secret
  }

  private giveFirstToken(user: User): void {
    this.tokens.set(user.accessToken, { user, secret: user.accessTokenSecret, access: 'write' })
  }
}
