import cluster from 'node:cluster'
import { createChannel } from '../../state/primary/channel.ts'
import { createPrimaryState } from '../../state/primary/state.ts'
import { createWorkerBulk } from './bulk-worker.ts'
import type { PrimaryFunctions, WorkerFunctions } from './functions.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'

/** Tells the primary process why this worker cannot start. */
export async function reportFault(fault: string): Promise<void> {
  await createPrimaryChannel({}).call('failed', fault)
}

/** Connects this worker to the primary process. A worker ends when the primary process does. */
export async function connectPrimary() {
  let stop = () => process.exit(0) as unknown
  let metrics: () => Promise<ProcessMetrics> = async () => []
  const functions: Partial<WorkerFunctions> = {
    stop: () => void stop(),
    metrics: () => metrics(),
    ping() {},
  }
  const channel = createPrimaryChannel(functions)
  const bulk = createWorkerBulk(channel)
  const { state, functions: stateFunctions } = createPrimaryState(channel)
  Object.assign(functions, stateFunctions, bulk.functions)
  return {
    /** The number of this worker. */
    id: cluster.worker!.id,
    setup: await channel.call('setup'),
    /** The state that all workers share. */
    state,
    /** Gives the metrics of this process to the primary process, and returns a function that reads those of all. */
    shareMetrics: (own: typeof metrics) => {
      metrics = own
      return () => channel.call('allMetrics')
    },
    /** Opens the place of long work, which the primary process keeps. */
    openPlace: bulk.openPlace,
    onOpened: bulk.onOpened,
    /** Tells that this worker accepts requests at this URL. Resolves when all workers of the instance have begun to. */
    serves: (url: string) => channel.call('serves', url),
    /** Resolves when the connections that have arrived are handed to workers, or after some seconds. */
    allHandedOver: () => channel.call('allHandedOver'),
    /** Calls `stop` when the primary process stops. */
    onStop: (given: () => void) => void (stop = given),
  }
}

function createPrimaryChannel(functions: Partial<WorkerFunctions>) {
  const channel = createChannel<PrimaryFunctions>(functions, (message) =>
    process.send!(message, undefined, undefined, () => {}),
  )
  process.on('message', (message) => channel.receive(message))
  return channel
}
