import { post } from '../endpoint.ts'

export interface BearerTokenRow {
  /** Always `bearer`. */
  token_type: string
  /** To be sent as it came: it is URL-encoded. */
  access_token: string
}

interface BearerTokenParams {
  grant_type: 'client_credentials'
}

/** Asks for the bearer token of the client application; as long as there is one, the service gives it again (R-AUTH-16). */
export const createBearerToken = post<BearerTokenRow, BearerTokenParams>()('oauth2/token', {
  host: 'auth',
  version: '',
  auth: 'client',
  fields: ['access_token'],
  safe: true,
})

/** Ends the bearer token; signed by the application's owner (R-AUTH-19). */
export const invalidateBearerToken = post<{ access_token: string }, { access_token: string }>()(
  'oauth2/invalidate_token',
  { host: 'auth', version: '', fields: ['access_token'] },
)
