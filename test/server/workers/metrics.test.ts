import { setImmediate } from 'node:timers/promises'
import { Counter, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { ProcessMetrics } from '../../../src/server/observe/metrics.ts'
import { createAllMetrics, type WorkerProcess } from '../../../src/server/workers/primary.ts'

const NAME = 'adgraph_things_total'

/** The metrics of a worker that has counted so many things. */
async function counted(things: number): Promise<ProcessMetrics> {
  const register = new Registry()
  new Counter({ name: NAME, help: 'Things.', registers: [register] }).inc(things)
  return register.getMetricsAsJSON()
}

it('counts what a worker had counted once if it ends while others are asked', async () => {
  const [one, other] = [1, 2].map(
    (id) => ({ id, channel: { call: () => answers[id - 1]!() } }) as unknown as WorkerProcess,
  ) as [WorkerProcess, WorkerProcess]
  const running = new Set([one, other])
  const metrics = createAllMetrics(() => ({
    running: () => [...running],
    restarts: () => 0,
    stop: () => Promise.resolve(),
  }))
  const things = async () => Number(new RegExp(`^${NAME} (\\d+)$`, 'm').exec(await metrics.text())?.[1])
  const answers = [() => counted(5), () => counted(20)]
  expect(await things()).toBe(25)

  answers[0] = () => counted(7)
  answers[1] = async () => {
    await setImmediate()
    running.delete(one)
    metrics.retire(one)
    return counted(30)
  }
  expect(await things()).toBe(37)
  expect(await things()).toBe(37)
})
