import { ConfigError, validSettings, type Config } from '../config.ts'
import { checkRecording } from '../extension/record/index.ts'
import { checkSandbox } from './sandbox.ts'
import { vocabularyOf } from './upstream.ts'

/** What is wrong with the files, folders and rules that settings name. Each throws a ConfigError. */
const CHECKS: readonly ((config: Partial<Config>) => Promise<unknown>)[] = [
  checkSpending,
  vocabularyOf,
  checkRecording,
  checkSandbox,
]

/**
 * Every fault of the settings: those that reading them has found, and those of what they name, although a start ends at the first of
 * them. The schema is made only if a setting needs it.
 */
export async function faultsOf(found?: ConfigError): Promise<string[]> {
  const faults = found?.message.split('\n') ?? []
  const config = validSettings()
  for (const check of CHECKS)
    try {
      await check(config)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(...error.message.split('\n'))
    }
  return [...new Set(faults)]
}

async function checkSpending(config: Partial<Config>): Promise<void> {
  if (config.SPEND_LIMITS === undefined && config.TRUSTED_DOCUMENTS === undefined) return
  await (await import('./serve.ts')).spendRulesOf(config)
}
