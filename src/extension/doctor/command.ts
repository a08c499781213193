import { text } from 'node:stream/consumers'
import { faultsOf } from '../../command/fault.ts'
import { embeddedSandbox } from '../../command/sandbox.ts'
import { tenantCredentials } from '../../command/setup.ts'
import { vocabularyOf } from '../../command/upstream.ts'
import {
  applicationOf,
  clientSettings,
  ConfigError,
  proxiesIn,
  withoutAddress,
  type Config,
  type ReadSettings,
} from '../../config.ts'
import { isSendable } from '../../rest/wire/sign.ts'
import type { Vocabulary } from '../../rest/wire/vocabulary.ts'
import { createMemoryState } from '../../state/memory.ts'
import { examine, PLAN } from './examine.ts'
import { announcement, type CheckResult, linesOf, MAX_CALLS, type Report, summaryOf } from './report.ts'

/** The options of `adgraph doctor`. */
interface DoctorCommand {
  json?: true
  /** Whether the credentials are a bearer token, which standard input has: arguments of commands are visible to others. */
  bearer?: true
}

/**
 * Examines the way to the service with these settings, or the embedded sandbox, and prints its findings. Exit code 1 if
 * anything failed. Faults of the settings are results too.
 */
export async function doctor(settings: ReadSettings, { json, bearer }: DoctorCommand): Promise<void> {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const say = json ? () => {} : print
  if (bearer && process.stdin.isTTY) process.stderr.write('Type the bearer token, Enter and Ctrl-D.\n')
  const token = bearer && (await text(process.stdin)).trim()
  const report = await examineSettings(settings, token, say)
  say(`\n${summaryOf(report)}`)
  if (json) print(JSON.stringify(report, null, 2))
  if (report.checks.some(({ status }) => status === 'failed')) process.exitCode = 1
}

async function examineSettings(
  settings: ReadSettings,
  bearer: string | undefined,
  say: (text: string) => void,
): Promise<Report> {
  let config: Config
  let vocabulary: Vocabulary | undefined
  let sandbox: Awaited<ReturnType<typeof embeddedSandbox>>
  try {
    config = settings(withoutAddress, () => [
      bearer !== undefined &&
        !isSendable(bearer) &&
        '--bearer needs a token in standard input, in ASCII without spaces: no header could present another',
    ])
    const faults = await faultsOf()
    if (faults.length > 0) throw new ConfigError(faults.join('\n'))
    vocabulary = await vocabularyOf(config)
    // Its clock is compared with the clock of this machine.
    sandbox = await embeddedSandbox({ ...config, SANDBOX_NOW: undefined }, 0)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const faults = await faultsOf(error)
    const checks = faults.map((message): CheckResult => ({ name: 'Settings', status: 'failed', message }))
    for (const check of checks) say(linesOf(check))
    return { service: 'none', plan: [], maxCalls: 0, calls: 0, checks }
  }
  try {
    const url = sandbox?.url ?? config.ADS_BASE_URL ?? ''
    const service = sandbox ? 'the embedded sandbox' : url
    const subject = {
      service,
      client: { ...clientSettings(config, url), ...createMemoryState(), vocabulary },
      credentials:
        bearer !== undefined
          ? { ...applicationOf(config), bearer }
          : (tenantCredentials(config, sandbox) ?? applicationOf(config)),
      redis: config.REDIS_URL === undefined ? undefined : { url: config.REDIS_URL, timeoutMs: config.REDIS_TIMEOUT_MS },
      proxies: sandbox ? [] : proxiesIn(),
    }
    say(announcement({ service, plan: PLAN, maxCalls: MAX_CALLS }))
    return await examine(subject, (check) => say(linesOf(check)))
  } finally {
    await sandbox?.close()
  }
}
