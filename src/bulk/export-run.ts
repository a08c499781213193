import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { FolderError, readCheckpoint, syncFolder, writeCheckpoint, type Checkpoint } from './folder/checkpoint.ts'
import { diskFailureOr } from './folder/disk-full.ts'
import type { ExportFormat } from './folder/format.ts'
import { bytesOf, FOLDER_MODE, isOfHolderBefore, partsOf, Segments } from './folder/segment.ts'
import { IDS_STREAM, WrittenIds } from './folder/written-ids.ts'
import { listProgress, shareOf, tightest, type ExportProgress } from './progress.ts'
import type { ExportQuery } from './query/query.ts'
import { createPatience } from './walk/patience.ts'
import { newState, rowsIn } from './walk/state.ts'
import { ExportFailure } from './walk/trouble.ts'
import { Walk, type Step } from './walk/walk.ts'

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

/** The position of an export, which several processes can hold one after the other. */
export interface Position {
  /** Undefined if the export has not begun. */
  checkpoint: Checkpoint | undefined
  /** The number of this holder, which is higher than those of all before it that have kept a checkpoint. */
  holder: number
  /** The name of the index of rows, which is made anew when an export goes on. Holders that can overlap have different ones. */
  index: string
  /** Keeps a checkpoint, durably. Throws if another process has become the holder. */
  keep: (checkpoint: Checkpoint) => Promise<void>
}

const CHECKPOINT_MS = 1_000
const MAX_OUTAGE_MS = 3_600_000
const MAX_ROWS = 10_000_000

/** The index of an export whose position is in its folder. It is locked: only one process at a time goes on. */
export const INDEX = 'index'

/** The position that is kept in the folder of an export. */
export async function positionIn(workDir: string): Promise<Position> {
  const checkpoint = await readCheckpoint(workDir)
  return {
    checkpoint,
    holder: (checkpoint?.holder ?? 0) + 1,
    index: INDEX,
    keep: (next) => writeCheckpoint(workDir, next),
  }
}

/** An export that goes on from its position. */
export class ExportRun {
  readonly segments: Segments
  readonly #workDir: string
  readonly #options: ExportOptions
  readonly #position: Position
  #checkpoint: Checkpoint
  #keptAt = 0

  /** Throws a FolderError if the position is that of another export. */
  constructor(workDir: string, options: ExportOptions, position: Position) {
    const { query, caller, format = 'ndjson' } = options
    const { checkpoint: known, holder } = position
    if (known) assertSame(known, options)
    this.#workDir = workDir
    this.#options = options
    this.#position = position
    this.#checkpoint = known ?? {
      version: 1,
      query: query.fingerprint,
      caller,
      format,
      holder,
      startedAt: new Date().toISOString(),
      isComplete: false,
      state: newState(query.lists.length),
      segments: [],
    }
    this.segments = new Segments(workDir, holder, this.#checkpoint.segments)
  }

  /** As it was kept last. */
  get checkpoint(): Checkpoint {
    return this.#checkpoint
  }

  /** The steps from the checkpoint to the end. The position is kept after steps that have been taken. */
  async *steps(): AsyncGenerator<Step, void, undefined> {
    const workDir = this.#workDir
    const { segments } = this.#checkpoint
    const index = join(workDir, this.#position.index)
    await mkdir(workDir, { recursive: true, mode: FOLDER_MODE })
    const written = await WrittenIds.open(index, this.segments, bytesOf(workDir, partsOf(segments, IDS_STREAM)))
    /** Whether the files have exactly the rows of the state. */
    let isWhole = true
    try {
      // The parts of holders before this one that do not count, and their indexes.
      for (const name of await readdir(workDir))
        if (isOfHolderBefore(this.#position.holder, name) && !segments.some(({ file }) => file === name))
          await rm(join(workDir, name), { recursive: true, force: true })
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
      if (this.#position.index !== INDEX) await rm(index, { recursive: true, force: true })
    }
  }

  /** Walks the query, and reports the progress after each step and for each wait. */
  async *#walk(written: WrittenIds): AsyncGenerator<Step, void, undefined> {
    const { query, openContext, onProgress, maxOutageMs = MAX_OUTAGE_MS, signal } = this.#options
    const { state } = this.#checkpoint
    let waitingUntil: number | undefined
    let isOutage = false
    let context: Context | undefined
    const report = () =>
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
      report()
    }
    const onCall = () => void (state.calls += 1)
    const walk = new Walk({
      query,
      state,
      written,
      openContext: () => (context = openContext({ signal, onCall, onWait })),
      patience: createPatience({ maxOutageMs, signal, onWait }),
    })
    for await (const step of walk.steps()) {
      yield step
      report()
    }
  }

  /** Keeps the position if it is time. Throws if the export must end here. */
  async #taken(): Promise<void> {
    const { maxRows = MAX_ROWS, signal, checkpointMs = CHECKPOINT_MS } = this.#options
    if (rowsIn(this.#checkpoint.state) > maxRows)
      throw new ExportFailure('TOO_MANY_ROWS', `The export has more than ${maxRows} rows, the most that one may have`)
    signal?.throwIfAborted()
    if (Date.now() - this.#keptAt >= checkpointMs) await this.#keep()
  }

  async #keep(): Promise<void> {
    const { holder, keep } = this.#position
    this.#checkpoint = { ...this.#checkpoint, holder, segments: await this.segments.sync() }
    await syncFolder(this.#workDir)
    await keep(this.#checkpoint)
    this.#keptAt = Date.now()
  }
}

function assertSame(known: Checkpoint, { query, caller, format = 'ndjson' }: ExportOptions): void {
  const other = [
    known.query !== query.fingerprint && 'of another query, or with other variables',
    known.caller !== caller && 'of another caller',
    known.format !== format && `in the format ${known.format}`,
  ].find(Boolean)
  if (other)
    throw new FolderError(
      `The folder holds an export ${other}. It can go on only as it began: use another folder, or begin anew`,
    )
}
