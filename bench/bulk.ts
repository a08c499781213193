// Measures exports as operators run them, `adgraph export` in a process of its own, over a service that makes as many rows as
// are asked for: resident memory while a million rows are read, rows a second and CPU beside a plain loop over `adgraph/rest`
// that writes the same lines, and the latency of another caller beside long work.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measuredAt, writeSection } from './sections.ts'
import {
  cpuMsOf,
  CREDENTIALS,
  dataOf,
  ROOT,
  startProcess,
  startServer,
  temporaryFolder,
  v8Options,
} from './server-process.ts'
import { ADGRAPH } from './servers.ts'
import { percentile, table } from './table.ts'
import { MAX_COUNT } from './upstream.ts'

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

const part = Number(options.part)
const CASES = [
  { title: 'a million rows', campaigns: 1_000, lineItems: Math.round(999 * part) },
  { title: 'one campaign of 500,000 line items', campaigns: 1, lineItems: Math.round(500_000 * part) },
]

const upstream = await startProcess('upstream-process.ts', 'any-size')
const dir = temporaryFolder()
const query = join(dir, 'query.graphql')
const variables = join(dir, 'variables.json')
const exported = join(dir, 'export')
const looped = join(dir, 'loop')

writeFileSync(query, QUERY)
const rows: string[][] = []
for (const { title, campaigns, lineItems } of CASES) {
  const account = `s${campaigns}x${lineItems}`
  writeFileSync(variables, JSON.stringify({ account }))
  const runs = {
    'adgraph export': ['dist/cli.js', 'export', query, '--variables', variables, '--out', exported],
    'a loop': ['bench/bulk-loop.js', account, looped],
  }
  for (const [name, args] of Object.entries(runs))
    rows.push([title, name, ...(await measure(campaigns * (1 + lineItems), args))])
  for (const file of FILES)
    if (!readFileSync(join(exported, file)).equals(readFileSync(join(looped, file))))
      throw new Error(`${file} differs from the loop's`)
  for (const folder of [exported, looped]) rmSync(folder, { recursive: true })
}
const latencies = await measureLatencies()
await upstream.stop()
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

/** Runs a Node.js process to its end. Returns the cells of a row: rows, time, CPU, and resident memory. */
async function measure(rows: number, args: readonly string[]): Promise<string[]> {
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ADS_BASE_URL: upstream.url, ...CREDENTIALS }
  const began = performance.now()
  const child = spawn(process.execPath, [...v8Options(ROOT), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  let [rowsRead, cpuMs, firstMb, mostMb] = [0, 0, 0, 0]
  while (child.exitCode === null) {
    // Nearly every call has a full page.
    rowsRead += (await upstream.ask<number>(0)) * MAX_COUNT
    const usage = usageOf(child.pid!)
    if (usage) {
      cpuMs = usage.cpuMs
      if (rowsRead >= Math.min(FIRST_ROWS, rows / 2)) firstMb ||= usage.memoryMb
      if (firstMb > 0) mostMb = Math.max(mostMb, usage.memoryMb)
    }
    await sleep(SAMPLE_MS)
  }
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
  const seconds = (performance.now() - began) / 1000
  return [
    rows.toLocaleString('en-US'),
    seconds.toFixed(1),
    Math.round(rows / seconds).toLocaleString('en-US'),
    ((cpuMs * 1e3) / rows).toFixed(1),
    ...[firstMb, mostMb, mostMb - firstMb].map((megabytes) => megabytes.toFixed(0)),
  ]
}

/** The latency of another caller's operation of one call, alone and while the same process runs long work. */
async function measureLatencies(): Promise<string> {
  const server = await startServer({ ...ADGRAPH, env: { ...ADGRAPH.env, BULK_DIR: join(dir, 'bulk') } }, upstream.url)
  const sample = async () => {
    const latenciesMs: number[] = []
    for (const until = Date.now() + SAMPLES_MS; Date.now() < until; await sleep(5)) {
      const began = performance.now()
      await dataOf(server.url, '{ account(id: "s20x1") { campaigns { nodes { name } } } }')
      latenciesMs.push(performance.now() - began)
    }
    return [0.5, 0.99].map((share) => percentile(latenciesMs, share).toFixed(1))
  }
  await sample()
  const alone = await sample()
  const input = { query: QUERY.replace(/^.*\{/, '{').replace('$account', '"s1000x999"') }
  const start = 'mutation ($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { id } }'
  await dataOf(server.url, start, { input })
  const beside = await sample()
  const { bulkOperations } = await dataOf(server.url, '{ bulkOperations { nodes { status } } }')
  if (!JSON.stringify(bulkOperations).includes('RUNNING')) throw new Error('Long work has ended too early')
  await server.stop()
  return `Another caller's operation of one call in the same process: median ${alone[0]} ms, 99 % within ${alone[1]} ms; beside long work ${beside[0]} and ${beside[1]} ms.\n`
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
