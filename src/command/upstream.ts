import { clientSettings, type Config, applicationOf } from '../config.ts'
import { startRecording } from '../extension/record/index.ts'
import { getAccount } from '../rest/account/account.ts'
import { translatedStore } from '../rest/cache/reference-cache.ts'
import { createClient } from '../rest/client.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { Vocabulary } from '../rest/wire/vocabulary.ts'
import type { Logger } from '../server/observe/log.ts'
import type { WorkerSetup } from '../server/workers/worker.ts'
import { createMemoryState } from '../state/memory.ts'
import { tenantCredentials } from './setup.ts'

/** The words of the service, if the settings name a file with them. */
export async function vocabularyOf(config: Partial<Config>): Promise<Vocabulary | undefined> {
  return config.ADS_VOCABULARY === undefined ? undefined : (await import('./vocabulary.ts')).readVocabulary(config)
}

/** Connects to the embedded sandbox or to the service that the settings name, and to Redis if they name it. */
export async function connectUpstream(
  config: Config,
  sandbox: Pick<NonNullable<WorkerSetup['sandbox']>, 'url' | 'aheadMs'> | undefined,
  log: Logger,
) {
  const adsBaseUrl = sandbox?.url ?? config.ADS_BASE_URL ?? ''
  const vocabulary = await vocabularyOf(config)
  const { REDIS_URL: url, REDIS_TIMEOUT_MS: timeoutMs } = config
  const redis =
    url === undefined
      ? undefined
      : await (
          await import('../state/shared.ts')
        ).connectState({ url, timeoutMs, serviceUrl: adsBaseUrl + (vocabulary?.hash ?? ''), log })
  const shared = redis?.state ?? createMemoryState()
  const { referenceStore } = shared
  const state = { ...shared, referenceStore: vocabulary ? translatedStore(referenceStore, vocabulary) : referenceStore }
  const recorder = await startRecording(config, vocabulary, (message) => log.warn(message))
  return {
    state,
    observeRedis: redis?.observe,
    client: createClient({
      ...clientSettings(config, adsBaseUrl),
      aheadMs: sandbox?.aheadMs,
      vocabulary,
      onExchange: recorder?.onExchange,
      ...state,
      onWarning: (message, details) => log.warn(details, message),
    }),
    /** Disconnects Redis, and ends the recording. The client is closed by who uses it. */
    close: async () => {
      redis?.close()
      await recorder?.close()
    },
  }
}

/** The time for the one call of the check, for which the start waits. */
const CHECK_MS = 1_000

/** No account has this ID. The service looks at the signature first, and reads of an account have a generous rate limit. */
const NO_ACCOUNT = '0'

/**
 * Asks the service once, when a server starts, whether it accepts the server's own credentials: the credentials of its user, or of the
 * application alone. Logs a warning with the next step if it does not. Any other failure is for the operations to report.
 */
export async function warnOfCredentials(config: Config, log: Logger): Promise<void> {
  const { ADS_BASE_URL: adsBaseUrl } = config
  if (adsBaseUrl === undefined) return
  const vocabulary = await vocabularyOf(config)
  const client = createClient({ ...clientSettings(config, adsBaseUrl), vocabulary, ...createMemoryState() })
  const user = tenantCredentials(config, undefined)
  const credentials = user ?? applicationOf(config)
  // Whether the service can be reached is for the operations to find out.
  const session = client.session({ credentials, deadline: Date.now() + CHECK_MS, retries: 0 })
  try {
    await (user ? session.call(getAccount, { account_id: NO_ACCOUNT }) : session.appToken())
  } catch (error) {
    if (!(error instanceof UpstreamError) || !isRefusal(error, user !== undefined)) return
    const names = user ? 'OAUTH_CONSUMER_KEY, OAUTH_ACCESS_TOKEN or their secrets' : 'OAUTH_CONSUMER_KEY or its secret'
    const codes = error.errors.map(({ code }) => code)
    log.warn(
      { status: error.status, codes },
      `The service does not accept ${names}. \`adgraph doctor\` says which of them, and what to do`,
    )
  } finally {
    await client.close()
  }
}

/** Whether the credentials are refused. A user can be refused an account, but an application can only be refused itself. */
function isRefusal({ status }: UpstreamError, hasUser: boolean): boolean {
  return status === 401 || (!hasUser && status === 403)
}
