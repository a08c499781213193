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
import { startListUpstream } from '../../support/upstream.ts'

/** Three in `npm test`, thirty in `npm run test:long`. */
const KILLS = inject('kills')
const ROWS = inject('killedRows')
const CAMPAIGNS = 20

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
async function exportKilled({ url, calls, credentials, query, variables, lists }: Source) {
  const exporter = await openExporter(url, credentials)
  await exporter.run({ query, variables })
  const whole = await sortedLines(exporter.dir, lists)
  const wholeCalls = calls()
  await exporter.close()

  const [queryFile, variablesFile, out] = ['query.graphql', 'variables.json', 'out'].map((name) => join(dir, name))
  await writeFile(queryFile!, query)
  await writeFile(variablesFile!, JSON.stringify(variables))
  const args = ['export', queryFile!, '--variables', variablesFile!, '--out', out!, '--checkpoint-ms', '20']
  const settings = {
    ...tenantSettings(url, credentials),
    ADS_ENVIRONMENT: 'sandbox',
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = calls()
    const command = runCommand(args, settings)
    while (calls() === before && isRunning(command)) await sleep(2)
    await sleep(Math.random() * MAX_LIFE_MS)
    command.process.kill('SIGKILL')
    await command.exited
  }
  const last = runCommand(args, settings)
  expect([await last.exited, last.output()]).toEqual([0, expect.stringMatching(/\d+ rows of \d lists/) as string])
  return { whole, wholeCalls, lines: await sortedLines(out!, lists), calls: calls() - wholeCalls }
}

function isRunning({ process }: CommandRun): boolean {
  return process.exitCode === null && process.signalCode === null
}

/** The lines of all lists, in an order of their own: where a list goes on decides the order of its lines. */
async function sortedLines(folder: string, lists: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(lists.map((path) => readFile(join(folder, `${path}.ndjson`), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).toSorted()
}
