import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkOut, compare, lastOther, type Pair } from './compare.ts'
import { nodeOf, NODE_VERSIONS } from '../release/node.ts'
import {
  measureByTurns,
  measureGrowth,
  measureTail,
  type Growth,
  type Plan,
  type Sample,
  type UpstreamControl,
} from './measure.ts'
import { QUERY_NAMES, type QueryName } from './queries.ts'
import { GROWTH_QUERIES, nodeReport, plot, report, TAIL_QUERY, type Results } from './results.ts'
import { writeSection } from './sections.ts'
import { startProcess } from './server-process.ts'
import { ADGRAPH, SERVERS, type ServerSpec } from './servers.ts'
import { BENCH_WORDS } from './vocabulary.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

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

const core = pin()

/** Adgraph and the peers with the least CPU, which are measured on other releases of Node.js too. */
const BEST = 'adgraph,mercurius,grafast,breadth'

const node = options.node === undefined ? undefined : nodeOf(options.node)
const isComparison = options.quick && options.only === undefined
const common = { delayMs: 50, connections: 32, turnMs: 1000, core }
const plan: Plan = isComparison
  ? { ...common, rounds: 2, latencies: 0, warmUpMs: 12_000, loadMs: 4000, connections: 8, turnMs: 250 }
  : options.quick
    ? { ...common, rounds: 1, latencies: 5, warmUpMs: 1000, loadMs: 2000 }
    : { ...common, rounds: node ? 1 : 3, latencies: node ? 0 : 7, warmUpMs: 6000, loadMs: 5000 }

if (options.rounds !== undefined) plan.rounds = Number(options.rounds)
if (options['warm-up-ms'] !== undefined) plan.warmUpMs = Number(options['warm-up-ms'])
if (options['load-ms'] !== undefined) plan.loadMs = Number(options['load-ms'])

const servers = chosen(options.only ?? (node && BEST), SERVERS, ({ name }) => name).map((spec) => ({ ...spec, node }))
const queries = chosen(options.queries, QUERY_NAMES, (name) => name)
const whole = !options.quick && servers.length === SERVERS.length && queries.length === QUERY_NAMES.length

const upstream = await startUpstream()
try {
  if (isComparison) await compareTwo(upstream)
  else await measureAll(upstream)
} finally {
  upstream.close()
}

async function compareTwo(upstream: UpstreamControl): Promise<void> {
  const opponents = chooseOpponents()
  try {
    process.stdout.write(`\n${await compare(opponents.pair, queries, upstream, plan, progress)}\n`)
  } finally {
    opponents.remove()
  }
}

/** This checkout and a commit, or this checkout twice: as it is, and with other V8 options or a vocabulary. */
function chooseOpponents(): { pair: Pair; remove(): void } {
  const adgraph = { ...ADGRAPH, node }
  const asItIs = { ...adgraph, name: 'before', title: 'as it is' }
  const v8Options = options['v8-options']?.split(' ')
  if (v8Options)
    return { pair: { before: asItIs, now: { ...adgraph, title: 'with the options', v8Options } }, remove() {} }
  if (options.vocabulary) {
    const folder = mkdtempSync(join(tmpdir(), 'adgraph-bench-'))
    const ADS_VOCABULARY = join(folder, 'vocabulary.json')
    writeFileSync(ADS_VOCABULARY, JSON.stringify(BENCH_WORDS))
    const now = { ...adgraph, title: 'with a vocabulary', env: { ...adgraph.env, ADS_VOCABULARY } }
    return { pair: { before: asItIs, now }, remove: () => rmSync(folder, { recursive: true }) }
  }
  const other = checkOut(options.against ?? lastOther(), adgraph)
  return { pair: { before: other.spec, now: { ...adgraph, title: 'now' } }, remove: () => other.remove() }
}

async function measureAll(upstream: UpstreamControl): Promise<void> {
  const results = await run(upstream)
  process.stdout.write(`\n${report(results)}\n`)
  if (node && options.only === undefined && !options.quick) writeSection('node', nodeReport(results))
  if (!whole) return
  writeSection('peers', report(results))
  writeFileSync(`${HERE}results.svg`, plot(results))
  process.stdout.write('\nWritten to bench/RESULTS.md and bench/results.svg\n')
}

async function run(upstream: UpstreamControl): Promise<Results> {
  const samples = new Map<string, Sample[]>()
  const growth = new Map<string, { one: Growth; ten: Growth }>()
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
      for (const server of serversFor(query).filter(({ kind }) => kind !== 'limit')) {
        const key = `${server.name} ${query}`
        const one = await measureGrowth(server, query, 1, upstream, plan)
        growth.set(key, { one, ten: await measureGrowth(server, query, 10, upstream, plan) })
        progress(`growth ${key}`)
      }
  if (whole || options.tail)
    for (const server of servers.filter(({ only }) => !only)) {
      tails.set(server.name, await measureTail(server, TAIL_QUERY, upstream, plan))
      progress(`latencies under load ${server.name}`)
    }
  const nodeVersion = options.node === undefined ? process.versions.node : NODE_VERSIONS[options.node]!
  return { plan, servers, queries, samples, growth, tails, versions: versions(), nodeVersion }
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
function pin(): number | undefined {
  if (availableParallelism() < 2) return undefined
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)], { stdio: 'ignore' })
    return 1
  } catch {
    return undefined
  }
}

async function startUpstream(): Promise<UpstreamControl & { close(): void }> {
  const { url, child } = await startProcess('upstream-process.ts')
  return {
    url,
    async set(delayMs) {
      const answer = await fetch(`${url}/control?delayMs=${delayMs}`)
      return ((await answer.json()) as { calls: number }).calls
    },
    close: () => void child.kill(),
  }
}

/** The installed versions of the measured packages. */
function versions(): Record<string, string> {
  const names = servers.flatMap(({ version }) => version ?? [])
  return Object.fromEntries(
    names.map((name) => {
      const file = `${HERE}node_modules/${name}/package.json`
      return [name, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : '?']
    }),
  )
}
