import { isDeepStrictEqual } from 'node:util'
import { Pool } from 'undici'
import { accountsFor, contentOf, DIFFERENT_REQUESTS, expectedAnswer, requestOf, type QueryName } from './queries.ts'
import { onCores, startServer, type Process, type ServerProcess, type Usage } from './server-process.ts'
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
  /** The load time of each server. It takes longer, up to `MAX_LOAD` times, until the server has had `turns`. */
  loadMs: number
  /** The fewest turns of each server under load, unless they take too long. */
  turns: number
  connections: number
  /** The length of a turn: no new request is sent after it, and pending ones are awaited. */
  turnMs: number
  /** The cores that servers run on, such as `0,1`; undefined if there is only one. */
  core: string | undefined
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

/** The number of connections during the warm-up. */
const WARM_UP_CONNECTIONS = 8

/**
 * Runs one query on fresh processes of several servers, which take turns, so that changes in the speed of the machine
 * affect all of them. Returns the sample of each server by name. Throws if a response does not match the data.
 */
export async function measureByTurns(
  specs: readonly ServerSpec[],
  query: QueryName,
  upstream: Process,
  plan: Plan,
): Promise<Map<string, Sample>> {
  const all: Contestant[] = []
  for (const spec of specs) all.push(await startContestant(spec, query, 1, upstream, plan))
  await upstream.ask(0)
  await byTurns(all, plan.warmUpMs, async ({ ask }) => (await load(ask, WARM_UP_CONNECTIONS, plan.turnMs)).elapsedMs)
  await byTurns(all, plan.loadMs, (contestant) => measureLoad(contestant, plan.connections, plan.turnMs), plan.turns)
  await upstream.ask(plan.delayMs)
  for (let nth = 0; nth < plan.latencies; nth += 1)
    for (const contestant of rotated(all, nth)) await measureLatency(contestant)
  for (const { server } of all) await server.stop()
  return new Map(all.map(({ name, sample }) => [name, sample]))
}

/** A running server and its sample so far. */
export interface Contestant {
  name: string
  server: ServerProcess
  ask: Ask
  sample: Sample
}

/** Starts a server, and checks its first response against the data. */
export async function startContestant(
  spec: ServerSpec,
  query: QueryName,
  scale: number,
  upstream: Process,
  { core, connections, delayMs }: Pick<Plan, 'core' | 'connections' | 'delayMs'>,
): Promise<Contestant> {
  const server = await startServer(spec, upstream.url, core === undefined ? [] : onCores(core))
  const ask = asker(server, spec, query, scale, connections)
  await upstream.ask(delayMs)
  const began = performance.now()
  const answer = await ask()
  const firstMs = performance.now() - began
  const calls = await upstream.ask<number>(delayMs)
  check(spec, query, scale, answer)
  const sample: Sample = {
    calls,
    startMs: server.startMs,
    firstMs,
    latenciesMs: [],
    requestsPerSecond: [],
    cpuMs: [],
    peakMb: 0,
  }
  return { name: spec.name, server, ask, sample }
}

/** Measures a server under load. Returns how long that took. */
async function measureLoad({ ask, server, sample }: Contestant, connections: number, forMs: number): Promise<number> {
  const before = await server.ask<Usage>('usage')
  const { requests, elapsedMs } = await load(ask, connections, forMs)
  const after = await server.ask<Usage>('usage')
  sample.requestsPerSecond.push((requests * 1000) / elapsedMs)
  sample.cpuMs.push((after.cpuMs - before.cpuMs) / requests)
  sample.peakMb = after.peakMb
  return elapsedMs
}

async function measureLatency({ ask, sample }: Contestant): Promise<void> {
  const began = performance.now()
  await ask()
  sample.latenciesMs.push(performance.now() - began)
}

/** A server whose turns take long gets no more of them after so many times the planned load. */
const MAX_LOAD = 5

/**
 * Gives turns to all until each has had `forMs` and `minTurns`, or `MAX_LOAD` times `forMs`. The order rotates, so that each is first
 * in turn.
 */
async function byTurns<T>(
  all: readonly T[],
  forMs: number,
  turn: (one: T) => Promise<number>,
  minTurns = 1,
): Promise<void> {
  const leftMs = new Map(all.map((one) => [one, forMs]))
  for (let nth = 0; leftMs.size > 0; nth += 1)
    for (const one of rotated([...leftMs.keys()], nth)) {
      const left = leftMs.get(one)! - (await turn(one))
      const lacksTurns = nth + 1 < minTurns && forMs - left < MAX_LOAD * forMs
      if (left > 0 || lacksTurns) leftMs.set(one, left)
      else leftMs.delete(one)
    }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const first = by % list.length
  return [...list.slice(first), ...list.slice(0, first)]
}

/** How long requests are sent to measure their latencies. */
const TAIL_MS = 5_000

/**
 * Measures the latency of each of many requests, in milliseconds, at `connections` connections with `delayMs` per call.
 */
export async function measureTail(
  spec: ServerSpec,
  query: QueryName,
  upstream: Process,
  plan: Plan,
): Promise<number[]> {
  const contestant = await startContestant(spec, query, 1, upstream, plan)
  await load(contestant.ask, plan.connections, plan.warmUpMs / 2)
  await load(() => measureLatency(contestant), plan.connections, TAIL_MS)
  await contestant.server.stop()
  return contestant.sample.latenciesMs
}

/** One request at a time needs less warm-up than many. */
const GROWTH_WARM_UP_MS = 3000
const GROWTH_MS = 1000

/** Measures one request at a time, with `scale` times the data. */
export async function measureGrowth(
  spec: ServerSpec,
  query: QueryName,
  scale: number,
  upstream: Process,
  plan: Plan,
): Promise<Sample> {
  const contestant = await startContestant(spec, query, scale, upstream, { ...plan, connections: 1 })
  await upstream.ask(0)
  await load(contestant.ask, 1, Math.min(plan.warmUpMs, GROWTH_WARM_UP_MS))
  await measureLoad(contestant, 1, GROWTH_MS)
  await upstream.ask(plan.delayMs)
  await measureLatency(contestant)
  await contestant.server.stop()
  return contestant.sample
}

/** Sends a request and resolves with the bytes of its response. Rejects if the status is not 200. */
type Ask = () => Promise<Buffer>

/** Creates the function that sends a query to a server, with other variables each time. */
export function asker(
  { url }: ServerProcess,
  { name, dialect, isTrusted }: ServerSpec,
  query: QueryName,
  scale: number,
  connections: number,
): Ask {
  const pool = new Pool(new URL(url).origin, { connections, headersTimeout: 0, bodyTimeout: 0 })
  const bodies = Array.from({ length: DIFFERENT_REQUESTS }, (_, nth) => {
    const request = requestOf(query, dialect, accountsFor(query, scale, nth))
    return JSON.stringify(isTrusted ? { ...request, query: undefined, documentId: query } : request)
  })
  let nth = 0
  return async () => {
    const body = bodies[nth % bodies.length]!
    nth += 1
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
  ask: () => Promise<unknown>,
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

/** Throws if a response has errors or does not match the data. */
function check({ name }: ServerSpec, query: QueryName, scale: number, answer: Buffer): void {
  const { data, errors } = JSON.parse(answer.toString('utf8')) as { data: unknown; errors?: unknown }
  if (errors) throw new Error(`${name} answers ${query} with errors: ${JSON.stringify(errors).slice(0, 1000)}`)
  if (!isDeepStrictEqual(contentOf(data), contentOf(expectedAnswer(query, accountsFor(query, scale)))))
    throw new Error(`${name} answers ${query} at ${scale}× with wrong data: ${JSON.stringify(data).slice(0, 300)}`)
}
