import type { OperationQueue, OperationWorker, RunOperation, RunOutcome } from './queue.ts'

/** A process with free slots, or without. */
interface Slots {
  free: number
  run: RunOperation
  interruption: AbortController
  running: Map<string, Promise<void>>
}

/** The time before an operation is run again whose process has ended. */
const RETRY_MS = 1_000

/** A timer cannot be longer than 24 days. An operation that waits longer is run after this time, and waits again. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Creates a queue in the memory of this process, which has no timers while it is empty. The oldest operation is first. */
export function createLocalQueue(): OperationQueue {
  const ready: string[] = []
  const waiting = new Map<string, NodeJS.Timeout>()
  const workers = new Set<Slots>()

  return {
    async add(id) {
      if (!isKnown(id)) makeReady(id)
    },
    work(slots, run): OperationWorker {
      const worker: Slots = { free: slots, run, interruption: new AbortController(), running: new Map() }
      workers.add(worker)
      assign()
      return {
        async close() {
          workers.delete(worker)
          worker.interruption.abort()
          await Promise.all(worker.running.values())
        },
      }
    },
  }

  function isKnown(id: string): boolean {
    return ready.includes(id) || waiting.has(id) || [...workers].some(({ running }) => running.has(id))
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
      .catch((): RunOutcome => ({ kind: 'waiting', until: Date.now() + RETRY_MS }))
      .then((outcome) => {
        worker.running.delete(id)
        worker.free += 1
        if (outcome.kind === 'released') ready.unshift(id)
        if (outcome.kind === 'waiting') wait(id, outcome.until)
        assign()
      })
    worker.running.set(id, ended)
  }

  function wait(id: string, until: number): void {
    const onReady = () => {
      waiting.delete(id)
      makeReady(id)
    }
    waiting.set(id, setTimeout(onReady, Math.min(Math.max(0, until - Date.now()), MAX_TIMER_MS)).unref())
  }
}
