import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { ProcessMetrics } from './functions.ts'
import type { Supervisor } from './supervisor.ts'
import type { WorkerProcess } from './worker-process.ts'

/** The metrics of the primary process and its workers together. */
export interface AllMetrics {
  /**
   * The metrics of all processes in the format of Prometheus. Counters and histograms are sums; each gauge says in its
   * definition how it is aggregated. Throws if a worker does not answer in time.
   */
  text(): Promise<string>
  /** Keeps what a worker that has ended had counted when the metrics were last read, so that no sum decreases. */
  retire(worker: WorkerProcess): void
}

const ANSWER_MS = 5_000

/** Creates the metrics of all processes. */
export function createAllMetrics(supervisor: () => Pick<Supervisor, 'running' | 'restarts'>): AllMetrics {
  const own = new Registry()
  const registers = [own]
  collectDefaultMetrics({ register: own })
  const workers: Gauge = new Gauge({
    name: 'adgraph_workers',
    help: 'Worker processes that run.',
    registers,
    collect: () => workers.set(supervisor().running().length),
  })
  const restarts: Counter = new Counter({
    name: 'adgraph_worker_restarts_total',
    help: 'Worker processes that were replaced after they had ended.',
    registers,
    collect() {
      restarts.reset()
      restarts.inc(supervisor().restarts())
    },
  })
  /** The metrics of each running worker when they were last read. */
  const last = new Map<WorkerProcess, ProcessMetrics>()
  /** The sums of the workers that have ended. */
  let retired: Promise<ProcessMetrics> = Promise.resolve([])

  return {
    async text() {
      const running = supervisor().running()
      const read = await Promise.all(running.map((worker) => metricsOf(worker)))
      running.forEach((worker, index) => read[index] && last.set(worker, read[index]))
      return AggregatorRegistry.aggregate([
        await retired,
        await own.getMetricsAsJSON(),
        ...read.filter((metrics) => metrics !== undefined),
      ]).metrics()
    },
    retire(worker) {
      const counted = (last.get(worker) ?? []).filter(({ type }) => SUMS.has(String(type)))
      last.delete(worker)
      retired = retired.then((sums) => AggregatorRegistry.aggregate([sums, counted]).getMetricsAsJSON())
    },
  }
}

const SUMS = new Set(['counter', 'histogram'])

/** The metrics of a worker; undefined if it ends meanwhile. Throws if it does not answer in time. */
async function metricsOf(worker: WorkerProcess): Promise<ProcessMetrics | undefined> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`worker ${worker.id} does not answer`)), ANSWER_MS)
  })
  try {
    return await Promise.race([worker.channel.call('metrics'), worker.ended.then(() => undefined), tooLate])
  } finally {
    clearTimeout(late)
  }
}
