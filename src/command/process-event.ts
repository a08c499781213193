import type { Logger } from '../server/observe/log.ts'

/** Runs `stop` at the first of these signals, then ends the process. A second signal ends it at once. */
export function onStopSignal(
  stop: () => Promise<void>,
  log?: Logger,
  signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): void {
  for (const signal of signals) process.once(signal, () => endAfter(stop(), log))
}

/** Ends the process after a stop: with exit code 1 if it failed, which is logged. Without a log, Node.js does both. */
export function endAfter(stopped: Promise<void>, log?: Logger): void {
  const failed = (err: unknown) => {
    log?.error({ err }, 'the stop failed')
    process.exit(1)
  }
  void stopped.then(() => process.exit(0), log && failed)
}

/** Logs promises that are rejected without a handler, where Node.js would end the process. */
export function logUnhandled(log: Logger): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
}
