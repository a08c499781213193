import type { Session } from '../client.ts'
import { get, postQuery } from '../endpoint.ts'
import { UpstreamError } from '../errors.ts'

export interface RequestTokenRow {
  oauth_token: string
  oauth_token_secret: string
  /** `true`, as text, when the callback was accepted. */
  oauth_callback_confirmed: string
}

export interface RequestTokenParams {
  /** Where the user is sent back to, or `oob` for a PIN. It must be in the settings of the client application. */
  oauth_callback: string
  svc_auth_access_type?: 'read' | 'write' | undefined
}

export interface AuthorizeParams {
  oauth_token: string
  /** Whether the user must enter credentials. */
  force_login?: boolean | undefined
  /** Fills in the name of the user. */
  screen_name?: string | undefined
}

const HOST = { host: 'auth', version: '' } as const

/** The first step of signing in; `newRequestToken` reads its answer. */
export const createRequestToken = postQuery<RequestTokenRow, RequestTokenParams>()('oauth/request_token', {
  ...HOST,
  auth: 'consumer',
  fields: ['oauth_token', 'oauth_token_secret', 'oauth_callback_confirmed'],
})

/** Where a browser goes to let the user agree; the only one for a PIN (R-AUTH-9). */
export const authorize = get<never, AuthorizeParams>()('oauth/authorize', HOST)

/** Where a browser goes for signing in: it comes back at once when the user has agreed before (R-AUTH-10). */
export const authenticate = get<never, AuthorizeParams>()('oauth/authenticate', HOST)

/** A request token for this callback. Throws an UpstreamError as `call` does, and where the callback is not accepted (R-AUTH-7). */
export async function newRequestToken(session: Session, params: RequestTokenParams): Promise<RequestTokenRow> {
  const row = await session.envelope(createRequestToken, {}, params)
  if (row.oauth_callback_confirmed === 'true') return row
  throw new UpstreamError({ code: 'UPSTREAM_ERROR', message: 'The service did not accept the callback' })
}
