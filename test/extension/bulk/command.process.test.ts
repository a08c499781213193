import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HAS_MOUNTS, runCommand, runInTerminal, runScript, type CommandRun } from '../../support/command.ts'
import { startListUpstream, type Upstream } from '../../support/upstream.ts'

const CAMPAIGNS = 20
const ROWS = 20_000

const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: `Campaign ${nth}` }))
const lineItems = Array.from({ length: ROWS }, (_, nth) => ({
  id: `l${nth}`,
  campaign_id: `c${nth % 7}`,
  name: `Item ${nth}`,
}))

const QUERY = `query Items($account: ID!) { account(id: $account) { campaigns { nodes { name lineItems { nodes { name } } } } } }`
const LISTS = ['account.campaigns', 'account.campaigns.lineItems']

/** A page of the campaigns, and the pages of their line items. */
const CALLS = 1 + ROWS / 1000

const DISK_FULL = 'The disk is full: free some space, then continue\ncode 1\n'

/** The time that a page takes, so that a process can be killed between two. */
const DELAY_MS = 15

let upstream: Upstream
let settings: Record<string, string>
let dir: string
let args: string[]
const running: CommandRun[] = []
beforeAll(async () => {
  upstream = await startListUpstream({ campaigns, line_items: lineItems }, { delayMs: DELAY_MS })
  settings = {
    ADS_BASE_URL: upstream.url,
    OAUTH_CONSUMER_KEY: 'consumer-key',
    OAUTH_CONSUMER_SECRET: 'export-consumer-secret',
    OAUTH_ACCESS_TOKEN: 'export-access-token',
    OAUTH_ACCESS_TOKEN_SECRET: 'export-token-secret',
  }
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'adgraph-command-'))
  await writeFile(join(dir, 'query.graphql'), QUERY)
  await writeFile(join(dir, 'variables.json'), '{ "account": "a" }')
  args = ['export', join(dir, 'query.graphql'), '--variables', join(dir, 'variables.json'), '--out', join(dir, 'out')]
})
afterEach(async () => {
  for (const command of running.splice(0)) if (command.process.exitCode === null) command.process.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})
afterAll(() => upstream.close())

function run(...more: string[]): CommandRun {
  const command = runCommand([...args, '--checkpoint-ms', '20', ...more], settings)
  running.push(command)
  return command
}

/** Resolves once the service has got this number of further requests. */
async function requests(more: number): Promise<void> {
  const awaited = upstream.requests.length + more
  while (upstream.requests.length < awaited) await sleep(2)
}

/**
 * Exports in a shell, in which one command has made the disk full, and again after another one. Returns the exit code and the
 * output, and the lines of the files.
 */
async function runTwice(full: string, room: string, hasMounts: boolean): Promise<[unknown[], string[]]> {
  const out = join(dir, 'out')
  await mkdir(out)
  const adgraph = ['adgraph', ...args.map((arg) => `'${arg}'`)].join(' ')
  const script = `${full}
    ${adgraph} --checkpoint-ms 20 || echo "code $?"
    test ! -e "$OUT/manifest.json"
    ${room}
    ${adgraph}
    mkdir '${dir}/copy' && cp "$OUT"/*.ndjson '${dir}/copy'`
  const command = runScript(script, { ...settings, LOG_LEVEL: 'warn', OUT: out }, hasMounts)
  running.push(command)
  return [[await command.exited, command.output()], await sortedLines(join(dir, 'copy'))]
}

/** The lines of all lists, in an order of their own. */
async function sortedLines(folder = join(dir, 'out')): Promise<string[]> {
  const texts = await Promise.all(LISTS.map((path) => readFile(join(folder, `${path}.ndjson`), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).toSorted()
}

// Each test starts several processes.
describe('adgraph export', () => {
  it('ends cleanly at Ctrl-C, keeps no credentials, and goes on', async () => {
    const first = run()
    await requests(6)
    first.process.kill('SIGINT')
    expect([await first.exited, first.output()]).toEqual([
      130,
      expect.stringContaining('continues from here') as string,
    ])

    const kept = await readFile(join(dir, 'out', '.export', 'checkpoint.json'), 'utf8')
    for (const name of Object.keys(settings).filter((name) => /SECRET|TOKEN/.test(name)))
      expect(kept).not.toContain(settings[name])

    const second = run()
    expect(await second.exited).toBe(0)
    expect(second.output()).toMatch(/20,020 rows of 2 lists/)
    expect(await sortedLines()).toHaveLength(ROWS + CAMPAIGNS)
  })

  it('refuses another query and other variables in the same folder, unless it begins anew', async () => {
    const first = run()
    await requests(2)
    first.process.kill('SIGINT')
    await first.exited
    await writeFile(join(dir, 'variables.json'), '{ "account": "b" }')
    const before = upstream.requests.length
    const other = run()
    expect([await other.exited, upstream.requests.length - before]).toEqual([1, 0])
    expect(other.output()).toContain('with other variables')

    const anew = run('--restart', '--format', 'csv')
    expect(await anew.exited).toBe(0)
    expect((await readdir(join(dir, 'out'))).filter((name) => name.endsWith('.csv'))).toHaveLength(2)
  })

  // The files have 2 MB, and are there twice at the end.
  it.skipIf(!HAS_MOUNTS)(
    'ends with a clear message at a full disk, spoils nothing, and goes on with room',
    async () => {
      const before = upstream.requests.length
      const full = 'mount -t tmpfs -o size=4m tmpfs "$OUT"'
      const [outcome, lines] = await runTwice(full, 'mount -o remount,size=32m "$OUT"', true)

      expect(outcome).toEqual([0, DISK_FULL])
      expect([lines.length, new Set(lines).size]).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
      expect(upstream.requests.length - before).toBe(CALLS)
    },
  )

  it('does the same at a limit of the size of files', async () => {
    const before = upstream.requests.length
    const [outcome, lines] = await runTwice('ulimit -S -f 2000', 'ulimit -S -f unlimited', false)

    expect(outcome).toEqual([0, DISK_FULL])
    expect([lines.length, new Set(lines).size]).toEqual([ROWS + CAMPAIGNS, ROWS + CAMPAIGNS])
    expect(upstream.requests.length - before).toBeLessThan(2 * CALLS)
  })

  it('records what the service answers if ADS_RECORD is set', async () => {
    const before = upstream.requests.length
    const folder = join(dir, 'recording')
    const command = runCommand(args, { ...settings, ADS_RECORD: folder })
    running.push(command)

    expect(await command.exited).toBe(0)
    expect(await readdir(folder)).toHaveLength(upstream.requests.length - before)
    expect(await readFile(join(folder, '000001-GET-accounts-account_id-campaigns.json'), 'utf8')).not.toContain(
      'Campaign 1',
    )
  })

  it('shows its progress on a terminal', async () => {
    const command = runInTerminal(args, settings)
    running.push(command)
    await command.printed(/account\.campaigns\.lineItems +20,000 rows +\d+ pages {2}done/)

    expect(await command.exited).toBe(0)
    expect(command.output()).toMatch(/20,020 rows of 2 lists in \S+, by \d+ calls/)
  })

  it('says that lists could not be read, whatever is logged, and exits with 1', async () => {
    await writeFile(
      join(dir, 'query.graphql'),
      '{ account(id: "a") { campaigns { nodes { name } } mediaCreatives { nodes { id } } } }',
    )
    const command = runCommand(args, { ...settings, LOG_LEVEL: 'silent' })
    running.push(command)

    const manifest = join(dir, 'out', 'manifest.json')
    expect([await command.exited, command.output()]).toEqual([1, `1 error: see ${manifest}\n`])
  })

  it('explains the fault of a query, and exits with 1', async () => {
    await writeFile(join(dir, 'query.graphql'), '{ account(id: "a") { name } }')
    const command = runCommand(args, settings)
    running.push(command)

    expect([await command.exited, command.output()]).toEqual([
      1,
      'The query selects no connection; an export reads connections\n',
    ])
  })

  it('says in one line that it cannot write', async () => {
    await writeFile(join(dir, 'out'), '')
    const command = runCommand(args, settings)
    running.push(command)

    expect([await command.exited, command.output()]).toEqual([
      1,
      `${JSON.stringify(join(dir, 'out'))} is not a folder\n`,
    ])
  })
})
