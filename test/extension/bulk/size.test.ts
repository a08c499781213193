import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryBudget } from '../../../src/async/memory.ts'
import { openExporter } from '../../support/export.ts'
import { closedAfterTest } from '../../support/open.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'
import { startListUpstream } from '../../support/upstream.ts'

/** The number of rows that each page of campaigns requests. */
const countsOf = ({ requests }: Pick<StatsService, 'requests'>) =>
  requests.filter(({ path }) => path.endsWith('/campaigns')).map(({ query }) => Number(query['count']))

describe('a page with more calls than a window of the rate limit has', () => {
  afterEach(() => vi.useRealTimers())

  const WINDOW_MS = 900_000
  /** Stats that are not over, so that they are not cached: 8 calls for up to 20 campaigns. */
  const QUERY = `{ account(id: "a") { campaigns { nodes { stats(startTime: "2026-02-27", endTime: "2026-03-08", granularity: DAY) {
    engagement { clicks } webConversion { purchases { metric } }
    mobileConversion { installs { postView } } lifeTimeValueMobileConversion { purchases { metric } } } } } } }`

  /** Exports the stats of campaigns with so many calls in a window. The clock is set forward while the export waits. */
  async function run(campaigns: number, limit: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01') })
    let [resetAt, used] = [0, 0]
    const service = closedAfterTest(
      await startStatsService({
        rows: { campaigns: rowsOf(campaigns) },
        answer: ({ query }) => {
          if (Date.now() >= resetAt) [resetAt, used] = [Date.now() + WINDOW_MS, 0]
          used += 1
          const data = query['entity_ids']!.split(',').map((id) => ({ id, id_data: [{ segment: null, metrics: {} }] }))
          const headers = {
            date: new Date().toUTCString(),
            'x-rate-limit-limit': String(limit),
            'x-rate-limit-remaining': String(limit - used),
            'x-rate-limit-reset': String(resetAt / 1000),
          }
          return used > limit ? { status: 429, headers } : { headers, body: { data } }
        },
      }),
    )
    const exporter = closedAfterTest(await openExporter(service.url))
    const manifest = exporter.run(QUERY, {
      onProgress({ waitingUntil = 0 }) {
        if (waitingUntil <= Date.now()) return
        vi.setSystemTime(Math.ceil(waitingUntil / 1000) * 1000)
      },
    })
    return { manifest, service }
  }

  it('is read in fewer rows, each page in one window', async () => {
    const { manifest, service } = await run(100, 30)
    const { errors, rows } = await manifest

    expect([errors, rows]).toEqual([[], 100])
    const counts = countsOf(service)
    expect(new Set(counts)).toEqual(new Set([1000, 20]))
    // Some begin in what is left of a window.
    expect(counts.length).toBeLessThanOrEqual(1 + 2 * 5)
  })

  it('ends the export if even the rows of one call do not fit, and says which limit', async () => {
    const { manifest, service } = await run(100, 5)

    await expect(manifest).rejects.toThrow(
      'The smallest page of `account.campaigns` takes more calls than a window has: ' +
        'the rate limit of GET stats/accounts/:account_id is 5 calls in a window',
    )
    expect(new Set(countsOf(service))).toEqual(new Set([1000, 20]))
  })
})

describe('a page that needs more memory than one operation may have', () => {
  const MAX_BYTES = 2_000_000
  const run = async (lengths: readonly number[]) => {
    const campaigns = lengths.map((length, nth) => ({ id: `c${nth}`, name: 'n'.repeat(length) }))
    const upstream = closedAfterTest(await startListUpstream({ campaigns }))
    const memory = createMemoryBudget({ maxBytes: MAX_BYTES, queueTimeoutMs: 5_000 })
    const exporter = closedAfterTest(await openExporter(upstream.url, undefined, { memory }))
    const { errors, rows } = await exporter.run('{ account(id: "a") { campaigns { nodes { name } } } }')
    return { errors, rows, counts: countsOf(upstream) }
  }

  it('is read in fewer rows', async () => {
    const { errors, rows, counts } = await run(Array<number>(600).fill(10_000))

    expect([errors, rows]).toEqual([[], 600])
    expect(counts).toEqual([1000, 250, ...Array<number>(10).fill(62)])
  })

  it('is an error of the list if it has one row', async () => {
    const { errors, rows } = await run([MAX_BYTES])

    expect(rows).toBe(0)
    expect(errors).toMatchObject([
      {
        message: `One row, with everything below it, needs more memory than MAX_MEMORY_BYTES, which is ${MAX_BYTES}. Select fewer fields, or lower \`first\``,
        path: ['account', 'campaigns'],
        extensions: { code: 'BUDGET_SPENT', limit: 'memory', allowed: MAX_BYTES },
      },
    ])
  })
})

describe('a list with `first` and wide rows', () => {
  const wide = (id: string, columns: object = {}) => ({ id, name: 'n'.repeat(15_000), ...columns })

  it('is read in several pages, and has as many rows as `first` says', async () => {
    const campaigns = Array.from({ length: 1_000 }, (_, nth) => wide(`c${nth}`))
    const upstream = closedAfterTest(await startListUpstream({ campaigns }))
    const exporter = closedAfterTest(await openExporter(upstream.url))
    const { errors, rows } = await exporter.run('{ account(id: "a") { campaigns(first: 700) { nodes { name } } } }')

    expect([errors, rows]).toEqual([[], 700])
    expect(countsOf(upstream)).toEqual([700, 175, 265, 260])
  })

  it('is read in several pages below each of several parents', async () => {
    const campaigns = rowsOf(3)
    const lineItems = campaigns.flatMap(({ id }) =>
      Array.from({ length: 600 }, (_, nth) => wide(`l${id}x${nth}`, { campaign_id: id })),
    )
    const upstream = closedAfterTest(await startListUpstream({ campaigns, line_items: lineItems }))
    const exporter = closedAfterTest(await openExporter(upstream.url))
    const { errors, rows } = await exporter.run(
      '{ account(id: "a") { campaigns { nodes { lineItems(first: 550) { nodes { name } } } } } }',
    )
    const lines = await exporter.lines('account.campaigns.lineItems')

    expect([errors, rows]).toEqual([[], 3 + 3 * 550])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3 * 550)
  })
})
