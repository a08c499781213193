import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { asker, check, load, type Ask } from './measure.ts'
import { isQueryName, type QueryName } from './queries.ts'
import { cpuMsOf, startProcess, startServer, type ServerProcess } from './server-process.ts'
import { measuredAt, writeSection } from './sections.ts'
import { ADGRAPH } from './servers.ts'
import { median, table } from './table.ts'

// Measures how many more requests two workers on two cores serve than one process on one. The load and the upstream run
// on this machine too, on the same cores as the server, so that a core serves requests and makes its part of the load in
// every row. The rows take turns, so that changes in the speed of the machine affect all of them.

const { values: options } = parseArgs({
  options: {
    queries: { type: 'string', default: 'Q1,Q2' },
    rounds: { type: 'string', default: '7' },
    'turn-ms': { type: 'string', default: '5000' },
    'warm-up-ms': { type: 'string', default: '10000' },
  },
})

const CONNECTIONS = 32

/** A way to serve: so many workers, and the cores of the server and of the load with the upstream. */
interface Row {
  title: string
  workers: number
  serverCores: string
  loadCores: string
}

const ONE: Row = { title: '1 process, all on one core', workers: 1, serverCores: '0', loadCores: '0' }

const TWO: Row = { title: '2 workers, all on two cores', workers: 2, serverCores: '0,1', loadCores: '0,1' }

const APART: Row = {
  title: '1 process on one core, load and upstream on the other',
  workers: 1,
  serverCores: '0',
  loadCores: '1',
}

const ROWS = [ONE, TWO, APART]

const METHOD =
  'The load (32 connections) and the upstream run on the same machine, and take part of its cores: their CPU is in the last ' +
  'column. Each call of a worker needs a permit from the primary process.'

/** The process that plays the service. */
interface Upstream {
  url: string
  pid: number
}

/** The result of one turn. CPU is in milliseconds per request. */
interface Turn {
  requestsPerSecond: number
  serverCpuMs: number
  loadCpuMs: number
}

if (availableParallelism() < 2) throw new Error('This benchmark needs two cores')

const tables: string[] = []
for (const withLimits of [false, true]) {
  const { url, child } = await startProcess('upstream-process.ts', ...(withLimits ? ['--rate-limits'] : []))
  try {
    for (const query of options.queries.split(',')) {
      if (!isQueryName(query)) throw new Error(`There is no query ${query}`)
      const title = `### ${query}, ${withLimits ? 'rate limits announced' : 'no rate limits announced'}`
      tables.push(`${title}\n\n${tableOf(await measure(query, { url, pid: child.pid! }))}`)
      process.stdout.write(`${tables.at(-1)!}\n`)
    }
  } finally {
    child.kill()
  }
}
writeSection('workers', `## Workers\n\n\`npm run bench:workers\`: ${measuredAt()}. ${METHOD}\n\n${tables.join('\n')}`)

/** Runs one query on a server for each row, in turns. */
async function measure(query: QueryName, upstream: Upstream): Promise<Map<Row, Turn[]>> {
  const turns = new Map<Row, Turn[]>(ROWS.map((row) => [row, []]))
  const running: { row: Row; server: ServerProcess; pool: Pool; ask: Ask }[] = []
  try {
    for (const row of ROWS) {
      const spec = { ...ADGRAPH, env: { ...ADGRAPH.env, WORKERS: String(row.workers) } }
      const server = await startServer(spec, upstream.url, row.serverCores)
      const pool = new Pool(new URL(server.url).origin, { connections: CONNECTIONS })
      const ask = asker(pool, spec, query, 1)
      running.push({ row, server, pool, ask })
      check(spec, query, 1, await ask())
    }
    for (const { row, server, ask } of running) await turn(row, server, upstream, ask, Number(options['warm-up-ms']))
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const { row, server, ask } of running) {
        const result = await turn(row, server, upstream, ask, Number(options['turn-ms']))
        turns.get(row)!.push(result)
        process.stderr.write(`${query} ${row.title}: ${result.requestsPerSecond.toFixed(1)} requests/s\n`)
      }
    return turns
  } finally {
    for (const { pool } of running) await pool.destroy()
    for (const { server } of running) await server.stop()
  }
}

/** Sends requests over all connections for a while. */
async function turn(row: Row, server: ServerProcess, upstream: Upstream, ask: Ask, forMs: number): Promise<Turn> {
  for (const pid of [process.pid, upstream.pid])
    execFileSync('taskset', ['-a', '-c', '-p', row.loadCores, String(pid)], { stdio: 'ignore' })
  const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  const cpu = () => ({ server: cpuOf(treeOf(server.pid)), load: cpuOf([process.pid, upstream.pid]) })
  const before = cpu()
  const { requests, elapsedMs } = await load(ask, CONNECTIONS, forMs)
  const after = cpu()
  return {
    requestsPerSecond: (requests * 1000) / elapsedMs,
    serverCpuMs: (after.server - before.server) / requests,
    loadCpuMs: (after.load - before.load) / requests,
  }
}

/** A process and all that it has started. */
function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function tableOf(turns: ReadonlyMap<Row, Turn[]>): string {
  const of = (row: Row, value: (turn: Turn) => number) => median(turns.get(row)!.map(value))
  /** The median over the rounds of the ratio to a row in the same round. */
  const ratioTo = (other: Row, row: Row) =>
    median(turns.get(row)!.map((own, round) => own.requestsPerSecond / turns.get(other)![round]!.requestsPerSecond))
  const cpuRatio = of(ONE, ({ serverCpuMs }) => serverCpuMs) / of(TWO, ({ serverCpuMs }) => serverCpuMs)
  const rows = table(
    [
      'server',
      'requests/s',
      'to all on one core',
      'to load on the other core',
      'CPU of the server, ms/request',
      'CPU of load and upstream, ms/request',
    ],
    ROWS.map((row) => [
      row.title,
      of(row, ({ requestsPerSecond }) => requestsPerSecond).toFixed(1),
      `${ratioTo(ONE, row).toFixed(2)}×`,
      `${ratioTo(APART, row).toFixed(2)}×`,
      of(row, ({ serverCpuMs }) => serverCpuMs).toFixed(2),
      of(row, ({ loadCpuMs }) => loadCpuMs).toFixed(2),
    ]),
  )
  return `${rows}\n\nWithout the load, by CPU per request alone: ${(2 * cpuRatio).toFixed(2)}×\n`
}
