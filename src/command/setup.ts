import { randomBytes } from 'node:crypto'
import { applicationOf, type Config } from '../config.ts'
import type { Credentials } from '../rest/wire/sign.ts'
import type { WorkerSetup } from '../server/workers/worker.ts'

/** What an instance makes once, over the embedded sandbox if there is one. */
export function setupOf(config: Config, sandbox: WorkerSetup['sandbox'], firstQuery = ''): WorkerSetup {
  return {
    sandbox: sandbox && { url: sandbox.url, credentials: sandbox.credentials, aheadMs: sandbox.aheadMs },
    secrets: config.SESSION_SECRET ?? [randomBytes(32).toString('hex')],
    firstQuery,
  }
}

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
