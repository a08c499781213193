import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodeOf, NODE_VERSIONS } from '../release/node.ts'
import { checkOut, compare, lastOther } from './compare.ts'
import { measureByTurns, measureGrowth, measureTail, type Plan, type Sample } from './measure.ts'
import { documentOf, QUERY_NAMES, type QueryName } from './queries.ts'
import { GROWTH_QUERIES, nodeReport, plot, report, TAIL_QUERY, type Results } from './results.ts'
import { writeSection } from './sections.ts'
import { pinTo, ROOT, startProcess, temporaryFolder } from './server-process.ts'
import { ADGRAPH, SERVERS, type ServerSpec } from './servers.ts'
import { BENCH_WORDS } from './vocabulary.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    'v8-options': { type: 'string' },
    vocabulary: { type: 'boolean', default: false },
    only: { type: 'string' },
    queries: { type: 'string' },
    growth: { type: 'boolean', default: false },
    tail: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    'warm-up-ms': { type: 'string' },
    'load-ms': { type: 'string' },
    node: { type: 'string' },
  },
})

/** Adgraph and the peers with the least CPU, which are also measured with ten times the data and on other releases of Node.js. */
const BEST = ['adgraph', 'mercurius', 'grafast', 'breadth']

const node = options.node === undefined ? undefined : nodeOf(options.node)
const isComparison = options.quick && options.only === undefined
const plan: Plan = {
  rounds: 1,
  latencies: node ? 0 : 5,
  delayMs: 50,
  warmUpMs: 12_000,
  loadMs: 4000,
  turns: 10,
  connections: 32,
  turnMs: 400,
  core: pin(),
}
if (options.quick) Object.assign(plan, { rounds: 1, latencies: 5, warmUpMs: 1000, loadMs: 2000, turns: 1 })
if (isComparison)
  Object.assign(plan, { rounds: 2, latencies: 0, warmUpMs: 12_000, loadMs: 4000, connections: 8, turnMs: 250 })
if (options.rounds !== undefined) plan.rounds = Number(options.rounds)
if (options['warm-up-ms'] !== undefined) plan.warmUpMs = Number(options['warm-up-ms'])
if (options['load-ms'] !== undefined) plan.loadMs = Number(options['load-ms'])

const servers = chosen(options.only ?? (node && BEST.join(',')), SERVERS, ({ name }) => name).map((spec) => ({
  ...spec,
  node,
  ...(spec.isTrusted && { env: { ...spec.env, TRUSTED_DOCUMENTS: trustedDocuments() } }),
}))
const queries = chosen(options.queries, QUERY_NAMES, (name) => name)
const whole = !options.quick && servers.length === SERVERS.length && queries.length === QUERY_NAMES.length

const upstream = await startProcess('upstream-process.ts')
const output = isComparison ? await compare(...opponents(), queries, upstream, plan, progress) : await measureAll()
process.stdout.write(`\n${output}\n`)
await upstream.stop()

/** This checkout and a commit, or this checkout twice: as it is, and with other V8 options or a vocabulary. */
function opponents(): [before: ServerSpec, now: ServerSpec] {
  const now = { ...ADGRAPH, node, title: 'now' }
  const before = { ...now, name: 'before', title: 'as it is' }
  const v8Options = options['v8-options']?.split(' ')
  if (v8Options) return [before, { ...now, title: 'with the options', v8Options }]
  if (!options.vocabulary) return [checkOut(options.against ?? lastOther(), before), now]
  const ADS_VOCABULARY = join(temporaryFolder(), 'vocabulary.json')
  writeFileSync(ADS_VOCABULARY, JSON.stringify(BENCH_WORDS))
  return [before, { ...now, title: 'with a vocabulary', env: { ...now.env, ADS_VOCABULARY } }]
}

/** The path of a file with the documents of the queries, by their names. */
function trustedDocuments(): string {
  const file = join(temporaryFolder(), 'trusted-documents.json')
  const documents = Object.fromEntries(QUERY_NAMES.map((name) => [name, documentOf(name, 'adgraph')]))
  writeFileSync(file, JSON.stringify(documents))
  return file
}

async function measureAll(): Promise<string> {
  const results = await measure()
  if (node && options.only === undefined && !options.quick) writeSection('node', nodeReport(results))
  if (!whole) return report(results)
  writeSection('peers', report(results))
  writeFileSync(`${ROOT}bench/results.svg`, plot(results))
  return `${report(results)}\nWritten to bench/RESULTS.md and bench/results.svg`
}

async function measure(): Promise<Results> {
  const samples = new Map<string, Sample[]>()
  const growth = new Map<string, [one: Sample, ten: Sample]>()
  const tails = new Map<string, number[]>()
  for (let round = 0; round < plan.rounds; round += 1)
    for (const query of queries)
      for (const [name, sample] of await measureByTurns(serversFor(query), query, upstream, plan)) {
        const key = `${name} ${query}`
        samples.set(key, [...(samples.get(key) ?? []), sample])
        const cpu = sample.cpuMs.map((ms) => ms.toFixed(2)).join(', ')
        progress(`${round + 1}/${plan.rounds} ${key}: ${sample.calls} calls; ${cpu} ms CPU`)
      }
  if (whole || options.growth)
    for (const query of queries.filter((name) => GROWTH_QUERIES.includes(name)))
      for (const server of best(query)) {
        const key = `${server.name} ${query}`
        const one = await measureGrowth(server, query, 1, upstream, plan)
        growth.set(key, [one, await measureGrowth(server, query, 10, upstream, plan)])
        progress(`growth ${key}`)
      }
  if (whole || options.tail)
    for (const server of best(TAIL_QUERY)) {
      tails.set(server.name, await measureTail(server, TAIL_QUERY, upstream, plan))
      progress(`latencies under load ${server.name}`)
    }
  const nodeVersion = options.node === undefined ? process.versions.node : NODE_VERSIONS[options.node]!
  return { plan, servers, queries, samples, growth, tails, nodeVersion }
}

/** The servers that are measured further with a query: `BEST`, or all that were chosen. */
function best(query: QueryName): ServerSpec[] {
  return serversFor(query).filter(({ name }) => !whole || BEST.includes(name))
}

function serversFor(query: QueryName): ServerSpec[] {
  return servers.filter(({ only }) => !only || only.includes(query))
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The items of a comma-separated list of names, or all. */
function chosen<T>(names: string | undefined, all: readonly T[], nameOf: (one: T) => string): T[] {
  if (names === undefined) return [...all]
  return names.split(',').map((name) => {
    const one = all.find((each) => nameOf(each) === name)
    if (!one) throw new Error(`There is no ${name}; there are ${all.map(nameOf).join(', ')}`)
    return one
  })
}

/** Pins this process and its upstream to the first core. Returns the second core, for the servers, if there are two. */
function pin(): string | undefined {
  if (availableParallelism() < 2) return undefined
  try {
    pinTo('0', process.pid)
    return '1'
  } catch {
    return undefined
  }
}
