// Measures Q7: a screen of 20 campaigns with their stats of seven days by day, and their 400 line items with totals, beside a loop that
// asks for one entity a call. Answers take 50 ms, as over a network.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measuredAt, writeSection } from './sections.ts'
import { dataOf, startProcess, startServer, type Usage } from './server-process.ts'
import { ADGRAPH, type ServerSpec } from './servers.ts'
import { median, significant, spread, table } from './table.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })

const DELAY_MS = 50

const PERIOD = 'startTime: "2031-03-03T00:00:00Z", endTime: "2031-03-10T00:00:00Z"'
const METRICS = 'engagement { impressions } billing { billedChargeLocalMicro }'

const QUERY = `query Q7 { account(id: "a0") { campaigns(first: 20) { nodes {
  name
  stats(${PERIOD}, granularity: DAY) { ${METRICS} }
  lineItems(first: 20) { nodes { name stats(${PERIOD}) { ${METRICS} } } }
} } } }`

const loop = (name: string, title: string, concurrency: number): ServerSpec => ({
  ...ADGRAPH,
  name,
  title,
  command: ['bench/stats-loop.js'],
  env: { CONCURRENCY: String(concurrency) },
})

const SERVERS: ServerSpec[] = [
  ADGRAPH,
  loop('loop', 'a loop, one entity a call', 1),
  loop('loop-16', 'the same, 16 calls at a time', 16),
]

const upstream = await startProcess('upstream-process.ts')
const rows: string[][] = []
for (const spec of SERVERS) {
  const server = await startServer(spec, upstream.url)
  const run = async () => {
    await upstream.ask(DELAY_MS)
    const before = (await server.ask<Usage>('usage')).cpuMs
    const began = performance.now()
    await dataOf(server.url, QUERY)
    const ms = performance.now() - began
    const cpuMs = (await server.ask<Usage>('usage')).cpuMs - before
    return { ms, cpuMs, calls: await upstream.ask<number>(0) }
  }
  // The first one compiles, and reads the time zone, which is kept.
  await run()
  const runs = []
  for (let round = 0; round < Number(options.rounds); round += 1) runs.push(await run())
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
