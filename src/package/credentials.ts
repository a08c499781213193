import type { Credentials } from '../rest/wire/sign.ts'

/** The client application that signs requests. */
export interface Consumer {
  key: string
  secret: string
}

/** The access token of a user, on whose behalf the client application calls the service. It signs requests. */
export interface UserToken {
  token: string
  tokenSecret: string
}

/** A bearer token of a user, for a service that takes it in place of a signature. It is sent as `Authorization: Bearer …`. */
export interface UserBearer {
  bearer: string
}

/** The credentials of a client application, and of its user if there is one. */
export function credentialsOf({ key, secret }: Consumer, user?: UserToken | UserBearer): Credentials {
  return {
    consumerKey: key,
    consumerSecret: secret,
    ...(user && ('bearer' in user ? user : { accessToken: user.token, accessTokenSecret: user.tokenSecret })),
  }
}
