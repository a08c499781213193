import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constant, constantFrom, oneof, record } from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { openExporter, type Exporter, type Line } from '../support/export.ts'
import { startFaultyService, type Fault, type FaultyService } from '../support/faulty-service.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { faultsOf, shortReadFault } from './faults.ts'
import { pages, ROWS, rowsOf } from './pages.ts'
import { OLD } from './reckoning.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.04)
/** Longer than the pauses of an export for an outage. */
const DEADLINE_MS = 60_000

let service: FaultyService
let exporter: Exporter
beforeAll(async () => {
  service = await startFaultyService()
  exporter = await openExporter(service.url, ANY_CREDENTIALS, { attemptTimeoutMs: 2_000 })
})
afterAll(async () => {
  await exporter.close()
  await service.close()
})

const run = record({
  table: constantFrom('campaigns', 'line_items'),
  divided: pages,
  reads: oneof(constant<Fault[]>([]), faultsOf(shortReadFault)),
})

it(
  'of a service that does things by halves, an export has each row once, and an error of what it lacks',
  { timeout: 60_000 + RUNS * 10_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ table, divided, reads }, account) => {
      const indexes = Array.from({ length: ROWS }, (_, nth) => nth)
      service.rows(account, 'campaigns').push(...indexes.map((nth) => ({ ...OLD, id: `c${nth}`, name: `N${nth}` })))
      service
        .rows(account, 'line_items')
        .push(...indexes.map((nth) => ({ ...OLD, id: `l${nth}`, name: `L${nth}`, campaign_id: `c${nth % 3}` })))
      service.divide(account, table, divided)
      service.failReads(account, ...reads)
      const dir = join(exporter.dir, account)
      const startMs = Date.now()
      const query = `{ account(id: "${account}") { campaigns { nodes { name lineItems { nodes { name } } } } } }`
      const { errors } = await exporter.run(query, { dir, maxOutageMs: 15_000 })
      const tookMs = Date.now() - startMs
      const linesOf = async (path: string) =>
        (await readFile(join(dir, `${path}.ndjson`), 'utf8'))
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Line)
      const campaigns = await linesOf('account.campaigns')
      const lineItems = await linesOf('account.campaigns.lineItems')
      const exchanges = [...service.exchanges(account)]
      service.forget(account)

      const idsOf = (lines: readonly Line[]) => lines.map(({ id = '' }) => id.split(':').at(-1)!)
      const areRowsKept = reads.every(({ rows, columns, answer }) => !rows && !columns && answer !== 404)
      const [shown, below] = [idsOf(campaigns), idsOf(lineItems)]
      const all = indexes.map((nth) => `c${nth}`)
      const expected = table === 'campaigns' ? rowsOf(divided, 'c') : all
      const allBelow = table === 'line_items' ? rowsOf(divided, 'l') : indexes.map((nth) => `l${nth}`)
      const ownBelow = (allBelow ?? []).filter((id) => shown.includes(`c${Number(id.slice(1)) % 3}`))
      const isWhole =
        expected !== undefined &&
        allBelow !== undefined &&
        shown.toSorted().join() === expected.toSorted().join() &&
        below.toSorted().join() === ownBelow.toSorted().join()
      const endsWell = expected !== undefined && allBelow !== undefined && reads.length === 0
      const demands: Demand[] = [
        ['it ends', tookMs < DEADLINE_MS],
        ['each campaign is there once', new Set(shown).size === shown.length],
        ['each line item is there once', new Set(below).size === below.length],
        ['it is whole, or has an error', errors.length > 0 || isWhole || !areRowsKept],
        ['it has an error only if something failed', errors.length === 0 || !endsWell],
      ]
      return { demands, seen: { exchanges, errors, campaigns, lineItems } }
    })
    expect(failure).toBeUndefined()
  },
)
