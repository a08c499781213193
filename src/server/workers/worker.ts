import cluster from 'node:cluster'
import type { ProcessMetrics } from '../observe/metrics.ts'
import { createChannel } from './channel.ts'
import type { PrimaryFunctions, WorkerFunctions } from './functions.ts'

/** Tells the primary process why this worker cannot start. */
export async function reportFault(fault: string): Promise<void> {
  await createPrimaryChannel().call('failed', fault)
}

/** Connects this worker to the primary process. A worker ends when the primary process does. */
export async function connectPrimary() {
  let stop = () => process.exit(0) as unknown
  let metrics: () => Promise<ProcessMetrics> = async () => []
  const channel = createPrimaryChannel({
    stop: () => void stop(),
    metrics: () => metrics(),
    ping() {},
  })
  return {
    /** The number of this worker. */
    id: cluster.worker!.id,
    setup: await channel.call('setup'),
    /** Gives the metrics of this process to the primary process, and returns a function that reads those of all. */
    shareMetrics: (own: typeof metrics) => {
      metrics = own
      return () => channel.call('allMetrics')
    },
    /** Tells that this worker accepts requests at this URL. */
    serves: (url: string) => channel.call('serves', url),
    /** Calls `stop` when the primary process stops. */
    onStop: (given: () => void) => void (stop = given),
  }
}

function createPrimaryChannel(functions: Partial<WorkerFunctions> = {}) {
  const channel = createChannel<PrimaryFunctions>(functions, (message) =>
    process.send!(message, undefined, undefined, () => {}),
  )
  process.on('message', (message) => channel.receive(message))
  return channel
}
