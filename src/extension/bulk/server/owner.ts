import { hash } from 'node:crypto'
import { credentialKey, type Credentials } from '../../../rest/wire/sign.ts'
import type { Caller } from '../../../server/auth/caller.ts'

/** A hash that identifies the caller of operations over a service. A user is the same caller after signing in again. */
export function ownerOf(
  { key, credentials, session }: Pick<Caller, 'key' | 'credentials' | 'session'>,
  service: string,
): string {
  if (session) return hashOf(['user', service, credentials.consumerKey, session.userId])
  return hashOf(['caller', service, key, credentialKey(credentials)])
}

/** A hash that identifies the user on whose behalf an operation reads. */
export function identityOf(credentials: Credentials): string {
  return hashOf(['identity', credentialKey(credentials)])
}

function hashOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}
