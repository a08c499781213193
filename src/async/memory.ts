import { createBufferPool, sizeOf } from './buffer-pool.ts'
import { createFairQueue } from './fair-queue.ts'
import { viewed, type ViewedBytes } from './viewed-bytes.ts'

/** The memory budget of the process, in bytes: request bodies, rows, and responses that have not been sent yet. */
export interface MemoryBudget {
  /** Starts counting the memory of one operation of a caller. When the signal aborts, it no longer waits for memory. */
  open(caller: string, signal?: AbortSignal): MemoryReservation
  usedBytes(): number
  /** The bytes that operations together may use for rows before one waits. */
  readonly sharedRowBytes: number
  /** The bytes of unused buffers in the pool. */
  spareBytes(): number
  waiting(): number
}

/** The part of the memory budget that one operation uses. */
export interface MemoryReservation {
  /** Counts bytes that the operation uses from now on. A negative number releases bytes. */
  add(bytes: number, of?: MemoryUse): void
  /** Allocates bytes for rows or a response, and counts them. The operation owns them until it is closed: then they are empty. */
  allocate(bytes: number, of?: MemoryUse): ViewedBytes<ArrayBuffer>
  /** The bytes that the operation uses now: none once it is closed. */
  usedBytes(): number
  /** Releases allocated bytes before the operation ends. They are empty then. */
  free(allocated: ViewedBytes): void
  /** Keeps the buffers until `releaseBuffers` is called, even if the operation is closed before. */
  keepBuffers(): void
  /** From now on, nobody needs the buffers once the operation is closed. */
  releaseBuffers(): void
  /**
   * Whether the operation may take so many bytes more. A promise while it waits for them, which is false if nothing of it could go
   * on for `queueTimeoutMs`. Then a query is refused as a whole, and a mutation continues without.
   */
  room(of: MemoryUse, bytes?: number): boolean | Promise<boolean>
  /** Resolves once this operation is the one that continues whatever others hold. */
  favored(): Promise<void>
  /** Calls `listener` with the reason when the operation is refused. The listener sends the response. */
  onRefusal(listener: ((reason: string) => void) | undefined): void
  /** Refuses the operation as a whole, unless it writes, because there was no memory for one of its answers. */
  refuse(): void
  /** Whether the operation has been refused, and a listener has sent the response. */
  isRefused(): boolean
  /** The maximum, if the operation was refused because it needs more by itself. */
  exceeded(): number | undefined
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

type WaitingUse = keyof typeof SHARES

/** The reserve for the answers to writes, as a share of the budget beside it: the outcome of a write must be read. */
const WRITE_RESERVE = 0.25

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
    sharedRowBytes: options.maxBytes * SHARES.rows,
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
  let lastRefusal = Promise.resolve()
  const shared = {
    maxBytes,
    queueTimeoutMs,
    usedBytes: 0,
    writeBytes: 0,
    sendingBytes: 0,
    pool,
    queues,
    favored,
    fits,
    refusalTurn,
  }
  return shared

  function fits(of: WaitingUse, bytes: number): boolean {
    return shared.usedBytes + bytes < maxBytes * SHARES[of]
  }

  /** Whether one operation may read beyond the share: not while slow clients keep the memory of those before it. */
  function mayExceed(of: WaitingUse): boolean {
    return of === 'body' || shared.sendingBytes < maxBytes * SENDING_SHARE
  }

  /** Hundreds of operations can reach their timeouts together. Each has a turn: what one of them releases can be enough for the next. */
  function refusalTurn(): Promise<void> {
    return (lastRefusal = lastRefusal.then(immediate))
  }
}

function openReservation(shared: Shared, caller: string, signal: AbortSignal | undefined): MemoryReservation {
  const { maxBytes, queueTimeoutMs, pool, queues, favored, fits, refusalTurn } = shared
  const buffers = createBuffers(pool, add)
  let ownBytes = 0
  let ownWriteBytes = 0
  let isSending = false
  let isWriting = false
  let isClosed = false
  let refusal: string | undefined
  let hasExceeded = false
  let listener: ((reason: string) => void) | undefined
  let isAnswered = false
  /** What waits, in its order. The operation waits once for all of it, and all of it continues once the operation may. */
  const waits: Record<WaitingUse, RoomWait[]> = { body: [], rows: [] }
  const whenFavored: (() => void)[] = []
  const reservation: MemoryReservation = {
    add,
    allocate: buffers.allocate,
    usedBytes: () => ownBytes,
    free: buffers.free,
    keepBuffers: buffers.keep,
    releaseBuffers: buffers.release,
    room(of, bytes = 0) {
      if (of === 'write') return shared.writeBytes + bytes <= maxBytes * WRITE_RESERVE
      if (mayTake(of, bytes)) return true
      return new Promise((resolve) => {
        waits[of].push({ bytes, resolve })
        if (waits[of].length === 1) void serveWaits(of)
      })
    },
    favored: () =>
      new Promise((resolve) => void (favored.rows === reservation ? resolve() : whenFavored.push(resolve))),
    onRefusal(given) {
      listener = given
      if (refusal !== undefined) tell(refusal)
    },
    refuse: () => void refuse(NO_MEMORY),
    isRefused: () => isAnswered,
    exceeded: () => (hasExceeded ? maxBytes : undefined),
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
  }

  function mayTake(of: WaitingUse, bytes: number): boolean {
    if (refusal !== undefined || isClosed) return false
    if (ownBytes + bytes < ALWAYS_ALLOWED_BYTES) return true
    return favored[of] === reservation ? ownBytes + bytes < maxBytes : fits(of, bytes)
  }

  /** Lets go on what waits, one after another: the memory of each is counted before the next one takes its own. */
  async function serveWaits(of: WaitingUse): Promise<void> {
    const waiting = waits[of]
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (!(await mayGoOn(of, first.bytes))) return waiting.splice(0).forEach(({ resolve }) => resolve(false))
      first.resolve(true)
      if (first.bytes > 0) await immediate()
      waiting.shift()
    }
  }

  /** Waits until the operation may take these bytes: others may have taken them first. */
  async function mayGoOn(of: WaitingUse, bytes: number): Promise<boolean> {
    while (!mayTake(of, bytes)) {
      if (isClosed || refusal !== undefined) return false
      if (ownBytes + bytes >= maxBytes) {
        hasExceeded = true
        return refuse(`The operation needs more memory than allowed (MAX_MEMORY_BYTES is ${maxBytes})`)
      }
      if (await enter(of, bytes)) continue
      await refusalTurn()
      if (!mayTake(of, bytes)) return refuse(NO_MEMORY)
    }
    return true
  }

  /** A mutation continues: what its writes did must be reported. Nobody waits for an operation whose caller has disconnected. */
  function refuse(reason: string): false {
    if (!isWriting && !isClosed) tell((refusal ??= reason))
    return false
  }

  /** Tells the listener, which is then dropped: it refers to all that the operation has read. Nothing reads that any more. */
  function tell(reason: string): void {
    if (!listener) return
    isAnswered = true
    listener(reason)
    listener = undefined
    reservation.close()
  }

  /** Waits for a slot, which only the favored operation keeps. */
  async function enter(of: WaitingUse, bytes: number): Promise<boolean> {
    const wait = { maxWaitMs: queueTimeoutMs, weight: bytes, signal }
    if (!(await queues[of].enter(caller, wait))) return false
    if (favored[of] || fits(of, bytes) || isClosed) setImmediate(() => queues[of].leave(caller))
    else {
      favored[of] = reservation
      if (of === 'rows') for (const resolve of whenFavored.splice(0)) resolve()
    }
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

interface RoomWait {
  bytes: number
  resolve: (hasRoom: boolean) => void
}

/** Resolves in a later turn of the event loop. */
function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The buffers of one operation. `count` counts their memory. */
function createBuffers(pool: Shared['pool'], count: (bytes: number, of?: MemoryUse) => void) {
  /** The buffers, and what each is used for. */
  const buffers = new Map<ViewedBytes, MemoryUse | undefined>()
  let areKept = false
  let isClosed = false
  return {
    allocate: (bytes: number, of?: MemoryUse) => {
      // Data that arrives after the end of the operation is not needed, so the buffer is not counted.
      if (isClosed) return viewed(Buffer.allocUnsafeSlow(bytes))
      const buffer = pool.take(bytes)
      buffers.set(buffer, of)
      count(sizeOf(buffer), of)
      return buffer
    },
    free: (buffer: ViewedBytes) => {
      if (!buffers.has(buffer)) return
      count(-sizeOf(buffer), buffers.get(buffer))
      buffers.delete(buffer)
      pool.give(buffer)
    },
    keep: () => void (areKept = true),
    release: () => void (areKept = false),
    /** A refused operation is not executed further. */
    close(isRefused: boolean) {
      isClosed = true
      const release = areKept && !isRefused ? pool.forget : pool.give
      for (const buffer of buffers.keys()) release(buffer)
      buffers.clear()
    },
  }
}

/** Lets the next operation continue. The others follow in later turns, when its new memory has been counted. */
function admitNext({ body, rows }: Shared['queues']): void {
  body.admitNext()
  rows.admitNext()
}
