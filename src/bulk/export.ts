import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { readCheckpoint, replaceFile, writeCheckpoint, syncFolder, type Checkpoint } from './folder/checkpoint.ts'
import { diskFailureOr, withDisk } from './folder/disk-full.ts'
import { columnsAt, headOf, textOf, type ExportFormat } from './folder/format.ts'
import { joinFile, manifestOf, pathsOf, readManifest, rowsAt, type Manifest } from './folder/manifest.ts'
import { bytesOf, FOLDER_MODE, isOfHolderBefore, ROOT_STREAM, Segments } from './folder/segment.ts'
import { IDS_STREAM, WrittenIds } from './folder/written-ids.ts'
import { listProgress, shareOf, tightest, type ExportProgress } from './progress.ts'
import type { ExportQuery, QueryText } from './query/query.ts'
import type { ExportRow } from './walk/harvest.ts'
import { createPatience } from './walk/patience.ts'
import { newState, rowsIn, type WalkState } from './walk/state.ts'
import { ExportFailure } from './walk/trouble.ts'
import { walk, type Step } from './walk/walk.ts'

/** What an export tells the context of its operations. */
export interface ExportHooks {
  signal: AbortSignal | undefined
  /** Called for each attempt of a call. */
  onCall: () => void
  /** Called with the time until which a call waits, and with undefined when it goes on. */
  onWait: (until: number | undefined) => void
}

/** Opens the context of one page: a session with the service, and its loaders. */
export type OpenExportContext = (hooks: ExportHooks) => Context

export interface ExportOptions {
  query: ExportQuery
  openContext: OpenExportContext
  /** A hash that identifies the caller. An export goes on only for the same caller. */
  caller: string
  format?: ExportFormat
  /** Ends the export. It can go on from where it was. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: ExportProgress) => void) | undefined
  /** How often the position is kept. Defaults to one second. */
  checkpointMs?: number | undefined
  /** How long an outage of the service is waited out. Defaults to an hour. */
  maxOutageMs?: number | undefined
  /** The maximum number of rows. Defaults to ten million. */
  maxRows?: number | undefined
}

/** A position that is kept outside of the folder of an export, which several processes can hold one after the other. */
export interface KeptPosition {
  /** Undefined if the export has not begun. */
  checkpoint: Checkpoint | undefined
  /** The number of this holder, which is higher than those of all before it. */
  holder: number
  /** Keeps a checkpoint, durably. Throws if another process has become the holder. */
  keep: (checkpoint: Checkpoint) => Promise<void>
}

/** The options of an export into a folder. */
interface IntoFolder extends ExportOptions {
  text: QueryText
  /** The version of Adgraph. */
  version: string
  /** Whether it begins anew, whatever the folder holds of an export. */
  restart?: boolean | undefined
}

/** What is wrong with the folder of an export. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

const CHECKPOINT_MS = 1_000
const MAX_OUTAGE_MS = 3_600_000
const MAX_ROWS = 10_000_000

/** The folder in the folder of an export that holds what it needs to go on. */
const WORK_DIR = '.export'

/** The folder in it with the index of rows, which is made anew when an export goes on. */
const INDEX = 'index'

/**
 * Exports a query into a folder, or goes on with an export that has been interrupted there. Returns the manifest. Throws a
 * FolderError if the folder holds something else, an ExportFailure if the export cannot go on, and an AbortError once the
 * signal has ended it.
 */
export async function exportInto(dir: string, options: IntoFolder): Promise<Manifest> {
  return withDisk(async () => {
    const workDir = join(dir, WORK_DIR)
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    if (options.restart) await clear(dir, options.query)
    const run = await openRun(workDir, options)
    const manifest = run.checkpoint.isComplete ? await readManifest(dir) : undefined
    if (manifest) return manifest
    if (!options.restart && run.isNew) await assertEmpty(dir)
    await writeSteps(run, options)
    return finish(dir, run.checkpoint, options)
  })
}

/**
 * Exports a query into the parts of files in a folder, or goes on from a position that is kept elsewhere. Returns the last
 * checkpoint, whose segments are the parts. Throws as `exportInto` does.
 */
export async function exportParts(workDir: string, options: ExportOptions, kept: KeptPosition): Promise<Checkpoint> {
  return withDisk(async () => {
    const run = await openRun(workDir, options, kept)
    if (!run.checkpoint.isComplete) await writeSteps(run, options)
    return run.checkpoint
  })
}

/** Writes the rows of all steps. The heads of all files come with the first step. */
async function writeSteps(run: Run, { query: { lists }, format = 'ndjson' }: ExportOptions): Promise<void> {
  for await (const { root, rows } of run.steps()) {
    const { segments } = run
    if (root) {
      await segments.append(ROOT_STREAM, Buffer.from(`${JSON.stringify(root, null, 2)}\n`))
      for (const path of pathsOf(lists))
        await segments.append(path, Buffer.from(headOf(columnsAt(path, lists), format)))
    }
    for (const [path, ofList] of byPath(rows))
      await segments.append(path, Buffer.from(textOf(ofList, columnsAt(path, lists), format)))
  }
}

/** Joins the files of an export that has read everything, and writes the manifest. */
async function finish(dir: string, checkpoint: Checkpoint, { query, text, version }: IntoFolder): Promise<Manifest> {
  const workDir = join(dir, WORK_DIR)
  const { state, segments, format } = checkpoint
  const files = []
  for (const path of pathsOf(query.lists)) {
    const rows = rowsAt(path, query.lists, state)
    files.push(await joinFile(dir, workDir, { name: `${path}.${format}`, segments, stream: path, rows }))
  }
  await joinFile(dir, workDir, { name: 'root.json', segments, stream: ROOT_STREAM, rows: 0 })
  const manifest = manifestOf(checkpoint, query.lists, { text, version, files })
  await replaceFile(dir, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  await complete(workDir, checkpoint)
  return manifest
}

/** Marks an export as complete, and removes what it needed to go on. */
async function complete(workDir: string, checkpoint: Checkpoint): Promise<void> {
  const { holder } = checkpoint
  await writeCheckpoint(workDir, { ...checkpoint, isComplete: true, segments: [] })
  await removeParts(workDir, [], holder + 1)
  await rm(join(workDir, INDEX), { recursive: true, force: true })
}

/**
 * Exports a query as rows. With a folder, the position is kept there: rows of the last page that was given before an
 * interruption are given again.
 */
export async function* exportRows(workDir: string, options: ExportOptions): AsyncGenerator<ExportRow, void, undefined> {
  await mkdir(workDir, { recursive: true, mode: FOLDER_MODE })
  const run = await openRun(workDir, options)
  if (run.checkpoint.isComplete) return
  for await (const { rows } of run.steps()) yield* rows
  await complete(workDir, run.checkpoint)
}

/** An export that goes on from its checkpoint. */
interface Run {
  /** Whether there was no checkpoint. */
  isNew: boolean
  /** As it was kept last. */
  checkpoint: Checkpoint
  segments: Segments
  /** The steps from the checkpoint to the end. The position is kept after steps that have been taken. */
  steps(): AsyncGenerator<Step, void, undefined>
}

async function openRun(workDir: string, options: ExportOptions, kept?: KeptPosition): Promise<Run> {
  const { query, caller, format = 'ndjson', checkpointMs = CHECKPOINT_MS, maxRows = MAX_ROWS, signal } = options
  const known = kept ? kept.checkpoint : await readCheckpoint(workDir)
  const holder = kept?.holder ?? (known?.holder ?? 0) + 1
  if (known) assertSame(known, { query: query.fingerprint, caller, format })
  const state: WalkState = known?.state ?? newState(query.lists.length)
  const run: Run = {
    isNew: known === undefined,
    checkpoint: known ?? {
      version: 1,
      query: query.fingerprint,
      caller,
      format,
      holder: 0,
      startedAt: new Date().toISOString(),
      isComplete: false,
      state,
      segments: [],
    },
    segments: new Segments(workDir, holder, known?.segments ?? []),
    steps,
  }
  return run

  async function* steps(): AsyncGenerator<Step, void, undefined> {
    const { segments, checkpoint } = run
    await mkdir(workDir, { recursive: true, mode: FOLDER_MODE })
    // Holders of a position that is kept elsewhere can overlap, so each has an index of its own.
    const index = kept ? `index.${holder}` : INDEX
    const written = await WrittenIds.open(
      join(workDir, index),
      segments,
      bytesOf(workDir, checkpoint.segments, IDS_STREAM),
    )
    let keptAt = Date.now()
    /** Whether the files have exactly the rows of the state. */
    let isWhole = true
    try {
      await removeParts(
        workDir,
        checkpoint.segments.map(({ file }) => file),
        holder,
      )
      run.checkpoint = { ...checkpoint, holder }
      if (!kept) await writeCheckpoint(workDir, run.checkpoint)
      const report = reporter(options, state)
      const patience = createPatience({
        maxOutageMs: options.maxOutageMs ?? MAX_OUTAGE_MS,
        signal,
        onWait: report.onWait,
      })
      for await (const step of walk({ query, state, written, openContext: report.openContext, patience })) {
        isWhole = false
        yield step
        isWhole = true
        report.now()
        if (rowsIn(state) > maxRows)
          throw new ExportFailure(
            'TOO_MANY_ROWS',
            `The export has more than ${maxRows} rows, the most that one may have`,
          )
        signal?.throwIfAborted()
        if (Date.now() - keptAt >= checkpointMs) await keep()
      }
      await keep()
    } catch (error) {
      // Whatever else has failed may have left the files with rows that the state does not have.
      const isClean = isWhole && (signal?.aborted || error instanceof ExportFailure)
      if (isClean) await keep()
      throw diskFailureOr(error)
    } finally {
      await written.close()
      await segments.close()
      if (kept) await rm(join(workDir, index), { recursive: true, force: true })
    }

    async function keep(): Promise<void> {
      run.checkpoint = { ...run.checkpoint, state, segments: await segments.sync() }
      await syncFolder(workDir)
      await (kept ? kept.keep(run.checkpoint) : writeCheckpoint(workDir, run.checkpoint))
      keptAt = Date.now()
    }
  }
}

/** Reports the progress of an export, and opens the contexts of its pages so that it knows what they do. */
function reporter({ query, openContext, onProgress, signal }: ExportOptions, state: WalkState) {
  let waitingUntil: number | undefined
  let isOutage = false
  let context: Context | undefined
  const now = () =>
    onProgress?.({
      rows: rowsIn(state),
      calls: state.calls,
      lists: listProgress(query.lists, state),
      waitingUntil,
      isOutage,
      share: shareOf(state),
      rateLimit: tightest(context?.rest.rateLimits() ?? []),
    })
  const onWait = (until: number | undefined, forService = false) => {
    waitingUntil = until
    isOutage = forService
    now()
  }
  const onCall = () => {
    state.calls += 1
  }
  return { now, onWait, openContext: () => (context = openContext({ signal, onCall, onWait })) }
}

function assertSame(known: Checkpoint, asked: Pick<Checkpoint, 'query' | 'caller' | 'format'>): void {
  const begin = 'It can go on only as it began: use another folder, or begin anew'
  if (known.query !== asked.query)
    throw new FolderError(`The folder holds an export of another query, or with other variables. ${begin}`)
  if (known.caller !== asked.caller) throw new FolderError(`The folder holds an export of another caller. ${begin}`)
  if (known.format !== asked.format)
    throw new FolderError(`The folder holds an export in the format ${known.format}. ${begin}`)
}

/** Refuses a folder with files that no export of ours has written. */
async function assertEmpty(dir: string): Promise<void> {
  const others = (await readdir(dir)).filter((name) => name !== WORK_DIR)
  if (others.length > 0)
    throw new FolderError(`The folder has other files, such as ${others[0]}: use an empty or a new folder`)
}

/** Removes what this export, or the one before it in this folder, has written. */
async function clear(dir: string, { lists }: ExportQuery): Promise<void> {
  const known = await readManifest(dir)
  const earlier = known?.files.map(({ name }) => name).filter((name) => /^\w+(\.\w+)*$/.test(name)) ?? []
  const files = pathsOf(lists).flatMap((path) => [`${path}.ndjson`, `${path}.csv`])
  for (const name of [...earlier, ...files, 'root.json', 'manifest.json', WORK_DIR])
    await rm(join(dir, name), { recursive: true, force: true })
}

/** Removes the parts of earlier holders that do not count, and their indexes. */
async function removeParts(workDir: string, counted: readonly string[], holder: number): Promise<void> {
  for (const name of await readdir(workDir))
    if (isOfHolderBefore(holder, name) && !counted.includes(name))
      await rm(join(workDir, name), { recursive: true, force: true })
}

/** The rows of a step by the path of their list. */
function byPath(rows: readonly ExportRow[]): Map<string, ExportRow[]> {
  const byPath = new Map<string, ExportRow[]>()
  for (const row of rows) {
    const known = byPath.get(row.list.path)
    if (known) known.push(row)
    else byPath.set(row.list.path, [row])
  }
  return byPath
}
