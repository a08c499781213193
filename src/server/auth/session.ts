import { randomUUID } from 'node:crypto'
import type { Store } from '../../rest/store.ts'
import { credentialKey, type Credentials } from '../../rest/wire/sign.ts'
import { cookie } from './cookie.ts'
import { createRevocations } from './revocation.ts'
import { createSeal } from './seal.ts'

/** A client application without a user. */
export type Application = Pick<Credentials, 'consumerKey' | 'consumerSecret'>

/** A user who has signed in. */
export interface User {
  accessToken: string
  accessTokenSecret: string
  userId: string
  screenName: string
}

/** A signed-in user, as it is sealed into a cookie or a bearer token. */
export interface UserSession extends User {
  /** Distinguishes this session from others of the same token. */
  id: string
}

interface SessionsOptions {
  application: Application
  /** The secrets of the seal, newest first. */
  secrets: readonly string[]
  /** How long a session lasts. */
  maxAgeMs: number
  /** The URL of this server for browsers. Defaults to its loopback address. */
  publicUrl?: string
  /** Shares revocations with other instances. */
  store: Store
}

/** Sessions without a database: the user's token is sealed, and every instance with the same secret can open it. */
export type Sessions = ReturnType<typeof createSessions>

/** Creates the seal of user sessions, and of the token that `adgraph login` prints. */
export function sessionSeal(secrets: readonly string[]) {
  return createSeal<UserSession>(secrets, 'session')
}

/**
 * Creates sessions that are sealed with the first secret and opened with any of them, unless they were revoked in the
 * store.
 */
export function createSessions({ application, secrets, maxAgeMs, publicUrl, store }: SessionsOptions) {
  const seal = sessionSeal(secrets)
  const revocations = createRevocations(store, maxAgeMs)
  const secure = publicUrl?.startsWith('https:') ?? false
  // With the prefix, browsers accept the cookie over https only, and not from a sibling host.
  const cookieName = secure ? '__Host-adgraph_session' : 'adgraph_session'
  const sessionCookie = (sealed: string) => cookie(cookieName, sealed, { path: '/', maxAgeMs, secure })

  return {
    /** Whether browsers reach this server over https. */
    secure,
    cookieName,
    /** The Set-Cookie header that deletes a session's cookie. */
    noCookie: sessionCookie(''),
    /** The Set-Cookie header of a sealed session. */
    cookie: sessionCookie,
    credentialsOf,
    /** Begins a session for a user's token, and returns it sealed. */
    begin: (user: User) => seal.close({ id: randomUUID(), ...user }, maxAgeMs),
    /** Opens a sealed session. Returns the session, or a message with the reason why there is none. */
    async read(sealed: string) {
      const opened = await seal.open(sealed)
      if ('fault' in opened) return { fault: FAULTS[opened.fault] }
      const { content: session } = opened
      const isRevoked = await wasEnded(session.id, credentialsOf(session))
      return isRevoked ? { fault: 'The session has ended' } : { session }
    },
    wasEnded,
    /** Ends one session for all instances that share the store; with `token`, every session of its token. */
    end: (session: UserSession, of?: 'token') =>
      revocations.revoke(of === 'token' ? tokenName(credentialsOf(session)) : sessionName(session.id)),
  }

  /** Whether a session, or all sessions of its token, were ended. One that has expired was not. */
  function wasEnded(id: string, credentials: Credentials): Promise<boolean> {
    return revocations.isRevoked(sessionName(id), tokenName(credentials))
  }

  /** The credentials that sign calls for the session's user. */
  function credentialsOf({ accessToken, accessTokenSecret }: UserSession): Credentials {
    return { ...application, accessToken, accessTokenSecret }
  }
}

function tokenName(credentials: Credentials): string {
  return `token ${credentialKey(credentials)}`
}

function sessionName(id: string): string {
  return `session ${id}`
}

const FAULTS = { expired: 'The session has expired', unreadable: 'The token was not issued by this server' }
