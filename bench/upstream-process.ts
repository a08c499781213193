import { anySize } from './bulk-upstream.ts'
import { faults } from './soak/faults.ts'
import { startUpstream, type Interrupt } from './upstream.ts'

/**
 * Runs the upstream in its own process, sends its URL to the parent process, and exits with it. The argument names a variant of it.
 * A message sets the delay of each call; the reply is the number of calls since the last one.
 */
const VARIANTS: Readonly<Record<string, Interrupt>> = {
  /** Each response announces a rate limit that is never spent. */
  'rate-limits': (_request, response, next) => {
    const windowSeconds = 900
    const reset = (Math.floor(Date.now() / 1000 / windowSeconds) + 1) * windowSeconds
    response.setHeader('x-account-rate-limit-limit', 1_000_000_000)
    response.setHeader('x-account-rate-limit-remaining', 999_999_999)
    response.setHeader('x-account-rate-limit-reset', reset)
    next()
  },
  faults,
  'any-size': anySize,
}

const [, , variant = ''] = process.argv
const upstream = await startUpstream(VARIANTS[variant])
process.on('disconnect', () => process.exit())
process.on('message', (delayMs: number) => {
  process.send?.(upstream.calls)
  Object.assign(upstream, { delayMs, calls: 0 })
})
process.send?.(upstream.url)
