import { createFairQueue } from './fair-queue.ts'
import { isTurnOver, nextTurn } from './turn.ts'
import { createBufferPool } from './buffer-pool.ts'

/** The memory budget of the process, in bytes: request bodies, rows, and responses that have not been sent yet. */
export interface MemoryBudget {
  /** Starts counting the memory of one operation of a caller. When the signal aborts, it no longer waits for memory. */
  open(caller: string, signal?: AbortSignal): MemoryReservation
  usedBytes(): number
  /** The bytes of unused buffers in the pool. */
  spareBytes(): number
  /** The number of operations that wait for memory. */
  waiting(): number
}

/** The part of the memory budget that one operation uses. */
export interface MemoryReservation {
  /** Counts bytes that the operation uses from now on. A negative number releases bytes. */
  add(bytes: number): void
  /** Allocates a buffer for rows, and counts it. The operation owns it until the operation is closed. */
  allocate(bytes: number): Buffer
  /** Releases a buffer before the operation ends. Nothing may read it afterwards. */
  free(buffer: Buffer): void
  /** Keeps the buffers until the returned function is called, even if the operation is closed before. */
  keepBuffers(): () => void
  /** Whether the operation must wait before it reads so many bytes more. */
  isShort(of: MemoryUse, expectedBytes: number): boolean
  /** Waits until the operation may read more. Resolves to false after `queueTimeoutMs`: the operation must be refused. */
  available(of: MemoryUse): Promise<boolean>
  /** Calls `listener` with the reason when the operation is refused. The listener sends the response. */
  onRefusal(listener: ((reason: string) => void) | undefined): void
  /** Whether the operation has been refused, and a listener has sent the response. */
  isRefused(): boolean
  /** From now on the operation is not refused, because it writes. */
  mustFinish(): void
  /** The operation needs no more memory for this use. */
  complete(of: MemoryUse): void
  /** Releases all memory of the operation. */
  close(): void
}

/** What memory is used for: the body of a request, or the rows of responses. */
type MemoryUse = 'body' | 'rows'

interface MemoryBudgetOptions {
  maxBytes: number
  /** How long an operation waits for memory. */
  queueTimeoutMs: number
}

/** The memory that every operation may use without waiting, so that small operations never wait for large ones. */
const ALWAYS_ALLOWED_BYTES = 131_072

/** The message for an operation that waited too long for memory. */
export const NO_MEMORY = 'The server has no memory left for the operation'

/** How long unused buffers are kept. */
const IDLE_BUFFER_MS = 10_000

/** The share of the budget up to which each use may grow. Incoming bodies must leave memory for running operations. */
const SHARES: Record<MemoryUse, number> = { body: 0.25, rows: 0.35 }

/**
 * Lets operations read more while less than their share of `maxBytes` is used. Beyond that they wait, except for one, which may
 * use up to `maxBytes` itself. So there is always one that can finish and release its memory. Callers take turns.
 */
export function createMemoryBudget(options: MemoryBudgetOptions): MemoryBudget {
  const shared = createShared(options)
  const { pool, queues } = shared
  return {
    open: (caller, signal) => openReservation(shared, caller, signal),
    usedBytes: () => shared.usedBytes,
    spareBytes: () => pool.spareBytes(),
    waiting: () => queues.body.counts().waiting + queues.rows.counts().waiting,
  }
}

/** What the operations of a budget share. */
type Shared = ReturnType<typeof createShared>

function createShared({ maxBytes, queueTimeoutMs }: MemoryBudgetOptions) {
  const pool = createBufferPool({ maxBytes, idleMs: IDLE_BUFFER_MS })
  /** Whoever has a slot has waited, and may go on. */
  const queueFor = (of: MemoryUse) => createFairQueue({ isFree: (taken) => taken === 0 || hasRoom(of) })
  const queues = { body: queueFor('body'), rows: queueFor('rows') }
  /** The operation that may exceed the share, for each use: a slow body must not block rows, nor the reverse. */
  const favored: { [Use in MemoryUse]?: MemoryReservation } = {}
  const shared = { maxBytes, queueTimeoutMs, usedBytes: 0, pool, queues, favored, hasRoom }
  return shared

  function hasRoom(of: MemoryUse): boolean {
    return shared.usedBytes < maxBytes * SHARES[of]
  }
}

function openReservation(shared: Shared, caller: string, signal: AbortSignal | undefined): MemoryReservation {
  const { maxBytes, queueTimeoutMs, pool, queues, favored, hasRoom } = shared
  const buffers = createBuffers(pool, add)
  let ownBytes = 0
  let isWriting = false
  let isClosed = false
  let refusal: string | undefined
  let listener: ((reason: string) => void) | undefined
  let isAnswered = false
  let wait: Promise<boolean> | undefined
  const reservation: MemoryReservation = {
    add,
    allocate: buffers.allocate,
    free: buffers.free,
    keepBuffers: buffers.keep,
    isShort(of, expectedBytes) {
      if (refusal !== undefined || isWriting || isClosed) return refusal !== undefined
      if (ownBytes + expectedBytes < ALWAYS_ALLOWED_BYTES) return false
      return favored[of] === reservation ? ownBytes >= maxBytes : !hasRoom(of)
    },
    available: (of) => (wait ??= waitFor(of).finally(() => (wait = undefined))),
    onRefusal(given) {
      listener = given
      if (refusal !== undefined) tell(refusal)
    },
    isRefused: () => isAnswered,
    mustFinish: () => void (isWriting = true),
    complete,
    close() {
      if (isClosed) return
      shared.usedBytes -= ownBytes
      ownBytes = 0
      isClosed = true
      buffers.close(isAnswered)
      complete('body')
      complete('rows')
      admitNext(queues)
    },
  }
  return reservation

  function add(bytes: number): void {
    if (isClosed) return
    ownBytes += bytes
    shared.usedBytes += bytes
    if (bytes < 0) admitNext(queues)
  }

  async function waitFor(of: MemoryUse): Promise<boolean> {
    if (ownBytes >= maxBytes)
      refusal ??= `The operation needs more memory than allowed (MAX_MEMORY_BYTES is ${maxBytes})`
    if (refusal === undefined && (await enter(of))) return true
    // Hundreds of operations can reach their timeouts together, so they are refused in several turns.
    if (isTurnOver()) await nextTurn()
    refusal ??= NO_MEMORY
    tell(refusal)
    return false
  }

  /** Tells the listener, which is then dropped: it refers to all that the operation has read. */
  function tell(reason: string): void {
    isAnswered ||= listener !== undefined
    listener?.(reason)
    listener = undefined
  }

  /** Waits for a slot, which only the favored operation keeps. */
  async function enter(of: MemoryUse): Promise<boolean> {
    if (!(await queues[of].enter(caller, { maxWaitMs: queueTimeoutMs, signal }))) return false
    if (favored[of] || hasRoom(of) || isClosed) setImmediate(() => queues[of].leave(caller))
    else favored[of] = reservation
    return !isClosed
  }

  function complete(of: MemoryUse): void {
    if (favored[of] !== reservation) return
    favored[of] = undefined
    queues[of].leave(caller)
  }
}

/** The buffers of one operation. `count` counts their memory. */
function createBuffers(pool: Shared['pool'], count: (bytes: number) => void) {
  const buffers = new Set<Buffer>()
  /** The number of executions that may still read the buffers. */
  let executions = 0
  let isClosed = false
  return {
    allocate: (bytes: number) => {
      // Data that arrives after the end of the operation is not needed, so the buffer is not counted.
      if (isClosed) return Buffer.allocUnsafeSlow(bytes)
      const buffer = pool.take(bytes)
      buffers.add(buffer)
      count(buffer.buffer.byteLength)
      return buffer
    },
    free: (buffer: Buffer) => {
      if (!buffers.delete(buffer)) return
      count(-buffer.buffer.byteLength)
      pool.give(buffer)
    },
    keep: () => {
      executions += 1
      return () => void (executions -= 1)
    },
    /** A refused operation is not executed further. */
    close(isRefused: boolean) {
      isClosed = true
      const release = executions > 0 && !isRefused ? pool.forget : pool.give
      buffers.forEach(release)
      buffers.clear()
    },
  }
}

/** Lets the next operation continue. The others follow in later turns, when its new memory has been counted. */
function admitNext({ body, rows }: Shared['queues']): void {
  body.admitNext()
  rows.admitNext()
}
