import { MAX_TIMER_MS } from '../../async/duration.ts'
import type { OperationQueue, RunOperation, RunOutcome } from './queue.ts'

/** A process with free slots, or without. */
interface Slots {
  free: number
  run: RunOperation
  interruption: AbortController
  running: Set<Promise<void>>
}

/** The time before an operation is run again whose process has ended. */
const RETRY_MS = 1_000

/** Creates a queue in the memory of this process, which has no timers while it is empty. The oldest operation is first. */
export function createLocalQueue(): OperationQueue {
  /** All that have not ended: they are in `ready`, run, or have a timer. */
  const known = new Set<string>()
  const ready: string[] = []
  const workers = new Set<Slots>()

  return {
    async add(id) {
      if (known.has(id)) return
      known.add(id)
      makeReady(id)
    },
    work(slots, run) {
      const worker: Slots = { free: slots, run, interruption: new AbortController(), running: new Set() }
      workers.add(worker)
      assign()
      return {
        async close() {
          workers.delete(worker)
          worker.interruption.abort()
          await Promise.all(worker.running)
        },
      }
    },
  }

  function makeReady(id: string): void {
    ready.push(id)
    assign()
  }

  /** Gives operations to the processes with the most free slots. */
  function assign(): void {
    while (ready.length > 0) {
      const [worker] = [...workers].toSorted((a, b) => b.free - a.free)
      if (!worker || worker.free <= 0) return
      const id = ready.shift()
      if (id !== undefined) start(worker, id)
    }
  }

  function start(worker: Slots, id: string): void {
    worker.free -= 1
    const ended = worker
      .run(id, worker.interruption.signal)
      .catch((): RunOutcome => ({ until: Date.now() + RETRY_MS }))
      .then((outcome) => {
        worker.running.delete(ended)
        worker.free += 1
        if (outcome === 'ended') known.delete(id)
        else if (outcome === 'released') ready.unshift(id)
        // An operation that waits longer is run after this time, and waits again.
        else setTimeout(makeReady, Math.min(Math.max(0, outcome.until - Date.now()), MAX_TIMER_MS), id).unref()
        assign()
      })
    worker.running.add(ended)
  }
}
