import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startRedis } from '../test/support/redis.ts'
import { load, startContestant, type Contestant } from './measure.ts'
import { isQueryName, type QueryName } from './queries.ts'
import { measuredAt, writeSection } from './sections.ts'
import { cpuMsOf, pinTo, startProcess, type Process } from './server-process.ts'
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

/** The ways to serve: so many workers, and the cores of the server and of the load with the upstream. */
const ROWS = [
  { title: '1 process, all on one core', workers: 1, serverCores: '0', loadCores: '0' },
  { title: '2 workers, all on two cores', workers: 2, serverCores: '0,1', loadCores: '0,1' },
  { title: '1 process on one core, load and upstream on the other', workers: 1, serverCores: '0', loadCores: '1' },
]

const METHOD =
  'The load (32 connections) and the upstream run on the same machine, and take part of its cores: their CPU is in the last ' +
  'column. Each call of a worker needs a permit in Redis.'

/** The result of one turn. CPU is in milliseconds per request. */
interface Turn {
  requestsPerSecond: number
  serverCpuMs: number
  loadCpuMs: number
}

/** A server that runs, and the results of its turns. */
interface Running extends Contestant {
  title: string
  loadCores: string
  turns: Turn[]
}

if (availableParallelism() < 2) throw new Error('This benchmark needs two cores')

const redis = await startRedis()
const tables: string[] = []
for (const [announced, ...variant] of [['no rate limits'], ['rate limits', 'rate-limits']]) {
  const upstream = await startProcess('upstream-process.ts', ...variant)
  for (const query of options.queries.split(',')) {
    if (!isQueryName(query)) throw new Error(`There is no query ${query}`)
    tables.push(`### ${query}, ${announced} announced\n\n${tableOf(await measure(query, upstream))}`)
    process.stdout.write(`${tables.at(-1)!}\n`)
  }
  await upstream.stop()
}
await redis.kill()
writeSection('workers', `## Workers\n\n\`npm run bench:workers\`: ${measuredAt()}. ${METHOD}\n\n${tables.join('\n')}`)

/** Runs one query on a server for each row, in turns. */
async function measure(query: QueryName, upstream: Process): Promise<Running[]> {
  const all: Running[] = []
  for (const { title, workers, serverCores, loadCores } of ROWS) {
    const shared = workers > 1 && { REDIS_URL: redis.url }
    const spec = { ...ADGRAPH, env: { ...ADGRAPH.env, WORKERS: String(workers), ...shared } }
    const plan = { core: serverCores, connections: CONNECTIONS, delayMs: 0 }
    all.push({ ...(await startContestant(spec, query, 1, upstream, plan)), title, loadCores, turns: [] })
  }
  for (const running of all) await turn(running, upstream, Number(options['warm-up-ms']))
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const running of all) {
      const result = await turn(running, upstream, Number(options['turn-ms']))
      running.turns.push(result)
      process.stderr.write(`${query} ${running.title}: ${result.requestsPerSecond.toFixed(1)} requests/s\n`)
    }
  for (const { server } of all) await server.stop()
  return all
}

/** Sends requests over all connections for a while. */
async function turn({ loadCores, server, ask }: Running, upstream: Process, forMs: number): Promise<Turn> {
  for (const { pid } of [process, upstream]) pinTo(loadCores, pid)
  const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  const cpu = () => [cpuOf(treeOf(server.pid)), cpuOf([process.pid, upstream.pid])] as const
  const [serverBefore, loadBefore] = cpu()
  const { requests, elapsedMs } = await load(ask, CONNECTIONS, forMs)
  const [serverAfter, loadAfter] = cpu()
  return {
    requestsPerSecond: (requests * 1000) / elapsedMs,
    serverCpuMs: (serverAfter - serverBefore) / requests,
    loadCpuMs: (loadAfter - loadBefore) / requests,
  }
}

/** A process and all that it has started. */
function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function tableOf(all: readonly Running[]): string {
  const middle = ({ turns }: Running, of: keyof Turn) => median(turns.map((turn) => turn[of]))
  /** The median over the rounds of the ratio to a row in the same round. */
  const ratio = (own: Running, other: Running) =>
    median(own.turns.map((turn, round) => turn.requestsPerSecond / other.turns[round]!.requestsPerSecond))
  const [one, two, apart] = all as [Running, Running, Running]
  const rows = table(
    [
      'server',
      'requests/s',
      'to all on one core',
      'to load on the other core',
      'CPU of the server, ms/request',
      'CPU of load and upstream, ms/request',
    ],
    all.map((row) => [
      row.title,
      middle(row, 'requestsPerSecond').toFixed(1),
      `${ratio(row, one).toFixed(2)}×`,
      `${ratio(row, apart).toFixed(2)}×`,
      middle(row, 'serverCpuMs').toFixed(2),
      middle(row, 'loadCpuMs').toFixed(2),
    ]),
  )
  const cpuRatio = middle(one, 'serverCpuMs') / middle(two, 'serverCpuMs')
  return `${rows}\n\nWithout the load, by CPU per request alone: ${(2 * cpuRatio).toFixed(2)}×\n`
}
