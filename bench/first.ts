import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { asker } from './measure.ts'
import { isQueryName, type QueryName } from './queries.ts'
import { onCores, startProcess, startServer, type Usage } from './server-process.ts'
import { SERVERS, type ServerSpec } from './servers.ts'
import { median, significant, table } from './table.ts'

// Measures the first requests of fresh processes, one after another: what a client sees after a deployment. The servers take turns, so
// that changes in the speed of the machine affect all of them.

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'adgraph,mercurius,grafast,breadth' },
    queries: { type: 'string', default: 'Q1,Q2' },
  },
})

/** The requests that are shown, from 1. */
const SHOWN = [1, 10, 100]

/** The core of the servers, if the client can have another one. */
const within = availableParallelism() > 1 ? onCores('0') : []

/** The time and the CPU time of one request, in milliseconds. */
interface Cost {
  ms: number
  cpuMs: number
}

const servers = options.only.split(',').map((name) => SERVERS.find((server) => server.name === name)!)
const upstream = await startProcess('upstream-process.ts')
const rows: string[][] = []
for (const query of options.queries.split(',').filter(isQueryName)) {
  const rounds = new Map(servers.map((spec) => [spec, [] as Cost[][]]))
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [spec, costs] of rounds) costs.push(await firstRequests(spec, query))
  for (const [{ title }, costs] of rounds) rows.push([query, title, ...cellsOf(costs)])
}
await upstream.stop()
const head = SHOWN.flatMap((nth) => [`request ${nth}, ms`, 'CPU, ms'])
process.stdout.write(`${table(['query', 'server', ...head, `CPU of ${SHOWN.at(-1)}, ms`], rows)}\n`)

/** The costs of the first requests of a new process. */
async function firstRequests(spec: ServerSpec, query: QueryName): Promise<Cost[]> {
  const server = await startServer(spec, upstream.url, within)
  const ask = asker(server, spec, query, 1, 1)
  const costs: Cost[] = []
  let { cpuMs } = await server.ask<Usage>('usage')
  while (costs.length < SHOWN.at(-1)!) {
    const began = performance.now()
    await ask()
    const ms = performance.now() - began
    const used = (await server.ask<Usage>('usage')).cpuMs
    costs.push({ ms, cpuMs: used - cpuMs })
    cpuMs = used
  }
  await server.stop()
  return costs
}

/** The medians over the rounds, for the requests that are shown, and the CPU time of all of them. */
function cellsOf(rounds: readonly Cost[][]): string[] {
  const medianOf = (valueOf: (costs: Cost[]) => number) => significant(median(rounds.map(valueOf)))
  return [
    ...SHOWN.flatMap((nth) => [medianOf((costs) => costs[nth - 1]!.ms), medianOf((costs) => costs[nth - 1]!.cpuMs)]),
    medianOf((costs) => costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
  ]
}
