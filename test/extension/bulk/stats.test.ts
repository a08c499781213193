import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openExporter, type Exporter } from '../../support/export.ts'
import { closedAfterTest } from '../../support/open.ts'
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

describe('a table with `raw` of stats', () => {
  it('has the values of its interval in each line, so that no line has those of all', async () => {
    const source = closedAfterTest(
      await startStatsService({
        rows: { campaigns: rowsOf(2) },
        length: ({ start_time }) => (start_time!.startsWith('2026-02-02') ? 7 : 3),
        metrics: (_, { start_time }) => {
          const isFirst = start_time!.startsWith('2026-02-02')
          return {
            clicks: isFirst ? [1, 2, 3, 4, 5, 6, 7] : [8, 9, 10],
            likes: isFirst ? null : [0, 1, 2],
            kind: { new: null },
          }
        },
      }),
    )
    const table = closedAfterTest(await openExporter(source.url))
    const { errors } = await table.run(
      report('stats(startTime: "2026-02-02", endTime: "2026-02-12", granularity: DAY) { engagement { clicks } raw }'),
      { format: 'csv' },
    )
    const [head, ...lines] = (await table.text('account.campaigns.csv')).trimEnd().split('\r\n')
    const raws = lines.map((line) => JSON.parse(line.slice(line.indexOf('"{') + 1, -1).replaceAll('""', '"')) as object)

    expect(errors).toEqual([])
    expect(head).toBe('__typename,id,__parentId,restId,name,engagement.clicks,raw')
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const likes = [...Array<null>(7).fill(null), 0, 1, 2]
    const expected = days.map((clicks, nth) => ({ clicks, likes: likes[nth], kind: { new: null } }))
    expect(raws).toEqual([...expected, ...expected])
  })
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
  const LEFT = LIMIT - BY_OTHERS
  afterEach(() => vi.useRealTimers())

  it('takes its share of the limit of stats in all accounts together, while others use it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01') })
    /** The calls of each window, and the window that the export waits for once so many calls of this one are answered. */
    const windows = [0]
    let next: { resetAt: number; answered: number } | undefined
    const beginNext = () => {
      if (windows.at(-1) !== next?.answered) return
      vi.setSystemTime(next!.resetAt)
      windows.push(0)
      next = undefined
    }
    const source = await startStatsService({
      rows: { campaigns: rowsOf(1_000) },
      answer: ({ query }) => {
        const used = windows.pop()! + 1
        windows.push(used)
        const data = query['entity_ids']!.split(',').map((id) => ({ id, id_data: [{ segment: null, metrics: {} }] }))
        const headers = {
          date: new Date().toUTCString(),
          'x-rate-limit-limit': String(LIMIT),
          'x-rate-limit-remaining': String(LEFT - used),
          'x-rate-limit-reset': String(Date.now() / 1000 + 1),
        }
        beginNext()
        return { headers, body: { data } }
      },
    })
    const polite = await openExporter(source.url)
    const lists = ['a', 'b'].map(
      (account) => `${account}: account(id: "${account}") { campaigns { nodes { restId
        stats(startTime: "2026-02-02", endTime: "2026-02-16", granularity: DAY) { engagement { clicks } } } } }`,
    )
    const { errors, rows } = await polite.run(`{ ${lists.join(' ')} }`, {
      onProgress({ waitingUntil: resetAt = 0, rateLimit }) {
        if (resetAt <= Date.now()) return
        next = { resetAt, answered: LEFT - rateLimit!.remaining }
        beginNext()
      },
    })

    expect([errors, rows]).toEqual([[], 2_000])
    expect(source.statsCalls()).toHaveLength(200)
    expect(windows).toEqual([75, 75, 50])
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
