import { setTimeout as sleep } from 'node:timers/promises'
import { DelayedError, Queue, WaitingError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import type { OperationQueue, RunOutcome } from '../operation/queue.ts'

/** How soon it is noticed that a process has ended or sleeps. */
export interface QueueTiming {
  /** How long an operation is locked for the process that runs it. The lock is renewed twice in this time. */
  lockMs: number
  /** How often each process looks for operations whose lock has expired. */
  stalledMs: number
}

interface RedisQueueOptions extends QueueTiming {
  redis: Redis
  prefix: string
  onFault: (error: unknown) => void
}

/** The time before an operation is run again whose run has failed. */
const RETRY_MS = 1_000

/** How long a process that stops waits for Redis. */
const CLOSE_MS = 5_000

const UNREF = { ref: false }

/** Creates the queue of operations in Redis. */
export function createRedisQueue({ redis, prefix, lockMs, stalledMs, onFault }: RedisQueueOptions): OperationQueue & {
  close(): Promise<void>
} {
  const name = 'bulk'
  // The check prints a line that is no line of the log. An evicted lock costs a run, and nothing else.
  const shared = { connection: redis, prefix: prefix.replace(/:$/, ''), skipVersionCheck: true }
  const queue = new Queue(name, shared)
  queue.on('error', onFault)
  return {
    async add(id) {
      // Nothing is added if there is a job with this ID.
      await queue.add('operation', null, { jobId: id, removeOnComplete: true, removeOnFail: true })
    },
    work(slots, run) {
      const interruption = new AbortController()
      /** Runs an operation, and puts its job where it belongs afterwards. */
      const runJob = async (job: Job<null>, token?: string) => {
        const failed = (): RunOutcome => ({ until: Date.now() + RETRY_MS })
        const outcome = await run(job.id ?? '', interruption.signal).catch(failed)
        if (outcome === 'ended') return
        if (outcome === 'released') {
          await job.moveToWait(token)
          throw new WaitingError()
        }
        await job.moveToDelayed(outcome.until, token)
        throw new DelayedError()
      }
      const worker = new Worker(name, runJob, {
        ...shared,
        concurrency: slots,
        lockDuration: lockMs,
        stalledInterval: stalledMs,
        // The store counts how often an operation was taken without any progress.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        runRetryDelay: RETRY_MS,
      })
      worker.on('error', onFault)
      return {
        async close() {
          const closed = worker.close()
          interruption.abort()
          // Without Redis, the others find out that the lock expires.
          await Promise.race([closed, sleep(CLOSE_MS, undefined, UNREF)])
        },
      }
    },
    close: () => Promise.race([queue.close(), sleep(CLOSE_MS, undefined, UNREF)]),
  }
}
