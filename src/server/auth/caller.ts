import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { UpstreamError } from '../../rest/errors.ts'
import { credentialKey, userTokenOf, type Credentials } from '../../rest/wire/sign.ts'
import type { MaybePromise } from '../../async/promise.ts'
import { readCookie } from './cookie.ts'
import type { Application, Sessions, UserSession } from './session.ts'

/** One user's token, which all callers use. */
export interface SingleTenant {
  /** Undefined if no user's token is set. */
  credentials: Credentials | undefined
  /** The bearer tokens of which callers must present one. If there are none, everybody may call. */
  clientTokens: readonly string[]
}

/** Who may call, and on whose behalf. */
export interface Access {
  application: Application
  tenant: SingleTenant
  /** The bearer tokens of the operator, who may also use fields that return or take secrets. */
  operatorTokens: readonly string[]
  /** Sessions of signed-in users; undefined if sign-in is not configured. */
  sessions: Sessions | undefined
}

/** Who sent a request. */
export interface Caller {
  /** Identifies the caller, so that callers share resources fairly. It never leaves this process. */
  key: string
  /** Names the caller in the log: a kind, and which of them. It is no secret. */
  id: string
  /** The credentials that sign calls; without a token if there is no user. */
  credentials: Credentials
  operator: boolean
  /** The signed-in user. */
  session?: UserSession
  /** Whether the session was, or should have been, in the browser's cookie. */
  byCookie: boolean
  /** The error that every call throws, if this caller must not call the service. */
  refused?: UpstreamError
  /** Whether the caller presented no valid token or session. */
  unknown?: boolean
}

/**
 * Identifies the caller of a request. The Authorization header identifies the operator, a client of the single tenant,
 * or a signed-in user; the cookie identifies a signed-in user. Without either, the caller is the tenant, if callers
 * need no token. The result is a promise only if a session is read.
 */
export function callerOf(access: Access, { authorization, cookie }: IncomingHttpHeaders): MaybePromise<Caller> {
  const { application, tenant, operatorTokens, sessions } = access
  const tenantCredentials = tenant.credentials ?? application
  const knowsTokens = sessions !== undefined || operatorTokens.length > 0 || tenant.clientTokens.length > 0
  if (authorization && knowsTokens) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    const nthOf = (tokens: readonly string[]) =>
      tokens.findIndex((one) => token !== undefined && isEqual(one, token)) + 1
    const nthOperator = nthOf(operatorTokens)
    if (nthOperator > 0) {
      const id = `operator ${nthOperator}`
      return { key: 'operator', id, credentials: tenantCredentials, operator: true, byCookie: false }
    }
    const nthClient = nthOf(tenant.clientTokens)
    if (nthClient > 0) return ofTenant(`client ${token}`, `client ${nthClient}`)
    return ofSession(token, false)
  }
  const sealed = sessions && readCookie(cookie, sessions.cookieName)
  if (sealed) return ofSession(sealed, true)
  if (tenant.clientTokens.length > 0)
    return nobody('Present one of the tokens of CLIENT_TOKENS as `Authorization: Bearer …`')
  return ofTenant('tenant', 'anyone')

  function ofTenant(key: string, id: string): Caller {
    if (!tenant.credentials)
      return {
        ...nobody(
          sessions ? `No user is signed in: ${SIGN_IN}` : 'No OAUTH_ACCESS_TOKEN is set, and nobody can sign in',
        ),
        unknown: false,
      }
    return { key, id, credentials: tenant.credentials, operator: false, byCookie: false }
  }

  async function ofSession(sealed: string | undefined, byCookie: boolean): Promise<Caller> {
    if (sealed === undefined || !sessions)
      return nobody('The Authorization header does not contain a token that this server knows')
    const read = await sessions.read(sealed)
    if ('fault' in read) return nobody(`${read.fault}: ${SIGN_IN}`, byCookie)
    const credentials = sessions.credentialsOf(read.session)
    const [key, id] = [credentialKey(credentials), userIdOf(credentials)]
    return { key, id, credentials, operator: false, session: read.session, byCookie }
  }

  function nobody(message: string, byCookie = false): Caller {
    const refused = new UpstreamError({ code: 'UNAUTHENTICATED', message })
    return { key: 'nobody', id: 'nobody', credentials: application, operator: false, byCookie, refused, unknown: true }
  }
}

/** Names a user in the log by the SHA-256 of the token. docs/operations.md says how to compute it. */
export function userIdOf(credentials: Credentials): string {
  return `user ${hash('sha256', userTokenOf(credentials) ?? '', 'hex').slice(0, 12)}`
}

const SIGN_IN = 'sign in at /auth/login, or present a token as `Authorization: Bearer …`'

/** Compares hashes in constant time, so that the duration reveals nothing about the token. */
function isEqual(token: string, presented: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(token), digest(presented))
}
