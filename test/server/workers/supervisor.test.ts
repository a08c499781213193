import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../src/server/observe/log.ts'
import type { WorkerFunctions } from '../../../src/server/workers/functions.ts'
import { superviseWorkers, type Supervisor } from '../../../src/server/workers/supervisor.ts'
import type { WorkerEnd, WorkerProcess } from '../../../src/server/workers/worker-process.ts'
import { createChannel } from '../../../src/state/primary/channel.ts'

const PROCESS = fileURLToPath(new URL('../../support/answering-process.ts', import.meta.url))

/** Short, so that twelve checks do not take a minute. */
const CHECK_MS = 500

let supervisor: Supervisor | undefined
afterEach(() => supervisor?.stop(5_000))

/** Supervises real processes that only answer checks, and need `startMs` before they do. */
function supervise(count: number, startMs = 0) {
  const started: (WorkerProcess & { ready: Promise<unknown> })[] = []
  supervisor = superviseWorkers(
    count,
    () => {
      const child = fork(PROCESS, [String(startMs)], { execArgv: ['--import', 'tsx'] })
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

    expect(await hung!.ended).toEqual({ code: null, signal: 'SIGKILL' })
    while (started.length < 3) await wait(10)
    expect(supervisor!.running()).toEqual([other, started[2]])
    expect(supervisor!.restarts()).toBe(1)
  }, 60_000)

  it('is not killed if it answers again before a minute has passed, however often', async () => {
    const started = supervise(1)
    await started[0]!.ready
    for (let nth = 0; nth < 2; nth += 1) {
      process.kill(started[0]!.pid!, 'SIGSTOP')
      await wait(7 * CHECK_MS)
      process.kill(started[0]!.pid!, 'SIGCONT')
      await wait(3 * CHECK_MS)
    }

    expect(supervisor!.running()).toEqual([started[0]])
    expect(supervisor!.restarts()).toBe(0)
  }, 60_000)
})

describe('a worker that starts slowly', () => {
  it('is not killed, although it has missed the first checks', async () => {
    const started = supervise(1, 3 * CHECK_MS)
    await started[0]!.ready
    await wait(14 * CHECK_MS)

    expect(supervisor!.running()).toEqual([started[0]])
    expect(supervisor!.restarts()).toBe(0)
  }, 60_000)
})
