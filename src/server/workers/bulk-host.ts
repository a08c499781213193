import { onAbort } from '../../async/abort.ts'
import type { OperationPlace } from '../../bulk/operation/operations.ts'
import type { OperationWorker, RunOutcome } from '../../bulk/operation/queue.ts'
import { PlaceFault, type OperationStore } from '../../bulk/operation/store.ts'
import type { Channel } from '../../state/primary/channel.ts'
import type { BulkSettings } from '../bulk/index.ts'
import type { Logger } from '../observe/log.ts'

/** The functions of the primary process that a worker calls for long work. */
export type BulkFunctions = ReturnType<ReturnType<typeof createBulkHost>['connect']>['functions']

/** The functions of a worker that the primary process calls for long work. */
export type WorkerBulkFunctions = {
  runBulk: (id: string) => Promise<RunOutcome>
  interruptBulk: (id: string) => void
  /** Tells that another worker has opened the place of operations. */
  bulkOpened: () => void
}

/** Keeps long work for the workers, which run it. */
export function createBulkHost(openPlace: BulkSettings['openPlace'], log: Logger) {
  const workers = new Set<Channel<WorkerBulkFunctions>>()
  let opening: Promise<OperationPlace> | undefined

  return {
    /** Begins to serve a worker. `disconnect` gives its operations to others. */
    connect(worker: Channel<WorkerBulkFunctions>) {
      workers.add(worker)
      let slots: OperationWorker | undefined
      const functions = {
        /** Calls a function of the store of operations. */
        async bulkStore(name: keyof OperationStore, args: unknown[]): Promise<unknown> {
          const { store } = await open()
          return Reflect.apply(store[name], store, args)
        },
        /** Opens the place of operations. Returns its folder, or the reason why it cannot be opened. */
        async openBulk() {
          try {
            return { dir: (await open()).dir }
          } catch (error) {
            if (error instanceof PlaceFault) return { fault: error.message }
            throw error
          }
        },
        queueBulk: async (id: string) => (await open()).queue.add(id),
        /** Begins to give the worker operations, so many at the same time. */
        async workBulk(count: number) {
          const { queue } = await open()
          if (!workers.has(worker)) return
          slots = queue.work(count, (id, signal) => {
            const unlisten = onAbort(signal, () => worker.tell('interruptBulk', id))
            return worker.call('runBulk', id).finally(unlisten)
          })
        },
        /** Gives the worker no more operations, and interrupts those that it runs. Resolves when it has returned all. */
        stopBulk: async () => slots?.close(),
      }
      return {
        functions,
        disconnect() {
          workers.delete(worker)
          void slots?.close()
        },
      }
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }

  function open(): Promise<OperationPlace> {
    if (opening) return opening
    opening = openPlace((operation, err) => log.error({ err, operation }, 'long work cannot be read'))
    opening.then(
      () => {
        for (const worker of workers) worker.tell('bulkOpened')
      },
      () => {
        opening = undefined
      },
    )
    return opening
  }
}
