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
  /** Tells this session from others of the same token. */
  id: string
  accessToken: string
  accessTokenSecret: string
  userId: string
  screenName: string
}

export interface SessionsOptions {
  application: Application
  /** The secrets that seal, newest first. */
  secrets: readonly string[]
  /** How long a session lasts. */
  maxAgeMs: number
  /** Where browsers reach this server; left out, under a name of loopback. */
  publicUrl?: string | undefined
  /** Where revocations are shared with other instances. */
  store: KeyValueStore
}

/** Sessions without a database: what a user's token is sealed into, every instance with the same secret can open. */
export interface Sessions {
  /** Whether browsers reach this server over https. */
  readonly secure: boolean
  readonly cookieName: string
  /** The Set-Cookie header that takes a session's cookie away. */
  readonly noCookie: string
  /** The Set-Cookie header that gives a browser a sealed session. */
  cookie(sealed: string): string
  /** Begins a session for a user's token and gives it sealed. */
  begin(user: Omit<UserSession, 'id'>): Promise<string>
  /** The session of a sealed text, or in words why there is none. */
  read(sealed: string): Promise<{ session: UserSession } | { fault: string }>
  /** Ends one session for all instances that share the store; with `token`, every session of its token. */
  end(session: UserSession, of?: 'token'): Promise<void>
  /** What calls on behalf of the session's user are signed with. */
  credentialsOf(session: UserSession): Credentials
}

/** Seals user sessions; this is also how `adgraph login` makes its token. */
export function sessionSeal(secrets: readonly string[]): Seal<UserSession> {
  return createSeal<UserSession>(secrets, 'session')
}

/** Sessions that the first secret seals and any of the secrets opens, unless the store says that they have ended. */
export function createSessions({ application, secrets, maxAgeMs, publicUrl, store }: SessionsOptions): Sessions {
  const seal = sessionSeal(secrets)
  const credentialsOf = ({ accessToken, accessTokenSecret }: UserSession) => ({
    consumerKey: application.consumerKey,
    consumerSecret: application.consumerSecret,
    accessToken,
    accessTokenSecret,
  })
  const revocations = createRevocations(store, maxAgeMs)
  const tokenName = (session: UserSession) => `token ${credentialKey(credentialsOf(session))}`
  const sessionName = ({ id }: UserSession) => `session ${id}`
  const secure = publicUrl?.startsWith('https:') ?? false
  // With the prefix browsers take a cookie over https only, and from no neighbouring host.
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
    end: (session, of) => revocations.revoke(of === 'token' ? tokenName(session) : sessionName(session)),
  }
}

const FAULTS = { expired: 'The session has expired', unreadable: 'The token was not issued by this server' }
