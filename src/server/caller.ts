import { createHash, timingSafeEqual } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { Credentials } from '../rest/sign.ts'

/** On whose behalf operations run: one user's token for everybody who may call at all. */
export interface SingleTenant {
  /** Undefined where no user's token is set. */
  credentials: Credentials | undefined
  /** The bearer tokens of which callers must present one; none: everybody may call. */
  clientTokens: readonly string[]
}

/** The credentials for one request. Throws UNAUTHENTICATED for a caller who may not call, or where there are none. */
export function credentialsFor({ credentials, clientTokens }: SingleTenant, authorization: string | null): Credentials {
  if (clientTokens.length > 0 && !clientTokens.some((token) => isBearer(authorization, token)))
    throw unauthenticated('Present one of the tokens of CLIENT_TOKENS as `Authorization: Bearer …`')
  if (!credentials) throw unauthenticated('No user is signed in, and no OAUTH_ACCESS_TOKEN is set')
  return credentials
}

function unauthenticated(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } })
}

/** Compared by hash and in constant time, so that how long it takes tells nothing of the token. */
function isBearer(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const presented = /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(presented), digest(token))
}
