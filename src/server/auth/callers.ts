import { when, type MaybePromise } from '../../async/promise.ts'
import { UpstreamError } from '../../rest/errors.ts'
import { credentialKey, type Credentials } from '../../rest/wire/sign.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/exchange.ts'
import type { Logger } from '../observe/log.ts'
import { callerOf, userIdOf, type Access, type Caller } from './caller.ts'
import type { Application } from './session.ts'

/** Identifies the callers of requests. */
export interface Callers {
  /** The caller of a request. A promise that rejects if it cannot be determined. */
  callerOf: (request: IncomingRequest, response: OutgoingResponse) => MaybePromise<Caller>
  /** Called when the service no longer accepts the token of a caller. */
  onRevoked: (caller: Caller, response: OutgoingResponse) => void
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
    onRevoked({ session, byCookie }, response) {
      if (!session || !access.sessions) return
      access.sessions.end(session, 'token').catch((err: unknown) => log.error({ err }, 'a session could not be ended'))
      if (byCookie && !response.headersSent) response.setHeader('set-cookie', access.sessions.noCookie)
    },
  }
}

/** How the program that embeds the graph identifies the callers of requests of the fetch API. */
export interface RequestCallers {
  application: Application
  /** The bearer tokens of which callers must present one. If there are none, the program itself decides who may call. */
  clientTokens: readonly string[]
  /** The credentials of the user on whose behalf a request calls the service. Null if there is no user. */
  credentialsOf: (request: Request) => Promise<Credentials | null>
  /** Whether the request is the operator's. */
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
      if (!credentials)
        return {
          ...caller,
          id: 'nobody',
          operator,
          refused: new UpstreamError({ code: 'UNAUTHENTICATED', message: 'No user is signed in' }),
        }
      return { ...caller, operator, credentials, key: credentialKey(credentials), id: userIdOf(credentials) }
    },
    // The program learns it from the error.
    onRevoked() {},
  }
}
