import { parseArgs } from 'node:util'
import { startServer, type Usage } from './server-process.ts'
import { median } from './results.ts'
import { SERVERS, type ServerSpec } from './servers.ts'

// Measures the start of Adgraph, from the process to its first answer, against importing Yoga and Pothos alone. The
// processes take turns, so that changes in the speed of the machine affect all of them.

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })

const adgraph = SERVERS.find(({ name }) => name === 'adgraph')!

const STARTS: ServerSpec[] = [
  {
    ...adgraph,
    name: 'imports',
    title: 'Yoga and Pothos, imported only',
    kind: 'limit',
    command: ['bench/imports.js'],
  },
  { ...adgraph, name: 'service', title: 'Adgraph over an external service' },
  { ...adgraph, name: 'sandbox', title: 'Adgraph over the embedded sandbox', env: { ...adgraph.env, ...unset() } },
]

/** A URL at which nothing listens: the first answer needs no call. */
const NO_SERVICE = 'http://127.0.0.1:9'

const samples = new Map(STARTS.map(({ name }) => [name, [] as { startMs: number; cpuMs: number }[]]))
for (let round = 0; round < Number(options.rounds); round += 1)
  for (const spec of STARTS) {
    const server = await startServer(spec, NO_SERVICE)
    const { cpuMs }: Usage = await server.usage()
    await server.stop()
    samples.get(spec.name)!.push({ startMs: server.startMs, cpuMs })
  }

process.stdout.write('| From the process to its first answer | CPU, ms | ms |\n| --- | --- | --- |\n')
for (const { name, title } of STARTS)
  process.stdout.write(`| ${title} | ${cell(name, 'cpuMs')} | ${cell(name, 'startMs')} |\n`)

/** The median, the range, and the ratio to the imports alone. */
function cell(name: string, of: 'startMs' | 'cpuMs'): string {
  const valuesOf = (server: string) => samples.get(server)!.map((sample) => sample[of])
  const own = valuesOf(name)
  const ratio = median(own) / median(valuesOf('imports'))
  return `${median(own).toFixed(0)} ${Math.min(...own).toFixed(0)}–${Math.max(...own).toFixed(0)} (${ratio.toFixed(2)}×)`
}

/** An empty setting counts as unset: without a service, the sandbox is served. */
function unset(): Record<string, string> {
  const names = [
    'ADS_BASE_URL',
    'OAUTH_CONSUMER_KEY',
    'OAUTH_CONSUMER_SECRET',
    'OAUTH_ACCESS_TOKEN',
    'OAUTH_ACCESS_TOKEN_SECRET',
  ]
  return Object.fromEntries(names.map((name) => [name, '']))
}
