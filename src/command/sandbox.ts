import { wrongInRule } from '#sandbox/fault/check'
import type { FaultRule, Sandbox, VocabularyFile } from '#sandbox/index'
import { ConfigError, FAULT_RULES, type Config, type FaultsIn } from '../config.ts'
import { stopOnce } from './process-event.ts'

/** The sandbox of a process. Its clock is ahead of this machine's by `aheadMs`, if it was set. */
type EmbeddedSandbox = Pick<Sandbox, 'url' | 'credentials' | 'close'> & { aheadMs: number | undefined }

/** The sandbox's port when it is served alone. */
const SANDBOX_PORT = 4001

/** Serves the sandbox alone, and prints the settings of a graph over it. */
export async function serveSandbox(config: Config): Promise<void> {
  const starting = openSandbox(config, config.SANDBOX_PORT ?? SANDBOX_PORT)
  stopOnce(starting, async (sandbox) => sandbox.close())
  const sandbox = await starting
  const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = sandbox.credentials
  // These credentials are valid for the sandbox alone.
  process.stdout.write(
    `The sandbox serves ${sandbox.url}\n\n` +
      `ADS_BASE_URL=${sandbox.url} ADS_ENVIRONMENT=sandbox \\\n` +
      `OAUTH_CONSUMER_KEY=${consumerKey} OAUTH_CONSUMER_SECRET=${consumerSecret} \\\n` +
      `OAUTH_ACCESS_TOKEN=${accessToken} OAUTH_ACCESS_TOKEN_SECRET=${accessTokenSecret} adgraph start\n`,
  )
}

/** Starts the sandbox that is served in the place of a service. Undefined if the settings name a service. */
export async function embeddedSandbox(config: Config, port = config.SANDBOX_PORT) {
  return config.ADS_BASE_URL === undefined ? openSandbox(config, port) : undefined
}

/**
 * Listens at this port, or at a free one. The sandbox is created with its first request, so that the start need not wait for it;
 * at once if it has settings that can be wrong.
 */
async function openSandbox(config: Config, port: number | undefined): Promise<EmbeddedSandbox> {
  const { listen } = await import('#sandbox/http/server')
  const { SANDBOX_CREDENTIALS } = await import('#sandbox/access/user')
  const aheadMs = config.SANDBOX_NOW === undefined ? undefined : Date.parse(config.SANDBOX_NOW) - Date.now()
  let created = canBeWrong(config) ? createSandbox(config, aheadMs) : undefined
  await created
  const listener = await listen(config.HOST, port ?? 0, async (...request) => {
    const { respond } = await (created ??= createSandbox(config, aheadMs))
    return respond(...request)
  })
  return { ...listener, credentials: { ...SANDBOX_CREDENTIALS }, aheadMs }
}

function canBeWrong({ SANDBOX_FAULTS, SANDBOX_VOCABULARY }: Partial<Config>): boolean {
  return SANDBOX_FAULTS !== undefined || SANDBOX_VOCABULARY !== undefined
}

/** The faults of the rules of SANDBOX_FAULTS. */
export const wrongRules: FaultsIn = ({ SANDBOX_FAULTS }) =>
  (FAULT_RULES.safeParse(SANDBOX_FAULTS).data ?? [])
    .flatMap((rule) => wrongInRule(rule) ?? [])
    .map((wrong) => `SANDBOX_FAULTS must be a JSON list of fault rules: ${wrong}`)

/** Throws a ConfigError if the embedded sandbox cannot be created with these settings, unless a rule of SANDBOX_FAULTS is not valid. */
export async function checkSandbox(config: Partial<Config>): Promise<void> {
  if (config.ADS_BASE_URL !== undefined || !canBeWrong(config)) return
  if (!config.SANDBOX_FAULTS?.some(wrongInRule)) await createSandbox(config, undefined)
}

async function createSandbox(config: Partial<Config>, aheadMs: number | undefined) {
  const sandbox = await import('#sandbox/index')
  if (config.SANDBOX_VOCABULARY !== undefined)
    (await import('./vocabulary.ts')).checkVocabulary(config, 'SANDBOX_VOCABULARY')
  try {
    return sandbox.createSandbox({
      now: aheadMs === undefined ? undefined : new Date(Date.now() + aheadMs),
      vocabulary: config.SANDBOX_VOCABULARY as VocabularyFile | undefined,
      faults: config.SANDBOX_FAULTS as FaultRule[] | undefined,
    })
  } catch (error) {
    throw error instanceof sandbox.UnmatchedFault
      ? new ConfigError(`SANDBOX_FAULTS has a rule that matches nothing: ${error.message}`)
      : error
  }
}
