import { randomUUID } from 'node:crypto'
import type { KeyValueStore } from '../../rest/store.ts'
import { credentialKey, type Credentials } from '../../rest/wire/sign.ts'
import { cookie } from './cookie.ts'
import { createRevocations } from './revocation.ts'
import { createSeal, type Seal } from './seal.ts'

/** A client application without a user. */
export type Application = Pick<Credentials, 'consumerKey' | 'consumerSecret'>

/** A signed-in user, as it is sealed into a cookie or a bearer token. */
export interface UserSession {
  /** Distinguishes this session from others of the same token. */
  id: string
  accessToken: string
  accessTokenSecret: string
  userId: string
  screenName: string
}

export interface SessionsOptions {
  application: Application
  /** The secrets of the seal, newest first. */
  secrets: readonly string[]
  /** How long a session lasts. */
  maxAgeMs: number
  /** The URL of this server for browsers. Defaults to its loopback address. */
  publicUrl?: string | undefined
  /** Shares revocations with other instances. */
  store: KeyValueStore
}

/** Sessions without a database: the user's token is sealed, and every instance with the same secret can open it. */
export interface Sessions {
  /** Whether browsers reach this server over https. */
  readonly secure: boolean
  readonly cookieName: string
  /** The Set-Cookie header that deletes a session's cookie. */
  readonly noCookie: string
  /** The Set-Cookie header of a sealed session. */
  cookie(sealed: string): string
  /** Begins a session for a user's token, and returns it sealed. */
  begin(user: Omit<UserSession, 'id'>): Promise<string>
  /** Opens a sealed session. Returns the session, or a message with the reason why there is none. */
  read(sealed: string): Promise<{ session: UserSession } | { fault: string }>
  /** Whether a session, or all sessions of its token, were ended. One that has expired was not. */
  wasEnded(id: string, credentials: Credentials): Promise<boolean>
  /** Ends one session for all instances that share the store; with `token`, every session of its token. */
  end(session: UserSession, of?: 'token'): Promise<void>
  /** The credentials that sign calls for the session's user. */
  credentialsOf(session: UserSession): Credentials
}

/** Creates the seal of user sessions, and of the token that `adgraph login` prints. */
export function sessionSeal(secrets: readonly string[]): Seal<UserSession> {
  return createSeal<UserSession>(secrets, 'session')
}

/**
 * Creates sessions that are sealed with the first secret and opened with any of them, unless they were revoked in the
 * store.
 */
export function createSessions({ application, secrets, maxAgeMs, publicUrl, store }: SessionsOptions): Sessions {
  const seal = sessionSeal(secrets)
  const credentialsOf = ({ accessToken, accessTokenSecret }: UserSession) => ({
    consumerKey: application.consumerKey,
    consumerSecret: application.consumerSecret,
    accessToken,
    accessTokenSecret,
  })
  const revocations = createRevocations(store, maxAgeMs)
  const nameOf = (credentials: Credentials) => `token ${credentialKey(credentials)}`
  const tokenName = (session: UserSession) => nameOf(credentialsOf(session))
  const sessionName = ({ id }: Pick<UserSession, 'id'>) => `session ${id}`
  const secure = publicUrl?.startsWith('https:') ?? false
  // With the prefix, browsers accept the cookie over https only, and not from a sibling host.
  const cookieName = secure ? '__Host-adgraph_session' : 'adgraph_session'
  const sessionCookie = (sealed: string) => cookie(cookieName, sealed, { path: '/', maxAgeMs, secure })

  return {
    secure,
    cookieName,
    noCookie: sessionCookie(''),
    cookie: sessionCookie,
    credentialsOf,
    begin: (user) => seal.close({ id: randomUUID(), ...user }, maxAgeMs),
    async read(sealed) {
      const opened = await seal.open(sealed)
      if ('fault' in opened) return { fault: FAULTS[opened.fault] }
      const { content: session } = opened
      const isRevoked = await revocations.isRevoked(tokenName(session), sessionName(session))
      return isRevoked ? { fault: 'The session has ended' } : { session }
    },
    wasEnded: (id, credentials) => revocations.isRevoked(sessionName({ id }), nameOf(credentials)),
    end: (session, of) => revocations.revoke(of === 'token' ? tokenName(session) : sessionName(session)),
  }
}

const FAULTS = { expired: 'The session has expired', unreadable: 'The token was not issued by this server' }
