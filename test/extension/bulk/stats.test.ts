import { afterAll, beforeAll, expect, it } from 'vitest'
import { openExporter, type Exporter } from '../../support/export.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'

let service: StatsService
let exporter: Exporter
beforeAll(async () => {
  service = await startStatsService({
    rows: { campaigns: rowsOf(21, 'c', { name: 'Spring', start_time: '2026-01-01T00:00:00Z' }) },
    metrics: (id) => (id === 'c1' ? undefined : { impressions: [Number(id.slice(1)), 200], clicks: null }),
  })
  exporter = await openExporter(service.url)
})
afterAll(async () => {
  await exporter.close()
  await service.close()
})

const report = (stats: string) => `{ account(id: "a") { campaigns { nodes { restId name ${stats} } } } }`
const STATS = `stats(startTime: "2026-02-02", endTime: "2026-02-04", granularity: DAY) {
  intervals { startTime }
  engagement { impressions clicks }
}`

it('has a line for each interval in a table, and one for each node as NDJSON', async () => {
  await exporter.run(report(STATS), { format: 'csv' })
  const [head, ...lines] = (await exporter.text('account.campaigns.csv')).trimEnd().split('\r\n')
  const cells = (line = '') => line.split(',').slice(3)

  expect(cells(head)).toEqual(['restId', 'name', 'startTime', 'engagement.impressions', 'engagement.clicks'])
  expect(lines).toHaveLength(41)
  expect(lines.slice(0, 4).map(cells)).toEqual([
    ['c0', 'Spring', '2026-02-02T00:00:00+01:00', '0', ''],
    ['c0', 'Spring', '2026-02-03T00:00:00+01:00', '200', ''],
    // The service has no stats of it.
    ['c1', 'Spring', '', '', ''],
    ['c2', 'Spring', '2026-02-02T00:00:00+01:00', '2', ''],
  ])
  expect(service.statsCalls().map(({ entity_ids }) => entity_ids?.split(',').length)).toEqual([20, 1])

  await exporter.run(report(STATS), { restart: true })
  const [first] = await exporter.lines('account.campaigns')
  expect(first).toMatchObject({ restId: 'c0', stats: { engagement: { impressions: ['0', '200'], clicks: null } } })
  // The days are over, so that they are not read again.
  expect(service.statsCalls()).toHaveLength(2)
})

it('has the whole path of columns that would have the same name', async () => {
  await exporter.run(
    report(`${STATS} total: stats(startTime: "2026-02-02", endTime: "2026-02-04", granularity: DAY) {
    engagement { impressions } }`),
    { format: 'csv', restart: true },
  )
  const [head = ''] = (await exporter.text('account.campaigns.csv')).split('\r\n')

  expect(head.split(',').slice(5)).toEqual([
    'startTime',
    'stats.engagement.impressions',
    'engagement.clicks',
    'total.engagement.impressions',
  ])
})
