import type { GraphQLError, ResponsePath } from 'graphql'
import type { Context } from '../context.ts'
import { when, type MaybePromise } from '../execute/promise.ts'
import { createLoaders, createReferenceCache, type CachedRead, type ReferenceStore } from '../loaders/index.ts'
import { Budget } from '../rest/budget.ts'
import type { Client } from '../rest/client.ts'
import type { KeyValueStore } from '../rest/store.ts'
import type { CallRecord } from '../rest/types.ts'
import type { AnswerMemory } from '../rest/wire/answer-body.ts'
import { fieldPathOf } from '../schema/cost/field-path.ts'
import type { RequestContext } from './admission/admission.ts'
import type { MemoryReservation } from './admission/memory.ts'
import type { Caller } from './auth/caller.ts'
import type { Limits } from './document/limits.ts'
import { disconnectSignal } from './http/connections.ts'
import type { OutgoingResponse } from './http/exchange.ts'
import type { Metrics } from './observe/metrics.ts'
import type { OperationContext } from './observe/operation.ts'
import { requestIdOf } from './observe/request-id.ts'
import { asksForTrace, Trace } from './observe/trace.ts'

/** The parts of a server that the context of an operation needs. */
interface ContextOptions {
  client: Client
  /** The store that instances share. Defaults to the memory of this process. */
  store?: KeyValueStore
  /** The store of the reference cache. Defaults to the memory of this process. */
  referenceStore?: ReferenceStore | undefined
  /** The age at which cached answers of reference reads are refreshed. Defaults to one day. */
  referenceMaxAgeMs?: number
  operationTimeoutMs: number
  limits: Limits
  metrics: Pick<Metrics, 'onCall' | 'onCached'>
  /** Whether every response has the trace, even if the request does not ask for it. */
  traceAlways: boolean
  /** Called when the service no longer accepts the token of a caller. */
  onRevoked: (caller: Caller, response: OutgoingResponse) => void
}

/** The request of an operation. Without `reservation`, the memory of the operation is not counted. */
type IncomingOperation = Pick<RequestContext, 'req' | 'res' | 'caller'> & Partial<Pick<RequestContext, 'reservation'>>

/** Builds the context of an operation. A promise if the caller is not known at once. */
export type ContextBuilder = (request: IncomingOperation) => MaybePromise<OperationContext>

/** Creates the function that builds the context of an operation: its session with the service, its loaders and its trace. */
export function createContextBuilder(options: ContextOptions): ContextBuilder {
  const { client, operationTimeoutMs, limits, metrics, traceAlways, onRevoked } = options
  const reference = createReferenceCache(client, {
    store: options.referenceStore,
    leases: options.store,
    refreshMs: options.referenceMaxAgeMs,
    readTimeoutMs: operationTimeoutMs,
  })

  return (request) => when(request.caller, (caller) => contextOf(request, caller))

  function contextOf({ req, res, reservation }: IncomingOperation, caller: Caller): OperationContext {
    const trace = new Trace()
    const signal = disconnectSignal(req.socket)
    const session = {
      credentials: caller.credentials,
      deadline: Date.now() + operationTimeoutMs,
      signal,
      requestId: requestIdOf(req),
      budget: new Budget(limits),
      caller: caller.key,
      memory: reservation && rowMemory(reservation),
      onCall(call: CallRecord) {
        trace.onCall(call)
        metrics.onCall(call)
      },
      onCached(read: CachedRead) {
        trace.onCached(read)
        metrics.onCached()
      },
      onRevoked: () => onRevoked(caller, res),
      refused: caller.refused,
    }
    // A caller that may not call the service does not see cached responses either.
    const rest = caller.refused ? client.session(session) : reference.session(session)
    const reported: GraphQLError[] = []
    const context: Context = {
      rest,
      loaders: createLoaders(rest),
      operator: caller.operator,
      report: (error) => void reported.push(error),
    }
    const isTraced = traceAlways || asksForTrace(req)
    return { askedBy: isTraced ? contextsByField(context) : undefined, trace, signal, reported, ...context }
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
      own = { ...context, rest: rest.askedBy(new Set([field])), loaders: loaders.askedBy(field) }
      byField.set(field, own)
    }
    last = { path, context: own }
    return own
  }
}

/** The part of an operation's memory that the service's responses take. */
function rowMemory(reservation: MemoryReservation): AnswerMemory {
  return {
    isShort: () => reservation.isShort('rows'),
    available: () => reservation.available('rows'),
    isRefused: () => reservation.isRefused(),
    add: (bytes) => reservation.add(bytes),
    allocate: (bytes) => reservation.allocate(bytes),
    free: (buffer) => reservation.free(buffer),
  }
}
