import type { IncomingMessage, ServerResponse } from 'node:http'
import { startUpstream } from './upstream.ts'

/**
 * Runs the upstream in its own process, sends its URL to the parent process, and exits with it. With the argument
 * `--rate-limits`, each response announces a rate limit that is never spent.
 */
process.on('disconnect', () => process.exit())
const { url } = await startUpstream(0, process.argv.includes('--rate-limits') ? announce : undefined)
process.send?.({ url })

function announce(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const windowSeconds = 900
  response.setHeader('x-account-rate-limit-limit', 1_000_000_000)
  response.setHeader('x-account-rate-limit-remaining', 999_999_999)
  response.setHeader('x-account-rate-limit-reset', (Math.floor(Date.now() / 1000 / windowSeconds) + 1) * windowSeconds)
  next()
}
