import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'undici'
import { contentOf, expectedAnswer, requestOf, type QueryName } from './queries.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import type { ServerSpec } from './servers.ts'

/** How much is measured. */
export interface Plan {
  /** Every server runs every query once a round, in a process of its own. */
  rounds: number
  /** Requests at `delayMs` a call in each round, after the first one. */
  latencies: number
  delayMs: number
  /** How long each is sent requests that are not measured, before those under load. */
  warmUpMs: number
  /** How long each is sent requests under load. */
  loadMs: number
  connections: number
  /** The core that servers run on; undefined where there is but one. */
  core: number | undefined
}

/** What one round tells of a query on a server. */
export interface Sample {
  calls: number
  startMs: number
  firstMs: number
  latenciesMs: number[]
  /** Of each turn under load. */
  requestsPerSecond: number[]
  /** Of each turn under load: a request's. */
  cpuMs: number[]
  peakMb: number
}

/** What one request at a time costs, for growth with the data. */
export interface Growth {
  calls: number
  latencyMs: number
  cpuMs: number
  peakMb: number
}

/** The upstream's process. */
export interface UpstreamControl {
  url: string
  /** Sets the delay of a call, and tells how many calls came since the last time. */
  set(delayMs: number): Promise<number>
}

const NO_LIMIT = { headersTimeout: 0, bodyTimeout: 0 }

/** How long a turn is: new requests are sent as long, and those under way are waited for. */
const TURN_MS = 1000

/** Connections while a server is warmed up. */
const WARM_UP_CONNECTIONS = 8

/**
 * Runs one query on fresh processes of several servers, side by side and by turns: a machine that is faster now and slower
 * then is so to all of them. Gives what each tells, by its name. Throws where an answer is not what the data hold.
 */
export async function measureByTurns(
  specs: readonly ServerSpec[],
  query: QueryName,
  upstream: UpstreamControl,
  plan: Plan,
): Promise<Map<string, Sample>> {
  return withServers(upstream, plan, async (start) => {
    const all: Contestant[] = []
    for (const spec of specs) all.push(await entered(spec, await start(spec), query, upstream, plan))
    await upstream.set(0)
    await byTurns(all, plan.warmUpMs, async ({ ask }) => (await load(ask, WARM_UP_CONNECTIONS, TURN_MS)).elapsedMs)
    await byTurns(all, plan.loadMs, async ({ ask, server, sample }) => {
      const before = await server.usage()
      const { requests, elapsedMs } = await load(ask, plan.connections, TURN_MS)
      const after = await server.usage()
      sample.requestsPerSecond.push((requests * 1000) / elapsedMs)
      sample.cpuMs.push((after.cpuMs - before.cpuMs) / requests)
      sample.peakMb = after.peakKb / 1024
      return elapsedMs
    })
    await upstream.set(plan.delayMs)
    for (let nth = 0; nth < plan.latencies; nth += 1)
      for (const { ask, sample } of rotated(all, nth)) sample.latenciesMs.push((await timed(ask)).ms)
    for (const { pool } of all) await pool.close()
    return new Map(all.map(({ spec, sample }) => [spec.name, sample]))
  })
}

/** A server that runs, and what is known of it so far. */
interface Contestant {
  spec: ServerSpec
  server: ServerProcess
  pool: Pool
  ask: Ask
  sample: Sample
}

/** Asks a fresh server once, and holds its answer against the data. */
async function entered(
  spec: ServerSpec,
  server: ServerProcess,
  query: QueryName,
  upstream: UpstreamControl,
  { connections, delayMs }: Plan,
): Promise<Contestant> {
  const pool = new Pool(new URL(server.url).origin, { connections, ...NO_LIMIT })
  const ask = asker(pool, spec, query, 1)
  await upstream.set(delayMs)
  const first = await timed(ask)
  const calls = await upstream.set(delayMs)
  check(spec, query, 1, first.value)
  const sample: Sample = {
    calls,
    startMs: server.startMs,
    firstMs: first.ms,
    latenciesMs: [],
    requestsPerSecond: [],
    cpuMs: [],
    peakMb: 0,
  }
  return { spec, server, pool, ask, sample }
}

/** Gives turns to all until each has had so much time; whoever comes first in one round of turns does not in the next. */
async function byTurns<T>(all: readonly T[], forMs: number, turn: (one: T) => Promise<number>): Promise<void> {
  const leftMs = new Map(all.map((one) => [one, forMs]))
  for (let nth = 0; leftMs.size > 0; nth += 1)
    for (const one of rotated([...leftMs.keys()], nth)) {
      const left = leftMs.get(one)! - (await turn(one))
      if (left > 0) leftMs.set(one, left)
      else leftMs.delete(one)
    }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  return list.map((_, index) => list[(index + by) % list.length]!)
}

const GROWTH_MS = 1000

/** What a request costs alone, at so many times the data. */
export async function measureGrowth(
  spec: ServerSpec,
  query: QueryName,
  scale: number,
  upstream: UpstreamControl,
  plan: Plan,
): Promise<Growth> {
  return withServers(upstream, plan, async (start) => {
    const server = await start(spec)
    const pool = new Pool(new URL(server.url).origin, { connections: 1, ...NO_LIMIT })
    const ask = asker(pool, spec, query, scale)
    await upstream.set(0)
    check(spec, query, scale, await ask())
    const calls = await upstream.set(0)
    await load(ask, 1, plan.warmUpMs)
    const before = await server.usage()
    const { requests } = await load(ask, 1, GROWTH_MS)
    const after = await server.usage()
    await upstream.set(plan.delayMs)
    const latencyMs = (await timed(ask)).ms
    await pool.close()
    return { calls, latencyMs, cpuMs: (after.cpuMs - before.cpuMs) / requests, peakMb: after.peakKb / 1024 }
  })
}

/** Resident memory in MB at the start, and after each quarter of so many requests for each of these queries. */
export async function measureMemory(
  spec: ServerSpec,
  queries: readonly QueryName[],
  requests: number,
  upstream: UpstreamControl,
  plan: Plan,
): Promise<number[]> {
  return withServers(upstream, plan, async (start) => {
    const server = await start(spec)
    await upstream.set(0)
    const pool = new Pool(new URL(server.url).origin, { connections: plan.connections, ...NO_LIMIT })
    const asks = queries.map((query) => asker(pool, spec, query, 1))
    const memory = [(await server.usage()).rssKb / 1024]
    for (let quarter = 0; quarter < 4; quarter += 1) {
      let left = requests / 4
      const worker = async () => {
        while (left > 0) await asks[(left -= 1) % asks.length]!()
      }
      await Promise.all(Array.from({ length: plan.connections }, worker))
      memory.push((await server.usage()).rssKb / 1024)
    }
    await pool.close()
    return memory
  })
}

/** Does work with the servers that it starts, and stops them when it is over, whichever way. */
async function withServers<T>(
  { url }: UpstreamControl,
  { core }: Plan,
  use: (start: (spec: ServerSpec) => Promise<ServerProcess>) => Promise<T>,
): Promise<T> {
  const started: ServerProcess[] = []
  try {
    return await use(async (spec) => {
      const server = await startServer(spec, url, core)
      started.push(server)
      return server
    })
  } finally {
    for (const server of started) await server.stop()
  }
}

type Ask = () => Promise<Buffer>

function asker(pool: Pool, { name, dialect }: ServerSpec, query: QueryName, scale: number): Ask {
  const body = JSON.stringify(requestOf(query, dialect, scale))
  return async () => {
    const answer = await pool.request({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode !== 200)
      throw new Error(`${name} answers ${query} with ${answer.statusCode}: ${bytes.toString()}`)
    return bytes
  }
}

/** Requests over so many connections, each sending its next when its last is answered, until the time is over. */
async function load(ask: Ask, connections: number, forMs: number): Promise<{ requests: number; elapsedMs: number }> {
  const began = performance.now()
  let requests = 0
  const worker = async () => {
    do {
      await ask()
      requests += 1
    } while (performance.now() - began < forMs)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { requests, elapsedMs: performance.now() - began }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now()
  const value = await work()
  return { ms: performance.now() - began, value }
}

function check({ name }: ServerSpec, query: QueryName, scale: number, answer: Buffer): void {
  const { data, errors } = JSON.parse(answer.toString('utf8')) as { data: unknown; errors?: unknown }
  if (errors) throw new Error(`${name} answers ${query} with errors: ${JSON.stringify(errors).slice(0, 1000)}`)
  if (!isDeepStrictEqual(contentOf(data), contentOf(expectedAnswer(query, scale))))
    throw new Error(`${name} answers ${query} at ${scale}× with something else: ${JSON.stringify(data).slice(0, 300)}`)
}
