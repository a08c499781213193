import { styleText } from 'node:util'
import { pino, type Logger as PinoLogger } from 'pino'

/** What is logged to: a logger of pino, also one of another version or behind another type, such as Fastify's. */
export interface Logger {
  debug: Log
  info: Log
  warn: Log
  error: Log
}

interface Log {
  (details: object, message: string): void
  (message: string): void
}

// These are never logged, whatever future log lines contain.
const SECRET_PATHS = ['authorization', 'cookie', 'set-cookie'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

// As long as the reader of a pipe does not read, this much of the log waits for it.
const MAX_WAITING_CHARACTERS = 1_000_000

/** Where a log goes. A terminal gets lines for people. */
type Output = { write(line: string, written?: (error?: Error | null) => void): unknown } & Partial<
  Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors' | 'writableLength' | 'listenerCount' | 'once'>
>

/**
 * The structured log, one JSON object per line; on a terminal, one line for people. It never contains variables or headers of
 * requests. By default it goes to standard output. A line that cannot be written, because the disk is full or nobody reads the pipe, is
 * dropped: the destination of pino would wait at the exit until it has written everything.
 */
export function createLog(level: string, output: Output = process.stdout): PinoLogger {
  const written = (error?: Error | null) => {
    // The stream emits the error next. Without a listener, it would end the process.
    if (error && output.listenerCount?.('error') === 0) output.once?.('error', () => {})
  }
  const destination = {
    write(line: string) {
      if ((output.writableLength ?? 0) > MAX_WAITING_CHARACTERS) return
      output.write(output.isTTY ? lineOf(line, output) : line, written)
    },
  }
  const redact = { paths: SECRET_PATHS, censor: '[secret]' }
  return pino({ level, base: undefined, redact, serializers: { err: printable } }, destination)
}

/** The part of an error that is logged. */
interface PrintableError {
  type?: string
  /** With the stacks of its causes. */
  message: string
  stack?: string
  code?: unknown
  aggregateErrors?: PrintableError[]
}

/** The members of an error that may be logged. Other members of errors of Redis have the arguments of commands, such as a password. */
function printable(error: unknown): PrintableError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  return {
    type,
    message,
    stack,
    code,
    aggregateErrors: error instanceof AggregateError ? error.errors.map(printable) : undefined,
  }
}

/** The text that may be shown of an error: its stack, with the stacks of its causes and of the errors that it consists of. */
export function stackOf(error: unknown): string {
  return textOf(printable(error))
}

function textOf({ stack, message, aggregateErrors = [] }: PrintableError): string {
  return [stack ?? message, ...aggregateErrors.map(textOf)].join('\n')
}

const LEVELS = new Map<unknown, [name: string, color: 'gray' | 'green' | 'yellow' | 'red']>([
  [10, ['trace', 'gray']],
  [20, ['debug', 'gray']],
  [30, ['info ', 'green']],
  [40, ['WARN ', 'yellow']],
  [50, ['ERROR', 'red']],
  [60, ['FATAL', 'red']],
])

/**
 * An entry of the log as a person reads it: time, level, message, what belongs to it, and the stack of an error. `pino-pretty` would bring
 * 13 packages to every installation for these lines.
 */
function lineOf(json: string, { hasColors }: Output): string {
  const { time, level, msg, err, ...others }: Record<string, unknown> & { err?: PrintableError } = JSON.parse(json)
  const [name, color] = LEVELS.get(level) ?? ['', 'gray']
  const paint = (style: typeof color, text: string) => (hasColors?.() ? styleText(style, text) : text)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const details = Object.entries(others).map(
    ([key, value]) => `${key}=${typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value)}`,
  )
  const text = [clock, paint(color, name), msg, paint('gray', details.join(' '))].filter(Boolean).join(' ')
  return `${text}\n${err === undefined ? '' : `${textOf(err).replace(/^/gm, '    ')}\n`}`
}
