import { post } from '../endpoint.ts'

export interface BearerTokenRow {
  /** Always `bearer`. */
  token_type: string
  /** The token, already URL-encoded: send it unchanged. */
  access_token: string
}

interface BearerTokenParams {
  /** Always `client_credentials`. */
  grant_type: 'client_credentials'
}

/**
 * Requests the bearer token of the client application. The service returns the same token until it is invalidated
 * (R-AUTH-16).
 */
export const createBearerToken = post<BearerTokenRow, BearerTokenParams>()('/oauth2/token', {
  auth: 'client',
  answer: { fields: ['access_token'] },
  safe: true,
})

interface TokenToInvalidate {
  /** The bearer token, URL-decoded. */
  access_token: string
}

/** Invalidates the bearer token. The owner of the client application must sign the call (R-AUTH-19). */
export const invalidateBearerToken = post<{ access_token: string }, TokenToInvalidate>()('/oauth2/invalidate_token', {
  answer: { fields: ['access_token'] },
})
