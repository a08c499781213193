import { readFile } from 'node:fs/promises'
import { type StatisticOf, statisticsBeforehand } from '../state/statistics.ts'

/** How many rows the embedded sandbox has, so that plans expect something before anything was read. */
export async function sandboxStatistics(): Promise<StatisticOf> {
  return statisticsBeforehand(await readFile(new URL('sandbox-statistics.json', import.meta.url), 'utf8'))
}
