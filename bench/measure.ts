import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'undici'
import { contentOf, expectedAnswer, requestOf, type QueryName } from './queries.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import type { ServerSpec } from './servers.ts'

/** The amount of measurement. */
export interface Plan {
  /** In each round, every server runs every query in a fresh process. */
  rounds: number
  /** The number of latency samples in each round, with `delayMs` per upstream call. */
  latencies: number
  delayMs: number
  /** The warm-up time of each server before the load. */
  warmUpMs: number
  /** The load time of each server. */
  loadMs: number
  connections: number
  /** The length of a turn: no new request is sent after it, and pending ones are awaited. */
  turnMs: number
  /** The core that servers run on; undefined if there is only one. */
  core: number | undefined
}

/** The measurements of one query on one server in one round. */
export interface Sample {
  calls: number
  startMs: number
  firstMs: number
  latenciesMs: number[]
  /** One value per turn under load. */
  requestsPerSecond: number[]
  /** CPU time per request: one value per turn under load. */
  cpuMs: number[]
  peakMb: number
}

/** The cost of one request at a time, to measure how it grows with the data. */
export interface Growth {
  calls: number
  latencyMs: number
  cpuMs: number
  peakMb: number
}

/** The control of the upstream process. */
export interface UpstreamControl {
  url: string
  /** Sets the delay per call and returns the number of calls since the last time. */
  set(delayMs: number): Promise<number>
}

const NO_LIMIT = { headersTimeout: 0, bodyTimeout: 0 }

/** The number of connections during the warm-up. */
const WARM_UP_CONNECTIONS = 8

/**
 * Runs one query on fresh processes of several servers, which take turns, so that changes in the speed of the machine
 * affect all of them. Returns the sample of each server by name. Throws if a response does not match the data.
 */
export async function measureByTurns(
  specs: readonly ServerSpec[],
  query: QueryName,
  upstream: UpstreamControl,
  plan: Plan,
): Promise<Map<string, Sample>> {
  return withServers(upstream, plan, async (start) => {
    const all: Contestant[] = []
    for (const spec of specs) all.push(await firstRequest(spec, await start(spec), query, upstream, plan))
    await upstream.set(0)
    await byTurns(all, plan.warmUpMs, async ({ ask }) => (await load(ask, WARM_UP_CONNECTIONS, plan.turnMs)).elapsedMs)
    await byTurns(all, plan.loadMs, async ({ ask, server, sample }) => {
      const before = await server.usage()
      const { requests, elapsedMs } = await load(ask, plan.connections, plan.turnMs)
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

/** A running server and its sample so far. */
interface Contestant {
  spec: ServerSpec
  server: ServerProcess
  pool: Pool
  ask: Ask
  sample: Sample
}

/** Sends the first request to a fresh server and checks the response against the data. */
async function firstRequest(
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

/** Gives turns to all until each has had `forMs`. The order rotates, so that each is first in turn. */
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

/**
 * Measures the latency of each of many requests, in milliseconds, at `connections` connections with `delayMs` per call.
 */
export async function measureTail(
  spec: ServerSpec,
  query: QueryName,
  upstream: UpstreamControl,
  plan: Plan,
): Promise<number[]> {
  return withServers(upstream, plan, async (start) => {
    const contestant = await firstRequest(spec, await start(spec), query, upstream, plan)
    await load(contestant.ask, plan.connections, plan.warmUpMs / 2)
    const latencies: number[] = []
    const ask = async () => {
      const { ms, value } = await timed(contestant.ask)
      latencies.push(ms)
      return value
    }
    await load(ask, plan.connections, TAIL_MS)
    await contestant.pool.close()
    return latencies
  })
}

/** How long requests are sent to measure their latencies. */
const TAIL_MS = 5_000

/** One request at a time needs less warm-up than many. */
const GROWTH_WARM_UP_MS = 3000
const GROWTH_MS = 1000

/** Measures one request at a time, with `scale` times the data. */
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
    await load(ask, 1, Math.min(plan.warmUpMs, GROWTH_WARM_UP_MS))
    const before = await server.usage()
    const { requests } = await load(ask, 1, GROWTH_MS)
    const after = await server.usage()
    await upstream.set(plan.delayMs)
    const latencyMs = (await timed(ask)).ms
    await pool.close()
    return { calls, latencyMs, cpuMs: (after.cpuMs - before.cpuMs) / requests, peakMb: after.peakKb / 1024 }
  })
}

/** Calls `use` with a function that starts servers, and stops them afterwards, even after an error. */
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

/** Sends a request and resolves with the bytes of its response. Rejects if the status is not 200. */
export type Ask = () => Promise<Buffer>

/** Creates the function that sends a query to the server of a pool. */
export function asker(pool: Pool, { name, dialect }: ServerSpec, query: QueryName, scale: number): Ask {
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

/**
 * Sends requests over several connections for `forMs`. Each connection sends the next request after the last response.
 */
export async function load(
  ask: Ask,
  connections: number,
  forMs: number,
): Promise<{ requests: number; elapsedMs: number }> {
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

/** Throws if a response has errors or does not match the data. */
export function check({ name }: ServerSpec, query: QueryName, scale: number, answer: Buffer): void {
  const { data, errors } = JSON.parse(answer.toString('utf8')) as { data: unknown; errors?: unknown }
  if (errors) throw new Error(`${name} answers ${query} with errors: ${JSON.stringify(errors).slice(0, 1000)}`)
  if (!isDeepStrictEqual(contentOf(data), contentOf(expectedAnswer(query, scale))))
    throw new Error(`${name} answers ${query} at ${scale}× with wrong data: ${JSON.stringify(data).slice(0, 300)}`)
}
