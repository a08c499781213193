import cluster from 'node:cluster'
import { createChannel } from '../../state/primary/channel.ts'
import type { SharedState } from '../../state/memory.ts'
import { createPrimaryState } from '../../state/primary/state.ts'
import type { BulkSettings } from '../bulk/index.ts'
import { createWorkerBulk } from './bulk-worker.ts'
import type { PrimaryFunctions, WorkerFunctions, WorkerSetup } from './functions.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'

/** The connection of a worker to the primary process. */
export interface PrimaryConnection {
  /** The number of this worker. */
  id: number
  setup: WorkerSetup
  /** The state that all workers share. */
  state: SharedState
  /** Gives the metrics of this process to the primary process, and returns a function that reads those of all. */
  shareMetrics: (own: () => Promise<ProcessMetrics>) => () => Promise<string>
  /** Opens the place of long work, which the primary process keeps. */
  openPlace: BulkSettings['openPlace']
  onOpened: NonNullable<BulkSettings['onOpened']>
  /** Tells that this worker accepts requests at this URL. Resolves when all workers of the instance have begun to. */
  serves(url: string): Promise<void>
  /** Calls `stop` when the primary process stops. */
  onStop(stop: () => void): void
}

/** Tells the primary process why this worker cannot start. */
export async function reportFault(fault: string): Promise<void> {
  await createPrimaryChannel({}).call('failed', fault)
}

/** Connects this worker to the primary process. A worker ends when the primary process does. */
export async function connectPrimary(): Promise<PrimaryConnection> {
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
    id: cluster.worker!.id,
    setup: await channel.call('setup'),
    state,
    shareMetrics(own) {
      metrics = own
      return () => channel.call('allMetrics')
    },
    openPlace: bulk.openPlace,
    onOpened: bulk.onOpened,
    serves: (url) => channel.call('serves', url),
    onStop: (given) => (stop = given),
  }
}

function createPrimaryChannel(functions: Partial<WorkerFunctions>) {
  const channel = createChannel<PrimaryFunctions>(functions, (message) =>
    process.send!(message, undefined, undefined, () => {}),
  )
  process.on('message', (message) => channel.receive(message))
  return channel
}
