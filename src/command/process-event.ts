import { constants } from 'node:os'
import type { Logger } from '../server/observe/log.ts'

/** Signals within this time are one wish: a terminal sends SIGINT to `npm` and to what it runs, and `npm` passes it on. */
const SAME_WISH_MS = 1_000

interface StopOptions {
  log?: Logger
  /** The signals at which to stop. */
  signals?: NodeJS.Signals[]
}

/**
 * Stops what is being started, at the first signal, and ends the process: with exit code 1 if the stop failed, which is logged. Without a
 * log, Node.js does both. A start that has begun ends first, because the first process of a container gets no signal that it has no handler
 * for. A signal more than a second after the first one ends the process at once. Returns the function that stops without a signal.
 */
export function stopOnce<Started>(
  starting: Promise<Started>,
  stop: (started: Started) => Promise<void>,
  { log, signals = ['SIGTERM', 'SIGINT'] }: StopOptions = {},
): () => void {
  let beganMs: number | undefined
  const begin = () => {
    if (beganMs !== undefined) return
    beganMs = performance.now()
    log?.info('stopping')
    // If the start fails, its command says why, and ends the process.
    starting.then(
      (started) => void stop(started).then(() => process.exit(0), log && failed),
      () => {},
    )
  }
  const failed = (err: unknown) => {
    log?.error({ err }, 'the stop failed')
    process.exit(1)
  }
  for (const signal of signals)
    process.on(signal, () => {
      if (beganMs !== undefined && performance.now() - beganMs > SAME_WISH_MS)
        process.exit(128 + constants.signals[signal])
      begin()
    })
  return begin
}

/** Logs promises that are rejected without a handler, where Node.js would end the process. */
export function logUnhandled(log: Logger): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
}
