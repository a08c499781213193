import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

// Whatever is logged in future, these never are.
const SECRET_PATHS = ['authorization', 'cookie', 'set-cookie'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

/** The structured log, one JSON object a line. Requests' variables and headers are never put in it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: undefined, redact: { paths: SECRET_PATHS, censor: '[secret]' } }, destination)
}
