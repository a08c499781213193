// Measures exports as operators run them, `adgraph export` in a process of its own, over a service that makes as many rows as
// are asked for: resident memory while a million rows are read, rows a second and CPU beside a plain loop over `adgraph/rest`
// that writes the same lines, and the latency of another caller beside long work.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measuredAt, writeSection } from './sections.ts'
import { cpuMsOf, CREDENTIALS, ROOT, startProcess, startServer, v8Options } from './server-process.ts'
import { ADGRAPH } from './servers.ts'
import { percentile, table } from './table.ts'

const { values: options } = parseArgs({
  options: {
    /** A part of the rows, for a shorter run. Its results are printed only. */
    part: { type: 'string', default: '1' },
  },
})

const QUERY = `query Items($account: ID!) {
  account(id: $account) {
    campaigns {
      nodes {
        name
        entityStatus
        lineItems { nodes { name entityStatus objective bidAmountLocalMicro startTime } }
      }
    }
  }
}`

const FILES = ['account.campaigns.ndjson', 'account.campaigns.lineItems.ndjson']

/** Memory is compared with what it was after so many rows. */
const FIRST_ROWS = 50_000

const SAMPLE_MS = 100

/** How long the latencies of operations are measured. */
const SAMPLES_MS = 5_000

interface Case {
  title: string
  campaigns: number
  /** The number of line items in each campaign. */
  lineItems: number
}

const part = Number(options.part)
const CASES: Case[] = [
  { title: 'a million rows', campaigns: 1_000, lineItems: Math.round(999 * part) },
  { title: 'one campaign of 500,000 line items', campaigns: 1, lineItems: Math.round(500_000 * part) },
]

/** What a process has used until it ended. */
interface Run {
  seconds: number
  cpuMs: number
  rows: number
  /** Resident memory when it had read the first rows, and the most after that. */
  firstMb: number
  mostMb: number
}

const { url, child: service } = await startProcess('bulk-service.ts')
const dir = mkdtempSync(join(tmpdir(), 'adgraph-bulk-'))
const env = {
  PATH: process.env['PATH'],
  LOG_LEVEL: 'warn',
  ADS_BASE_URL: url,
  ...CREDENTIALS,
}

const rows: string[][] = []
let latencies = ''
try {
  writeFileSync(join(dir, 'query.graphql'), QUERY)
  for (const each of CASES) {
    const account = `s${each.campaigns}x${each.lineItems}`
    const variables = join(dir, 'variables.json')
    writeFileSync(variables, JSON.stringify({ account }))
    const exported = join(dir, 'export')
    const looped = join(dir, 'loop')
    const query = ['export', join(dir, 'query.graphql'), '--variables', variables, '--out', exported]
    const own = await measure(each, [...v8Options(ROOT), 'dist/cli.js', ...query])
    const loop = await measure(each, [...v8Options(ROOT), 'bench/bulk-loop.js', account, looped])
    for (const file of FILES)
      if ((await hashOf(join(exported, file))) !== (await hashOf(join(looped, file))))
        throw new Error(`${file} differs from that of the loop`)
    rmSync(exported, { recursive: true })
    rmSync(looped, { recursive: true })
    for (const [name, run] of [
      ['adgraph export', own],
      ['a loop', loop],
    ] as const)
      rows.push([
        each.title,
        name,
        run.rows.toLocaleString('en-US'),
        run.seconds.toFixed(1),
        Math.round(run.rows / run.seconds).toLocaleString('en-US'),
        ((run.cpuMs * 1e3) / run.rows).toFixed(1),
        run.firstMb.toFixed(0),
        run.mostMb.toFixed(0),
        (run.mostMb - run.firstMb).toFixed(0),
      ])
  }
  latencies = await measureLatencies()
} finally {
  service.kill()
  rmSync(dir, { recursive: true, force: true })
}
const head = [
  '',
  'by',
  'rows',
  'seconds',
  'rows/s',
  'CPU, µs/row',
  'memory after 50,000 rows, MB',
  'most after that, MB',
  'growth, MB',
]
const figures = `${table(head, rows)}\n\n${latencies}`
process.stdout.write(figures)
if (part === 1)
  writeSection(
    'bulk',
    `## Exports\n\n\`npm run bench:bulk\`: ${measuredAt()}. Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}.\n\n${figures}`,
  )

/** Runs a Node.js process to its end. */
async function measure({ campaigns, lineItems }: Case, args: readonly string[]): Promise<Run> {
  const rows = campaigns * (1 + lineItems)
  const before = await rowsSent()
  const began = performance.now()
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env })
  const exited = once(child, 'exit')
  const run: Run = { seconds: 0, cpuMs: 0, rows, firstMb: 0, mostMb: 0 }
  while (child.exitCode === null) {
    const usage = usageOf(child.pid!)
    const sent = (await rowsSent()) - before
    if (usage) {
      run.cpuMs = usage.cpuMs
      if (sent >= Math.min(FIRST_ROWS, rows / 2)) run.firstMb ||= usage.memoryMb
      if (run.firstMb > 0) run.mostMb = Math.max(run.mostMb, usage.memoryMb)
    }
    await sleep(SAMPLE_MS)
  }
  const [code] = (await exited) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  run.seconds = (performance.now() - began) / 1000
  return run
}

/** The latency of another caller's operation of one call, alone and while the same process runs long work. */
async function measureLatencies(): Promise<string> {
  const server = await startServer({ ...ADGRAPH, env: { ...ADGRAPH.env, BULK_DIR: join(dir, 'bulk') } }, url)
  const ask = async (query: string, variables: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const sample = async () => {
    const latenciesMs: number[] = []
    for (const until = Date.now() + SAMPLES_MS; Date.now() < until; await sleep(5)) {
      const began = performance.now()
      await ask('{ account(id: "s20x1") { campaigns { nodes { name } } } }', {})
      latenciesMs.push(performance.now() - began)
    }
    return [0.5, 0.99].map((part) => percentile(latenciesMs, part).toFixed(1))
  }
  try {
    await sample()
    const alone = await sample()
    const input = { query: QUERY.replace(/^.*\{/, '{').replace('$account', '"s1000x999"') }
    await ask('mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { id } }', { input })
    const beside = await sample()
    const { bulkOperations } = await ask('{ bulkOperations { nodes { status } } }', {})
    if (!JSON.stringify(bulkOperations).includes('RUNNING')) throw new Error('Long work has ended too early')
    return `Another caller's operation of one call in the same process: median ${alone[0]} ms, 99 % within ${alone[1]} ms; beside long work ${beside[0]} and ${beside[1]} ms.\n`
  } finally {
    await server.stop()
  }
}

async function rowsSent(): Promise<number> {
  service.send('rows')
  const [answer] = (await once(service, 'message')) as [{ rowsSent: number }]
  return answer.rowsSent
}

/** The CPU time and the resident memory of a process; undefined once it has ended, when its status has no memory any more. */
function usageOf(pid: number): { cpuMs: number; memoryMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const memoryKb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
    return memoryKb === undefined ? undefined : { cpuMs: cpuMsOf(pid), memoryMb: (Number(memoryKb) * 1024) / 1e6 }
  } catch {
    return undefined
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
