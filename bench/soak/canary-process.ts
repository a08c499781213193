import { monitorEventLoopDelay } from 'node:perf_hooks'
import { post, TOKENS } from './client.ts'

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

const timer = setInterval(() => {
  void post(url, TOKENS.canary, '{"query":"{ __typename }"}').then(({ status, ms }) => {
    if (status === 200) times.push(ms)
    else lost += 1
  })
}, INTERVAL_MS)

process.on('message', () => {
  clearInterval(timer)
  process.send?.({ times, lost, ownDelayMs: ownDelay.max / 1e6 }, () => process.exit())
})
process.on('disconnect', () => process.exit())
