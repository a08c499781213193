import { applicationOf, type Config } from '../config.ts'
import type { Credentials } from '../rest/wire/sign.ts'

/** One user's credentials for all callers. Undefined if each caller signs in. */
export function tenantCredentials(
  config: Config,
  sandbox: { credentials: Credentials } | undefined,
): Credentials | undefined {
  if (sandbox) return sandbox.credentials
  const { OAUTH_ACCESS_TOKEN, OAUTH_ACCESS_TOKEN_SECRET } = config
  if (OAUTH_ACCESS_TOKEN === undefined) return undefined
  return {
    ...applicationOf(config),
    accessToken: OAUTH_ACCESS_TOKEN,
    accessTokenSecret: OAUTH_ACCESS_TOKEN_SECRET!,
  }
}
