/** One budget of bytes for the process: request bodies, rows that are held, and answers that are not sent yet. */
export interface MemoryBudget {
  /** Begins to count what one operation holds. */
  open(): Holding
  usedBytes(): number
  /** How many operations wait for memory. */
  waiting(): number
}

/** What one operation holds of the budget. */
export interface Holding {
  /** Counts bytes that the operation holds from now on; a negative number hands bytes back. */
  add(bytes: number): void
  /** Whether the operation has to wait before it reads more of this. */
  isShort(of: MemoryUse): boolean
  /** Waits until the operation may read more. False where that took too long: then it is to be refused. */
  available(of: MemoryUse): Promise<boolean>
  /**
   * Calls `listener` with the reason when the operation is refused, which then gives its answer.
   */
  onRefusal(listener: ((reason: string) => void) | undefined): void
  /** Whether the operation has been refused, and a listener has given its answer. */
  isRefused(): boolean
  /** From now on the operation is not refused any more, because it writes. */
  mustFinish(): void
  /** The operation needs no more memory for this. */
  complete(of: MemoryUse): void
  /** Hands back all that the operation holds. */
  close(): void
}

export type MemoryUse = 'body' | 'rows'

export interface MemoryBudgetOptions {
  maxBytes: number
  /** How long an operation waits for memory. */
  queueTimeoutMs: number
}

/** What each operation may hold whatever others hold, so that small ones never wait for big ones. */
const ALWAYS_ALLOWED_BYTES = 131_072

/** Why an operation is refused that has waited for memory too long. */
export const NO_MEMORY = 'The memory for operations is used up'

/** The parts of the budget that uses may fill together: what comes in must not keep what runs from its end. */
const SHARES: Record<MemoryUse, number> = { body: 0.25, rows: 0.5 }

/**
 * Lets operations read more while less than half of `maxBytes` is held. Beyond that they wait, but for the oldest one
 * that waits: it goes on up to `maxBytes`, so that somebody always comes to an end and hands its memory back.
 */
export function createMemoryBudget({ maxBytes, queueTimeoutMs }: MemoryBudgetOptions): MemoryBudget {
  let used = 0
  /** In the order in which they began. */
  const open = new Set<OpenHolding>()
  /** The one that goes on beyond the limit: a body that comes slowly must not keep rows from it, nor the reverse. */
  const favored: { [Use in MemoryUse]?: OpenHolding | undefined } = {}
  let waitingCount = 0
  let wakeIsDue = false

  const isUsedUp = (of: MemoryUse, holding: OpenHolding) =>
    used >= maxBytes * (holding === favored[of] ? 1 : SHARES[of])

  class OpenHolding implements Holding {
    #bytes = 0
    #mustFinish = false
    #refusal: string | undefined
    #listener: ((reason: string) => void) | undefined
    #isClosed = false
    /** Ends the wait, with memory or without. */
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

    isShort(of: MemoryUse): boolean {
      if (this.#refusal !== undefined) return true
      if (this.#mustFinish || this.#isClosed || this.#bytes < ALWAYS_ALLOWED_BYTES) return false
      return isUsedUp(of, this)
    }

    available(of: MemoryUse): Promise<boolean> {
      if (this.#bytes >= maxBytes)
        this.#refusal ??= `The operation needs more memory than one may use (MAX_MEMORY_BYTES is ${maxBytes})`
      if (this.#refusal !== undefined) return new Promise((resolve) => this.#refuse(resolve))
      if (this.#wait) return this.#wait.over
      let end: (isAvailable: boolean) => void = () => {}
      const over = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => {
          this.#refusal ??= NO_MEMORY
          end(false)
        }, queueTimeoutMs)
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

    onRefusal(listener: ((reason: string) => void) | undefined): void {
      this.#listener = listener
      if (this.#refusal !== undefined) listener?.(this.#refusal)
    }

    /** Has the whole operation refused where somebody listens. What waits gets nothing. */
    #refuse(resolve: (isAvailable: boolean) => void): void {
      this.#listener?.(this.#refusal ?? NO_MEMORY)
      resolve(false)
    }

    isRefused(): boolean {
      return this.#refusal !== undefined && this.#listener !== undefined
    }

    goOn(): void {
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
      open.delete(this)
      this.#wait?.end(false)
      this.complete('body')
      this.complete('rows')
      wake()
    }
  }

  /** Lets the next one go on. Those behind it are looked at in later turns, when what it reads has been counted. */
  function wake(): void {
    if (wakeIsDue || waitingCount === 0) return
    wakeIsDue = true
    setImmediate(() => {
      wakeIsDue = false
      const next = nextHolding()
      if (!next) return
      next.goOn()
      wake()
    })
  }

  function nextHolding(): OpenHolding | undefined {
    for (const holding of open) {
      const of = holding.waitsFor
      if (of === undefined) continue
      favored[of] ??= holding
      if (!isUsedUp(of, holding)) return holding
    }
    return undefined
  }

  return {
    open() {
      const holding = new OpenHolding()
      open.add(holding)
      return holding
    },
    usedBytes: () => used,
    waiting: () => waitingCount,
  }
}
