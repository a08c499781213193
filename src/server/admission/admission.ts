import { performance } from 'node:perf_hooks'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { createFairQueue, freeOf, type FairQueue } from '../../async/fair-queue.ts'
import type { MemoryReservation, MemoryBudget } from '../../async/memory.ts'
import { when, type MaybePromise } from '../../async/promise.ts'
import type { Caller, Callers } from '../auth/callers.ts'
import { disconnectSignal, GONE_STATUS } from '../http/connections.ts'
import { refusalResponse, refusal } from '../http/refusal.ts'
import type { GraphQLResponse, IncomingRequest, OutgoingResponse } from '../http/request.ts'
import type { OperationContext } from '../observe/operation.ts'

/** What the server itself adds to an operation: bounds below the usual ones, its document, and who watches it. */
export interface OperationBounds {
  maxCalls?: number
  maxRows?: number
  /** The maximum number of bytes of its response. */
  maxBytes?: number
  /** The document to execute instead of the trusted document that the request names, made from that document. */
  derivedDocument?: string
  /** Whether that document only prepares a write, so that the calls of the trusted document are not meant for it. */
  isPreparation?: boolean
  /** Called when its execution begins. Before that, nothing of it was sent. */
  onExecution?: () => void
}

/** A GraphQL request that has arrived, with the bounds of its operation. */
export interface ArrivedRequest extends OperationBounds {
  req: IncomingRequest
  res: OutgoingResponse
}

/** What the server adds to each request when it is admitted, and later. */
export interface RequestContext extends ArrivedRequest {
  /** The caller of the request. A promise that rejects if it cannot be determined. */
  caller: MaybePromise<Caller>
  /** The part of the memory budget that the operation uses. */
  reservation: MemoryReservation
  /** What the operation uses, by which callers share the slots. */
  usage: OperationUsage
  /** The parameters of the request, once they are read. For a trusted document they have its text. */
  params?: { query?: unknown }
  /** The number of calls that its trusted document declares to expect at most. */
  maxExpectedCalls?: number
}

interface OperationUsage {
  /**
   * The calls of the operation, once they are planned: those that it is expected to make, if that is known, at least those that it
   * certainly makes, and at least those that it has made.
   */
  calls?: () => number
}

interface AdmissionOptions {
  maxOperations: number
  queueTimeoutMs: number
  memory: MemoryBudget
  callers: Callers
  /** Called for each operation that is refused. */
  onOverloaded: () => void
}

/** The maximum number of operations that wait. Others are refused immediately. */
const MAX_WAITING_OPERATIONS = 1_024

/** The response that nobody reads. */
const GONE: GraphQLResponse = { status: GONE_STATUS, headers: {}, body: '' }

/** Decides when an operation may go on. */
export interface Admission {
  /**
   * Gives a request a slot, before anything of it is read, finds its caller, and opens its part of the memory. Returns the response of
   * a request that gets no slot.
   */
  enter(request: RequestContext): MaybePromise<GraphQLResponse | undefined>
  /**
   * Executes an operation. A large query waits for its place first. A query that gets no memory ends with OVERLOADED, and its
   * execution then never ends; a mutation always continues, because its writes must be reported. At the end the loaders drop what
   * they have read.
   */
  run(operation: RunningOperation, isMutation: boolean, execute: Execute): Promise<ExecutionResult>
  /** The operations that run, and those that wait for a slot. */
  counts(): { running: number; waiting: number }
}

type RunningOperation = Pick<RequestContext, 'reservation'> &
  Pick<OperationContext, 'need' | 'callerId' | 'signal' | 'loaders'>

type Execute = () => MaybePromise<ExecutionResult>

/**
 * Creates the admission of a process. An operation waits for three things, never for two of them at once: for a slot when it arrives
 * (at most `maxOperations` run at the same time, and a few more of callers who run none); for memory while its body and its rows
 * arrive (`memory`); and for a place when it is executed, if it is a large query. Each has a queue of its own, which callers share
 * fairly. In one queue, an operation that waits for memory would keep others from free slots. After `queueTimeoutMs` an operation
 * without a slot or memory is refused with 503 and OVERLOADED, and a large query runs without a place.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { maxOperations, queueTimeoutMs, memory, callers, onOverloaded } = options
  const running = new Map<string, Set<OperationUsage>>()
  const large = createLargeQueue(memory.sharedRowBytes)
  const queue = createFairQueue({
    usedBy: (key) => callsOf(running.get(key) ?? []),
    isFree: freeOf(maxOperations),
    maxWaiting: MAX_WAITING_OPERATIONS,
  })
  return {
    enter(request) {
      const { req, res } = request
      request.caller = callers.callerOf(req, res)
      return when(keyOf(request.caller), (key) => {
        const signal = disconnectSignal(req.socket)
        // Nobody reads the response of a caller that has disconnected while its session was read.
        if (signal.aborted) return GONE
        return when(queue.enter(key, { maxWaitMs: queueTimeoutMs, signal }), (isAdmitted) => {
          if (signal.aborted) {
            // It has disconnected together with the one whose slot it got, so its response was closed before.
            if (isAdmitted) queue.leave(key)
            return GONE
          }
          if (isAdmitted) return admit(key, request, signal)
          onOverloaded()
          return refusalResponse(overloadedError(`The server is already running ${maxOperations} operations`))
        })
      })
    },
    run(operation, isMutation, execute) {
      if (isMutation) {
        operation.reservation.mustFinish()
        return finish(operation, execute)
      }
      const isLarge = operation.need?.mayExceedRows(MAX_SMALL_ROWS)
      return isLarge ? runLarge(operation, execute) : runQuery(operation, execute)
    },
    counts() {
      const { taken, waiting } = queue.counts()
      return { running: taken, waiting }
    },
  }

  async function runLarge(operation: RunningOperation, execute: Execute): Promise<ExecutionResult> {
    const { callerId, signal } = operation
    const hasPlace = await large.enter(callerId, { maxWaitMs: queueTimeoutMs, signal })
    try {
      return await runQuery(operation, execute)
    } finally {
      if (hasPlace) large.leave(callerId, operation.reservation.usedBytes())
    }
  }

  /** An operation ends when its whole response has been sent or its caller has disconnected. */
  function admit(key: string, context: RequestContext, signal: AbortSignal): undefined {
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
    return undefined
  }
}

/** Executes a query, unless it gets no memory: nothing waits for an execution that is refused. */
function runQuery(operation: RunningOperation, execute: Execute): Promise<ExecutionResult> {
  const { reservation } = operation
  return new Promise((resolve, reject) => {
    reservation.onRefusal((reason) => resolve({ errors: [overloadedError(reason)] }))
    finish(operation, execute).then((result) => {
      reservation.onRefusal(undefined)
      resolve(result)
    }, reject)
  })
}

/** Executes an operation to its end, and drops what it has read. */
async function finish({ reservation, loaders }: RunningOperation, execute: Execute): Promise<ExecutionResult> {
  // Until its response has been written.
  reservation.keepBuffers()
  try {
    return await execute()
  } finally {
    // An operation that has lasted for some minor collections is in the old generation of the heap. Until the next major
    // collection, whatever it refers to would be kept, and copied, as if it were still in use.
    loaders.forget()
    reservation.complete('rows')
  }
}

/** The calls of operations. Each operation counts as at least one. */
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

/** A query is large if it can read more rows than this, by its plan. */
export const MAX_SMALL_ROWS = 2_000

/** The number of large queries that always run at the same time. */
export const MIN_RUNNING = 3

/** How often the process is checked for idle time while large queries wait. */
const CHECK_MS = 5

/** One more runs if the process has been idle for this share of the time since the last check. */
const MIN_IDLE = 0.2

/** The number of queries of which the average is taken. */
const AVERAGED = 8

/** What a running query uses on average, as a share of what it uses at its end. */
const AVERAGE_SHARE = 0.5

/**
 * Creates the queue in which large queries wait for each other while the process is busy: more of them at the same time take as long
 * together, and all keep their rows, which the garbage collector copies, until they end. If the process has idle time, because those
 * that run wait for the service, one more runs, unless all of them would use more than `maxBytes`, by what the last ones used: then
 * they would wait for each other's memory while they keep their own.
 */
function createLargeQueue(maxBytes: number) {
  let isIdle = false
  /** What a large query uses: the moving average. */
  let usualBytes = 0
  const queue = createFairQueue({
    isFree: (running) => running < MIN_RUNNING || (isIdle && (running + 1) * usualBytes * AVERAGE_SHARE <= maxBytes),
  })
  let checks: NodeJS.Timeout | undefined

  return {
    enter(caller: string, wait: Parameters<FairQueue['enter']>[1]) {
      const entered = queue.enter(caller, wait)
      if (entered !== true) checkUntilNoneWaits()
      return entered
    },
    /** `bytes` are those that the query has used, none if they have been released. */
    leave(caller: string, bytes: number) {
      if (bytes > 0) usualBytes += (bytes - usualBytes) / (usualBytes > 0 ? AVERAGED : 1)
      queue.leave(caller)
    },
  }

  function checkUntilNoneWaits(): void {
    if (checks) return
    let last = performance.eventLoopUtilization()
    checks = setInterval(() => {
      const now = performance.eventLoopUtilization()
      isIdle = performance.eventLoopUtilization(now, last).utilization <= 1 - MIN_IDLE
      last = now
      queue.admitNext()
      isIdle = false
      if (queue.counts().waiting > 0) return
      clearInterval(checks)
      checks = undefined
    }, CHECK_MS)
  }
}

/** The number of seconds after which a refused client may try again. */
const RETRY_AFTER_S = 1

/** The error of an operation that gets no slot or no memory: 503 and OVERLOADED, with Retry-After. */
export function overloadedError(reason: string): GraphQLError {
  return refusal('OVERLOADED', 503, `${reason}. Try again in ${RETRY_AFTER_S} s`, {
    'retry-after': String(RETRY_AFTER_S),
  })
}
