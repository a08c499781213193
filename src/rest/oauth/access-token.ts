import { postQuery } from '../endpoint.ts'

export interface AccessTokenRow {
  oauth_token: string
  oauth_token_secret: string
  /** Digits, as text. */
  user_id: string
  screen_name: string
}

interface AccessTokenParams {
  /** What the callback brought, or the PIN. */
  oauth_verifier: string
}

/** The token of the user who agreed; signed with the request token (R-AUTH-11). */
export const createAccessToken = postQuery<AccessTokenRow, AccessTokenParams>()('oauth/access_token', {
  host: 'auth',
  version: '',
  fields: ['oauth_token', 'oauth_token_secret', 'user_id', 'screen_name'],
})

/** Ends the token that it is signed with (R-AUTH-13), and gives it back. */
export const invalidateAccessToken = postQuery<{ access_token: string }>()('oauth/invalidate_token', {
  host: 'auth',
  version: '1.1',
  suffixed: true,
  fields: ['access_token'],
})
