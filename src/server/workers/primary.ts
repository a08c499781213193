import { createStateHost } from '../../state/primary/host.ts'
import type { BulkSettings } from '../bulk/index.ts'
import type { Logger } from '../observe/log.ts'
import { createBulkHost } from './bulk-host.ts'
import type { WorkerSetup } from './functions.ts'
import { allHandedOver } from './handover.ts'
import { createAllMetrics } from './metrics.ts'
import { superviseWorkers, type Supervisor } from './supervisor.ts'
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
  /** Opens the place of long work. */
  openPlace: BulkSettings['openPlace']
  log: Logger
}

/** Starts workers, replaces those that end, and keeps the state that they share. */
export function startWorkers({ count, setup, faultOf, stopTimeoutMs, openPlace, log }: WorkersOptions): Workers {
  const host = createStateHost()
  const bulk = createBulkHost(openPlace, log)
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
      await bulk.close()
    },
  }

  function fork(): WorkerProcess {
    return forkWorker((worker) => {
      const state = host.connect(worker.channel)
      const work = bulk.connect(worker.channel)
      void worker.ended.then(({ code, signal }) => {
        state.disconnect()
        work.disconnect()
        metrics.retire(worker)
        serving.delete(worker)
        const end = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
        if (!isStopping) onFailure(new Error(`A worker process ${end} before it served`))
      })
      return {
        ...state.functions,
        ...work.functions,
        setup() {
          // The message to stop was sent before this worker could receive it.
          if (isStopping) worker.channel.tell('stop')
          return setup
        },
        async serves(workerUrl) {
          serving.add(worker)
          log.info({ worker: worker.id, pid: worker.pid }, 'a worker process accepts requests')
          if (serving.size === count) {
            isStarted = true
            onAllServe(workerUrl)
          }
          await started
        },
        failed(fault) {
          if (isStarted) log.error({ worker: worker.id, fault }, 'a worker process cannot start')
          else onFailure(faultOf(fault))
        },
        allHandedOver,
        allMetrics: () => metrics.text(),
      }
    })
  }
}
