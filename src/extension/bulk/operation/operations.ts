import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../../../async/promise.ts'
import { badUserInput } from '../../../schema/errors.ts'
import type { BulkQuery } from '../bulk-operation.ts'
import { FolderError } from '../folder/folder.ts'
import { openQuery } from '../query/query.ts'
import type { OperationStore } from './folder-store.ts'
import type { OperationQueue } from './queue.ts'
import {
  workFolderOf,
  hasEnded,
  type OperationHeader,
  type OperationRecord,
  MAX_ENDED,
  MAX_UNFINISHED,
  newestFirst,
} from './record.ts'
import { createRunner, endedNow, errorOf, failureOfFolder, filesOf, type RunOptions } from './run.ts'

/** Where operations are kept, and what makes processes run them. */
export interface OperationPlace {
  dir: string
  store: OperationStore
  queue: OperationQueue
  close(): Promise<void>
}

type OperationOwner = Pick<OperationRecord, 'owner' | 'identity' | 'session' | 'credentials'>

export type Operations = ReturnType<typeof openOperations>

/** The longest time until what has expired is looked for again. */
const MAX_SWEEP_MS = 60_000

/** How long a cancellation waits for the files of what was read. */
const MAX_FILES_MS = 2_000

/** Opens the operations of a place, and begins to run them, `slots` at the same time. */
export function openOperations(options: RunOptions & { slots: number; queue: OperationQueue }) {
  const { store, queue, schema, service, maxAgeMs, observer, slots } = options
  const worker = slots > 0 ? queue.work(slots, createRunner(options)) : undefined
  const stop = new AbortController()
  const swept = sweepUntil(stop.signal, options)

  return {
    /**
     * Starts an operation, and forgets the oldest that have ended if the caller has too many. Throws an error for a query that
     * cannot be exported, and if too many have not ended. Starts nothing once `late` is aborted: the caller has been refused by then.
     */
    async start(owner: OperationOwner, { format, ...text }: BulkQuery, late: AbortSignal) {
      openQuery(schema, text)
      const ended = (await store.all()).filter((each) => each.owner === owner.owner && hasEnded(each))
      for (const { id } of ended.toSorted(newestFirst).slice(MAX_ENDED)) await store.remove(id)
      late.throwIfAborted()
      const record: OperationRecord = {
        version: 1,
        id: randomUUID(),
        ...owner,
        service,
        status: 'CREATED',
        format,
        holder: 0,
        stalls: 0,
        progress: { rows: 0, calls: 0, lists: [], waitingUntil: null },
        errors: [],
        files: null,
        createdAt: Date.now(),
        startedAt: null,
        endedAt: null,
        expiresAt: null,
      }
      if (!(await store.create(record, { ...text, variables: { ...text.variables } })))
        throw badUserInput(
          'input',
          `You have ${MAX_UNFINISHED} operations that have not ended, the maximum for a caller: wait for one, or cancel one`,
        )
      if (late.aborted) await store.remove(record.id)
      late.throwIfAborted()
      observer.onStatus(record)
      queue.wake()
      return record
    },
    /** Ends an operation that has not ended, with this reason if it is not the wish of its caller. Returns the operation. */
    async cancel(record: OperationRecord, reason?: string) {
      const { id, errors } = record
      const ended = await store.update(id, {
        ...endedNow(maxAgeMs),
        status: 'CANCELED',
        progress: { ...record.progress, waitingUntil: null },
        errors: reason === undefined ? errors : [...errors, { message: reason, path: [] }],
      })
      if (!ended) return (await store.get(id)) ?? record
      observer.onStatus(ended)
      const settled = settle(options, ended).catch((error: unknown) => {
        observer.onFault(id, error)
      })
      return (await within(MAX_FILES_MS, settled, () => undefined)) ?? ended
    },
    /** Takes no further operations, interrupts those that run here, and resolves when all have kept their positions. */
    async close() {
      stop.abort()
      await worker?.close()
      await swept
    },
  }
}

/** Deletes what has expired, and adds files that are missing because a process ended, now and from time to time until it is stopped. */
async function sweepUntil(stopped: AbortSignal, options: RunOptions): Promise<void> {
  const { store, maxAgeMs, observer } = options
  while (!stopped.aborted) {
    let next = Math.min(MAX_SWEEP_MS, maxAgeMs)
    for (const header of await headers())
      try {
        next = Math.min(next, (await sweepOne(header)) ?? Infinity)
      } catch (error) {
        if (!stopped.aborted) observer.onFault(header.id, error)
      }
    await sleep(next, undefined, { signal: stopped, ref: false }).catch(() => undefined)
  }

  async function headers(): Promise<readonly OperationHeader[]> {
    return store.all().catch((error: unknown) => {
      observer.onFault('sweep', error)
      return []
    })
  }

  /** Returns the time until the operation expires. */
  async function sweepOne(header: OperationHeader): Promise<number | undefined> {
    const { id, status, expiresAt, hasFiles } = header
    if (!hasEnded(header) || expiresAt === null || stopped.aborted) return undefined
    const left = expiresAt - Date.now()
    if (left > 0 && !hasFiles) {
      const record = await store.get(id)
      if (record) await settle(options, record)
    }
    if (left > 0) return left
    if (status === 'EXPIRED') {
      // A while longer, its caller can see that it has expired.
      if (left <= -maxAgeMs) await store.remove(id)
      return undefined
    }
    await rm(workFolderOf(options.dir, id), { recursive: true, force: true })
    const expired = await store.expire(id)
    if (expired) observer.onStatus(expired)
    return undefined
  }
}

/** Adds the files of what was read to an operation that was ended without them, by its holder or by somebody else. */
async function settle(
  options: RunOptions,
  record: OperationRecord,
  signal?: AbortSignal,
): Promise<OperationRecord | undefined> {
  const { id, status, errors } = record
  const message = errors.at(-1)?.message ?? 'The operation was canceled'
  const failure = status === 'COMPLETED' ? undefined : { message, code: status }
  try {
    const files = await filesOf(options, id, await options.store.checkpointOf(id), failure, signal)
    return await options.store.settle(id, files)
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    return options.store.settle(id, [], errorOf(failureOfFolder(error)))
  }
}
