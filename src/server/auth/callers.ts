import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { when, type MaybePromise } from '../../async/promise.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { credentialKey, type Credentials, userTokenOf } from '../../rest/wire/sign.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/request.ts'
import type { Logger } from '../observe/log.ts'
import { type Application, type Sessions, type UserSession, readCookie } from './user-session.ts'

/** Identifies the callers of requests. */
export interface Callers {
  /** The caller of a request. A promise that rejects if it cannot be determined. */
  callerOf: (request: IncomingRequest, response: OutgoingResponse) => MaybePromise<Caller>
  /** Called when a token is no longer valid: the caller's own, or one that an operator has invalidated. */
  onRevoked: (revoked: Credentials, caller: Caller, response: OutgoingResponse) => void
  /** Whether callers must present a token. */
  onlyKnown: boolean
}

/** The callers of a server. A session that cannot be read or whose token was revoked also ends in the browser. */
export function createCallers(access: Access, log: Logger): Callers {
  return {
    onlyKnown: access.tenant.clientTokens.length > 0,
    callerOf: ({ headers }, response) =>
      when(callerOf(access, headers), (caller) => {
        if (caller.refused && caller.byCookie) response.setHeader('set-cookie', access.sessions!.noCookie)
        return caller
      }),
    onRevoked(revoked, { byCookie }, response) {
      if (!access.sessions) return
      access.sessions.endAll(revoked).catch((err: unknown) => log.error({ err }, 'sessions could not be ended'))
      // Who has the cookie of a session is no operator.
      if (byCookie && !response.headersSent) response.setHeader('set-cookie', access.sessions.noCookie)
    },
  }
}

/** How the program that embeds the graph identifies the callers of requests of the fetch API. */
interface RequestCallers {
  application: Application
  /** Callers must present one of these bearer tokens. If there are none, the program itself decides who may call. */
  clientTokens: readonly string[]
  /** The credentials of the user on whose behalf a request calls the service. Null if there is no user. */
  credentialsOf: (request: Request) => Promise<Credentials | null>
  isOperator: (request: Request) => boolean | Promise<boolean>
}

/** The callers of an embedded graph. */
export function createRequestCallers({
  application,
  clientTokens,
  credentialsOf,
  isOperator,
}: RequestCallers): Callers {
  const anyone: Access = {
    application,
    tenant: { credentials: application, clientTokens },
    operatorTokens: [],
    sessions: undefined,
  }
  return {
    onlyKnown: clientTokens.length > 0,
    async callerOf({ headers, original }) {
      const caller = await callerOf(anyone, headers)
      if (caller.refused || !original) return caller
      const [credentials, operator] = await Promise.all([credentialsOf(original), isOperator(original)])
      if (credentials)
        return { ...caller, operator, credentials, key: credentialKey(credentials), id: userIdOf(credentials) }
      // An operator can call the endpoints that need no user, as those that sign one in.
      if (operator) return { ...caller, id: 'operator', operator }
      const refused = new UpstreamError({ code: 'UNAUTHENTICATED', message: 'No user is signed in' })
      return { ...caller, id: 'nobody', refused }
    },
    // The program learns it from the error.
    onRevoked() {},
  }
}

/** One user's token, which all callers use. */
export interface SingleTenant {
  /** Undefined if no user's token is set. */
  credentials: Credentials | undefined
  /** Callers must present one of these bearer tokens. If there are none, everybody may call. */
  clientTokens: readonly string[]
}

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
      return { key: `operator ${token}`, id, credentials: tenantCredentials, operator: true, byCookie: false }
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
function userIdOf(credentials: Credentials): string {
  return `user ${hash('sha256', userTokenOf(credentials) ?? '', 'hex').slice(0, 12)}`
}

const SIGN_IN = 'sign in at /auth/login, or present a token as `Authorization: Bearer …`'

/** Compares hashes in constant time, so that the duration reveals nothing about the token. */
function isEqual(token: string, presented: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(token), digest(presented))
}
