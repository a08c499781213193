import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ViewedBytes } from '../../async/viewed-bytes.ts'
import { mapValues, pickBy, valueIn } from '../../json/object.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { fillPath, wireParams } from '../../rest/wire/request.ts'
import { isAnswer, type WireAnswer } from '../../rest/wire/transport.ts'
import type { Vocabulary } from '../../rest/wire/vocabulary.ts'
import {
  createAnonymous,
  type Anonymous,
  FEATURES,
  LONG_MARK,
  createReplacement,
  type Replacement,
} from './anonymous.ts'

/** Records exchanges into a folder. */
export type Recorder = ReturnType<typeof createRecorder>

interface RecorderOptions {
  vocabulary?: Vocabulary
  /** The maximum size of the folder. Defaults to 256 MiB. */
  maxBytes?: number
  replacement?: Replacement
  onWarning: (message: string) => void
}

/** Throws an Error if a folder has files: a recording has one key. */
export function checkFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
}

/** Starts a recording in a folder, which is created. Throws an Error if the folder has files. */
export function createRecorder(folder: string, options: RecorderOptions) {
  const { vocabulary, maxBytes = 256 * 2 ** 20, replacement = createReplacement(), onWarning } = options
  checkFolder(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const anonymous = createAnonymous(replacement, vocabulary)
  const writing = new Set<Promise<void>>()
  let count = 0
  let bytes = 0
  let isOver = false

  return {
    /** Never throws: the call must not fail because of its recording. */
    onExchange: (exchange: Exchange): void => {
      if (isOver) return
      try {
        record(exchange)
      } catch (error) {
        warn(error)
      }
    },
    /** Resolves when everything has been written. */
    close: () => Promise.all(writing),
  }

  function record(exchange: Exchange): void {
    const recorded = recordedOf(exchange, anonymous, vocabulary)
    if (!recorded) return
    const text = `${stringifyMarked(recorded, 2)}\n`
    bytes += Buffer.byteLength(text)
    if (bytes >= maxBytes) return end('The recording has reached its maximum size and ends')
    count += 1
    const { method, path } = exchange.call.endpoint
    const name = `${String(count).padStart(6, '0')}-${method}-${path.replace(/:?[^a-z_]+:?/g, '-')}.json`
    const written = write(join(folder, name), text)
      .catch((error: unknown) => end(`An exchange could not be written, and the recording ends: ${String(error)}`))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  /** After the first file that cannot be written, no other is: the disk may be full. */
  function end(reason: string): void {
    if (!isOver) onWarning(reason)
    isOver = true
  }

  function warn(error: unknown): void {
    onWarning(`An exchange could not be recorded: ${String(error)}`)
  }
}

/** Writes a file whole, or none: one that is incomplete would make the recording invalid. */
async function write(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** One exchange as a file has it, in our words. Numbers beyond 2^53 are texts here, and numbers in the file. */
export const EXCHANGE = z.object({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  /** The form or JSON that was sent. */
  body: z.unknown(),
  /** Null if there was no answer. */
  status: z.int().nullable(),
  headers: z.record(z.string(), z.string()),
  /** The JSON of the answer; null if it was none. */
  answer: z.unknown(),
  /** When it was sent, in milliseconds since the epoch, and how long it took. */
  at: z.number(),
  durationMs: z.number(),
})

export type RecordedExchange = z.output<typeof EXCHANGE>

const HEADERS = /^(x-(account-)?rate-limit-(limit|remaining|reset)|retry-after)$/

/** An exchange without anything that identifies someone; undefined if it must not be recorded. */
function recordedOf(
  { call, answer, startMs, endMs }: Exchange,
  anonymous: Anonymous,
  vocabulary: Vocabulary | undefined,
): RecordedExchange | undefined {
  const { endpoint, path, params } = call
  if (endpoint.host === 'auth' || endpoint.isUpload) return undefined
  const ids = mapValues(path, (id, name) => String(anonymous.value(name, id)))
  const isQuery = endpoint.encoding === 'query'
  return {
    method: endpoint.method,
    path: `/${endpoint.version}/${fillPath(endpoint.path, ids)}`,
    query: isQuery ? textsOf(params, anonymous) : {},
    body: isQuery ? null : endpoint.encoding === 'form' ? textsOf(params, anonymous) : anonymous.value('', params),
    ...(isAnswer(answer) ? received(answer, anonymous, vocabulary) : NOTHING),
    at: startMs,
    durationMs: endMs - startMs,
  }
}

function textsOf(params: object, anonymous: Anonymous): Record<string, string> {
  const replaced = mapValues({ ...params }, (value: unknown, name) =>
    anonymous.value(name, typeof value === 'number' ? String(value) : value),
  )
  return Object.fromEntries(wireParams(replaced).map(([name, text]) => [name, text.replaceAll(LONG_MARK, '')]))
}

const NOTHING = { status: null, headers: {}, answer: null }

function received(
  { status, headers: named, body }: WireAnswer,
  anonymous: Anonymous,
  vocabulary: Vocabulary | undefined,
): Pick<RecordedExchange, 'status' | 'headers' | 'answer'> {
  const headers = pickBy(vocabulary?.headers(named) ?? named, (_, name) => HEADERS.test(name))
  const answer = answerOf(body, status, anonymous, vocabulary)
  return { status, headers: mapValues(headers, (value) => [value].flat().join()), answer }
}

/** The members of the envelope that are recorded. The echo of the request is not. */
function answerOf(
  { bytes }: ViewedBytes,
  status: number,
  anonymous: Anonymous,
  vocabulary: Vocabulary | undefined,
): unknown {
  const envelope = ENVELOPE.safeParse(parseMarked(bytes.toString('utf8'))).data
  if (!envelope) return null
  const { data, next_cursor, errors, operation_errors, ...counts } = envelope
  const column = typeof [data].flat()[0] === 'string' ? FEATURES : ''
  const inOurWords = vocabulary && status < 300 ? vocabulary.value(column, data) : data
  return {
    data: anonymous.value(column, inOurWords),
    next_cursor: anonymous.value('cursor', next_cursor),
    ...counts,
    errors: anonymous.problem(errors),
    operation_errors: anonymous.problem(operation_errors),
  }
}

const ENVELOPE = z.object({
  data: z.unknown().optional(),
  next_cursor: z.string().nullable().optional(),
  total_count: z.number().optional(),
  errors: z.array(z.unknown()).optional(),
  operation_errors: z.array(z.unknown()).optional(),
})

/**
 * A string, or an integer with so many digits that a number can round it. A pattern that chooses between alternatives for each
 * character overflows the stack in texts of megabytes.
 */
const STRING_OR_LONG = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** JSON in which long integers are marked texts; undefined if it is not valid. */
export function parseMarked(text: string): unknown {
  const marked = text.replaceAll(STRING_OR_LONG, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`))
  return valueIn(marked)
}

/** The JSON of a value with marked texts, which become integers again. */
export function stringifyMarked(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(/"\\u0000(-?\d+)"/g, '$1')
}
