import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isTurnOver, nextTurn } from '../../async/turn.ts'
import type { BulkFormat } from './bulk-operation.ts'
import {
  CHECKPOINT_FILE,
  replaceFile,
  writeCheckpoint,
  type Checkpoint,
  withDisk,
  columnsAt,
  piecesOf,
  filesIn,
  joinFile,
  manifestOf,
  readManifest,
  type Manifest,
  FOLDER_MODE,
  FolderError,
  ROOT_STREAM,
  readCheckpoint,
  syncFolder,
  diskFailureOr,
  assertWhole,
  bytesOf,
  createSegments,
  isOfHolderBefore,
  partsOf,
} from './folder/folder.ts'
import { destroyIndex, IDS_STREAM, openWrittenIds, type WrittenIds } from './folder/written-ids.ts'
import { pathsOf, type ExportQuery, type QueryText } from './query/query.ts'
import type { ExportRow, PageContext } from './walk/page.ts'
import { newState, rowsIn, type WalkState } from './walk/state.ts'
import { createPatience, ExportFailure } from './walk/trouble.ts'
import { listProgress, shareOf, tightest, type ExportProgress, Walk, type WalkStep } from './walk/walk.ts'

interface IntoFolder extends ExportOptions {
  text: QueryText
  /** Whether it begins anew, whatever the folder holds of an export. */
  restart?: boolean
}

/** The folder in the folder of an export that holds what it needs to continue. */
const WORK_DIR = '.export'

/**
 * Exports a query into a folder, or continues with an export that has been interrupted there. The files of one that was complete are
 * replaced at the end. Returns the manifest. Throws a FolderError if the folder holds something else, an ExportFailure if the export
 * cannot go on, and an AbortError once the signal has ended it.
 */
export async function exportInto(dir: string, options: IntoFolder): Promise<Manifest> {
  return withDisk(async () => {
    const workDir = join(dir, WORK_DIR)
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOTDIR' || dir === '')
        throw new FolderError(`${JSON.stringify(dir)} is not a folder`, { canRestart: false })
      throw error
    })
    if (options.restart) await clear(dir, options.query)
    const position = await positionIn(workDir)
    const run = openExportRun(workDir, options, position)
    if (!options.restart && !position.checkpoint) await assertEmpty(dir)
    const { query, text, signal } = options
    await writeSteps(run, query)
    const { checkpoint } = run
    const { files } = await filesIn(checkpoint, query.lists, (name, parts) =>
      joinFile(dir, workDir, name, parts, signal),
    )
    const manifest = manifestOf(checkpoint, query.lists, text, files)
    await replaceFile(dir, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
    await complete(workDir, checkpoint)
    return manifest
  })
}

/**
 * Exports a query into the parts of files in a folder, or continues from a position that is kept elsewhere. The parts are the
 * segments of the last checkpoint. Throws as `exportInto` does.
 */
export async function exportParts(workDir: string, options: ExportOptions, position: Position): Promise<void> {
  return withDisk(() => writeSteps(openExportRun(workDir, options, position), options.query))
}

/** The least that is written at once, except at the end of a page. */
const WRITTEN_CHARACTERS = 65_536

/** Writes the rows of all steps. The heads of all files come with the first step. */
async function writeSteps(
  { segments, steps, checkpoint: { format } }: ReturnType<typeof openExportRun>,
  { lists }: ExportQuery,
): Promise<void> {
  const tables = pathsOf(lists).map((path) => ({ path, columns: columnsAt(path, lists) }))
  for await (const { root, rows } of steps()) {
    if (root) await segments.append(ROOT_STREAM, Buffer.from(`${JSON.stringify(root, null, 2)}\n`))
    for (const { path, columns } of tables) {
      const own = rows.filter(({ list }) => list.path === path)
      let text = ''
      for (const piece of piecesOf(own, columns, format, root !== undefined)) {
        text += piece
        if (text.length >= WRITTEN_CHARACTERS) {
          await segments.append(path, Buffer.from(text))
          text = ''
        }
        if (isTurnOver()) await nextTurn()
      }
      await segments.append(path, Buffer.from(text))
    }
  }
}

/** Marks an export as complete, so that the same one begins anew, and removes what it needed to continue. */
async function complete(workDir: string, checkpoint: Checkpoint): Promise<void> {
  await writeCheckpoint(workDir, { ...checkpoint, isComplete: true, segments: [] })
  for (const name of await readdir(workDir))
    if (name !== CHECKPOINT_FILE) await rm(join(workDir, name), { recursive: true, force: true })
}

/**
 * Exports a query as rows. The position is kept in the folder about once a second: rows that were given since then are given
 * again after an interruption. Other files of the folder stay.
 */
export async function* exportRows(dir: string, options: ExportOptions): AsyncGenerator<ExportRow, void, undefined> {
  const workDir = join(dir, WORK_DIR)
  const run = openExportRun(workDir, options, await positionIn(workDir))
  for await (const { rows } of run.steps()) yield* rows
  await complete(workDir, run.checkpoint)
}

/** Refuses a folder with files that no export of ours has written. */
async function assertEmpty(dir: string): Promise<void> {
  const other = (await readdir(dir)).find((name) => name !== WORK_DIR)
  if (other !== undefined)
    throw new FolderError(`The folder has other files, such as ${other}: use an empty or a new folder`, {
      canRestart: false,
    })
}

/**
 * Removes what this export, or the one before it in this folder, has written. Throws FolderInUse if one is writing there, and a
 * FolderError for other files if there was none.
 */
async function clear(dir: string, { lists }: ExportQuery): Promise<void> {
  const known = await readManifest(dir).catch(() => undefined)
  const work = await readdir(join(dir, WORK_DIR)).catch((): string[] => [])
  if (!known && !work.includes(CHECKPOINT_FILE)) await assertEmpty(dir)
  await destroyIndex(join(dir, WORK_DIR, INDEX))
  const earlier = known?.files.map(({ name }) => name).filter((name) => /^\w+(\.\w+)*$/.test(name)) ?? []
  const files = pathsOf(lists).flatMap((path) => [`${path}.ndjson`, `${path}.csv`])
  // First what says that there is an export: without it, nothing continues with files that are missing.
  for (const name of [WORK_DIR, ...earlier, ...files, 'root.json', 'manifest.json'])
    await rm(join(dir, name), { recursive: true, force: true })
}

/** What an export tells the context of its operations. */
export interface ExportHooks {
  signal: AbortSignal | undefined
  onCall: () => void
  /** Called with the time until which a call waits, and with undefined when it continues. */
  onWait: (until: number | undefined) => void
  /** A call whose rate limit needs a longer wait fails, so that its page is not held meanwhile. */
  maxWaitMs: number
  /** The maximum number of retries of one call. */
  retries: number | undefined
}

/** Opens the context of one page: a session with the service, its loaders, and its part of the memory. */
export type OpenExportContext = (hooks: ExportHooks) => PageContext

export interface ExportOptions {
  query: ExportQuery
  openContext: OpenExportContext
  /** A hash that identifies the caller. An export continues only for the same caller. */
  caller: string
  format?: BulkFormat
  /** Ends the export. It can continue from where it was. */
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
  /** How often the position is kept. Defaults to one second. */
  checkpointMs?: number
  /** How long an outage of the service is waited out. Defaults to an hour. */
  maxOutageMs?: number
  /** A page is not held while it waits longer for a rate limit. Defaults to 20 seconds. */
  maxHeldWaitMs?: number
  /** The maximum number of rows. Defaults to ten million. */
  maxRows?: number
}

/** The position of an export, which several processes can hold one after the other. */
interface Position {
  checkpoint: Checkpoint | undefined
  /** The number of this holder, which is higher than the number of every earlier one that has kept a checkpoint. */
  holder: number
  /** The name of the index of rows, which is made anew when an export continues. Holders that can overlap have different ones. */
  index: string
  /** Keeps a checkpoint, durably. Throws if another process has become the holder. */
  keep: (checkpoint: Checkpoint) => Promise<void>
}

const CHECKPOINT_MS = 1_000
const MAX_OUTAGE_MS = 3_600_000
const MAX_ROWS = 10_000_000
export const MAX_HELD_WAIT_MS = 20_000

/** The index of an export whose position is in its folder. It is locked: only one process at a time continues. */
const INDEX = 'index'

/** The position that is kept in the folder of an export. */
async function positionIn(workDir: string): Promise<Position> {
  const checkpoint = await readCheckpoint(workDir)
  return {
    checkpoint,
    holder: (checkpoint?.holder ?? 0) + 1,
    index: INDEX,
    keep: (next) => writeCheckpoint(workDir, next),
  }
}

/**
 * Opens an export that continues from its position, or begins anew if it was complete. Throws a FolderError if the position belongs to
 * another export.
 */
function openExportRun(workDir: string, options: ExportOptions, position: Position) {
  const { query, caller, format = 'ndjson', signal, checkpointMs = CHECKPOINT_MS, maxRows = MAX_ROWS } = options
  const { checkpoint: known, holder } = position
  const begun = { query: query.fingerprint, caller, format }
  if (known) assertSame(known, begun)
  let checkpoint: Checkpoint =
    known && !known.isComplete
      ? known
      : {
          version: 1,
          ...begun,
          holder,
          startedAt: new Date().toISOString(),
          isComplete: false,
          state: newState(query.lists.length),
          segments: [],
        }
  let keptAt = 0
  const segments = createSegments(workDir, holder, checkpoint.segments)
  return {
    segments,
    /** As it was kept last. */
    get checkpoint() {
      return checkpoint
    },
    steps,
  }

  /** The steps from the checkpoint to the end. The position is kept after steps that have been taken. */
  async function* steps(): AsyncGenerator<WalkStep, void, undefined> {
    const { segments: earlier, state } = checkpoint
    const index = join(workDir, position.index)
    await mkdir(workDir, { recursive: true, mode: FOLDER_MODE })
    await assertWhole(workDir, earlier)
    const written = await openWrittenIds(index, segments, bytesOf(workDir, partsOf(earlier, IDS_STREAM)), signal)
    /** Whether the files have exactly the rows of the state. */
    let isWhole = true
    try {
      // The parts of holders before this one that do not count, and their indexes.
      for (const name of await readdir(workDir))
        if (isOfHolderBefore(holder, name) && !earlier.some(({ file }) => file === name))
          await rm(join(workDir, name), { recursive: true, force: true })
      keptAt = Date.now()
      for await (const step of walkSteps(options, state, written, keep)) {
        isWhole = false
        yield step
        isWhole = true
        await taken()
      }
      await keep()
    } catch (error) {
      // Whatever else has failed may have left the files with rows that the state does not have.
      if (isWhole && (signal?.aborted || error instanceof ExportFailure)) await keep()
      throw diskFailureOr(error)
    } finally {
      await written.close()
      await segments.close()
      if (position.index !== INDEX) await rm(index, { recursive: true, force: true })
    }
  }

  /** Keeps the position if it is time. Throws if the export must end here. */
  async function taken(): Promise<void> {
    if (rowsIn(checkpoint.state) > maxRows)
      throw new ExportFailure('TOO_MANY_ROWS', `The export has more than ${maxRows} rows, the maximum`)
    signal?.throwIfAborted()
    if (Date.now() - keptAt >= checkpointMs) await keep()
  }

  async function keep(): Promise<void> {
    checkpoint = { ...checkpoint, holder, segments: await segments.sync() }
    await syncFolder(workDir)
    await position.keep(checkpoint)
    keptAt = Date.now()
  }
}

/** Walks the query, and reports the progress after each step and for each wait. Calls `keep` before it waits. */
async function* walkSteps(
  {
    query,
    openContext,
    onProgress,
    maxOutageMs = MAX_OUTAGE_MS,
    maxHeldWaitMs = MAX_HELD_WAIT_MS,
    signal,
  }: ExportOptions,
  state: WalkState,
  written: WrittenIds,
  keep: () => Promise<void>,
): AsyncGenerator<WalkStep, void, undefined> {
  let waitingUntil: number | undefined
  let isOutage = false
  let page: PageContext | undefined
  const report = () =>
    onProgress?.({
      rows: rowsIn(state),
      calls: state.calls,
      lists: listProgress(query.lists, state),
      waitingUntil,
      isOutage,
      share: shareOf(state),
      rateLimit: tightest(page?.context.rest.rateLimits() ?? []),
    })
  const onWait = (until: number | undefined, forService = false) => {
    waitingUntil = until
    isOutage = forService
    report()
  }
  const onCall = () => void (state.calls += 1)
  const walk = new Walk({
    query,
    state,
    written,
    openContext(retries) {
      // The page before has been written.
      page?.close()
      return (page = openContext({ signal, onCall, onWait, retries, maxWaitMs: maxHeldWaitMs }))
    },
    patience: createPatience({
      maxOutageMs,
      signal,
      async onWait(until, forService) {
        onWait(until, forService)
        if (until !== undefined) await keep()
      },
    }),
  })
  try {
    for await (const step of walk.steps()) {
      yield step
      report()
    }
  } finally {
    page?.close()
  }
}

function assertSame(
  known: Checkpoint,
  { query, caller, format }: Pick<Checkpoint, 'query' | 'caller' | 'format'>,
): void {
  const other = [
    known.query !== query && 'of another query, or with other variables',
    known.caller !== caller && 'of another caller',
    known.format !== format && `in the format ${known.format}`,
  ].find(Boolean)
  if (other)
    throw new FolderError(
      `The folder has an export ${other}. It can continue only with the same input: use another folder, or start from the beginning`,
    )
}
