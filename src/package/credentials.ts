import type { Credentials } from '../rest/wire/sign.ts'

/** The client application that signs requests. */
export interface Consumer {
  key: string
  secret: string
}

/** The token of a user, on whose behalf the client application calls the service. */
export interface UserToken {
  token: string
  tokenSecret: string
}

/** The credentials that sign the requests of a client application, and of its user if there is one. */
export function credentialsOf({ key, secret }: Consumer, user?: UserToken): Credentials {
  return {
    consumerKey: key,
    consumerSecret: secret,
    ...(user && { accessToken: user.token, accessTokenSecret: user.tokenSecret }),
  }
}
