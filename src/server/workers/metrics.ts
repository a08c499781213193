import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { ProcessMetrics } from '../observe/metrics.ts'
import { ChannelClosed } from './channel.ts'
import type { Supervisor } from './supervisor.ts'
import type { WorkerProcess } from './worker-process.ts'

const ANSWER_MS = 5_000

/** Creates the metrics of the primary process and its workers together. */
export function createAllMetrics(supervisor: () => Supervisor) {
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
  const unresponsive = new Gauge({
    name: 'adgraph_workers_unresponsive',
    help: 'Worker processes that did not report their metrics in time. Counters include what they reported last.',
    registers,
  })
  /** The metrics of each running worker when they were last read. */
  const last = new Map<WorkerProcess, ProcessMetrics>()
  /** The sums of the workers that have ended. */
  let retired: Promise<ProcessMetrics> = Promise.resolve([])

  return {
    /**
     * The metrics of all processes in the format of Prometheus. Counters and histograms are sums; each gauge says in its
     * definition how it is aggregated. A worker that does not answer in time counts with its last counters and histograms.
     */
    async text(): Promise<string> {
      const running = supervisor().running()
      const read = await Promise.all(
        running.map(async (worker) => {
          const metrics = await metricsOf(worker)
          // At once: a worker can end while others are late, and `retire` needs what it had counted.
          if (metrics && metrics !== 'late') last.set(worker, metrics)
          return metrics
        }),
      )
      unresponsive.set(read.filter((metrics) => metrics === 'late').length)
      const left = new Set(supervisor().running())
      const ofWorkers = running.map((worker, index) => {
        if (!left.has(worker)) return []
        const metrics = read[index]
        return metrics === 'late' ? sumsOf(last.get(worker)) : (metrics ?? [])
      })
      return AggregatorRegistry.aggregate([await retired, await own.getMetricsAsJSON(), ...ofWorkers]).metrics()
    },
    /** Keeps what a worker that has ended had counted when the metrics were last read, so that no sum decreases. */
    retire(worker: WorkerProcess) {
      const counted = sumsOf(last.get(worker))
      last.delete(worker)
      retired = retired.then((sums) => AggregatorRegistry.aggregate([sums, counted]).getMetricsAsJSON())
    },
  }
}

const SUMS = new Set(['counter', 'histogram'])

/** The metrics of a worker that only grow. */
function sumsOf(metrics: ProcessMetrics = []): ProcessMetrics {
  return metrics.filter(({ type }) => SUMS.has(String(type)))
}

/** The metrics of a worker; undefined if it ends meanwhile. */
async function metricsOf(worker: WorkerProcess): Promise<ProcessMetrics | 'late' | undefined> {
  const answered = new AbortController()
  const late = sleep(ANSWER_MS, 'late' as const, { signal: answered.signal })
  try {
    return await Promise.race([worker.channel.call('metrics'), late])
  } catch (error) {
    if (error instanceof ChannelClosed) return undefined
    throw error
  } finally {
    answered.abort()
  }
}
