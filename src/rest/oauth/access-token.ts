import { postQuery } from '../endpoint.ts'

export interface AccessTokenRow {
  oauth_token: string
  oauth_token_secret: string
  /** Digits, as text. */
  user_id: string
  screen_name: string
}

interface AccessTokenParams {
  /** The `oauth_verifier` from the callback, or the PIN. */
  oauth_verifier: string
}

/**
 * Exchanges a request token for an access token of the user who authorized it. Signed with the request token
 * (R-AUTH-11).
 */
export const createAccessToken = postQuery<AccessTokenRow, AccessTokenParams>()('/oauth/access_token', {
  answer: { fields: ['oauth_token', 'oauth_token_secret', 'user_id', 'screen_name'] },
})

/**
 * Invalidates the access token that signs the call (R-AUTH-13), and returns it. Its path is sent with the suffix of the settings:
 * the path in the reference has none, but its example ends with `.json`.
 */
export const invalidateAccessToken = postQuery<{ access_token: string }>()('/1.1/oauth/invalidate_token', {
  answer: { fields: ['access_token'] },
})
