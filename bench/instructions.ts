import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asker } from './measure.ts'
import { isQueryName } from './queries.ts'
import { startProcess, startServer, temporaryFolder } from './server-process.ts'
import { SERVERS, type ServerSpec } from './servers.ts'
import { table } from './table.ts'

// Counts the instructions of the main thread for each request, and what its code and data cost beside them, by valgrind. Other work on
// the machine does not change these counts.

const { values: options } = parseArgs({
  options: {
    query: { type: 'string', default: 'Q1' },
    only: { type: 'string', default: 'adgraph,mercurius' },
    'warm-up': { type: 'string', default: '20000' },
    requests: { type: 'string', default: '500' },
  },
})

const CONNECTIONS = 8

/** The caches of a core: 64 kB for code, 48 kB for data, and a second one of 2 MB for both. */
const CACHES = ['--I1=65536,8,64', '--D1=49152,12,64', '--LL=2097152,16,64']

/** The time that valgrind needs after each command. */
const SETTLE_MS = 1_000

/** What valgrind counts, by its names of the events. */
const COLUMNS: Record<string, readonly string[]> = {
  instructions: ['Ir'],
  'code misses, first cache': ['I1mr'],
  'code misses, second': ['ILmr'],
  'data misses, first': ['D1mr', 'D1mw'],
  'data misses, second': ['DLmr', 'DLmw'],
  'mispredicted branches': ['Bcm', 'Bim'],
}

const { query } = options
if (!isQueryName(query)) throw new Error(`There is no query ${query}`)
const names = options.only.split(',')
const upstream = await startProcess('upstream-process.ts')
const rows: string[][] = []
for (const spec of SERVERS.filter(({ name }) => names.includes(name))) {
  const counts = await countsOf(spec)
  const columns = Object.values(COLUMNS).map((events) =>
    events.reduce((sum, event) => sum + (counts.get(event) ?? 0), 0),
  )
  rows.push([spec.title, ...columns.map((count) => Math.round(count).toLocaleString('en'))])
}
await upstream.stop()
process.stdout.write(`${table([query, ...Object.keys(COLUMNS)], rows)}\n`)
process.exit()

/** The events of each request. */
async function countsOf(spec: ServerSpec): Promise<Map<string, number>> {
  const folder = temporaryFolder()
  const valgrind = ['valgrind', '-q', '--tool=callgrind', '--instr-atstart=no', '--separate-threads=yes']
  const output = [`--callgrind-out-file=${join(folder, 'counts')}`]
  const simulation = ['--cache-sim=yes', '--branch-sim=yes', ...CACHES]
  const server = await startServer(spec, upstream.url, [...valgrind, ...output, ...simulation])
  const ask = asker(server, spec, query as 'Q1', 1, CONNECTIONS)
  const send = async (count: number) => {
    let left = count
    const worker = async () => {
      while (left-- > 0) await ask()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  }
  const control = async (...command: string[]) => {
    execFileSync('callgrind_control', [...command, String(server.pid)], { stdio: 'ignore' })
    await sleep(SETTLE_MS)
  }
  await send(Number(options['warm-up']))
  await control('--instr=on')
  // The caches that are simulated are empty.
  await send(4 * CONNECTIONS)
  await control('--zero')
  await send(Number(options.requests))
  await control('--dump')
  await server.stop()
  // The main thread is the first.
  const [file] = readdirSync(folder).filter((name) => name.endsWith('-01'))
  const text = readFileSync(join(folder, file!), 'utf8')
  const events = /^events: (.*)$/m.exec(text)![1]!.split(' ')
  const sums = /^(?:totals|summary): (.*)$/m.exec(text)![1]!.split(' ')
  return new Map(events.map((event, nth) => [event, Number(sums[nth] ?? 0) / Number(options.requests)]))
}
