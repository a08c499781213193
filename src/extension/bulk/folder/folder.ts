import { createHash } from 'node:crypto'
import { open, stat, type FileHandle, readFile, rename, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { limitConcurrency } from '../../../async/promise.ts'
import { isObject, valueIn } from '../../../json/object.ts'
import { VERSION } from '../../../rest/wire/user-agent.ts'
import type { BulkFormat } from '../bulk-operation.ts'
import { pathsOf, type ExportList, type QueryText, type TableColumn } from '../query/query.ts'
import { valueAt, type ExportRow, type ResultObject } from '../walk/page.ts'
import { PART, FORMAT, WALK_STATE, EXPORT_ERROR, EXPORTED_FILE, JSON_OBJECT, rowsIn } from '../walk/state.ts'
import { ExportFailure } from '../walk/trouble.ts'
import { listProgress } from '../walk/walk.ts'

/** A part of a stream of bytes that one holder has written. */
const SEGMENT = PART.extend({ stream: z.string() })

type Part = z.output<typeof PART>

type Segment = z.output<typeof SEGMENT>

/** Only the owner can read what an export writes. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** The stream of the fields outside of lists. No list has this path. */
export const ROOT_STREAM = 'root-object'

/** Whether a file, or an index, belongs to a holder before this one. */
export function isOfHolderBefore(holder: number, name: string): boolean {
  const [, number] = /\.(\d+)\.part$|^index\.(\d+)$/.exec(name)?.filter(Boolean) ?? []
  return number !== undefined && Number(number) < holder
}

/** Why an export cannot use a folder. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
  /** Whether the export can begin anew there. */
  readonly canRestart: boolean

  constructor(message: string, { canRestart = true } = {}) {
    super(message)
    this.canRestart = canRestart
  }
}

/** Throws a FolderError if a part is shorter than what was written of it, such as after the loss of a disk. */
export async function assertWhole(dir: string, parts: readonly Part[]): Promise<void> {
  for (const { file, bytes } of parts) {
    const found = await stat(join(dir, file)).catch(ignoreMissing)
    if ((found?.size ?? 0) < bytes) throw tooShort(file, found?.size ?? 0, bytes)
  }
}

function tooShort(file: string, bytes: number, written: number): FolderError {
  return new FolderError(`${file} has ${bytes} bytes, and ${written} were written: start from the beginning`)
}

export type Segments = ReturnType<typeof createSegments>

/**
 * Creates streams of bytes in files of a folder, after `earlier`, the segments of the checkpoint. Each holder of an export has a
 * number of its own, and writes only files with this number in their names: one that continues although another has taken over
 * spoils nothing.
 */
export function createSegments(dir: string, holder: number, earlier: readonly Segment[]) {
  /** The segments of this holder, as they are on disk for sure, and what was written of each. */
  const own = new Map<string, { segment: Segment; handle: FileHandle; written: number }>()
  return {
    async append(stream: string, bytes: Buffer) {
      if (bytes.length === 0) return
      let to = own.get(stream)
      if (!to) {
        const file = `${stream}.${holder}.part`
        const handle = await open(join(dir, file), 'w', FILE_MODE)
        to = { segment: { stream, file, bytes: 0 }, handle, written: 0 }
        own.set(stream, to)
      }
      for (let at = 0; at < bytes.length;) at += (await to.handle.write(bytes, at)).bytesWritten
      to.written += bytes.length
    },
    /** Puts everything on disk. Returns all segments. */
    async sync(): Promise<Segment[]> {
      for (const { segment, handle, written } of own.values()) {
        if (written === segment.bytes) continue
        await handle.datasync()
        segment.bytes = written
      }
      return [...earlier, ...Array.from(own.values(), ({ segment }) => ({ ...segment }))]
    },
    async close() {
      for (const { handle } of own.values()) await handle.close()
      own.clear()
    },
  }
}

export function partsOf(segments: readonly Segment[], stream: string): Part[] {
  return segments.filter((each) => each.stream === stream).map(({ file, bytes }) => ({ file, bytes }))
}

/** The bytes of parts, one after the other, from `start` to `end`, both included. Throws a FolderError if one is too short. */
export async function* bytesOf(
  dir: string,
  parts: readonly Part[],
  start = 0,
  end = Infinity,
): AsyncGenerator<Buffer, void, undefined> {
  let at = 0
  for (const { file, bytes } of parts) {
    const range = { start: Math.max(start - at, 0), end: Math.min(end - at, bytes - 1) }
    at += bytes
    if (range.start > range.end) continue
    const handle = await reading(() => open(join(dir, file), 'r').catch(ignoreMissing))
    if (!handle) throw tooShort(file, 0, bytes)
    try {
      for (let from = range.start; from <= range.end;) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, range.end + 1 - from))
        const { bytesRead } = await reading(() => handle.read(chunk, 0, chunk.length, from))
        if (bytesRead === 0) throw tooShort(file, from, bytes)
        yield chunk.subarray(0, bytesRead)
        from += bytesRead
      }
    } finally {
      await handle.close()
    }
  }
}

const CHUNK_BYTES = 65_536

/**
 * One read at a time, whoever downloads: a read has one of the four threads of the process for as long as the folder does not answer,
 * and the compression of responses needs them too.
 */
const reading = limitConcurrency(1)

export function isOfFiles(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** Undefined for the error of a file that does not exist. Throws any other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The checkpoint of an export, so that it can continue: its position, and the lengths of its files. */
export const CHECKPOINT = z.object({
  version: z.literal(1),
  /** The hash of the operation and its variables. */
  query: z.string(),
  /** A hash that identifies the caller. */
  caller: z.string(),
  format: FORMAT,
  /** The number of the last holder, one more each time that the export continues. */
  holder: z.int().positive(),
  startedAt: z.string(),
  isComplete: z.boolean(),
  state: WALK_STATE,
  segments: z.array(SEGMENT),
})

export type Checkpoint = z.output<typeof CHECKPOINT>

export const CHECKPOINT_FILE = 'checkpoint.json'

/** The checkpoint in a folder; undefined if there is none. Throws if it cannot be read. */
export async function readCheckpoint(dir: string): Promise<Checkpoint | undefined> {
  return readJson(join(dir, CHECKPOINT_FILE), CHECKPOINT)
}

/** The content of a JSON file; undefined if there is none. Throws a FolderError if it does not have this form. */
export async function readJson<T>(path: string, form: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === undefined) return undefined
  const { success, data } = form.safeParse(valueIn(text))
  if (!success)
    throw new FolderError(`${path} is damaged, or from another version of Adgraph: start from the beginning`)
  return data
}

/** Replaces the checkpoint of a folder, as a whole or not at all. What it refers to must be on disk. */
export async function writeCheckpoint(dir: string, checkpoint: Checkpoint): Promise<void> {
  await replaceFile(dir, CHECKPOINT_FILE, JSON.stringify(checkpoint))
}

export async function replaceFile(dir: string, name: string, text: string): Promise<void> {
  const written = join(dir, `${name}.new`)
  await writeFile(written, text, { mode: FILE_MODE, flush: true })
  await rename(written, join(dir, name))
  await syncFolder(dir)
}

/** Puts the names of the files in a folder on disk. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type ExportedFile = z.output<typeof EXPORTED_FILE>

/** What an export has read, and what of it failed: the content of `manifest.json`. */
const MANIFEST = z.object({
  query: z.string(),
  operationName: z.string().nullable(),
  variables: JSON_OBJECT,
  version: z.string(),
  format: FORMAT,
  startedAt: z.string(),
  endedAt: z.string(),
  calls: z.int(),
  rows: z.int(),
  files: z.array(EXPORTED_FILE),
  /**
   * The paths of lists that were not read in the order of their creation, because the service cannot sort them or because
   * the query sorts them: rows that were added or deleted meanwhile can have moved others.
   */
  unordered: z.array(z.string()),
  /** What could not be read. An error of a whole list has the IDs of its parents. */
  errors: z.array(EXPORT_ERROR),
  /** The number of errors beyond those in `errors`. */
  moreErrors: z.int(),
})

export type Manifest = z.output<typeof MANIFEST>

/** The manifest in a folder; undefined if there is none. */
export async function readManifest(dir: string): Promise<Manifest | undefined> {
  return readJson(join(dir, 'manifest.json'), MANIFEST)
}

/** The manifest of an export at a checkpoint, with these files. */
export function manifestOf(
  { state, startedAt, format }: Checkpoint,
  lists: readonly ExportList[],
  text: QueryText,
  files: readonly ExportedFile[],
): Manifest {
  return {
    query: text.query,
    operationName: text.operationName ?? null,
    variables: { ...text.variables },
    version: VERSION,
    format,
    startedAt,
    endedAt: new Date().toISOString(),
    calls: state.calls,
    rows: rowsIn(state),
    files: files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 })),
    unordered: pathsOf(lists.filter(({ oldestFirst, index }) => !oldestFirst || state.lists[index]?.unsorted)),
    errors: state.errors,
    moreErrors: state.moreErrors,
  }
}

/**
 * The files of an export at a checkpoint: one for each path of lists, and one for the fields outside of them. `make`
 * gets the name and the parts of each.
 */
export async function filesIn<T extends Digest>(
  { state, segments, format }: Checkpoint,
  lists: readonly ExportList[],
  make: (name: string, parts: Part[]) => Promise<T>,
) {
  const files = []
  for (const { path, rows } of listProgress(lists, state)) {
    const name = `${path}.${format}`
    files.push({ name, ...(await make(name, partsOf(segments, path))), rows })
  }
  const name = 'root.json'
  return { files, root: { name, ...(await make(name, partsOf(segments, ROOT_STREAM))), rows: 0 } }
}

type Digest = Pick<ExportedFile, 'bytes' | 'sha256'>

/** Joins parts into one file. A file that exists is replaced as a whole. */
export async function joinFile(
  dir: string,
  workDir: string,
  name: string,
  parts: readonly Part[],
  signal?: AbortSignal,
): Promise<Digest> {
  const written = join(workDir, `${name}.new`)
  const handle = await open(written, 'w', FILE_MODE)
  try {
    const digest = await digestOf(bytesOf(workDir, parts), (chunk) => handle.writeFile(chunk), signal)
    await handle.sync()
    await rename(written, join(dir, name))
    return digest
  } finally {
    await handle.close()
  }
}

/** The number and the hash of bytes. `use` is called with each chunk, until the signal ends it. */
export async function digestOf(
  chunks: AsyncIterable<Buffer>,
  use: (chunk: Buffer) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    hash.update(chunk)
    bytes += chunk.length
    await use(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The number of lines of a table that are made at once. */
const TABLE_LINES = 20

/**
 * The rows of one list as its file has them, in pieces that are short work each, after the head of a table if the file begins with them.
 */
export function* piecesOf(
  rows: readonly ExportRow[],
  columns: readonly TableColumn[],
  format: BulkFormat,
  isFirst: boolean,
): Generator<string, void, undefined> {
  if (format === 'csv') yield* tablePieces(rows, columns, isFirst)
  else for (const { line } of rows) yield `${JSON.stringify(line)}\n`
}

function* tablePieces(rows: readonly ExportRow[], columns: readonly TableColumn[], isFirst: boolean) {
  let lines = isFirst ? [namesOf(columns)] : []
  for (const { line } of rows) {
    const cellsOf = cellsOfIntervals(line, columns)
    const intervals = intervalsIn(line, columns)
    for (let interval = 0; interval < intervals; interval += 1) {
      lines.push(cellsOf(interval))
      if (lines.length < TABLE_LINES) continue
      yield tableText(lines)
      lines = []
    }
  }
  yield tableText(lines)
}

/** Lines of a table by RFC 4180. Most readers take a carriage return alone for the end of a line, too. */
function tableText(lines: readonly string[][]): string {
  return stringify([...lines], { record_delimiter: '\r\n', quoted_match: /\r/ })
}

/** The cells of a node in the line of an interval. */
function cellsOfIntervals(line: ResultObject, columns: readonly TableColumn[]): (interval: number) => string[] {
  // Objects within stats are made of the metrics of many calls when they are written: once.
  const objects = columns.map((column) => {
    const value = column.stats === undefined ? undefined : valueOf(line, column, 0)
    return isObject(value) ? sentObject(value) : undefined
  })
  return (interval) =>
    columns.map((column, nth) => {
      const object = objects[nth]
      return cell(object ? ofInterval(object, interval) : valueOf(line, column, interval), column.isText)
    })
}

function sentObject(object: ResultObject): unknown {
  return typeof object['toJSON'] === 'function' ? object['toJSON']() : object
}

/** A value with only the items of an interval. */
function ofInterval(value: unknown, interval: number): unknown {
  if (Array.isArray(value)) {
    const item: unknown = value[interval]
    return item ?? null
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ofInterval(each, interval)]))
}

/** The names of columns. Those of stats are short where no other column has this name. */
function namesOf(columns: readonly TableColumn[]): string[] {
  const short = columns.map(({ keys, stats }) =>
    stats === undefined
      ? keys.join('.')
      : [...keys.slice(0, stats - 1), ...keys.slice(stats).filter((key) => key !== 'intervals')].join('.'),
  )
  return columns.map(({ keys }, index) => {
    const isOnly = short.every((name, other) => other === index || name !== short[index])
    return (isOnly && short[index]) || keys.join('.')
  })
}

/** The number of lines of a node: one for each interval of its stats. */
function intervalsIn(line: ResultObject, columns: readonly TableColumn[]): number {
  let most = 1
  for (const { keys, stats } of columns) {
    if (stats === undefined) continue
    for (let end = stats + 1; end <= keys.length; end += 1) {
      const value = valueAt(line, keys.slice(0, end))
      if (Array.isArray(value)) most = Math.max(most, value.length)
    }
  }
  return most
}

/** The value of a column in a line: within stats, the value of the interval. */
function valueOf(line: ResultObject, { keys, stats }: TableColumn, interval: number): unknown {
  if (stats === undefined) return valueAt(line, keys)
  return keys.slice(stats).reduce<unknown>(
    (object, key) => {
      const value = isObject(object) ? object[key] : undefined
      return Array.isArray(value) ? (value[interval] as unknown) : value
    },
    valueAt(line, keys.slice(0, stats)),
  )
}

/**
 * The columns of a file: the columns of every line, then the columns of all lists with its path, which can have nodes of different
 * types.
 */
export function columnsAt(path: string, lists: readonly ExportList[]): TableColumn[] {
  const own = lists.filter((list) => list.path === path).flatMap(({ columns }) => columns)
  const ofLines = ['__typename', 'id', '__parentId'].map((key) => ({ keys: [key], isText: true }))
  return [...new Map([...ofLines, ...own].map((column) => [column.keys.join('.'), column])).values()]
}

/** A value as a cell. Spreadsheets take text that begins with one of these characters for a formula. */
function cell(value: unknown, isText: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isText && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

/** The errors of a disk without space, a spent quota, and a limit of the size of files. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'] as const

const MESSAGES = FULL.map((code) => getSystemErrorMap().get(-constants.errno[code])?.[1] ?? code)

/** Whether an error says that nothing more can be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && FULL.some((code) => code === error.code)) return true
  // Errors of the index have the reason in their message alone.
  const message = 'code' in error && error.code === 'LEVEL_IO_ERROR' ? error.message.toLowerCase() : ''
  return MESSAGES.some((each) => message.endsWith(each)) || isDiskFull(error.cause)
}

/** What to throw for an error: that the disk is full, if that is the reason. */
export function diskFailureOr(error: unknown): unknown {
  if (!isDiskFull(error)) return error
  return new ExportFailure('DISK_FULL', 'The disk is full: free some space, then continue', { cause: error })
}

/** Does what writes files. Throws an ExportFailure if the disk is full. */
export async function withDisk<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw diskFailureOr(error)
  }
}
