import type { Logger } from '../server/observe/log.ts'

/** Runs `stop` at the first of these signals, then ends the process. A second signal ends it at once. */
export function onStopSignal(stop: () => Promise<void>, signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']): void {
  for (const signal of signals) process.once(signal, () => void stop().then(() => process.exit(0)))
}

/** Logs promises that are rejected without a handler, where Node.js would end the process. */
export function logUnhandled(log: Logger): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
}
