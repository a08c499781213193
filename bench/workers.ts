import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { contentOf, expectedAnswer, isQueryName, requestOf, type QueryName } from './queries.ts'
import { median } from './results.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { measuredAt, writeSection } from './sections.ts'
import { SERVERS } from './servers.ts'

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

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

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
  const upstream = fork(
    fileURLToPath(new URL('upstream-process.ts', import.meta.url)),
    withLimits ? ['--rate-limits'] : [],
    { execArgv: ['--import', 'tsx'] },
  )
  try {
    const [{ url }] = (await once(upstream, 'message')) as [{ url: string }]
    for (const query of options.queries.split(',')) {
      if (!isQueryName(query)) throw new Error(`There is no query ${query}`)
      const title = `### ${query}, ${withLimits ? 'rate limits announced' : 'no rate limits announced'}`
      tables.push(`${title}\n\n${table(await measure(query, { url, pid: upstream.pid! }))}`)
      process.stdout.write(`${tables.at(-1)!}\n`)
    }
  } finally {
    upstream.kill()
  }
}
writeSection('workers', `## Workers\n\n\`npm run bench:workers\`: ${measuredAt()}. ${METHOD}\n\n${tables.join('\n')}`)

/** Runs one query on a server for each row, in turns. */
async function measure(query: QueryName, upstream: Upstream): Promise<Map<Row, Turn[]>> {
  const adgraph = SERVERS.find(({ name }) => name === 'adgraph')!
  const turns = new Map<Row, Turn[]>(ROWS.map((row) => [row, []]))
  const servers = new Map<Row, ServerProcess>()
  try {
    for (const row of ROWS) {
      const spec = { ...adgraph, env: { ...adgraph.env, WORKERS: String(row.workers) } }
      const server = await startServer(spec, upstream.url, row.serverCores)
      servers.set(row, server)
      await check(query, server)
    }
    for (const [row, server] of servers) await turn(row, server, upstream, query, Number(options['warm-up-ms']))
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const [row, server] of servers) {
        const result = await turn(row, server, upstream, query, Number(options['turn-ms']))
        turns.get(row)!.push(result)
        process.stderr.write(`${query} ${row.title}: ${result.requestsPerSecond.toFixed(1)} requests/s\n`)
      }
    return turns
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

/** Throws if the server's response does not match the data. */
async function check(query: QueryName, { url }: ServerProcess): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(query, 'adgraph')),
  })
  const { data } = (await answer.json()) as { data: unknown }
  if (!isDeepStrictEqual(contentOf(data), contentOf(expectedAnswer(query))))
    throw new Error(`Adgraph answers ${query} with wrong data`)
}

/** Sends requests for a while, each connection one after the other. */
async function turn(
  row: Row,
  server: ServerProcess,
  upstream: Upstream,
  query: QueryName,
  forMs: number,
): Promise<Turn> {
  for (const pid of [process.pid, upstream.pid])
    execFileSync('taskset', ['-a', '-c', '-p', row.loadCores, String(pid)], { stdio: 'ignore' })
  const cpu = () => ({
    server: cpuMsOf(treeOf(server.pid)),
    load: cpuMsOf([process.pid, upstream.pid]),
  })
  const before = cpu()
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => load(server.url, query, () => performance.now() - began < forMs)),
  )
  const seconds = (performance.now() - began) / 1000
  const after = cpu()
  const requests = counts.reduce((sum, count) => sum + count, 0)
  return {
    requestsPerSecond: requests / seconds,
    serverCpuMs: (after.server - before.server) / requests,
    loadCpuMs: (after.load - before.load) / requests,
  }
}

/**
 * Sends the query over one connection, again and again while `goesOn`, and returns how often it was answered. Reads only
 * the length of each response, because every other client would cost more than some of the queries.
 */
async function load(url: string, query: QueryName, goesOn: () => boolean): Promise<number> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify(requestOf(query, 'adgraph'))
  const head = [
    'POST /graphql HTTP/1.1',
    'host: adgraph',
    'content-type: application/json',
    'accept: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let answered = 0
  do {
    socket.write(request)
    await response(socket)
    answered += 1
  } while (goesOn())
  socket.destroy()
  return answered
}

/** Resolves when a response has arrived whole. Throws if it is not 200. */
function response(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = ''
    let left: number | undefined
    const onData = (chunk: Buffer) => {
      if (left === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /^content-length: (\d+)/im.exec(head.slice(0, end))?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          reject(new Error(`Adgraph answers ${head.slice(0, 200)}`))
          return
        }
        left = end + 4 + Number(length) - head.length
      } else left -= chunk.length
      if (left > 0) return
      socket.off('data', onData)
      socket.off('error', reject)
      resolve()
    }
    socket.on('data', onData)
    socket.once('error', reject)
  })
}

/** A process and all that it has started. */
function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which can contain spaces: the state is field 3; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)
}

function table(turns: ReadonlyMap<Row, Turn[]>): string {
  const of = (row: Row, value: (turn: Turn) => number) => median(turns.get(row)!.map(value))
  /** The median over the rounds of the ratio to a row in the same round. */
  const ratioTo = (other: Row, row: Row) =>
    median(turns.get(row)!.map((own, round) => own.requestsPerSecond / turns.get(other)![round]!.requestsPerSecond))
  const lines = ROWS.map((row) =>
    [
      row.title,
      of(row, ({ requestsPerSecond }) => requestsPerSecond).toFixed(1),
      `${ratioTo(ONE, row).toFixed(2)}×`,
      `${ratioTo(APART, row).toFixed(2)}×`,
      of(row, ({ serverCpuMs }) => serverCpuMs).toFixed(2),
      of(row, ({ loadCpuMs }) => loadCpuMs).toFixed(2),
    ].join(' | '),
  )
  const cpuRatio = of(ONE, ({ serverCpuMs }) => serverCpuMs) / of(TWO, ({ serverCpuMs }) => serverCpuMs)
  return [
    '| server | requests/s | to all on one core | to load on the other core | CPU of the server, ms/request | CPU of load and upstream, ms/request |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `Without the load, by CPU per request alone: ${(2 * cpuRatio).toFixed(2)}×`,
    '',
  ].join('\n')
}
