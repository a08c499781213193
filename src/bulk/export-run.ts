import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { FolderError, readCheckpoint, syncFolder, writeCheckpoint, type Checkpoint } from './folder/checkpoint.ts'
import { diskFailureOr } from './folder/disk-full.ts'
import type { ExportFormat } from './folder/format.ts'
import { bytesOf, FOLDER_MODE, isOfHolderBefore, Segments } from './folder/segment.ts'
import { IDS_STREAM, WrittenIds } from './folder/written-ids.ts'
import { listProgress, shareOf, tightest, type ExportProgress } from './progress.ts'
import type { ExportQuery } from './query/query.ts'
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

const CHECKPOINT_MS = 1_000
const MAX_OUTAGE_MS = 3_600_000
const MAX_ROWS = 10_000_000

/** The folder with the index of rows, which is made anew when an export goes on. */
export const INDEX = 'index'

/** An export that goes on from its checkpoint. */
export class ExportRun {
  readonly segments: Segments
  /** Whether there was no checkpoint. */
  readonly isNew: boolean
  readonly #workDir: string
  readonly #options: ExportOptions
  readonly #kept: KeptPosition | undefined
  readonly #state: WalkState
  readonly #holder: number
  #checkpoint: Checkpoint
  #keptAt = 0

  private constructor(workDir: string, options: ExportOptions, kept?: KeptPosition, known?: Checkpoint) {
    const { query, caller, format = 'ndjson' } = options
    this.#workDir = workDir
    this.#options = options
    this.#kept = kept
    this.#holder = kept?.holder ?? (known?.holder ?? 0) + 1
    this.#state = known?.state ?? newState(query.lists.length)
    this.isNew = known === undefined
    this.#checkpoint = known ?? {
      version: 1,
      query: query.fingerprint,
      caller,
      format,
      holder: 0,
      startedAt: new Date().toISOString(),
      isComplete: false,
      state: this.#state,
      segments: [],
    }
    this.segments = new Segments(workDir, this.#holder, known?.segments ?? [])
  }

  /** Opens the export in a folder. Throws a FolderError if it is another one. */
  static async open(workDir: string, options: ExportOptions, kept?: KeptPosition): Promise<ExportRun> {
    const known = kept ? kept.checkpoint : await readCheckpoint(workDir)
    if (known) assertSame(known, options)
    return new ExportRun(workDir, options, kept, known)
  }

  /** As it was kept last. */
  get checkpoint(): Checkpoint {
    return this.#checkpoint
  }

  /** The steps from the checkpoint to the end. The position is kept after steps that have been taken. */
  async *steps(): AsyncGenerator<Step, void, undefined> {
    await mkdir(this.#workDir, { recursive: true, mode: FOLDER_MODE })
    // Holders of a position that is kept elsewhere can overlap, so each has an index of its own.
    const index = join(this.#workDir, this.#kept ? `${INDEX}.${this.#holder}` : INDEX)
    const hashes = bytesOf(this.#workDir, this.#checkpoint.segments, IDS_STREAM)
    const written = await WrittenIds.open(index, this.segments, hashes)
    /** Whether the files have exactly the rows of the state. */
    let isWhole = true
    try {
      const counted = this.#checkpoint.segments.map(({ file }) => file)
      await removeParts(this.#workDir, counted, this.#holder)
      this.#checkpoint = { ...this.#checkpoint, holder: this.#holder }
      if (!this.#kept) await writeCheckpoint(this.#workDir, this.#checkpoint)
      this.#keptAt = Date.now()
      for await (const step of this.#walk(written)) {
        isWhole = false
        yield step
        isWhole = true
        await this.#taken()
      }
      await this.#keep()
    } catch (error) {
      // Whatever else has failed may have left the files with rows that the state does not have.
      const isClean = isWhole && (this.#options.signal?.aborted || error instanceof ExportFailure)
      if (isClean) await this.#keep()
      throw diskFailureOr(error)
    } finally {
      await written.close()
      await this.segments.close()
      if (this.#kept) await rm(index, { recursive: true, force: true })
    }
  }

  /** Walks the query, and reports the progress after each step and for each wait. */
  async *#walk(written: WrittenIds): AsyncGenerator<Step, void, undefined> {
    const { query, maxOutageMs = MAX_OUTAGE_MS, signal } = this.#options
    const report = reporter(this.#options, this.#state)
    const { openContext, onWait } = report
    const patience = createPatience({ maxOutageMs, signal, onWait })
    for await (const step of walk({ query, state: this.#state, written, openContext, patience })) {
      yield step
      report.now()
    }
  }

  /** Keeps the position if it is time. Throws if the export must end here. */
  async #taken(): Promise<void> {
    const { maxRows = MAX_ROWS, signal, checkpointMs = CHECKPOINT_MS } = this.#options
    if (rowsIn(this.#state) > maxRows)
      throw new ExportFailure('TOO_MANY_ROWS', `The export has more than ${maxRows} rows, the most that one may have`)
    signal?.throwIfAborted()
    if (Date.now() - this.#keptAt >= checkpointMs) await this.#keep()
  }

  async #keep(): Promise<void> {
    const kept = this.#kept
    this.#checkpoint = { ...this.#checkpoint, state: this.#state, segments: await this.segments.sync() }
    await syncFolder(this.#workDir)
    await (kept ? kept.keep(this.#checkpoint) : writeCheckpoint(this.#workDir, this.#checkpoint))
    this.#keptAt = Date.now()
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

function assertSame(known: Checkpoint, { query, caller, format = 'ndjson' }: ExportOptions): void {
  const begin = 'It can go on only as it began: use another folder, or begin anew'
  if (known.query !== query.fingerprint)
    throw new FolderError(`The folder holds an export of another query, or with other variables. ${begin}`)
  if (known.caller !== caller) throw new FolderError(`The folder holds an export of another caller. ${begin}`)
  if (known.format !== format)
    throw new FolderError(`The folder holds an export in the format ${known.format}. ${begin}`)
}

/** Removes the parts of earlier holders that do not count, and their indexes. */
export async function removeParts(workDir: string, counted: readonly string[], holder: number): Promise<void> {
  for (const name of await readdir(workDir))
    if (isOfHolderBefore(holder, name) && !counted.includes(name))
      await rm(join(workDir, name), { recursive: true, force: true })
}
