import { get, postQuery } from '../endpoint.ts'
import { UpstreamError } from '../errors.ts'
import type { Session } from '../session.ts'

export interface RequestTokenRow {
  oauth_token: string
  oauth_token_secret: string
  /** The text `true` if the callback was accepted. */
  oauth_callback_confirmed: string
}

export interface RequestTokenParams {
  /** The callback URL, which must be in the settings of the client application, or `oob` for sign-in with a PIN. */
  oauth_callback: string
  /** The access that the user is asked for: `read` or `write`. Defaults to the application's. */
  svc_auth_access_type?: 'read' | 'write' | undefined
}

export interface AuthorizeParams {
  /** The request token that the user authorizes. */
  oauth_token: string
  /** Whether the user must enter credentials. */
  force_login?: boolean | undefined
  /** The user name to fill into the login form. */
  screen_name?: string | undefined
}

/** The first step of signing in. Call it through `newRequestToken`, which checks the response. */
export const createRequestToken = postQuery<RequestTokenRow, RequestTokenParams>()('/oauth/request_token', {
  auth: 'consumer',
  answer: { fields: ['oauth_token', 'oauth_token_secret', 'oauth_callback_confirmed'] },
})

/**
 * The page on which the user authorizes the client application. Sign-in with a PIN can only use this page (R-AUTH-9).
 */
export const authorize = get<never, AuthorizeParams>()('/oauth/authorize')

/** The page for signing in. It redirects at once if the user authorized the client application before (R-AUTH-10). */
export const authenticate = get<never, AuthorizeParams>()('/oauth/authenticate')

/** Requests a request token. Throws an UpstreamError like `call`, and if the callback is not accepted (R-AUTH-7). */
export async function newRequestToken(session: Session, params: RequestTokenParams): Promise<RequestTokenRow> {
  const row = await session.call(createRequestToken, {}, params)
  if (row.oauth_callback_confirmed === 'true') return row
  throw new UpstreamError({ code: 'UPSTREAM_ERROR', message: 'The service did not accept the callback' })
}
