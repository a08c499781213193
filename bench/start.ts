import { parseArgs } from 'node:util'
import { CREDENTIALS, startServer } from './server-process.ts'
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

const samples = new Map(STARTS.map(({ name }) => [name, [] as { startMs: number; cpuMs: number }[]]))
for (let round = 0; round < Number(options.rounds); round += 1)
  for (const spec of STARTS) {
    const server = await startServer(spec, NO_SERVICE)
    const { cpuMs } = await server.usage()
    await server.stop()
    samples.get(spec.name)!.push({ startMs: server.startMs, cpuMs })
  }

const rows = STARTS.map(({ name, title }) => [title, cell(name, 'cpuMs'), cell(name, 'startMs')])
process.stdout.write(`${table(['From the process to its first answer', 'CPU, ms', 'ms'], rows)}\n`)

/** The median, the range, and the ratio to the imports alone. */
function cell(name: string, of: 'startMs' | 'cpuMs'): string {
  const valuesOf = (server: string) => samples.get(server)!.map((sample) => sample[of])
  const own = valuesOf(name)
  const ratio = median(own) / median(valuesOf('imports'))
  return `${spread(own, (ms) => ms.toFixed(0))} (${ratio.toFixed(2)}×)`
}
