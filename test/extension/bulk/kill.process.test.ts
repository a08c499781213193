import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { LIMIT_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type { Credentials } from '../../../src/rest/wire/sign.ts'
import { runCommand, type CommandRun, tenantSettings } from '../../support/command.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openExporter } from '../../support/export.ts'
import { startSandbox } from '../../support/sandbox.ts'
import { rowsOf, startStatsService } from '../../support/stats-service.ts'
import { startListUpstream } from '../../support/upstream.ts'

/** Three in `npm test`, thirty in `npm run test:long`. */
const KILLS = inject('kills')
const ROWS = inject('killedRows')
const CAMPAIGNS = 20
/** Campaigns with stats, and the days of these. */
const TABLE_ROWS = 1_200
const DAYS = 7

/** The time that a page takes, so that a process can be killed between two. */
const DELAY_MS = 15

/** The longest time between a call of a process and its end. */
const MAX_LIFE_MS = 250

/** A service that is exported, and what of it. */
interface Source {
  url: string
  /** The number of calls so far. */
  calls: () => number
  credentials: Credentials
  query: string
  variables: Record<string, string>
  lists: readonly string[]
  format?: 'csv'
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'adgraph-kill-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe(`an export that is killed ${KILLS} times`, { timeout: 600_000 }, () => {
  it('writes the same rows as one without an interruption, in fewer than twice the calls', async () => {
    const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
    const lineItems = Array.from({ length: ROWS }, (_, nth) => ({
      id: `l${nth}`,
      campaign_id: `c${nth % 7}`,
      name: `Item ${nth}`,
    }))
    const upstream = await startListUpstream({ campaigns, line_items: lineItems }, { delayMs: DELAY_MS })
    const { lines, calls, wholeCalls, whole } = await exportKilled({
      url: upstream.url,
      calls: () => upstream.requests.length,
      credentials: ANY_CREDENTIALS,
      query: `query ($account: ID!) { account(id: $account) { campaigns { nodes { name lineItems { nodes { name } } } } } }`,
      variables: { account: 'a' },
      lists: ['account.campaigns', 'account.campaigns.lineItems'],
    })
    await upstream.close()

    expect(whole).toHaveLength(ROWS + CAMPAIGNS)
    expect(lines).toEqual(whole)
    expect(calls).toBeLessThan(2 * wholeCalls)
  })

  it('writes each line of a table with stats once', async () => {
    const service = await startStatsService({
      rows: { campaigns: rowsOf(TABLE_ROWS) },
      length: () => DAYS,
      metrics: (id) => ({ impressions: Array(DAYS).fill(Number(id.slice(1))) }),
    })
    const { lines, whole } = await exportKilled({
      url: service.url,
      calls: () => service.requests.length,
      credentials: ANY_CREDENTIALS,
      query: `query ($account: ID!) { account(id: $account) { campaigns { nodes { name
        stats(startTime: "2026-02-02", endTime: "2026-02-09", granularity: DAY) {
          intervals { startTime } engagement { impressions } } } } } }`,
      variables: { account: 'a' },
      lists: ['account.campaigns'],
      format: 'csv',
    })
    await service.close()

    // The first line has the names of the columns.
    expect(whole).toHaveLength(TABLE_ROWS * DAYS + 1)
    expect(lines).toEqual(whole)
  })

  it.skipIf(KILLS <= 3)('does so with the largest account of the sandbox (in `npm run test:long`)', async () => {
    const sandbox = await startSandbox()
    const items = 'account.campaigns.lineItems'
    const { lines, calls, wholeCalls, whole } = await exportKilled({
      url: sandbox.url,
      calls: () => sandbox.requests.length,
      credentials: sandbox.credentials,
      query: `query ($account: ID!) { account(id: $account) { campaigns { nodes { name
        lineItems { nodes { name promotedPosts { nodes { id } } targetingCriteria { nodes { name } } } } } } } }`,
      variables: { account: LIMIT_ACCOUNT_ID },
      lists: ['account.campaigns', items, `${items}.promotedPosts`, `${items}.targetingCriteria`],
    })
    await sandbox.close()

    expect(whole.length).toBeGreaterThan(20_000)
    expect(lines).toEqual(whole)
    expect(calls).toBeLessThan(2 * wholeCalls)
  })
})

/** Exports once without an interruption, and once by processes that are killed at random moments. */
async function exportKilled({ url, calls, credentials, query, variables, lists, format }: Source) {
  const exporter = await openExporter(url, credentials)
  await exporter.run({ query, variables }, format && { format })
  const files = lists.map((path) => `${path}.${format ?? 'ndjson'}`)
  const whole = await sortedLines(exporter.dir, files)
  const wholeCalls = calls()
  await exporter.close()

  const [queryFile, variablesFile, out] = ['query.graphql', 'variables.json', 'out'].map((name) => join(dir, name))
  await writeFile(queryFile!, query)
  await writeFile(variablesFile!, JSON.stringify(variables))
  const args = ['export', queryFile!, '--variables', variablesFile!, '--out', out!, '--checkpoint-ms', '20']
  if (format) args.push('--format', format)
  const settings = {
    ...tenantSettings(url, credentials),
    ADS_ENVIRONMENT: 'sandbox',
  }
  let last = runCommand(args, settings)
  // One that ends before it is killed is the last: the next would begin anew.
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = calls()
    while (calls() === before && isRunning(last)) await sleep(2)
    await sleep(Math.random() * MAX_LIFE_MS)
    last.process.kill('SIGKILL')
    if ((await last.exited) === 0) break
    last = runCommand(args, settings)
  }
  expect([await last.exited, last.output()]).toEqual([0, expect.stringMatching(/\d+ rows of \d lists?/) as string])
  return { whole, wholeCalls, lines: await sortedLines(out!, files), calls: calls() - wholeCalls }
}

function isRunning({ process }: CommandRun): boolean {
  return process.exitCode === null && process.signalCode === null
}

/** The lines of all files, in an order of their own: where a list goes on decides the order of its lines. */
async function sortedLines(folder: string, files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).toSorted()
}
