import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_TIMER_MS } from '../../async/duration.ts'
import type { Logger } from '../observe/log.ts'
import type { WorkerProcess } from './worker-process.ts'

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
export function askToStop({ channel }: WorkerProcess): void {
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
