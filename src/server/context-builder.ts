import { randomBytes } from 'node:crypto'
import type { GraphQLError, ResponsePath } from 'graphql'
import type { MemoryBudget, MemoryReservation } from '../async/memory.ts'
import { lazily, type MaybePromise, when } from '../async/promise.ts'
import type { Context, ExtensionContext } from '../context.ts'
import { createLoaders } from '../loaders/index.ts'
import { type Allowance, Budget, withinBudget } from '../rest/budget.ts'
import { type CachedRead, createReferenceCache } from '../rest/cache/reference-cache.ts'
import { createStatsCache } from '../rest/cache/stats-cache.ts'
import type { Middleware, Records } from '../rest/call.ts'
import type { Client } from '../rest/client.ts'
import type { Store, ReferenceStore } from '../rest/store.ts'
import { credentialKey } from '../rest/wire/sign.ts'
import { Observation } from '../schema/plan/observation.ts'
import { fieldPathOf } from '../schema/plan/plan.ts'
import { createKeepingStore } from '../state/memory.ts'
import type { Spend } from '../state/spend-store.ts'
import type { Statistics } from '../state/statistics.ts'
import { type Writes, type WriteStore, createUnkeyedWriteStore } from '../state/write-store.ts'
import type { RequestContext } from './admission/admission.ts'
import type { Caller, Callers } from './auth/callers.ts'
import { disconnectSignal } from './http/connections.ts'
import { asksForTrace, requestIdOf } from './observe/headers.ts'
import type { Logger } from './observe/log.ts'
import type { ServerMetrics } from './observe/metrics.ts'
import type { OperationContext } from './observe/operation.ts'
import { Trace } from './observe/trace.ts'

/** The parts of a server that the context of an operation needs. */
export interface ContextOptions {
  client: Client
  /** The store that instances share. */
  store: Store
  referenceStore: ReferenceStore
  /** The records of writes with an idempotency key. */
  writeStore: WriteStore
  /** The secrets of what these records have of the input, newest first. Defaults to a random one. */
  writeSecrets?: readonly string[]
  /** What writes may spend. Undefined if that is not limited. */
  spend?: Pick<Spend, 'rules' | 'store'> | undefined
  log: Logger
  /** The memory of the process. Undefined if it is not counted. */
  memory?: MemoryBudget | undefined
  /** The age at which cached answers of reference reads are refreshed. Defaults to one day. */
  referenceMaxAgeMs?: number
  /** The maximum duration of an operation, including calls and waits. */
  operationTimeoutMs: number
  /** When the last calls of operations must have ended, in milliseconds since the epoch. Defaults to never. */
  stopsAtMs?: () => number
  limits: Allowance
  statistics: Statistics
  metrics: ServerMetrics
  /** What extensions add to the context of a caller. Undefined if there are none. */
  extensionOf?: (caller: Caller, memory: MemoryReservation | undefined) => ExtensionContext
  /** Whether every response has the trace, even if the request does not ask for it. */
  traceAlways: boolean
  /** Called when a token is no longer valid. */
  onRevoked: Callers['onRevoked']
}

/** After its deadline an operation makes no calls, and has this share of its time left to complete what has arrived. */
const COMPLETION_SHARE = 0.5

/** The request of an operation. Without `reservation`, the memory of the operation is not counted. */
type IncomingOperation = Pick<RequestContext, 'req' | 'res' | 'caller'> &
  Partial<Pick<RequestContext, 'reservation' | 'maxCalls' | 'maxRows'>>

/** Builds the context of an operation. A promise if the caller is not known at once. */
export type ContextBuilder = (request: IncomingOperation) => MaybePromise<OperationContext>

/** Creates the function that builds the context of an operation: its session with the service, its loaders and its trace. */
export function createContextBuilder(options: ContextOptions): ContextBuilder {
  const { client, operationTimeoutMs, limits, metrics, statistics, traceAlways, onRevoked, extensionOf } = options
  const { stopsAtMs = () => Infinity } = options
  const throughCaches = createReadCaches(options, operationTimeoutMs)
  const keys = keysOf(options)

  return (request) => when(request.caller, (caller) => contextOf(request, caller))

  function contextOf(
    { req, res, reservation, maxCalls = Infinity, maxRows = Infinity }: IncomingOperation,
    caller: Caller,
  ): OperationContext {
    const requestId = requestIdOf(req)
    const trace = new Trace()
    const signal = disconnectSignal(req.socket)
    const budget = new Budget({ calls: Math.min(limits.calls, maxCalls), rows: Math.min(limits.rows, maxRows) })
    const deadline = Math.min(Date.now() + operationTimeoutMs, stopsAtMs())
    const endsAtMs = deadline + operationTimeoutMs * COMPLETION_SHARE
    const reader = credentialKey(caller.credentials)
    const isTraced = traceAlways || asksForTrace(req)
    const rest = client.session(
      {
        credentials: caller.credentials,
        deadline,
        signal,
        requestId,
        caller: caller.key,
        memory: reservation,
        calls: trace.calls,
        // No field asks for the calls of this session.
        askers: isTraced ? new Set() : undefined,
        onRevoked: (revoked) => onRevoked(revoked, caller, res),
        refused: caller.refused,
      },
      // A caller that may not call the service does not see cached responses either.
      caller.refused ? [] : [...throughCaches(trace.cached, metrics.cached), withinBudget(budget)],
    )
    // Without spreads, which are slow here (bench/README.md).
    const { store, local, leases, secrets, keyFault, spend } = keys
    const writes: Writes = {
      store,
      local,
      leases,
      secrets,
      keyFault,
      spend,
      caller: reader,
      owner: caller.key,
      deadline,
      timeoutMs: operationTimeoutMs,
      signal,
      requestId,
      now: () => rest.now(),
      prepared: new Map(),
    }
    const reported: GraphQLError[] = []
    const loaders = createLoaders(rest)
    // What a caller may not read is not learned.
    const observer = !caller.refused && statistics.takes(reader) ? new Observation(loaders) : undefined
    const { operator } = caller
    const extension = extensionOf && lazily(() => extensionOf(caller, reservation))
    const askedBy = isTraced
      ? contextsByField({ rest, loaders, observer, writes, extension, operator, reported })
      : undefined
    return {
      callerId: caller.id,
      askedBy,
      trace,
      signal,
      endsAtMs,
      budget,
      reported,
      statistics,
      reader,
      rest,
      loaders,
      observer,
      writes,
      extension,
      operator,
    }
  }
}

/**
 * Creates the caches of reads. A read in the background may take `readTimeoutMs`. Returns what creates the steps of one session, which add
 * each read that took no call of it to `hits`.
 */
export function createReadCaches(
  {
    client,
    store: leases,
    referenceStore: store,
    referenceMaxAgeMs: refreshMs,
    memory,
  }: Pick<ContextOptions, 'client' | 'store' | 'referenceStore' | 'referenceMaxAgeMs' | 'memory'>,
  readTimeoutMs: number,
): (...hits: Records<CachedRead>[]) => Middleware[] {
  const throughStats = createStatsCache(store.local, () => client.now())
  const throughReferences = createReferenceCache(client, { store, leases, refreshMs, readTimeoutMs, memory })
  return (...hits) => [throughStats(...hits), throughReferences(...hits)]
}

/** What the writes of all operations share. */
function keysOf({
  store: leases,
  writeStore: store,
  writeSecrets = [],
  spend,
  metrics,
  log,
}: ContextOptions): Pick<Writes, 'store' | 'local' | 'leases' | 'secrets' | 'keyFault' | 'spend'> {
  const [newest, ...older] = writeSecrets
  // Instances with different secrets would take each other's records for records of other inputs.
  const keyFault =
    newest === undefined && store.kind === 'SHARED'
      ? 'needs SESSION_SECRET (`sessionSecret` of createAdgraph), because Redis has the records of several instances'
      : undefined
  const secrets: Writes['secrets'] = [newest ?? randomBytes(32).toString('hex'), ...older]
  const onRefusal: Spend['onRefusal'] = (refusal) => {
    metrics.onSpendRefusal(refusal.kind)
    log.warn(refusal, 'SPEND_LIMITS refused a write')
  }
  return {
    store,
    local: createUnkeyedWriteStore(createKeepingStore()),
    leases,
    secrets,
    keyFault,
    spend: spend && { ...spend, onRefusal },
  }
}

/** Gives each field a context of its own, so that its calls are recorded with the field. */
function contextsByField(context: Context): Context['askedBy'] {
  const byField = new Map<string, Context>()
  /** With our executor, all parents of a field have the same path. */
  let last: { path: ResponsePath; context: Context } | undefined
  return (info) => {
    const { path } = info
    if (last?.path === path) return last.context
    const field = fieldPathOf(info)
    let own = byField.get(field)
    if (!own) {
      const { rest, loaders } = context
      own = { ...context, rest: rest.with({ askers: new Set([field]) }), loaders: loaders.askedBy(field) }
      byField.set(field, own)
    }
    last = { path, context: own }
    return own
  }
}
