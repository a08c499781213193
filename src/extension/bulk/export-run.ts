import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BulkFormat } from './bulk-operation.ts'
import { readCheckpoint, syncFolder, writeCheckpoint, type Checkpoint } from './folder/checkpoint.ts'
import { diskFailureOr } from './folder/disk-full.ts'
import {
  assertWhole,
  bytesOf,
  createSegments,
  FOLDER_MODE,
  FolderError,
  isOfHolderBefore,
  partsOf,
} from './folder/segment.ts'
import { IDS_STREAM, openWrittenIds, type WrittenIds } from './folder/written-ids.ts'
import { listProgress, shareOf, tightest, type ExportProgress } from './walk/progress.ts'
import type { ExportQuery } from './query/query.ts'
import { createPatience } from './walk/patience.ts'
import type { PageContext } from './walk/read.ts'
import { newState, rowsIn, type WalkState } from './walk/state.ts'
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

/** Opens the context of one page: a session with the service, its loaders, and its part of the memory. */
export type OpenExportContext = (hooks: ExportHooks) => PageContext

export interface ExportOptions {
  query: ExportQuery
  openContext: OpenExportContext
  /** A hash that identifies the caller. An export goes on only for the same caller. */
  caller: string
  format?: BulkFormat
  /** Ends the export. It can go on from where it was. */
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
  /** How often the position is kept. Defaults to one second. */
  checkpointMs?: number
  /** How long an outage of the service is waited out. Defaults to an hour. */
  maxOutageMs?: number
  /** The maximum number of rows. Defaults to ten million. */
  maxRows?: number
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

/** Opens an export that goes on from its position. Throws a FolderError if the position is that of another export. */
export function openExportRun(workDir: string, options: ExportOptions, position: Position) {
  const { query, caller, format = 'ndjson', signal, checkpointMs = CHECKPOINT_MS, maxRows = MAX_ROWS } = options
  const { checkpoint: known, holder } = position
  const begun = { query: query.fingerprint, caller, format }
  if (known) assertSame(known, begun)
  let checkpoint: Checkpoint = known ?? {
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
  async function* steps(): AsyncGenerator<Step, void, undefined> {
    const { segments: earlier, state } = checkpoint
    const index = join(workDir, position.index)
    await mkdir(workDir, { recursive: true, mode: FOLDER_MODE })
    await assertWhole(workDir, earlier)
    const written = await openWrittenIds(index, segments, bytesOf(workDir, partsOf(earlier, IDS_STREAM)))
    /** Whether the files have exactly the rows of the state. */
    let isWhole = true
    try {
      // The parts of holders before this one that do not count, and their indexes.
      for (const name of await readdir(workDir))
        if (isOfHolderBefore(holder, name) && !earlier.some(({ file }) => file === name))
          await rm(join(workDir, name), { recursive: true, force: true })
      keptAt = Date.now()
      for await (const step of walkSteps(options, state, written)) {
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
      throw new ExportFailure('TOO_MANY_ROWS', `The export has more than ${maxRows} rows, the most that one may have`)
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

/** Walks the query, and reports the progress after each step and for each wait. */
async function* walkSteps(
  { query, openContext, onProgress, maxOutageMs = MAX_OUTAGE_MS, signal }: ExportOptions,
  state: WalkState,
  written: WrittenIds,
): AsyncGenerator<Step, void, undefined> {
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
    openContext() {
      // The page before has been written.
      page?.close()
      return (page = openContext({ signal, onCall, onWait }))
    },
    patience: createPatience({ maxOutageMs, signal, onWait }),
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
      `The folder holds an export ${other}. It can go on only as it began: use another folder, or begin anew`,
    )
}
