import type { Plugin } from 'graphql-yoga'
import { when, type MaybePromise } from '../../async/promise.ts'
import { createFairQueue } from '../../async/fair-queue.ts'
import type { Caller } from '../auth/caller.ts'
import type { Callers } from '../auth/callers.ts'
import { disconnectSignal } from '../http/connections.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/exchange.ts'
import type { MemoryReservation, MemoryBudget } from '../../async/memory.ts'
import { refusalResponse } from '../http/refusal.ts'
import { overloadedError } from './overload.ts'

/** What the server itself adds to an operation: bounds that are below those of all operations, its document, and who watches it. */
export interface OperationBounds {
  /** The number of calls at which it stops. */
  maxCalls?: number
  /** The number of rows at which it stops. */
  maxRows?: number
  /** The maximum number of bytes of its response. */
  maxBytes?: number
  /** The document to execute instead of the trusted document that the request names, made from that document. */
  derivedDocument?: string
  /** Called when its execution begins. Before that, nothing of it was sent. */
  onExecution?: () => void
}

/** What the server adds to the context of each request for its own use. */
export interface RequestContext extends OperationBounds {
  req: IncomingRequest
  res: OutgoingResponse
  /** The caller of the request. A promise that rejects if it cannot be determined. */
  caller: MaybePromise<Caller>
  /** The part of the memory budget that the operation uses. */
  reservation: MemoryReservation
  /** What the operation uses, by which callers share the slots. */
  usage: OperationUsage
  /** The number of calls that its trusted document declares to expect at most. */
  maxExpectedCalls?: number
}

/** What an operation uses. */
interface OperationUsage {
  /**
   * The calls of the operation, once they are planned: those that it is expected to make, if that is known, at least those that it
   * certainly makes, and at least those that it has made.
   */
  calls?: () => number
}

interface AdmissionOptions {
  maxOperations: number
  /** Defaults to QUEUE_TIMEOUT_MS. */
  queueTimeoutMs?: number
  memory: MemoryBudget
  callers: Callers
  /** Called for each operation that is refused. */
  onOverloaded: () => void
}

/** How long an operation waits for a slot or for memory. */
export const QUEUE_TIMEOUT_MS = 5_000

/** The maximum number of operations that wait. Others are refused immediately. */
const MAX_WAITING_OPERATIONS = 1_024

/** The status of a request without a response, as proxies log it. */
const GONE_STATUS = 499

/** The slots for callers who have none, as a share of `maxOperations`: operations of others can take long. */
const FIRST_SHARE = 1 / 16

/**
 * Runs at most `maxOperations` at the same time, and a few more of callers who run none. Other operations wait for a slot. Callers share the slots fairly, by the calls
 * of their operations. An
 * operation that gets no slot within `queueTimeoutMs` is refused with 503 and OVERLOADED.
 */
export function createAdmission(options: AdmissionOptions) {
  const { maxOperations, queueTimeoutMs = QUEUE_TIMEOUT_MS, memory, callers, onOverloaded } = options
  const slotsOfFirst = maxOperations + Math.floor(maxOperations * FIRST_SHARE)
  const running = new Map<string, Set<OperationUsage>>()
  const queue = createFairQueue({
    usedBy: (key) => callsOf(running.get(key) ?? []),
    isFree: (taken, held) => taken < (held > 0 ? maxOperations : slotsOfFirst),
    maxWaiting: MAX_WAITING_OPERATIONS,
  })
  const plugin: Plugin<object, RequestContext> = {
    onRequest(arrival) {
      const { request, serverContext, fetchAPI } = arrival
      if (request.method === 'OPTIONS') return undefined
      const { req, res } = serverContext
      serverContext.caller = callers.callerOf(req, res)
      return when(keyOf(serverContext.caller), (key) => {
        const signal = disconnectSignal(req.socket)
        // Nobody reads the response of a caller that has disconnected while its session was read.
        if (signal.aborted) return arrival.endResponse(new fetchAPI.Response(null, { status: GONE_STATUS }))
        const entered = queue.enter(key, { maxWaitMs: queueTimeoutMs, signal })
        return when(entered, (isAdmitted) => {
          if (isAdmitted) return admit(key, serverContext, signal)
          onOverloaded()
          const reason = `The server is already running ${maxOperations} operations`
          const { body, ...init } = refusalResponse(overloadedError(reason))
          return arrival.endResponse(new fetchAPI.Response(body, init))
        })
      })
    },
  }
  return {
    plugin,
    /** The operations that run, and those that wait. */
    counts() {
      const { taken, waiting } = queue.counts()
      return { running: taken, waiting }
    },
  }

  /** An operation ends when its whole response has been sent or its caller has disconnected. */
  function admit(key: string, context: RequestContext, signal: AbortSignal): void {
    const { res } = context
    const reservation = memory.open(key, signal)
    context.reservation = reservation
    const usage: OperationUsage = {}
    context.usage = usage
    const own = running.get(key) ?? new Set()
    running.set(key, own.add(usage))
    res.onLongWrite = (bytes) => reservation.add(bytes)
    const leave = () => {
      // A connection that is kept refers to its last response.
      res.onLongWrite = undefined
      reservation.close()
      own.delete(usage)
      if (own.size === 0 && running.get(key) === own) running.delete(key)
      queue.leave(key)
    }
    res.once('close', leave)
  }
}

/** The calls of operations, of which each counts as one at least. */
function callsOf(operations: Iterable<OperationUsage>): number {
  let sum = 0
  for (const { calls } of operations) sum += Math.max(1, calls?.() ?? 0)
  return sum
}

/** The key under which a caller queues. Callers that cannot be determined share one. */
function keyOf(caller: MaybePromise<Caller>): MaybePromise<string> {
  if (!(caller instanceof Promise)) return caller.key
  return caller.then(
    ({ key }) => key,
    () => 'unknown',
  )
}
