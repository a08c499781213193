/** What a client needs to sign on behalf of a user. */
export interface Credentials {
  consumerKey: string
  consumerSecret: string
  accessToken: string
  accessTokenSecret: string
}

/** One user of the service: a token, and the accounts it may see. */
export interface User {
  id: string
  screenName: string
  accessToken: string
  accessTokenSecret: string
  accountIds: Set<string>
}

/** Whoever calls an endpoint that needs no signature. */
export const NOBODY: User = { id: '', screenName: '', accessToken: '', accessTokenSecret: '', accountIds: new Set() }

/** The credentials of the first user, whom the sandbox knows from the start, with the only client application there is. */
export const SANDBOX_CREDENTIALS: Readonly<Credentials> = {
  consumerKey: 'sandbox-consumer-key',
  consumerSecret: 'sandbox-consumer-secret',
  accessToken: '1000000001-sandbox-access-token',
  accessTokenSecret: '1000000001-sandbox-token-secret',
}

/** The users of the service, found by their tokens. */
export class Users {
  private readonly byToken = new Map<string, User>()

  /** Adds a user, with an id and tokens that follow from how many there are; the accounts need not exist yet. */
  add(screenName: string, accountIds: readonly string[]): User {
    const id = String(1_000_000_001 + this.byToken.size)
    const user: User = {
      id,
      screenName,
      accessToken: `${id}-sandbox-access-token`,
      accessTokenSecret: `${id}-sandbox-token-secret`,
      accountIds: new Set(accountIds),
    }
    this.byToken.set(user.accessToken, user)
    return user
  }

  /** The user of a token. */
  find(token: string): User | undefined {
    return this.byToken.get(token)
  }

  /** The secret of a client application's key. */
  consumerSecret(consumerKey: string): string | undefined {
    return consumerKey === SANDBOX_CREDENTIALS.consumerKey ? SANDBOX_CREDENTIALS.consumerSecret : undefined
  }

  /** The secret of a user's token. */
  tokenSecret(token: string): string | undefined {
    return this.find(token)?.accessTokenSecret
  }
}
