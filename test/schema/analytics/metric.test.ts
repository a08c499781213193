import { describe, expect, it } from 'vitest'
import '../../../src/graph.ts'
import type { StatsRow } from '../../../src/rest/analytics/stats.ts'
import { allMetrics } from '../../../src/schema/analytics/metric.ts'

const INTERVALS = [168, 168, 24]

/** The row of a period with these metrics. */
const rowOf = (metrics: object) => ({ id: 'c', id_data: [{ segment: null, metrics }] }) as unknown as StatsRow

describe('all metrics of several periods', () => {
  const rows = INTERVALS.map((length, period) =>
    rowOf({
      clicks: Array(length).fill(1000 + period),
      likes: period === 1 ? Array(length).fill(7) : null,
      conversion_purchases: { metric: Array(length).fill(12), sale_amount: null },
      hologram: null,
    }),
  )
  const work = allMetrics({ calls: [rows], intervals: INTERVALS })
  const steps = [work.next(), work.next(), work.next()]
  const raw = steps.at(-1)?.value as { bytes: () => number } & object

  it('are read period by period', () => {
    expect(steps.map(({ done }) => done)).toEqual([false, false, true])
  })

  it('are counted about as they are written', () => {
    const { length } = JSON.stringify(raw)

    expect(Math.abs(raw.bytes() - length) / length).toBeLessThan(0.02)
  })
})
