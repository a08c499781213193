import type { OperationPlace } from '../../bulk/operation/operations.ts'
import type { RunOperation } from '../../bulk/operation/queue.ts'
import { PlaceFault, type OperationStore } from '../../bulk/operation/store.ts'
import { remoteObject, type Channel } from '../../state/primary/channel.ts'
import type { BulkFunctions, WorkerBulkFunctions } from './bulk-host.ts'

/** The long work of a worker: the primary process keeps it, and gives it to workers to run. */
export function createWorkerBulk(channel: Channel<BulkFunctions>) {
  let run: RunOperation | undefined
  let open = () => {}
  const running = new Map<string, AbortController>()

  const functions: WorkerBulkFunctions = {
    async runBulk(id) {
      if (!run) return 'released'
      const interruption = new AbortController()
      running.set(id, interruption)
      try {
        return await run(id, interruption.signal)
      } finally {
        running.delete(id)
      }
    },
    interruptBulk: (id) => running.get(id)?.abort(),
    bulkOpened: () => open(),
  }
  return {
    functions,
    openPlace: async (): Promise<OperationPlace> => {
      const opened = await channel.call('openBulk')
      if ('fault' in opened) throw new PlaceFault(opened.fault)
      return {
        dir: opened.dir,
        store: remoteObject<OperationStore, keyof OperationStore>({}, (name, args) =>
          channel.call('bulkStore', name, args),
        ),
        queue: {
          add: (id) => channel.call('queueBulk', id),
          work(slots, given) {
            run = given
            const begun = channel.call('workBulk', slots)
            return { close: () => begun.then(() => channel.call('stopBulk')) }
          },
        },
        close: async () => {},
      }
    },
    onOpened: (given: () => void) => void (open = given),
  }
}
