import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { CachedRead } from '../../rest/cache/reference-cache.ts'
import type { Client } from '../../rest/client.ts'
import type { CallRecord } from '../../rest/types.ts'
import type { RedisObserver } from '../../state/redis.ts'
import { GONE_STATUS } from '../http/connections.ts'

/** The Prometheus metrics. Labels are endpoint templates, statuses and codes; never IDs, tokens or callers. */
export type ServerMetrics = ReturnType<typeof createMetrics>

/** The load of the server, read when the metrics are requested. */
export interface Load {
  operations: () => { running: number; waiting: number }
  /** Bytes. */
  memory: () => { used: number; spare: number; limit: number }
  waitingForMemory: () => number
}

/** The metrics of one process, as prom-client exports them. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** Gives the metrics of this process to another one, and returns a function that reads the metrics of all processes. */
export type ShareMetrics = (own: () => Promise<ProcessMetrics>) => () => Promise<string>

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Creates the metrics of a graph, with every call of its client. `aggregator` says how the values of several workers are combined; the
 * default is their sum.
 */
export function createMetrics(client: WatchedClient, shareMetrics?: ShareMetrics) {
  const registry = new Registry()
  const text = shareMetrics?.(() => registry.getMetricsAsJSON()) ?? (() => registry.metrics())
  const registers = [registry]
  const requests = new Counter({
    name: 'adgraph_http_requests_total',
    help: 'Requests of /graphql by method and status.',
    labelNames: ['method', 'status'],
    registers,
    collect: () => countedRequests.collect(),
  })
  const countedRequests = createBatch((labels: { method: string; status: number }) => requests.inc(labels))
  const operations = new Histogram({
    name: 'adgraph_operation_duration_seconds',
    help: 'Duration of operations, by the code of their first error, or OK.',
    labelNames: ['code'],
    buckets: SECONDS,
    registers,
    collect: () => countedOperations.collect(),
  })
  const countedOperations = createBatch(({ code, durationMs }: { code: string; durationMs: number }) =>
    operations.observe({ code }, durationMs / 1000),
  )
  const refusals = new Counter({
    name: 'adgraph_refusals_total',
    help: 'Responses with errors and no data, by the code of the first error.',
    labelNames: ['code'],
    registers,
  })
  const spendRefusals = new Counter({
    name: 'adgraph_spend_refusals_total',
    help: 'Writes, and items of batches, that SPEND_LIMITS refused, by the kind of the limit.',
    labelNames: ['kind'],
    registers,
  })
  serviceMetrics(registers, client)
  const { calls, cached } = callMetrics(registers)
  client.watch({ calls })

  return {
    /** Counts a request of `/graphql` when its response has been sent, or its connection has been closed before. */
    onRequest: ({ method = '' }: IncomingMessage, response: ServerResponse) => {
      const known = METHODS.has(method) ? method : 'other'
      response.once('close', () => {
        const status = response.headersSent ? response.statusCode : GONE_STATUS
        countedRequests.add({ method: known, status })
      })
    },
    /** Counts a read that needed no call. */
    cached,
    /** Counts an operation that was executed, by the code of its first error. */
    onOperation: (durationMs: number, [code = 'OK']: readonly unknown[]) =>
      countedOperations.add({ code: String(code), durationMs }),
    /** Counts a request whose response has errors and no data, by the code of its first error. */
    onRefusal: (code: unknown = 'OTHER') => refusals.inc({ code: String(code) }),
    /** Counts a write that a limit on spending refused, by the kind of the limit. */
    onSpendRefusal: (kind: string) => spendRefusals.inc({ kind }),
    /** Also reports the load of the server. */
    watch: (load: Load) => loadMetrics(registers, load),
    /** Also reports the process: memory, CPU, event loop lag. */
    watchProcess() {
      ofProcess ??= processMetrics()
      for (const { name } of ofProcess.getMetricsAsArray()) registry.registerMetric(ofProcess.getSingleMetric(name)!)
    },
    /** Where extensions register further metrics. */
    registers,
    /** Also reports the commands and the availability of Redis. */
    watchRedis: () => redisMetrics(registers),
    /** The metrics in the format of Prometheus. */
    text,
    contentType: registry.contentType,
  }
}

/** The metrics of this process, which all of its servers report: prom-client observes a process for as long as it runs. */
let ofProcess: Registry | undefined

function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

type WatchedClient = Pick<Client, 'remainingRequests' | 'breakers' | 'watch'>

const METHODS = new Set(['GET', 'POST', 'OPTIONS', 'HEAD'])

/** The maximum number of counts that wait. Counting one takes microseconds, and each that follows at once a fraction of them. */
const MAX_BATCH = 64

/**
 * Counts frequent events in batches, and the rest when the metrics are read. What waits is a value: a function would keep whatever its
 * scope has, such as a request with its body.
 */
function createBatch<Value>(count: (value: Value) => void) {
  const waiting: Value[] = []
  const collect = () => {
    for (const value of waiting.splice(0)) count(value)
  }
  return {
    add: (value: Value) => {
      if (waiting.push(value) >= MAX_BATCH) collect()
    },
    collect,
  }
}

/** Reports the attempts of calls, and the reads that needed none. */
function callMetrics(registers: Registry[]) {
  const calls = new Histogram({
    name: 'adgraph_upstream_call_duration_seconds',
    help: 'Duration of every attempt of a call to the service, by endpoint and status (0: no response).',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: SECONDS,
    registers,
    collect: () => countedCalls.collect(),
  })
  const retries = new Counter({
    name: 'adgraph_upstream_retries_total',
    help: 'Attempts after the first one, by endpoint.',
    labelNames: ['method', 'endpoint'],
    registers,
    collect: () => countedCalls.collect(),
  })
  const cacheHits = new Counter({
    name: 'adgraph_cache_hits_total',
    help: 'Reads that needed no call, because their response was cached or already requested.',
    registers,
    collect: () => countedHits.collect(),
  })
  const countedHits = createBatch((hits: number) => cacheHits.inc(hits))
  const countedCalls = createBatch(
    ({
      method,
      path: endpoint,
      status,
      durationMs,
      attempt,
    }: Pick<CallRecord, 'method' | 'path' | 'status' | 'durationMs' | 'attempt'>) => {
      calls.observe({ method, endpoint, status: status ?? 0 }, durationMs / 1000)
      if (attempt > 1) retries.inc({ method, endpoint })
    },
  )

  return {
    calls: {
      push: ({ method, path, status, durationMs, attempt }: CallRecord) =>
        countedCalls.add({ method, path, status, durationMs, attempt }),
    },
    cached: { push: (_read: CachedRead) => countedHits.add(1) },
  }
}

/** Reports the rate limits and the breakers of the service. */
function serviceMetrics(registers: Registry[], client: WatchedClient): void {
  const budgets = new Gauge({
    name: 'adgraph_rate_budget_left',
    aggregator: 'min',
    help: 'Remaining requests of the most restrictive rate limit that the service has reported, by endpoint.',
    labelNames: ['endpoint'],
    registers,
    collect() {
      this.reset()
      for (const [endpoint, left] of client.remainingRequests()) budgets.set({ endpoint }, left)
    },
  })
  const breakers = new Gauge({
    name: 'adgraph_breaker_open',
    aggregator: 'max',
    help: 'Whether an endpoint is not called at the moment (1), because nearly all of its recent calls failed, or called (0).',
    labelNames: ['method', 'endpoint'],
    registers,
    collect() {
      for (const [called, isOpen] of client.breakers()) {
        const [method = '', endpoint = ''] = called.split(' ')
        breakers.set({ method, endpoint }, isOpen ? 1 : 0)
      }
    },
  })
}

function loadMetrics(registers: Registry[], { operations, memory, waitingForMemory }: Load): void {
  byState('adgraph_operations', 'Operations that run, and operations that wait because MAX_OPERATIONS run.', operations)
  byState(
    'adgraph_memory_budget_bytes',
    'Bytes of request bodies, rows and unsent responses that operations hold, of buffers kept for the next operations, and the limit of both.',
    memory,
  )
  const waiting: Gauge = new Gauge({
    name: 'adgraph_memory_waiting',
    help: 'Operations that wait for memory.',
    registers,
    collect() {
      waiting.set(waitingForMemory())
    },
  })

  function byState(name: string, help: string, counts: () => Record<string, number>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(counts())) gauge.set({ state }, count)
      },
    })
  }
}

/** Redis normally replies within a millisecond. */
const REDIS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5]

function redisMetrics(registers: Registry[]): RedisObserver {
  const commands = new Histogram({
    name: 'adgraph_redis_command_duration_seconds',
    help: 'Duration of Redis commands, by command and outcome (ok, slow, failed, invalid).',
    labelNames: ['command', 'outcome'],
    buckets: REDIS_SECONDS,
    registers,
  })
  const bypasses = new Counter({
    name: 'adgraph_redis_bypassed_total',
    help: 'Commands that were not sent because Redis was unavailable or too slow, by command.',
    labelNames: ['command'],
    registers,
  })
  const availability = new Gauge({
    name: 'adgraph_redis_available',
    aggregator: 'min',
    help: 'Whether this instance shares its state over Redis now (1) or continues with its own (0).',
    registers,
  })
  return {
    onCommand: (command, durationMs, outcome) => commands.observe({ command, outcome }, durationMs / 1000),
    onBypass: (command) => bypasses.inc({ command }),
    onAvailable: (available) => availability.set(available ? 1 : 0),
  }
}
