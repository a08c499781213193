import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { MAX_TIMER_MS } from '../../async/duration.ts'
import { within } from '../../async/promise.ts'
import type { Logger } from '../observe/log.ts'
import type { ProcessMetrics } from '../observe/metrics.ts'
import {
  type WorkerSetup,
  createChannel,
  type Channel,
  type PrimaryFunctions,
  type WorkerFunctions,
  ChannelClosed,
} from './worker.ts'

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

interface WorkersOptions {
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
  const failStart = (error: Error) => {
    if (isStarted) return
    supervisor.giveUp()
    onFailure(error)
  }

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
        if (!isStopping) failStart(new Error(`A worker process ${end} before it served`))
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
          else failStart(faultOf(fault))
        },
        allMetrics: () => metrics.text(),
      }
    })
  }
}

/** Keeps a number of workers running. */
export type Supervisor = ReturnType<typeof superviseWorkers>

/** How often a worker is asked whether it answers. */
const CHECK_MS = 5_000

/**
 * A worker that does not answer for this many checks, about a minute, does not serve anybody: no operation blocks the event
 * loop for longer than a fraction of a second. Checks are counted instead of time, so that a machine or container that was
 * suspended ends no worker.
 */
const MAX_MISSED_CHECKS = 12

/** The same of a worker that should stop, which is checked five times as often. */
const MAX_MISSED_STOP_CHECKS = 5

/** A worker that ran for this long has not failed because of its start. */
const STABLE_MS = 30_000

const FIRST_DELAY_MS = 500

const MAX_DELAY_MS = 30_000

/**
 * The time before a worker is replaced. The first that ends is replaced at once; while those that replace it end too, within
 * 30 seconds each, the delay doubles from half a second to 30 seconds.
 */
export function restartDelayMs(endsInRow: number): number {
  return endsInRow <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (endsInRow - 2), MAX_DELAY_MS)
}

/** Asks a worker to stop. One that does not hear it is killed later. */
function askToStop({ channel }: WorkerProcess): void {
  channel.call('stop').catch(() => {})
}

/** Starts `count` workers, and replaces each one that ends. One that no longer answers is killed. */
export function superviseWorkers(count: number, fork: () => WorkerProcess, log: Logger, checkMs: number = CHECK_MS) {
  const running = new Set<WorkerProcess>()
  const stopping = new AbortController()
  let restarts = 0
  const places = Array.from({ length: count }, keepOne)

  return {
    /** The workers that have not ended. */
    running: () => [...running],
    /** How many workers have been replaced. */
    restarts: () => restarts,
    /** From now on, a worker that ends is not replaced. */
    giveUp: () => stopping.abort(),
    /**
     * Asks every worker to stop, and resolves when all have ended. Those that have not after `timeoutMs` are killed, and those
     * that no longer answer after some seconds: they keep the port open.
     */
    async stop(timeoutMs: number) {
      stopping.abort()
      for (const worker of running) {
        askToStop(worker)
        check(worker, checkMs / 5, MAX_MISSED_STOP_CHECKS)
      }
      const killAll = () => {
        log.warn({ workers: running.size }, 'worker processes did not stop in time and are killed')
        for (const worker of running) worker.kill()
      }
      const late = setTimeout(killAll, Math.min(timeoutMs, MAX_TIMER_MS))
      await Promise.all(places)
      clearTimeout(late)
    },
  }

  async function keepOne(): Promise<void> {
    for (let endsInRow = 0; !stopping.signal.aborted; restarts += 1) {
      const worker = fork()
      const startedAt = performance.now()
      running.add(worker)
      check(worker, checkMs, MAX_MISSED_CHECKS)
      const { code, signal } = await worker.ended
      running.delete(worker)
      worker.channel.close()
      if (stopping.signal.aborted) return
      const ranMs = Math.round(performance.now() - startedAt)
      endsInRow = ranMs < STABLE_MS ? endsInRow + 1 : 1
      const restartInMs = restartDelayMs(endsInRow)
      const { id, pid } = worker
      log.error({ worker: id, pid, code, signal, ranMs, restartInMs }, 'a worker process ended and is replaced')
      // A stop ends the wait, and the loop.
      await sleep(restartInMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Kills a worker that misses too many checks. */
  function check(worker: WorkerProcess, everyMs: number, maxMissed: number): void {
    let missed = 0
    const checks = setInterval(() => {
      missed += 1
      if (missed > maxMissed) {
        clearInterval(checks)
        const { id, pid } = worker
        log.error(
          { worker: id, pid, checks: maxMissed, checkMs: everyMs },
          'a worker process does not answer and is killed',
        )
        worker.kill()
        return
      }
      // Each check asks again, because Node.js drops what a worker is sent before it listens. A worker that ends meanwhile is
      // replaced because it has ended.
      worker.channel.call('ping').then(
        () => (missed = 0),
        () => {},
      )
    }, everyMs)
    void worker.ended.then(() => clearInterval(checks))
  }
}

/** A worker, as the primary process sees it. */
export interface WorkerProcess {
  /** Distinguishes the worker from all others, also from the one that it replaces. */
  id: number
  pid: number | undefined
  channel: Channel<WorkerFunctions>
  /** Resolves when the process has ended, or could not be started. */
  ended: Promise<WorkerEnd>
  /** Ends the process at once. */
  kill(): void
}

export interface WorkerEnd {
  code: number | null
  signal: string | null
}

/** The command of this program that runs a worker. */
const COMMAND = 'serve-as-worker'

/** Starts a worker: this program with the same settings. `offer` returns the functions that it can call. */
function forkWorker(offer: (worker: WorkerProcess) => PrimaryFunctions): WorkerProcess {
  cluster.setupPrimary({ args: [COMMAND] })
  const forked = cluster.fork()
  const functions = {} as PrimaryFunctions
  // A worker that has just ended cannot be sent anything: its end is reported by `ended`.
  const channel = createChannel<WorkerFunctions>(functions, (message) => forked.send(message, () => {}))
  forked.on('message', (message) => channel.receive(message))
  const worker: WorkerProcess = {
    id: forked.id,
    pid: forked.process.pid,
    channel,
    ended: new Promise((resolve) => {
      forked.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
      forked.on('error', () => resolve({ code: forked.process.exitCode, signal: null }))
    }),
    kill: () => void forked.process.kill('SIGKILL'),
  }
  Object.assign(functions, offer(worker))
  return worker
}

const ANSWER_MS = 5_000

/** Creates the metrics of the primary process and its workers together. */
export function createAllMetrics(supervisor: () => Pick<Supervisor, 'running' | 'restarts'>) {
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
    help: 'Worker processes that did not report their metrics in time. Counters include their last report.',
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
  try {
    return await within(ANSWER_MS, worker.channel.call('metrics'), () => 'late')
  } catch (error) {
    if (error instanceof ChannelClosed) return undefined
    throw error
  }
}
