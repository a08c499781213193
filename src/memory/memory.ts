import { isTurnOver, nextTurn } from '../async/turn.ts'
import { createBufferPool } from './buffer-pool.ts'

/** The memory budget of the process, in bytes: request bodies, rows, and responses that have not been sent yet. */
export interface MemoryBudget {
  /** Starts counting the memory of one operation. */
  open(): MemoryReservation
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
  /** Whether the operation must wait before it reads more. */
  isShort(of: MemoryUse): boolean
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
 * Lets operations read more rows while less than their share of `maxBytes` is used. Beyond that they wait, except for the oldest
 * waiting operation, which may use up to `maxBytes`. So there is always one that can finish and release its memory.
 */
export function createMemoryBudget({ maxBytes, queueTimeoutMs }: MemoryBudgetOptions): MemoryBudget {
  const pool = createBufferPool({ maxBytes, idleMs: IDLE_BUFFER_MS })
  let used = 0
  /** The open reservations, in the order in which their operations started. */
  const open = new Set<OpenReservation>()
  /** The operation that may exceed the share, for each use: a slow body must not block rows, nor the reverse. */
  const favored: { [Use in MemoryUse]?: OpenReservation | undefined } = {}
  let waitingCount = 0
  let wakeIsDue = false

  const isUsedUp = (of: MemoryUse, reservation: OpenReservation) =>
    used >= maxBytes * (reservation === favored[of] ? 1 : SHARES[of])

  class OpenReservation implements MemoryReservation {
    #bytes = 0
    #mustFinish = false
    #refusal: string | undefined
    #listener: ((reason: string) => void) | undefined
    #isClosed = false
    readonly #buffers = new Set<Buffer>()
    /** The number of executions that may still read the buffers. */
    #executions = 0
    /** The current wait. `end` ends it, with memory or without. */
    #wait: { of: MemoryUse; over: Promise<boolean>; end: (isAvailable: boolean) => void } | undefined

    get waitsFor(): MemoryUse | undefined {
      return this.#wait?.of
    }

    add(bytes: number): void {
      if (this.#isClosed) return
      this.#bytes += bytes
      used += bytes
      if (bytes < 0) wake()
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

    isShort(of: MemoryUse): boolean {
      if (this.#refusal !== undefined) return true
      if (this.#mustFinish || this.#isClosed || this.#bytes < ALWAYS_ALLOWED_BYTES) return false
      return isUsedUp(of, this)
    }

    available(of: MemoryUse): Promise<boolean> {
      if (this.#bytes >= maxBytes)
        this.#refusal ??= `The operation needs more memory than allowed (MAX_MEMORY_BYTES is ${maxBytes})`
      if (this.#refusal !== undefined) return new Promise((resolve) => this.#refuse(resolve))
      if (this.#wait) return this.#wait.over
      let end: (isAvailable: boolean) => void = () => {}
      const over = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => void this.#giveUp(), queueTimeoutMs)
        end = (isAvailable) => {
          clearTimeout(timer)
          this.#wait = undefined
          waitingCount -= 1
          if (isAvailable) resolve(true)
          else this.#refuse(resolve)
        }
      })
      this.#wait = { of, over, end }
      waitingCount += 1
      wake()
      return over
    }

    /**
     * Ends the wait without memory. Hundreds of operations can reach their timeouts together, so they are refused in
     * several turns.
     */
    async #giveUp(): Promise<void> {
      if (isTurnOver()) await nextTurn()
      if (!this.#wait) return
      this.#refusal ??= NO_MEMORY
      this.#wait.end(false)
    }

    onRefusal(listener: ((reason: string) => void) | undefined): void {
      this.#listener = listener
      if (this.#refusal !== undefined) listener?.(this.#refusal)
    }

    /** Refuses the whole operation if there is a listener, and ends the wait without memory. */
    #refuse(resolve: (isAvailable: boolean) => void): void {
      this.#listener?.(this.#refusal ?? NO_MEMORY)
      resolve(false)
    }

    isRefused(): boolean {
      return this.#refusal !== undefined && this.#listener !== undefined
    }

    resume(): void {
      this.#wait?.end(true)
    }

    mustFinish(): void {
      this.#mustFinish = true
    }

    complete(of: MemoryUse): void {
      if (favored[of] !== this) return
      favored[of] = undefined
      wake()
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
      open.delete(this)
      this.#wait?.end(false)
      this.complete('body')
      this.complete('rows')
      wake()
    }
  }

  /** Lets the next operation continue. The others follow in later turns, when its new memory has been counted. */
  function wake(): void {
    if (wakeIsDue || waitingCount === 0) return
    wakeIsDue = true
    setImmediate(() => {
      wakeIsDue = false
      const next = nextReservation()
      if (!next) return
      next.resume()
      wake()
    })
  }

  function nextReservation(): OpenReservation | undefined {
    for (const reservation of open) {
      const of = reservation.waitsFor
      if (of === undefined) continue
      favored[of] ??= reservation
      if (!isUsedUp(of, reservation)) return reservation
    }
    return undefined
  }

  return {
    open() {
      const reservation = new OpenReservation()
      open.add(reservation)
      return reservation
    },
    usedBytes: () => used,
    spareBytes: () => pool.spareBytes(),
    waiting: () => waitingCount,
  }
}
