import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

// These are never logged, whatever future log lines contain.
const SECRET_PATHS = ['authorization', 'cookie', 'set-cookie'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

/** The structured log, one JSON object per line. It never contains variables or headers of requests. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: undefined, redact: { paths: SECRET_PATHS, censor: '[secret]' } }, destination)
}
