import type { Logger } from '../observe/log.ts'
import type { WorkerSetup } from './functions.ts'
import { createAllMetrics } from './metrics.ts'
import { askToStop, superviseWorkers, type Supervisor } from './supervisor.ts'
import { forkWorker, type WorkerProcess } from './worker-process.ts'

/** Worker processes that share a port. */
export interface Workers {
  /**
   * The URL of the GraphQL endpoint, when all workers accept requests. Rejects if one of them ends before that: with the error of
   * its fault if it reported one.
   */
  url: Promise<string>
  /** Lets every worker stop as a server does, also those that are starting, and resolves when all have ended. */
  stop(): Promise<void>
}

export interface WorkersOptions {
  count: number
  setup: WorkerSetup
  /** Creates the error of a worker that cannot start because of its settings. */
  faultOf: (message: string) => Error
  /** The time after which a worker that has not stopped is killed. */
  stopTimeoutMs: number
  log: Logger
}

/** Starts workers, replaces those that end, and adds up their metrics. What they share is in Redis. */
export function startWorkers({ count, setup, faultOf, stopTimeoutMs, log }: WorkersOptions): Workers {
  const metrics = createAllMetrics(() => supervisor)
  let isStopping = false
  const serving = new Set<WorkerProcess>()
  let onAllServe = (_url: string) => {}
  let onFailure = (_error: Error) => {}
  let isStarted = false
  const started = new Promise<string>((resolve, reject) => {
    onAllServe = resolve
    onFailure = reject
  })
  const supervisor: Supervisor = superviseWorkers(count, fork, log)

  return {
    url: started,
    async stop() {
      isStopping = true
      await supervisor.stop(stopTimeoutMs)
    },
  }

  function fork(): WorkerProcess {
    return forkWorker((worker) => {
      void worker.ended.then(({ code, signal }) => {
        metrics.retire(worker)
        serving.delete(worker)
        const end = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
        if (!isStopping) onFailure(new Error(`A worker process ${end} before it served`))
      })
      return {
        setup() {
          // The message to stop was sent before this worker could receive it.
          if (isStopping) askToStop(worker)
          return setup
        },
        serves(workerUrl) {
          serving.add(worker)
          log.info({ worker: worker.id, pid: worker.pid }, 'a worker process accepts requests')
          if (serving.size === count) {
            isStarted = true
            onAllServe(workerUrl)
          }
        },
        failed(fault) {
          if (isStarted) log.error({ worker: worker.id, fault }, 'a worker process cannot start')
          else onFailure(faultOf(fault))
        },
        allMetrics: () => metrics.text(),
      }
    })
  }
}
