import { startReplay, type Replay } from './replay.ts'
import { onStopSignal } from '../../command/process-event.ts'

/** The port of a replay, unless SANDBOX_PORT names another: it stands for the sandbox. */
const REPLAY_PORT = 4001

/** Serves a recording as an upstream, until it is stopped; then prints what it had no answer to. */
export async function replay(folder: string, port: number = REPLAY_PORT): Promise<void> {
  const served = await startOf(folder, port)
  if (!served) return
  process.stdout.write(
    `The recording is served at ${served.url}\n\n` +
      `ADS_BASE_URL=${served.url} ADS_ENVIRONMENT=sandbox \\\n` +
      'OAUTH_CONSUMER_KEY=replay OAUTH_CONSUMER_SECRET=replay \\\n' +
      'OAUTH_ACCESS_TOKEN=replay OAUTH_ACCESS_TOKEN_SECRET=replay adgraph start\n\n' +
      `Accounts in it: ${served.accounts.join(', ') || 'none'}\n`,
  )
  onStopSignal(async () => {
    await served.close()
    const missing = served.missing()
    if (missing.length > 0)
      process.stdout.write(`\nThe recording had no answer to:\n${missing.map((request) => `  ${request}\n`).join('')}`)
  })
}

/** Undefined, and exit code 1, for a folder that is not a recording. */
async function startOf(folder: string, port: number): Promise<Replay | undefined> {
  try {
    return await startReplay(folder, '127.0.0.1', port)
  } catch (error) {
    if (!(error instanceof Error) || ('syscall' in error && error.syscall === 'listen')) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return undefined
  }
}
