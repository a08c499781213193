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

/** The credentials of a client application, and of its user if there is one. Throws a TypeError for a user without a token. */
export function credentialsOf({ key, secret }: Consumer, user?: UserToken | UserBearer): Credentials {
  return { consumerKey: key, consumerSecret: secret, ...(user && tokenOf(user)) }
}

/** The token of a user as credentials have it. Programs without types can give anything. */
function tokenOf({ bearer, token, tokenSecret }: Partial<UserToken & UserBearer>): Partial<Credentials> {
  if (isText(bearer)) return { bearer }
  if (isText(token) && isText(tokenSecret)) return { accessToken: token, accessTokenSecret: tokenSecret }
  throw new TypeError('a user must be { token, tokenSecret } or { bearer }, with texts that are not blank')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
