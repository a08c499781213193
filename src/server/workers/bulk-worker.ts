import type { RunOperation } from '../../bulk/operation/queue.ts'
import { PlaceFault, type OperationStore } from '../../bulk/operation/store.ts'
import { remoteObject, type Channel } from '../../state/primary/channel.ts'
import type { BulkSettings } from '../bulk/index.ts'
import type { BulkFunctions, WorkerBulkFunctions } from './bulk-host.ts'

interface WorkerBulk {
  openPlace: BulkSettings['openPlace']
  onOpened: NonNullable<BulkSettings['onOpened']>
  functions: WorkerBulkFunctions
}

/** The long work of a worker: the primary process keeps it, and gives it to workers to run. */
export function createWorkerBulk(channel: Pick<Channel<BulkFunctions>, 'call'>): WorkerBulk {
  let run: RunOperation | undefined
  let open = () => {}
  const running = new Map<string, AbortController>()

  return {
    async openPlace() {
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
    onOpened: (given) => (open = given),
    functions: {
      async runBulk(id) {
        if (!run) return { kind: 'released' }
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
    },
  }
}
