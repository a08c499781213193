import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand, type CommandRun } from './command.ts'

/** Processes of `adgraph worker` that share their operations, with short times. */
export interface BulkWorkers {
  /** The worker that has begun to run an operation last. Undefined before the first. */
  holder(): CommandRun | undefined
  /** Waits until a worker has begun to run an operation since this number of beginnings. */
  begun(after: number): Promise<void>
  /** Starts a worker in place of one that was killed. */
  replace(worker: CommandRun): Promise<void>
  close(): Promise<void>
}

const TIMING = ['--checkpoint-ms', '20']

/** Starts them. Resolves when they run. */
export async function startBulkWorkers(count: number, settings: Record<string, string>): Promise<BulkWorkers> {
  const workers: CommandRun[] = []
  const ended: CommandRun[] = []
  await Promise.all(Array.from({ length: count }, start))
  return {
    holder: () => begun().at(-1)?.worker,
    async begun(after) {
      for (const until = Date.now() + 30_000; begun().length <= after; await sleep(20))
        if (Date.now() > until) throw new Error(`No worker has begun:\n${outputs()}`)
    },
    async replace(worker) {
      workers.splice(workers.indexOf(worker), 1)
      ended.push(worker)
      await start()
    },
    async close() {
      for (const worker of workers) {
        worker.process.kill('SIGCONT')
        worker.process.kill('SIGKILL')
      }
      await Promise.all(workers.map(({ exited }) => exited))
    },
  }

  async function start(): Promise<void> {
    const worker = runCommand(['worker', ...TIMING], settings)
    workers.push(worker)
    await worker.printed(/runs long work/)
  }

  function begun(): { worker: CommandRun; time: number }[] {
    return [...ended, ...workers]
      .flatMap((worker) =>
        [...worker.output().matchAll(/"time":(\d+),.*"status":"RUNNING"/g)].map(([, time]) => ({
          worker,
          time: Number(time),
        })),
      )
      .toSorted((a, b) => a.time - b.time)
  }

  function outputs(): string {
    return workers.map((worker) => worker.output()).join('\n')
  }
}
