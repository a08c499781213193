import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { applicationOf, clientSettings, type ReadSettings } from '../config.ts'
import { createClient } from '../rest/client.ts'
import { UpstreamError } from '../rest/errors.ts'
import { signInByPin } from '../server/auth/sign-in.ts'
import { sessionSeal } from '../server/auth/user-session.ts'
import { createMemoryState } from '../state/memory.ts'

/** The time that a person has to authorize the application and to enter the PIN. */
const LOGIN_MS = 10 * 60_000

/** Signs a user in with a PIN, and prints a token to call the graph with. Throws a ConfigError if settings are missing. */
export async function login(settings: ReadSettings): Promise<void> {
  const config = settings(({ AUTH_BASE_URL, ADS_BASE_URL, OAUTH_CONSUMER_KEY, SESSION_SECRET }) => [
    !AUTH_BASE_URL &&
      !ADS_BASE_URL &&
      'AUTH_BASE_URL (or ADS_BASE_URL) is required to log in: `adgraph sandbox` prints settings to try it with',
    // With ADS_BASE_URL, every command requires them.
    !ADS_BASE_URL && !OAUTH_CONSUMER_KEY && 'OAUTH_CONSUMER_KEY and OAUTH_CONSUMER_SECRET are required to log in',
    !SESSION_SECRET && 'SESSION_SECRET is required to log in: set the same secret as the server',
  ])
  const { SESSION_SECRET: secrets = [], ADS_BASE_URL = '', AUTH_BASE_URL: authBaseUrl = ADS_BASE_URL } = config
  const client = createClient({ ...clientSettings(config, authBaseUrl), ...createMemoryState() })
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const rest = client.session({ credentials: applicationOf(config), deadline: Date.now() + LOGIN_MS })
    // Ctrl-C, Ctrl-D and the end of piped input give no PIN.
    const ended = once(lines, 'close').then(() => '')
    const user = await signInByPin(rest, async (authorizeUrl) => {
      const typed = lines
        .question(`Open this page and authorize the application:\n\n  ${authorizeUrl}\n\nPIN: `)
        .catch(() => '')
      return (await Promise.race([typed, ended])).trim()
    })
    if (!user) {
      process.stderr.write('\nNo PIN was entered\n')
      process.exitCode = 1
      return
    }
    const token = await sessionSeal(secrets).close({ id: randomUUID(), ...user }, config.SESSION_MAX_AGE_MS)
    process.stderr.write(`\nSigned in as ${user.screenName}. Send this as \`Authorization: Bearer …\`:\n\n`)
    process.stdout.write(`${token}\n`)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    process.stderr.write(`\nSigning in failed: ${error.message}\n`)
    process.exitCode = 1
  } finally {
    lines.close()
    await client.close()
  }
}
