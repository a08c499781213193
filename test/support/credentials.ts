import type { Credentials } from '../../src/rest/wire/sign.ts'

/** Credentials for upstreams that do not look at them. */
export const ANY_CREDENTIALS: Credentials = {
  consumerKey: 'consumer-key',
  consumerSecret: 'consumer-secret',
  accessToken: 'access-token',
  accessTokenSecret: 'access-token-secret',
}
