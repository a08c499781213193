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
export type MemoryUse = 'body' | 'rows'

export interface MemoryBudgetOptions {
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
export function createMemoryBudget({ maxBytes, queueTimeoutMs }: MemoryBudgetOptions): MemoryBudget {
  const pool = createBufferPool({ maxBytes, idleMs: IDLE_BUFFER_MS })
  let used = 0
  const hasRoom = (of: MemoryUse) => used < maxBytes * SHARES[of]
  /** Whoever has a slot has waited, and may go on. */
  const queueFor = (of: MemoryUse) => createFairQueue({ isFree: (taken) => taken === 0 || hasRoom(of) })
  const queues = { body: queueFor('body'), rows: queueFor('rows') }
  /** The operation that may exceed the share, for each use: a slow body must not block rows, nor the reverse. */
  const favored: { [Use in MemoryUse]?: OpenReservation | undefined } = {}

  class OpenReservation implements MemoryReservation {
    #bytes = 0
    #mustFinish = false
    #refusal: string | undefined
    #listener: ((reason: string) => void) | undefined
    /** Whether a listener has sent the response of the refused operation. */
    #isAnswered = false
    #isClosed = false
    readonly #caller: string
    readonly #signal: AbortSignal | undefined
    readonly #buffers = new Set<Buffer>()
    /** The number of executions that may still read the buffers. */
    #executions = 0
    /** The current wait. */
    #wait: Promise<boolean> | undefined

    constructor(caller: string, signal: AbortSignal | undefined) {
      this.#caller = caller
      this.#signal = signal
    }

    add(bytes: number): void {
      if (this.#isClosed) return
      this.#bytes += bytes
      used += bytes
      if (bytes < 0) admitNext()
    }

    allocate(bytes: number): Buffer {
      // Data that arrives after the end of the operation is not needed, so the buffer is not counted.
      if (this.#isClosed) return Buffer.allocUnsafeSlow(bytes)
      const buffer = pool.take(bytes)
      this.#buffers.add(buffer)
      this.add(buffer.buffer.byteLength)
      return buffer
    }

    free(buffer: Buffer): void {
      if (!this.#buffers.delete(buffer)) return
      this.add(-buffer.buffer.byteLength)
      pool.give(buffer)
    }

    keepBuffers(): () => void {
      this.#executions += 1
      return () => void (this.#executions -= 1)
    }

    isShort(of: MemoryUse, expectedBytes: number): boolean {
      if (this.#refusal !== undefined) return true
      if (this.#mustFinish || this.#isClosed) return false
      if (this.#bytes + expectedBytes < ALWAYS_ALLOWED_BYTES) return false
      return favored[of] === this ? this.#bytes >= maxBytes : !hasRoom(of)
    }

    available(of: MemoryUse): Promise<boolean> {
      this.#wait ??= this.#waitFor(of).finally(() => (this.#wait = undefined))
      return this.#wait
    }

    async #waitFor(of: MemoryUse): Promise<boolean> {
      if (this.#bytes >= maxBytes)
        this.#refusal ??= `The operation needs more memory than allowed (MAX_MEMORY_BYTES is ${maxBytes})`
      if (this.#refusal === undefined && (await this.#enter(of))) return true
      // Hundreds of operations can reach their timeouts together, so they are refused in several turns.
      if (isTurnOver()) await nextTurn()
      this.#refusal ??= NO_MEMORY
      this.#tell(this.#refusal)
      return false
    }

    /** Tells the listener, which is then dropped: it refers to all that the operation has read. */
    #tell(reason: string): void {
      this.#isAnswered ||= this.#listener !== undefined
      this.#listener?.(reason)
      this.#listener = undefined
    }

    /** Waits for a slot, which only the favored operation keeps. */
    async #enter(of: MemoryUse): Promise<boolean> {
      const wait = { maxWaitMs: queueTimeoutMs, signal: this.#signal }
      const hasSlot = await queues[of].enter(this.#caller, wait)
      if (!hasSlot) return false
      if (favored[of] || hasRoom(of) || this.#isClosed) setImmediate(() => queues[of].leave(this.#caller))
      else favored[of] = this
      return !this.#isClosed
    }

    onRefusal(listener: ((reason: string) => void) | undefined): void {
      this.#listener = listener
      if (this.#refusal !== undefined) this.#tell(this.#refusal)
    }

    isRefused(): boolean {
      return this.#isAnswered
    }

    mustFinish(): void {
      this.#mustFinish = true
    }

    complete(of: MemoryUse): void {
      if (favored[of] !== this) return
      favored[of] = undefined
      queues[of].leave(this.#caller)
    }

    close(): void {
      if (this.#isClosed) return
      used -= this.#bytes
      this.#bytes = 0
      this.#isClosed = true
      const mayBeRead = this.#executions > 0 && !this.isRefused()
      for (const buffer of this.#buffers)
        if (mayBeRead) pool.forget(buffer)
        else pool.give(buffer)
      this.#buffers.clear()
      this.complete('body')
      this.complete('rows')
      admitNext()
    }
  }

  /** Lets the next operation continue. The others follow in later turns, when its new memory has been counted. */
  function admitNext(): void {
    queues.body.admitNext()
    queues.rows.admitNext()
  }

  return {
    open: (caller, signal) => new OpenReservation(caller, signal),
    usedBytes: () => used,
    spareBytes: () => pool.spareBytes(),
    waiting: () => queues.body.counts().waiting + queues.rows.counts().waiting,
  }
}
