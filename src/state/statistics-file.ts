import { z } from 'zod'
import { sortedEntries, valueIn } from '../json/object.ts'
import { listsIn, type FieldStatistic } from '../rest/statistics.ts'

/** The path at which a server serves its statistics. */
export const STATISTICS_PATH = '/statistics'

const NUMBER = z.number().min(0)

const COUNTS = z.record(z.string(), NUMBER)

/** The form of a statistic that comes from outside this process. */
export const STATISTIC = z.object({
  above: NUMBER,
  parents: NUMBER,
  sizes: COUNTS,
  rows: NUMBER,
  cut: COUNTS,
  endpoints: z.record(z.string(), z.object({ above: NUMBER, keys: NUMBER, even: NUMBER, calls: NUMBER, rows: NUMBER })),
})

const FILE = z.object({ version: z.literal(1), statistics: z.record(z.string(), STATISTIC) })

/** Writes statistics by the kind of field, each with its mean, its 95th percentile and the number of observations. */
export function statisticsText(statistics: Readonly<Record<string, FieldStatistic>>): string {
  const described = sortedEntries(statistics).map(([kind, statistic]) => [
    kind,
    { ...summaryOf(statistic), ...statistic },
  ])
  return `${JSON.stringify({ version: 1, statistics: Object.fromEntries(described) }, null, 2)}\n`
}

/** Reads what `statisticsText` has written. Undefined if the text has another form. */
export function statisticsIn(text: string): Record<string, FieldStatistic> | undefined {
  return FILE.safeParse(valueIn(text)).data?.statistics
}

/** The mean and the 95th percentile of the rows of one parent, and the number of parents observed. */
export function summaryOf(statistic: FieldStatistic): { mean: number; p95: number; observations: number } {
  const lists = listsIn(statistic).sort(([one], [other]) => one - other)
  let observations = 0
  let rows = 0
  for (const [size, parents] of lists) {
    observations += parents
    rows += size * parents
  }
  let left = observations * 0.95
  const p95 = lists.find(([, parents]) => (left -= parents) <= 0)?.[0] ?? 0
  return { mean: observations === 0 ? 0 : rows / observations, p95: Math.round(p95), observations }
}
