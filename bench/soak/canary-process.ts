import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Agent, request } from 'undici'
import { TOKENS } from './client.ts'

/**
 * Sends `{ __typename }` every 25 ms, in its own process, and reports all response times at the end. It also reports the
 * longest delay of its own event loop, which is part of the response times.
 */
const INTERVAL_MS = 25
const url = process.argv[2]!
const times: number[] = []
let lost = 0
const ownDelay = monitorEventLoopDelay({ resolution: 1 })
ownDelay.enable()

const dispatcher = new Agent()
const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKENS.canary}` }

const timer = setInterval(() => void ask(), INTERVAL_MS)

process.on('message', () => {
  clearInterval(timer)
  process.send?.({ times, lost, ownDelayMs: ownDelay.max / 1e6 })
})
process.on('disconnect', () => process.exit())
process.send?.(url)

/** Sends one request. The streams of `fetch` would take more time of this process than the rest. */
async function ask(): Promise<void> {
  const beganMs = performance.now()
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers,
      body: '{"query":"{ __typename }"}',
      dispatcher,
      bodyTimeout: 60_000,
      headersTimeout: 60_000,
    })
    await body.dump()
    if (statusCode === 200) times.push(performance.now() - beganMs)
    else lost += 1
  } catch {
    lost += 1
  }
}
