import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/server/observe/log.ts'
import {
  superviseWorkers,
  type Supervisor,
  type WorkerEnd,
  type WorkerProcess,
} from '../../../src/server/workers/primary.ts'
import { createChannel, type WorkerFunctions } from '../../../src/server/workers/worker.ts'

const PROCESS = fileURLToPath(new URL('../../support/answering-process.ts', import.meta.url))

const CHECK_MS = 5_000

let supervisor: Supervisor | undefined
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(async () => {
  vi.useRealTimers()
  await supervisor?.stop(5_000)
})

/** Lets the time of so many checks pass. */
const checks = (count: number) => vi.advanceTimersByTime(count * CHECK_MS)

/** How a worker ends, unless it has answered all checks so far. */
const endOf = ({ channel, ended }: WorkerProcess) => Promise.race([ended, channel.call('ping')])

/** Supervises real processes that only answer checks, and do not hear the first messages, so many. */
function supervise(count: number, missed = 0) {
  const started: (WorkerProcess & { ready: Promise<unknown> })[] = []
  supervisor = superviseWorkers(
    count,
    () => {
      const child = fork(PROCESS, [String(missed)], { execArgv: ['--import', 'tsx'] })
      const channel = createChannel<WorkerFunctions>({}, (message) => child.send(message, () => {}))
      child.on('message', (message) => channel.receive(message))
      const worker = {
        id: started.length + 1,
        pid: child.pid,
        channel,
        ended: once(child, 'exit').then(([code, signal]): WorkerEnd => ({ code, signal })),
        kill: () => void child.kill('SIGKILL'),
        ready: once(child, 'message'),
      }
      started.push(worker)
      return worker
    },
    createLog('silent'),
    CHECK_MS,
  )
  return started
}

describe('a worker that no longer answers', () => {
  it('is killed and replaced, and no other', async () => {
    const started = supervise(2)
    await Promise.all(started.map(({ ready }) => ready))
    const [hung, other] = started
    process.kill(hung!.pid!, 'SIGSTOP')
    checks(12)
    expect(await endOf(other!)).toBeUndefined()
    checks(1)

    expect(await hung!.ended).toEqual({ code: null, signal: 'SIGKILL' })
    await expect.poll(() => started).toHaveLength(3)
    expect(supervisor!.running()).toEqual([other, started[2]])
    expect(supervisor!.restarts()).toBe(1)
  })

  it('is not killed if it answers again before a minute has passed, however often', async () => {
    const [worker] = supervise(1)
    await worker!.ready
    for (let nth = 0; nth < 2; nth += 1) {
      process.kill(worker!.pid!, 'SIGSTOP')
      checks(12)
      process.kill(worker!.pid!, 'SIGCONT')
      expect(await endOf(worker!)).toBeUndefined()
    }

    expect(supervisor!.running()).toEqual([worker])
    expect(supervisor!.restarts()).toBe(0)
  })
})

describe('a stop', () => {
  it.each([3_600_000, 2 ** 31])(
    'kills a worker that does not answer, long before its time is up: %s ms',
    async (ms) => {
      const started = supervise(2)
      await Promise.all(started.map(({ ready }) => ready))
      const [hung, other] = started
      process.kill(hung!.pid!, 'SIGSTOP')
      const stopped = supervisor!.stop(ms)
      checks(1)
      expect(await other!.ended).toEqual({ code: 0, signal: null })
      expect(supervisor!.running()).toEqual([hung])
      checks(1)
      await stopped

      expect(await hung!.ended).toEqual({ code: null, signal: 'SIGKILL' })
    },
  )
})

describe('a worker that starts slowly', () => {
  it('is not killed, although it has missed the first checks', async () => {
    const [worker] = supervise(1, 1)
    // One message: they are of one turn.
    checks(3)
    await worker!.ready
    for (let nth = 0; nth < 2; nth += 1) {
      checks(9)
      expect(await endOf(worker!)).toBeUndefined()
    }

    expect(supervisor!.running()).toEqual([worker])
    expect(supervisor!.restarts()).toBe(0)
  })
})
