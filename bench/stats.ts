// Measures Q7: a screen of 20 campaigns with their stats of seven days by day, and their 400 line items with totals, beside peers
// that read them with batches of their own, and a loop that asks for one entity a call. Answers take 50 ms, as over a network.
import { deepEqual } from 'node:assert/strict'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { contentOf } from './queries.ts'
import { measuredAt, writeSection } from './sections.ts'
import { dataOf, startProcess, startServer, type Usage } from './server-process.ts'
import { ADGRAPH, SERVERS, type ServerSpec } from './servers.ts'
import { median, significant, spread, table } from './table.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })

/** Requests before those that are measured, which compile: the loops vary little, and take long. */
const WARM_UPS = 10
const LOOP_ROUNDS = 2

const DELAY_MS = 50

const PERIOD = 'startTime: "2031-03-03T00:00:00Z", endTime: "2031-03-10T00:00:00Z"'
const METRICS = 'engagement { impressions } billing { billedChargeLocalMicro }'

/** The query for a server, whose lists are connections or plain lists. */
function queryFor({ dialect }: ServerSpec): string {
  const [day, nodes] = dialect === 'adgraph' ? ['DAY', (fields: string) => `nodes { ${fields} }`] : ['"DAY"', String]
  const lineItems = `lineItems(first: 20) { ${nodes(`name stats(${PERIOD}) { ${METRICS} }`)} }`
  return `query Q7 { account(id: "a0") { campaigns(first: 20) {
    ${nodes(`name stats(${PERIOD}, granularity: ${day}) { ${METRICS} } ${lineItems}`)}
  } } }`
}

const loop = (name: string, title: string, concurrency: number): ServerSpec => ({
  ...ADGRAPH,
  name,
  title,
  kind: 'limit',
  command: ['bench/stats-loop.js'],
  env: { CONCURRENCY: String(concurrency) },
})

/** The peers whose batches are of different kinds: loaders for each key, for each field, and steps of a plan. */
const PEERS = ['yoga-plain', 'mercurius', 'grafast']

const COMPARED: ServerSpec[] = [
  ADGRAPH,
  ...SERVERS.filter(({ name }) => PEERS.includes(name)),
  loop('loop', 'a loop, one entity a call', 1),
  loop('loop-16', 'the same, 16 calls at a time', 16),
]

const upstream = await startProcess('upstream-process.ts')
const rows: string[][] = []
let expected: unknown
for (const spec of COMPARED) {
  const server = await startServer(spec, upstream.url)
  const query = queryFor(spec)
  const run = async () => {
    await upstream.ask(DELAY_MS)
    const before = (await server.ask<Usage>('usage')).cpuMs
    const began = performance.now()
    const data = await dataOf(server.url, query)
    const ms = performance.now() - began
    const cpuMs = (await server.ask<Usage>('usage')).cpuMs - before
    return { ms, cpuMs, data, calls: await upstream.ask<number>(0) }
  }
  const isLoop = spec.kind === 'limit'
  const { data } = await run()
  if (!isLoop) deepEqual(contentOf(data), (expected ??= contentOf(data)))
  if (!isLoop) for (let nth = 1; nth < WARM_UPS; nth += 1) await run()
  const runs = []
  for (let round = 0; round < (isLoop ? LOOP_ROUNDS : Number(options.rounds)); round += 1) runs.push(await run())
  rows.push([
    spec.title,
    String(median(runs.map(({ calls }) => calls))),
    spread(
      runs.map(({ ms }) => ms),
      (ms) => ms.toFixed(0),
    ),
    spread(
      runs.map(({ cpuMs }) => cpuMs),
      significant,
    ),
  ])
  await server.stop()
}
await upstream.stop()

const figures = table([`Q7, ${DELAY_MS} ms a call`, 'calls', 'ms', 'CPU, ms'], rows)
process.stdout.write(`${figures}\n`)
writeSection(
  'stats',
  `## Stats\n\n\`npm run bench:stats\`: ${measuredAt()}. Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}. The service ` +
    `allows 250 of the calls for stats in 15 minutes.\n\n${figures}`,
)
