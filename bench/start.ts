import { parseArgs } from 'node:util'
import { CREDENTIALS, startServer, type Usage } from './server-process.ts'
import { ADGRAPH, type ServerSpec } from './servers.ts'
import { median, spread, table } from './table.ts'

// Measures the start of Adgraph, from the process to its first answer, against importing Yoga and Pothos alone. The
// processes take turns, so that changes in the speed of the machine affect all of them.

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })

/** An empty setting counts as unset: without a service, the sandbox is served. */
const UNSET = Object.fromEntries(['ADS_BASE_URL', ...Object.keys(CREDENTIALS)].map((name) => [name, '']))

const STARTS: ServerSpec[] = [
  {
    ...ADGRAPH,
    name: 'imports',
    title: 'Yoga and Pothos, imported only',
    kind: 'limit',
    command: ['bench/imports.js'],
  },
  { ...ADGRAPH, name: 'service', title: 'Adgraph over an external service' },
  { ...ADGRAPH, name: 'sandbox', title: 'Adgraph over the embedded sandbox', env: { ...ADGRAPH.env, ...UNSET } },
]

/** A URL at which nothing listens: the first answer needs no call. */
const NO_SERVICE = 'http://127.0.0.1:9'

const samples = STARTS.map((spec) => ({ spec, cpuMs: [] as number[], startMs: [] as number[] }))
for (let round = 0; round < Number(options.rounds); round += 1)
  for (const { spec, cpuMs, startMs } of samples) {
    const server = await startServer(spec, NO_SERVICE)
    cpuMs.push((await server.ask<Usage>('usage')).cpuMs)
    startMs.push(server.startMs)
    await server.stop()
  }

/** The median, the range, and the ratio to the imports alone. */
const cell = (own: readonly number[], imports: readonly number[]) =>
  `${spread(own, (ms) => ms.toFixed(0))} (${(median(own) / median(imports)).toFixed(2)}×)`
const [imports] = samples
const rows = samples.map(({ spec, cpuMs, startMs }) => [
  spec.title,
  cell(cpuMs, imports!.cpuMs),
  cell(startMs, imports!.startMs),
])
process.stdout.write(`${table(['From the process to its first answer', 'CPU, ms', 'ms'], rows)}\n`)
