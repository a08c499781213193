import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('a table with stats whose export is interrupted', () => {
  /** More than two pages. */
  const COUNT = 2_300
  const MONTH = 'startTime: "2026-02-02", endTime: "2026-02-12", granularity: DAY'
  const DAYS = 10

  it.each([
    ['its last checkpoint', 0],
    ['its start, if there is no checkpoint', 1e9],
  ])('goes on from %s, with each line of each node once', async (_, checkpointMs) => {
    const source = await startStatsService({
      rows: { campaigns: rowsOf(COUNT) },
      metrics: (id, { start_time }) => ({
        impressions: Array(start_time!.startsWith('2026-02-02') ? 7 : 3).fill(Number(id.slice(1))),
      }),
    })
    const interrupted = await openExporter(source.url)
    let pages = 0
    const onProgress = () => {
      pages += 1
      if (pages === 3) throw new Error('Killed')
    }
    const query = report(`stats(${MONTH}) { intervals { startTime } engagement { impressions } }`)
    await expect(interrupted.run(query, { format: 'csv', checkpointMs, onProgress })).rejects.toThrow('Killed')
    const { errors, rows } = await interrupted.run(query, { format: 'csv' })
    const lines = (await interrupted.text('account.campaigns.csv')).trimEnd().split('\r\n').slice(1)
    const keys = lines.map((line) => line.split(',')).map((cells) => `${cells[3]} ${cells[5]} ${cells[6]}`)

    expect([errors, rows]).toEqual([[], COUNT])
    expect(lines).toHaveLength(COUNT * DAYS)
    expect(new Set(keys).size).toBe(COUNT * DAYS)
    await interrupted.close()
    await source.close()
  })
})

describe('an export with stats', () => {
  const LIMIT = 250
  const BY_OTHERS = 100
  const WINDOW_S = 2

  it('takes its share of the limit of stats in all accounts together, while others use it', async () => {
    const calls = new Map<number, number>()
    const source = await startStatsService({
      rows: { campaigns: rowsOf(1_000) },
      answer: ({ query }) => {
        const resetAt = (Math.floor(Date.now() / 1000 / WINDOW_S) + 1) * WINDOW_S
        const used = (calls.get(resetAt) ?? 0) + 1
        calls.set(resetAt, used)
        const data = query['entity_ids']!.split(',').map((id) => ({ id, id_data: [{ segment: null, metrics: {} }] }))
        const headers = {
          date: new Date().toUTCString(),
          'x-rate-limit-limit': String(LIMIT),
          'x-rate-limit-remaining': String(LIMIT - BY_OTHERS - used),
          'x-rate-limit-reset': String(resetAt),
        }
        return { headers, body: { data } }
      },
    })
    const polite = await openExporter(source.url)
    const lists = ['a', 'b'].map(
      (account) => `${account}: account(id: "${account}") { campaigns { nodes { restId
        stats(startTime: "2026-02-02", endTime: "2026-02-16", granularity: DAY) { engagement { clicks } } } } }`,
    )
    const { errors, rows } = await polite.run(`{ ${lists.join(' ')} }`)
    const most = 0.5 * (LIMIT - BY_OTHERS)

    expect([errors, rows]).toEqual([[], 2_000])
    expect(source.statsCalls()).toHaveLength(200)
    expect(Math.max(...calls.values())).toBeLessThanOrEqual(most)
    // It does not leave its share unused.
    expect(calls.size).toBeLessThanOrEqual(5)
    await polite.close()
    await source.close()
  })

  it('asks once for a page where its caller may not see them, and has an error for each node', async () => {
    const source = await startStatsService({
      rows: { campaigns: rowsOf(500) },
      answer: () => ({ status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'not you' }] } }),
    })
    const refused = await openExporter(source.url)
    const { errors, rows } = await refused.run(report(STATS), { format: 'csv' })

    expect([rows, source.statsCalls().length]).toEqual([500, 1])
    expect(errors).toHaveLength(500)
    expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['FORBIDDEN']))
    await refused.close()
    await source.close()
  })
})
