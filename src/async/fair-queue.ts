import { onAbort } from './promise.ts'

/** Slots that callers share fairly. */
export interface FairQueue {
  /**
   * Takes a slot for this caller: `true` if one is free, else a promise that is `false` if none becomes free in time, the
   * signal aborts, or the queue is too long. A caller that got a slot must call `leave` once.
   */
  enter(caller: string, wait: Wait): boolean | Promise<boolean>
  /** Returns one slot of this caller. */
  leave(caller: string): void
  /** Gives a slot to the next waiting request, if there is one and it may have it. To be called when `isFree` has changed by itself. */
  admitNext(): void
  /** How many slots are taken, and how many requests wait for one. */
  counts(): { taken: number; waiting: number }
}

/** How long a request waits for its slot. */
interface Wait {
  maxWaitMs: number
  /** How much it takes of what the slots share, as `isFree` reads it. Defaults to 0. */
  weight?: number
  /** Ends the wait. */
  signal?: AbortSignal
}

interface FairQueueOptions {
  /** Whether a caller who has `held` slots may have one more, of this weight, while `taken` are taken. */
  isFree: (taken: number, held: number, weight: number) => boolean
  /** How much a caller with slots uses now: the one that uses least is next. Defaults to the number of its slots. */
  usedBy?: (caller: string) => number
  /** The maximum number of waiting requests. Beyond it, the newest request of the caller with the most is refused. Defaults to no limit. */
  maxWaiting?: number
}

/** The slots for callers who have none, as a share of all: others can keep theirs for long. */
const FIRST_SHARE = 1 / 16

/** So many slots, with those for callers who have none. */
export function withFirst(slots: number): number {
  return slots + Math.floor(slots * FIRST_SHARE)
}

/** Whether a caller may have one more of so many slots, or of a few more if it has none. */
export function freeOf(slots: number): FairQueueOptions['isFree'] {
  const all = withFirst(slots)
  return (taken, held) => taken < (held > 0 ? slots : all)
}

/**
 * A queue in which a free slot goes to the waiting caller that uses the least, and among equals to the one that was served
 * longest ago. One caller can have every slot while no other waits, and no more than its share otherwise.
 */
export function createFairQueue({ isFree, usedBy, maxWaiting = Infinity }: FairQueueOptions): FairQueue {
  const taken = new Map<string, number>()
  /** By caller, in the order in which callers were served last. */
  const waiting = new Map<string, Map<Waiting, number>>()
  let takenCount = 0
  let waitingCount = 0

  return { enter, leave, admitNext, counts: () => ({ taken: takenCount, waiting: waitingCount }) }

  function enter(caller: string, { maxWaitMs, weight = 0, signal }: Wait): boolean | Promise<boolean> {
    if (isFreeFor(caller, weight)) {
      take(caller)
      return true
    }
    if (maxWaitMs <= 0 || signal?.aborted) return false
    return new Promise((resolve) => {
      const end: Waiting = (isTurn) => {
        clearTimeout(timer)
        unlisten?.()
        remove(caller, end)
        resolve(isTurn)
      }
      const timer = setTimeout(() => end(false), maxWaitMs)
      const unlisten = signal && onAbort(signal, () => end(false))
      const own = waiting.get(caller)
      if (own) own.set(end, weight)
      else waiting.set(caller, new Map([[end, weight]]))
      waitingCount += 1
      if (waitingCount > maxWaiting) [...longestOf(waiting.values()).keys()].at(-1)?.(false)
    })
  }

  function leave(caller: string): void {
    takenCount -= 1
    const left = taken.get(caller)! - 1
    if (left === 0) taken.delete(caller)
    else taken.set(caller, left)
    // Among callers with the same number of slots, the one that was served longest ago comes first.
    moveToEnd(caller)
    admitNext()
  }

  function isFreeFor(caller: string, weight: number): boolean {
    return isFree(takenCount, taken.get(caller) ?? 0, weight)
  }

  function admitNext(): void {
    const next = leastOf(waiting.keys(), usedOf)
    if (next === undefined) return
    const [first, weight] = waiting.get(next)!.entries().next().value!
    if (!isFreeFor(next, weight)) return
    take(next)
    first(true)
    moveToEnd(next)
  }

  function moveToEnd(caller: string): void {
    const own = waiting.get(caller)
    if (own && waiting.delete(caller)) waiting.set(caller, own)
  }

  function take(caller: string): void {
    takenCount += 1
    taken.set(caller, (taken.get(caller) ?? 0) + 1)
  }

  function remove(caller: string, end: Waiting): void {
    const own = waiting.get(caller)
    if (!own?.delete(end)) return
    waitingCount -= 1
    if (own.size === 0) waiting.delete(caller)
  }

  function usedOf(caller: string): number {
    const slots = taken.get(caller) ?? 0
    return slots > 0 && usedBy ? usedBy(caller) : slots
  }
}

/** The first of the callers that use the least. */
function leastOf(callers: Iterable<string>, usedOf: (caller: string) => number): string | undefined {
  let next: string | undefined
  let least = Infinity
  for (const caller of callers) {
    const used = usedOf(caller)
    if (used >= least) continue
    next = caller
    least = used
  }
  return next
}

function longestOf(queues: Iterable<Map<Waiting, number>>): Map<Waiting, number> {
  let longest = new Map<Waiting, number>()
  for (const queue of queues) if (queue.size >= longest.size) longest = queue
  return longest
}

/** Ends the wait of a request, with or without a slot. */
type Waiting = (isTurn: boolean) => void
