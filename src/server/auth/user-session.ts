import { randomUUID, hash, hkdfSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../rest/store.ts'
import { credentialKey, type Credentials } from '../../rest/wire/sign.ts'
import { AT_MOST_100_000 } from '../../state/memory.ts'

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
      const opened = await seal.open(sealed, maxAgeMs)
      if ('fault' in opened) return { fault: FAULTS[opened.fault] }
      const { content: session } = opened
      const isRevoked = await wasEnded(session.id, credentialsOf(session))
      return isRevoked ? { fault: 'The session has ended' } : { session }
    },
    wasEnded,
    /** Ends a session for all instances that share the store. */
    end: ({ id }: UserSession) => revocations.revoke(sessionName(id)),
    /** Ends every session of a token, as `end` does. */
    endAll: (token: Credentials) => revocations.revoke(tokenName(token)),
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

// jose is imported when the first text is sealed or opened: a server without signed-in users does not load it.

/** Encrypts content into a text that cannot be read, forged, or used for another purpose without the secret. */
export interface Seal<Content> {
  /** Encrypts content. The text can be opened for `forMs` milliseconds. */
  close(content: Content, forMs: number): Promise<string>
  /**
   * Decrypts a sealed text that was sealed at most `maxAgeMs` ago. Returns its content, or the reason why it cannot be opened.
   */
  open(text: string, maxAgeMs?: number): Promise<{ content: Content } | { fault: 'expired' | 'unreadable' }>
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
    async open(text, maxAgeMs = Infinity) {
      const { decodeProtectedHeader, errors, jwtDecrypt } = await import('jose')
      try {
        const key = text.length <= maxLength && byId.get(decodeProtectedHeader(text).kid ?? '')
        if (!key) return { fault: 'unreadable' }
        const { payload } = await jwtDecrypt<{ content: Content }>(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        })
        if ((payload.iat ?? 0) * 1000 + maxAgeMs < Date.now()) return { fault: 'expired' }
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

/** The attributes of a cookie, which is always HttpOnly and SameSite=Lax. `secure` if the server has an https URL. */
interface CookieOptions {
  path: string
  maxAgeMs: number
  secure: boolean
}

/** The value of a request's cookie; the first if there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The Set-Cookie header for a value that needs no encoding. An empty value deletes the cookie. */
export function cookie(name: string, value: string, { path, maxAgeMs, secure }: CookieOptions): string {
  const maxAge = value === '' ? 0 : Math.floor(maxAgeMs / 1000)
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * Creates the revocations of sessions in this store: of one session, or of all sessions of a token. They last as long as a session
 * can: `maxAgeMs`.
 */
function createRevocations(store: Store, maxAgeMs: number) {
  const known = new LRUCache<string, true>(AT_MOST_100_000)

  return {
    /** Revokes a session or a token, for all instances that share the store. */
    revoke: (name: string) => mark(name, maxAgeMs),
    /** Whether any of these has been revoked. A revocation that this process knows stays in force even if the store loses it. */
    async isRevoked(...names: string[]) {
      const knownName = names.find((name) => known.has(name))
      if (knownName !== undefined) {
        // The store may have lost it, or was unavailable when it was set.
        await mark(knownName, known.getRemainingTTL(knownName))
        return true
      }
      const marks = await store.getAll(names.map(keyOf))
      names.forEach((name, index) => {
        const mark = marks[index]
        if (mark) known.set(name, true, { ttl: timeLeft(mark.leftMs) })
      })
      return marks.some((mark) => mark !== undefined)
    },
  }

  /** Stores a revocation in this process and in the store. */
  async function mark(name: string, forMs: number): Promise<void> {
    known.set(name, true, { ttl: forMs })
    await store.set(keyOf(name), 'ended', forMs)
  }

  /** How long a revocation lasts; the maximum if its end is invalid. */
  function timeLeft(leftMs: number): number {
    return leftMs >= 1 && leftMs <= maxAgeMs ? Math.ceil(leftMs) : maxAgeMs
  }
}

function keyOf(name: string): string {
  return `ended ${name}`
}
