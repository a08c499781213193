import type { NextMessage } from '../../../async/messages.ts'
import { StoreUnavailable, type AcquiredLease, type Store } from '../../../rest/store.ts'
import type { OperationStore } from './folder-store.ts'
import { hasEnded, type OperationHeader } from './record.ts'

/** What has become of an operation that was run. */
export type RunOutcome =
  /** It has ended, or somebody else has taken it. Nobody needs to run it any more. */
  | 'ended'
  /** It waits until this time, in milliseconds since the epoch, and has given its slot back. */
  | { until: number }
  /** It was interrupted, and can continue at once somewhere else. */
  | 'released'

/**
 * Runs an operation until it ends, waits, or is interrupted by the signal, which all operations of the process share. Does not
 * reject because of the operation itself.
 */
export type RunOperation = (id: string, signal: AbortSignal) => Promise<RunOutcome>

/** A process that runs operations. */
interface OperationWorker {
  /** Takes no further operations, interrupts those that run, and resolves when all have kept their positions. */
  close(): Promise<void>
}

/** What makes processes run operations. Which are to be run is in the store. */
export interface OperationQueue {
  /** Wakes the processes, because there is an operation to run. */
  wake(): void
  /** Begins to run operations in this process, `slots` at the same time. */
  work(slots: number, run: RunOperation): OperationWorker
}

/**
 * How the processes that share the operations of a folder take turns: whoever has the lease of an operation runs it. It throws
 * StoreUnavailable while nobody can know who has.
 */
export type Turns = Pick<Store, 'lease' | 'next' | 'publish'>

interface QueueOptions {
  store: OperationStore
  turns: Turns
  /** Called with an operation whose run has failed, and with an error of the queue itself. */
  onFault: (id: string, error: unknown) => void
}

/** How often is looked for operations, if no message has come. */
const LOOK_MS = 10_000

/** The time before an operation is run again whose run has failed. */
const RETRY_MS = 1_000

const TOPIC = 'long work'

/**
 * Creates the queue of the operations in a store. Callers take turns: an operation of the caller with the fewest that run is next, of
 * these the caller whose last operation began first, and of this caller the oldest.
 */
export function createQueue({ store, turns, onFault }: QueueOptions): OperationQueue {
  const wake = () => turns.publish(TOPIC)
  return {
    wake,
    work(slots, run) {
      const interruption = new AbortController()
      const { signal } = interruption
      const running = new Map<string, Promise<void>>()
      /** When operations that have failed here are run again. */
      const notBefore = new Map<string, number>()
      /** Those whose lease another process has. */
      const heldElsewhere = new Set<string>()
      /** What the next look waits for. Canceled, it begins at once. */
      let message: NextMessage | undefined
      const looking = look()
      return {
        async close() {
          interruption.abort()
          message?.cancel()
          await looking
          await Promise.all(running.values())
        },
      }

      async function look(): Promise<void> {
        while (!signal.aborted) {
          // Listening begins before the look, so that no message is missed.
          message = turns.next(TOPIC)
          const dueAt = await takeAll().catch((error: unknown) => {
            if (!(error instanceof StoreUnavailable)) onFault('queue', error)
            return Infinity
          })
          if (signal.aborted) message.cancel()
          else await message.within(Math.min(Math.max(dueAt - Date.now(), 0), LOOK_MS))
        }
      }

      /** Begins to run what can be run. Returns when the next operation is due. */
      async function takeAll(): Promise<number> {
        let nextAt = Infinity
        const all = await store.all()
        const isTaken = ({ id }: OperationHeader) => running.has(id) || heldElsewhere.has(id)
        const callers = callersOf(all, isTaken)
        const due = all.filter((header) => {
          if (hasEnded(header) || isTaken(header)) return false
          const at = Math.max(notBefore.get(header.id) ?? 0, dueAt(header))
          if (at <= Date.now()) return true
          nextAt = Math.min(nextAt, at)
          return false
        })
        while (running.size < slots && !signal.aborted) {
          const id = callers.takeNext(due)?.id
          if (id === undefined) break
          const lease = await turns.lease(`${TOPIC} ${id}`)
          if (lease.held) begin(id, lease)
          else {
            heldElsewhere.add(id)
            void lease.released().then(() => {
              heldElsewhere.delete(id)
              message?.cancel()
            })
          }
        }
        return nextAt
      }

      function begin(id: string, lease: AcquiredLease & { held: true }): void {
        notBefore.delete(id)
        const failed = (error: unknown): RunOutcome => {
          onFault(id, error)
          return { until: Date.now() + RETRY_MS }
        }
        const ended = run(id, signal)
          .catch(failed)
          .then(async (outcome) => {
            if (typeof outcome === 'object') notBefore.set(id, outcome.until)
            await lease.release()
            running.delete(id)
            wake()
          })
        running.set(id, ended)
      }
    },
  }
}

/** The callers of operations, which take turns. */
function callersOf(all: readonly OperationHeader[], isTaken: (header: OperationHeader) => boolean) {
  const callers = new Map<string, { running: number; lastAt: number }>()
  for (const header of all) {
    const { running, lastAt } = callerOf(header)
    callers.set(header.owner, {
      running: running + (isTaken(header) ? 1 : 0),
      lastAt: Math.max(lastAt, header.startedAt ?? 0),
    })
  }
  return {
    /** Takes the next operation of these. */
    takeNext(due: OperationHeader[]): OperationHeader | undefined {
      due.sort((a, b) => {
        const [one, other] = [callerOf(a), callerOf(b)]
        return one.running - other.running || one.lastAt - other.lastAt || a.createdAt - b.createdAt
      })
      const next = due.shift()
      if (next) callers.set(next.owner, { running: callerOf(next).running + 1, lastAt: Date.now() })
      return next
    },
  }

  function callerOf({ owner }: OperationHeader) {
    return callers.get(owner) ?? { running: 0, lastAt: 0 }
  }
}

/** When an operation continues that waits. */
function dueAt({ status, waitingUntil }: OperationHeader): number {
  return status === 'WAITING' ? (waitingUntil ?? 0) : 0
}
