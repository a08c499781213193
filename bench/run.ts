import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  measureByTurns,
  measureGrowth,
  measureMemory,
  type Growth,
  type Plan,
  type Sample,
  type UpstreamControl,
} from './measure.ts'
import { QUERY_NAMES, type QueryName } from './queries.ts'
import { plot, report, summary, type Results } from './results.ts'
import { SERVERS, type ServerSpec } from './servers.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    queries: { type: 'string' },
    growth: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
})

const core = pin()
const plan: Plan = options.quick
  ? { rounds: 1, latencies: 5, delayMs: 50, warmUpMs: 1000, loadMs: 2000, connections: 32, core }
  : { rounds: 3, latencies: 7, delayMs: 50, warmUpMs: 8000, loadMs: 6000, connections: 32, core }

if (options.rounds !== undefined) plan.rounds = Number(options.rounds)

const servers = chosen(options.only, SERVERS, ({ name }) => name)
const queries = chosen(options.queries, QUERY_NAMES, (name) => name)
const whole = !options.quick && servers.length === SERVERS.length && queries.length === QUERY_NAMES.length

const upstream = await startUpstream()
try {
  const results = await run(upstream)
  process.stdout.write(`\n${summary(results)}\n`)
  if (whole) {
    writeFileSync(`${HERE}RESULTS.md`, report(results))
    writeFileSync(`${HERE}results.svg`, plot(results))
    process.stdout.write('\nWritten to bench/RESULTS.md and bench/results.svg\n')
  }
} finally {
  upstream.close()
}

async function run(upstream: UpstreamControl): Promise<Results> {
  const samples = new Map<string, Sample[]>()
  const growth = new Map<string, { one: Growth; ten: Growth }>()
  const memory = new Map<string, number[]>()
  for (let round = 0; round < plan.rounds; round += 1)
    for (const query of queries)
      for (const [name, sample] of await measureByTurns(serversFor(query), query, upstream, plan)) {
        const key = `${name} ${query}`
        samples.set(key, [...(samples.get(key) ?? []), sample])
        const cpu = sample.cpuMs.map((ms) => ms.toFixed(2)).join(', ')
        progress(`${round + 1}/${plan.rounds} ${key}: ${sample.calls} calls; ${cpu} ms CPU`)
      }
  if (whole || options.growth)
    for (const query of queries)
      for (const server of serversFor(query)) {
        const key = `${server.name} ${query}`
        const one = await measureGrowth(server, query, 1, upstream, plan)
        growth.set(key, { one, ten: await measureGrowth(server, query, 10, upstream, plan) })
        progress(`growth ${key}`)
      }
  if (whole)
    for (const server of servers.filter(({ kind, only }) => kind !== 'limit' && !only)) {
      memory.set(server.name, await measureMemory(server, ['Q1', 'Q3', 'Q5'], 10_000, upstream, plan))
      progress(`memory ${server.name}`)
    }
  return { plan, servers, queries, samples, growth, memory, versions: versions() }
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
  const child = fork(`${HERE}upstream-process.ts`, { execArgv: ['--import', 'tsx'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
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
