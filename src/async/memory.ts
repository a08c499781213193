import { onAbort } from './abort.ts'
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
  add(bytes: number, of?: MemoryUse): void
  /** Allocates a buffer for rows, and counts it. The operation owns it until the operation is closed. */
  allocate(bytes: number, of?: MemoryUse): Buffer
  /** Releases a buffer before the operation ends. Nothing may read it afterwards. */
  free(buffer: Buffer): void
  /** Keeps the buffers until the returned function is called, even if the operation is closed before. */
  keepBuffers(): () => void
  /**
   * Whether the operation may take so many bytes more. A promise while it waits for them, which is false after `queueTimeoutMs`, or
   * earlier if it is the youngest that waits and none can go on. Then a query is refused as a whole, and a mutation goes on without.
   */
  room(of: MemoryUse, bytes?: number): boolean | Promise<boolean>
  /** Calls `listener` with the reason when the operation is refused. The listener sends the response. */
  onRefusal(listener: ((reason: string) => void) | undefined): void
  /** Whether the operation has been refused, and a listener has sent the response. */
  isRefused(): boolean
  /** From now on the operation is not refused as a whole, because it writes. */
  mustFinish(): void
  /** The operation needs no more memory for this use. */
  complete(of: WaitingUse): void
  /** Releases all memory of the operation. */
  close(): void
}

/** What memory is used for: the body of a request, the answers to reads, or those to writes. */
export type MemoryUse = 'body' | 'rows' | 'write'

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

/** The share of the budget up to which each use that waits may grow. Incoming bodies must leave memory for running operations. */
const SHARES = { body: 0.25, rows: 0.35 }

/** The share of the budget that responses which are being sent may keep before nobody reads beyond the share of rows. */
const SENDING_SHARE = 0.65

/** The uses that wait. */
type WaitingUse = keyof typeof SHARES

/** The reserve for the answers to writes, as a share of the budget beside it: what became of a write must be read. */
const WRITE_RESERVE = 0.25

/** The time without progress after which the youngest answer that waits is given up. */
const STALL_MS = 2_000

/**
 * Lets operations read more while less than their share of `maxBytes` is used. Beyond that they wait, except for one, which may
 * use up to `maxBytes` itself. So there is always one that can finish and release its memory. Callers take turns. Answers to writes
 * never wait: they have a reserve.
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
  const queueFor = (of: WaitingUse) =>
    createFairQueue({ isFree: (taken, _held, bytes) => (taken === 0 && mayExceed(of)) || fits(of, bytes) })
  const queues = { body: queueFor('body'), rows: queueFor('rows') }
  /** The operation that may exceed the share, for each use: a slow body must not block rows, nor the reverse. */
  const favored: { [Use in WaitingUse]?: MemoryReservation } = {}
  const stalls = createStallWatch(STALL_MS)
  const shared = {
    maxBytes,
    queueTimeoutMs,
    usedBytes: 0,
    writeBytes: 0,
    sendingBytes: 0,
    pool,
    queues,
    favored,
    stalls,
    fits,
  }
  return shared

  function fits(of: WaitingUse, bytes: number): boolean {
    return shared.usedBytes + bytes < maxBytes * SHARES[of]
  }

  /** Whether one operation may read beyond the share: not while slow clients keep the memory of those before it. */
  function mayExceed(of: WaitingUse): boolean {
    return of === 'body' || shared.sendingBytes < maxBytes * SENDING_SHARE
  }
}

/**
 * Ends the youngest of those that wait when none of them could go on for so long, and so on, one after another. The one that may
 * always go on can need what they hold, such as a connection.
 */
function createStallWatch(afterMs: number) {
  const waiting = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined

  return { progressed, add }

  /** Watches one that waits, until the returned function is called. */
  function add(end: () => void): () => void {
    waiting.add(end)
    timer ??= setTimeout(endYoungest, afterMs).unref()
    return () => {
      waiting.delete(end)
      if (waiting.size > 0) return
      clearTimeout(timer)
      timer = undefined
    }
  }

  function progressed(): void {
    timer?.refresh()
  }

  function endYoungest(): void {
    timer!.refresh()
    const youngest = [...waiting].at(-1)
    youngest?.()
  }
}

function openReservation(shared: Shared, caller: string, signal: AbortSignal | undefined): MemoryReservation {
  const { maxBytes, queueTimeoutMs, pool, queues, favored, stalls, fits } = shared
  const buffers = createBuffers(pool, add)
  let ownBytes = 0
  let ownWriteBytes = 0
  let isSending = false
  let isWriting = false
  let isClosed = false
  let refusal: string | undefined
  let listener: ((reason: string) => void) | undefined
  let isAnswered = false
  /** The calls that have not begun: they go on together. */
  let beginning: Promise<boolean> | undefined
  const reservation: MemoryReservation = {
    add,
    allocate: buffers.allocate,
    free: buffers.free,
    keepBuffers: buffers.keep,
    room(of, bytes = 0) {
      if (of === 'write') return shared.writeBytes + bytes <= maxBytes * WRITE_RESERVE
      if (mayTake(of, bytes)) return true
      if (bytes > 0) return waitFor(of, bytes)
      return (beginning ??= waitFor(of, 0).finally(() => (beginning = undefined)))
    },
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
      shared.writeBytes -= ownWriteBytes
      if (isSending) shared.sendingBytes -= ownBytes
      ownBytes = 0
      ownWriteBytes = 0
      isClosed = true
      buffers.close(isAnswered)
      complete('body')
      complete('rows')
      admitNext(queues)
    },
  }
  return reservation

  function add(bytes: number, of?: MemoryUse): void {
    if (isClosed) return
    ownBytes += bytes
    shared.usedBytes += bytes
    if (isSending) shared.sendingBytes += bytes
    if (of === 'write') {
      ownWriteBytes += bytes
      shared.writeBytes += bytes
    }
    if (bytes < 0) admitNext(queues)
    else if (favored.rows === reservation) stalls.progressed()
  }

  function mayTake(of: WaitingUse, bytes: number): boolean {
    if (refusal !== undefined || isClosed) return false
    if (ownBytes + bytes < ALWAYS_ALLOWED_BYTES) return true
    return favored[of] === reservation ? ownBytes + bytes < maxBytes : fits(of, bytes)
  }

  /** Waits until the operation may take these bytes: those that wait with it may have taken them first. */
  async function waitFor(of: WaitingUse, bytes: number): Promise<boolean> {
    while (!mayTake(of, bytes)) {
      if (isClosed || refusal !== undefined) return false
      if (ownBytes + bytes >= maxBytes)
        return refuse(`The operation needs more memory than allowed (MAX_MEMORY_BYTES is ${maxBytes})`)
      if (await enter(of, bytes)) continue
      // Hundreds of operations can reach their timeouts together, so they are refused in several turns.
      if (isTurnOver()) await nextTurn()
      return refuse(NO_MEMORY)
    }
    return true
  }

  /** A mutation goes on: what its writes did must be reported. */
  function refuse(reason: string): false {
    if (!isWriting) tell((refusal ??= reason))
    return false
  }

  /** Tells the listener, which is then dropped: it refers to all that the operation has read. */
  function tell(reason: string): void {
    isAnswered ||= listener !== undefined
    listener?.(reason)
    listener = undefined
  }

  /** Waits for a slot, which only the favored operation keeps. */
  async function enter(of: WaitingUse, bytes: number): Promise<boolean> {
    const stalled = new AbortController()
    const unlisten = signal && onAbort(signal, () => stalled.abort())
    // Only an answer that has begun to arrive holds what others may need.
    const unwatch = of === 'rows' && bytes > 0 ? stalls.add(() => stalled.abort()) : undefined
    const wait = { maxWaitMs: queueTimeoutMs, weight: bytes, signal: stalled.signal }
    const hasSlot = !signal?.aborted && (await queues[of].enter(caller, wait))
    unlisten?.()
    unwatch?.()
    if (!hasSlot) return false
    stalls.progressed()
    if (favored[of] || fits(of, bytes) || isClosed) setImmediate(() => queues[of].leave(caller))
    else favored[of] = reservation
    return !isClosed
  }

  function complete(of: WaitingUse): void {
    if (of === 'rows' && !isSending && !isClosed) {
      isSending = true
      shared.sendingBytes += ownBytes
    }
    if (favored[of] !== reservation) return
    favored[of] = undefined
    queues[of].leave(caller)
  }
}

/** The buffers of one operation. `count` counts their memory. */
function createBuffers(pool: Shared['pool'], count: (bytes: number, of?: MemoryUse) => void) {
  const buffers = new Set<Buffer>()
  /** The number of executions that may still read the buffers. */
  let executions = 0
  let isClosed = false
  return {
    allocate: (bytes: number, of?: MemoryUse) => {
      // Data that arrives after the end of the operation is not needed, so the buffer is not counted.
      if (isClosed) return Buffer.allocUnsafeSlow(bytes)
      const buffer = pool.take(bytes)
      buffers.add(buffer)
      count(buffer.buffer.byteLength, of)
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
