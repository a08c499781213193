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
  /** Why the operation got no memory; undefined where it did. */
  readonly refusal: string | undefined
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

/** The part of the budget that request bodies may fill: what comes in must not keep what runs from its end. */
const BODY_SHARE = 0.5

/**
 * Lets operations read more while less than `maxBytes` is held. Beyond that they wait, but for the oldest one that waits:
 * it goes on, so that somebody always comes to an end and hands its memory back.
 */
export function createMemoryBudget({ maxBytes, queueTimeoutMs }: MemoryBudgetOptions): MemoryBudget {
  let used = 0
  /** In the order in which they began. */
  const open = new Set<OpenHolding>()
  /** The one that goes on beyond the limit: a body that comes slowly must not keep rows from it, nor the reverse. */
  const favored: { [Use in MemoryUse]?: OpenHolding | undefined } = {}
  let waitingCount = 0
  let wakeIsDue = false

  const limitOf = (of: MemoryUse) => (of === 'body' ? maxBytes * BODY_SHARE : maxBytes)

  class OpenHolding implements Holding {
    #bytes = 0
    #mustFinish = false
    #isClosed = false
    refusal: string | undefined
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
      if (this.refusal !== undefined) return true
      if (this.#mustFinish || this.#isClosed || this.#bytes < ALWAYS_ALLOWED_BYTES) return false
      return this === favored[of] ? this.#bytes >= maxBytes : used >= limitOf(of)
    }

    available(of: MemoryUse): Promise<boolean> {
      if (this.refusal === undefined && this.#bytes >= maxBytes)
        this.refusal = `The operation needs more memory than one may use (MAX_MEMORY_BYTES is ${maxBytes})`
      if (this.refusal !== undefined) return Promise.resolve(false)
      if (this.#wait) return this.#wait.over
      let end: (isAvailable: boolean) => void = () => {}
      const over = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => {
          this.refusal ??= 'The memory for operations is used up'
          end(false)
        }, queueTimeoutMs)
        end = (isAvailable) => {
          clearTimeout(timer)
          this.#wait = undefined
          waitingCount -= 1
          resolve(isAvailable)
        }
      })
      this.#wait = { of, over, end }
      waitingCount += 1
      wake()
      return over
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
      if (used < limitOf(of)) return holding
      if (favored[of]) continue
      favored[of] = holding
      return holding
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
