import { hash, randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import { maskError } from '../../../schema/errors.ts'
import { type ExportOptions, type OpenExportContext, exportParts, MAX_HELD_WAIT_MS } from '../export.ts'
import {
  type Checkpoint,
  diskFailureOr,
  isDiskFull,
  FolderError,
  replaceFile,
  digestOf,
  filesIn,
  manifestOf,
  bytesOf,
} from '../folder/folder.ts'
import { IDS_STREAM } from '../folder/written-ids.ts'
import { openQuery, type ExportQuery } from '../query/query.ts'
import { rowsIn, type ExportError } from '../walk/state.ts'
import { ExportFailure } from '../walk/trouble.ts'
import type { ExportProgress } from '../walk/walk.ts'
import type { OperationStore } from './folder-store.ts'
import type { RunOperation, RunOutcome } from './queue.ts'
import {
  PlaceFault,
  placeFaultOr,
  workFolderOf,
  type OperationRecord,
  type OperationFile,
  type OperationText,
} from './record.ts'

/** What happens to operations, for the log and the metrics. */
export interface OperationObserver {
  onStatus(record: OperationRecord): void
  /** So many rows and bytes more are kept. */
  onKept(rows: number, bytes: number): void
  /** Something has failed that should not. */
  onFault(id: string, error: unknown): void
}

export interface RunOptions
  extends FileOptions, Pick<ExportOptions, 'checkpointMs' | 'maxOutageMs' | 'maxHeldWaitMs' | 'maxRows'> {
  /** The service that is read here. */
  service: string
  /** Opens the contexts of an operation, on behalf of its caller. Rejects with an ExportFailure if the caller may no longer read. */
  contextsOf: (record: OperationRecord) => Promise<OpenExportContext>
  /** How long files are kept. */
  maxAgeMs: number
  observer: OperationObserver
}

/** How often progress is reported, and how soon a cancellation is noticed. */
const BEAT_MS = 1_000

/** The number of times in a row that an operation is taken without a checkpoint in between. */
const MAX_STALLS = 2

/** Creates the function that runs operations of the store. */
export function createRunner(options: RunOptions): RunOperation {
  return async (id, signal) => {
    const record = await options.store.hold(id)
    return record ? new OperationRun(options, record, signal).run() : 'ended'
  }
}

/** What an operation has once it has ended. Nobody needs the credentials any more. */
export function endedNow(maxAgeMs: number): Partial<OperationRecord> {
  const endedAt = Date.now()
  return { credentials: null, endedAt, expiresAt: endedAt + maxAgeMs }
}

class OperationRun {
  readonly #options: RunOptions
  readonly #record: OperationRecord
  readonly #interruption: AbortSignal
  readonly #stop = new AbortController()
  #current: Pick<OperationRecord, 'status' | 'progress'>
  #checkpoint: Checkpoint | undefined
  /** Set when the operation has ended, or somebody else has taken it. */
  #isLost = false
  #waitsUntil: number | undefined
  #reported: OperationRecord['status'] | undefined
  #isBeating = false

  constructor(options: RunOptions, record: OperationRecord, interruption: AbortSignal) {
    this.#options = options
    this.#record = record
    this.#interruption = interruption
    this.#current = { status: 'RUNNING', progress: { ...record.progress, waitingUntil: null } }
  }

  async run(): Promise<RunOutcome> {
    const beats = setInterval(() => void this.#beat(), BEAT_MS)
    try {
      const { service, stalls } = this.#record
      if (service !== this.#options.service)
        throw new ExportFailure('BULK_UNAVAILABLE', 'The operation was started over another service')
      if (stalls > MAX_STALLS)
        throw new ExportFailure('INTERNAL', `The operation ended its process ${MAX_STALLS} times without any progress`)
      this.#checkpoint = await this.#options.store.checkpointOf(this.#record.id)
      const query = openQuery(this.#options.schema, await textOf(this.#options, this.#record.id))
      const openContext = await this.#options.contextsOf(this.#record)
      await this.#change({ status: 'RUNNING', startedAt: this.#record.startedAt ?? Date.now() })
      await this.#export(query, openContext)
      return await this.#end()
    } catch (error) {
      return await this.#stopped(error).catch((fault: unknown): RunOutcome => {
        if (this.#isLost) return 'ended'
        throw fault
      })
    } finally {
      clearInterval(beats)
    }
  }

  async #export(query: ExportQuery, openContext: OpenExportContext): Promise<void> {
    const { identity, format, holder } = this.#record
    await exportParts(
      workFolderOf(this.#options.dir, this.#record.id),
      {
        ...this.#options,
        query,
        openContext,
        caller: identity,
        format,
        signal: AbortSignal.any([this.#interruption, this.#stop.signal]),
        onProgress: (progress) => this.#onProgress(progress),
      },
      {
        // The export changes its checkpoint in place. Ours must stay what was kept last.
        checkpoint: structuredClone(this.#checkpoint),
        holder,
        index: `index.${holder}`,
        keep: (checkpoint) => this.#keep(checkpoint),
      },
    )
  }

  #onProgress({ rows, calls, lists, waitingUntil, isOutage }: ExportProgress): void {
    this.#current = {
      status: waitingUntil === undefined ? 'RUNNING' : 'WAITING',
      progress: { rows, calls, lists, waitingUntil: waitingUntil ?? null },
    }
    const { maxHeldWaitMs = MAX_HELD_WAIT_MS } = this.#options
    // A longer wait gives the slot back. The pauses of an outage become longer only as long as the operation runs.
    if (waitingUntil === undefined || isOutage || waitingUntil - Date.now() <= maxHeldWaitMs) return
    this.#waitsUntil = waitingUntil
    this.#stop.abort()
  }

  async #keep(checkpoint: Checkpoint): Promise<void> {
    const before = this.#checkpoint
    await this.#change(this.#current, checkpoint)
    // The export continues with the same state.
    this.#checkpoint = structuredClone(checkpoint)
    const rows = rowsIn(checkpoint.state) - (before ? rowsIn(before.state) : 0)
    this.#options.observer.onKept(rows, bytesIn(checkpoint) - (before ? bytesIn(before) : 0))
  }

  /** Reports the progress. Notices if the operation has ended or somebody else has taken it. */
  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isLost) return
    this.#isBeating = true
    // A store that does not answer is noticed when the position is kept.
    await this.#change(this.#current).catch(() => undefined)
    this.#isBeating = false
  }

  async #change(changes: Partial<OperationRecord>, checkpoint?: Checkpoint): Promise<void> {
    const { id, holder } = this.#record
    const changed = await this.#options.store.update(id, changes, { holder, checkpoint })
    if (!changed) {
      this.#isLost = true
      this.#stop.abort()
      throw new Error('The operation has ended, or another process has taken it')
    }
    if (changed.status !== this.#reported) this.#options.observer.onStatus(changed)
    this.#reported = changed.status
  }

  async #stopped(error: unknown): Promise<RunOutcome> {
    if (this.#isLost) return 'ended'
    // The queue runs the operation again.
    const fault = placeFaultOr(error)
    if (fault instanceof PlaceFault && !isDiskFull(fault)) throw fault
    if (this.#interruption.aborted) return this.#release()
    if (this.#waitsUntil !== undefined) {
      const progress = { ...this.#current.progress, waitingUntil: this.#waitsUntil }
      this.#current = { status: 'WAITING', progress }
      await this.#change(this.#current)
      return { until: this.#waitsUntil }
    }
    return this.#end(this.#failureOf(error))
  }

  /** Gives the operation to another process. That this one was stopped is not the fault of the operation. */
  async #release(): Promise<RunOutcome> {
    await this.#change({ stalls: 0 })
    return 'released'
  }

  #failureOf(thrown: unknown): OperationFailure {
    const error = diskFailureOr(thrown)
    if (error instanceof ExportFailure) return error
    if (error instanceof FolderError) return failureOfFolder(error)
    const masked = maskError(error)
    const code = String(masked.extensions['code'])
    if (code === 'INTERNAL') this.#options.observer.onFault(this.#record.id, error)
    return { message: masked.message, code }
  }

  /** Ends the operation with the files of its last checkpoint. Without a failure, everything has been read. */
  async #end(failure?: OperationFailure): Promise<RunOutcome> {
    const checkpoint = this.#checkpoint
    let files: OperationFile[] = []
    try {
      files = await filesOf(this.#options, this.#record.id, checkpoint, failure, this.#interruption)
    } catch (error) {
      if (this.#interruption.aborted) return this.#release()
      const fault = placeFaultOr(error)
      if (fault instanceof PlaceFault) throw fault
      failure ??= this.#failureOf(error)
    }
    await this.#change({
      ...endedNow(this.#options.maxAgeMs),
      status: failure ? 'FAILED' : 'COMPLETED',
      progress: { ...this.#current.progress, waitingUntil: null },
      errors: [...(checkpoint?.state.errors ?? []), ...(failure ? [errorOf(failure)] : [])],
      files,
    })
    return 'ended'
  }
}

/** The bytes of the files of a checkpoint, without the bytes that are needed only to continue. */
function bytesIn({ segments }: Checkpoint): number {
  return segments.reduce((sum, { stream, bytes }) => sum + (stream === IDS_STREAM ? 0 : bytes), 0)
}

/** Why an operation has ended before everything was read. */
interface OperationFailure {
  message: string
  code: string
}

export function failureOfFolder({ message }: FolderError): OperationFailure {
  return { message: `BULK_DIR: ${message}`, code: 'BULK_UNAVAILABLE' }
}

/** The error of an operation for its failure, which is about everything. */
export function errorOf({ message, code }: OperationFailure): ExportError {
  return { message, path: [], extensions: { code } }
}

/** The query of an operation that has not expired. Throws a FolderError if it is gone. */
async function textOf({ store }: FileOptions, id: string): Promise<OperationText> {
  const text = await store.textOf(id)
  if (!text) throw new FolderError('The query of the operation is gone')
  return text
}

/** What the files of all operations are made of. */
interface FileOptions {
  store: OperationStore
  /** The folder of all operations. */
  dir: string
  schema: GraphQLSchema
}

/**
 * The files of an operation at a checkpoint; none if it has no checkpoint. Their parts are its segments, which are not copied. Writes
 * the manifest. Without a failure, everything has been read.
 */
export async function filesOf(
  options: FileOptions,
  id: string,
  checkpoint: Checkpoint | undefined,
  failure: OperationFailure | undefined,
  signal?: AbortSignal,
): Promise<OperationFile[]> {
  if (!checkpoint) return []
  const text = await textOf(options, id)
  const query = openQuery(options.schema, text)
  const workDir = workFolderOf(options.dir, id)
  const { files, root } = await filesIn(checkpoint, query.lists, async (_, parts) => ({
    ...(await digestOf(bytesOf(workDir, parts), () => undefined, signal)),
    parts,
  }))
  const manifest = manifestOf(checkpoint, query.lists, text, files)
  if (failure) manifest.errors = [...manifest.errors, errorOf(failure)]
  const content = `${JSON.stringify(manifest, null, 2)}\n`
  // Its holder, who cancels it and other instances can end an operation at the same time, and the files of one of them count.
  const file = `manifest.${randomUUID()}.json`
  const bytes = Buffer.byteLength(content)
  const listed = {
    name: 'manifest.json',
    bytes,
    rows: 0,
    sha256: hash('sha256', content, 'hex'),
    parts: [{ file, bytes }],
  }
  try {
    await replaceFile(workDir, file, content)
    return [...files, root, listed]
  } catch (error) {
    // A full disk ends an operation, and may have no room even for the manifest.
    if (isDiskFull(error)) return [...files, root]
    throw error
  }
}
