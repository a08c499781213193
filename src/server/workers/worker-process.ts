import cluster from 'node:cluster'
import { createChannel, type Channel } from './channel.ts'
import type { PrimaryFunctions, WorkerFunctions } from './functions.ts'

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

/** How a worker ended. */
export interface WorkerEnd {
  code: number | null
  signal: string | null
}

/** The command of this program that runs a worker. */
const COMMAND = 'serve-as-worker'

/** Starts a worker: this program with the same settings. `offer` returns the functions that it can call. */
export function forkWorker(offer: (worker: WorkerProcess) => PrimaryFunctions): WorkerProcess {
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
