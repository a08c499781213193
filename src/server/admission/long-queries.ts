import { performance } from 'node:perf_hooks'
import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createFairQueue } from '../../async/fair-queue.ts'
import type { OperationContext } from '../observe/operation.ts'
import type { RequestContext } from './admission.ts'

/** A query is long if it can read more rows than this, according to its plan. */
const MAX_SHORT_ROWS = 2_000

/**
 * The number of long queries that always run at once. If the process is busy with them, more of them only take longer: each
 * keeps its rows in memory, where the garbage collector copies them, while the others run.
 */
const MIN_SLOTS = 6

/** How often the process is checked for idle time while long queries wait. */
const CHECK_MS = 5

/** The process is busy if it has less idle time than this, as a part of the time since the last check. */
const MIN_IDLE = 0.3

/** After this number of checks without idle time, there is one slot less. */
const BUSY_CHECKS = 6

/** Limits how many long queries run at once in a busy process. */
export interface LongQueries {
  plugin: Plugin<OperationContext & RequestContext>
  /** The number of long queries that are waiting. */
  waiting(): number
}

/**
 * Lets long queries wait for each other while the process is busy. Other operations never wait. Callers share the slots fairly. If
 * the process has idle time, because the queries that run wait for the service, there is one slot more. After `maxWaitMs` a query
 * runs in any case.
 */
export function createLongQueries(maxWaitMs: number): LongQueries {
  const idleTime = createIdleTime()
  let slots = MIN_SLOTS
  const queue = createFairQueue({ slots })
  let isChecking = false
  let busyChecks = 0

  return {
    waiting: () => queue.counts().waiting,
    plugin: {
      onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
        const { plan, callerKey, signal } = contextValue
        if (!plan || plan.rows.max <= MAX_SHORT_ROWS) return
        if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return
        setExecuteFn(async (args) => {
          const entered = queue.enter(callerKey, { maxWaitMs, signal })
          if (entered !== true) checkLater()
          const hasSlot = await entered
          try {
            return await executeFn(args)
          } finally {
            if (hasSlot) queue.leave(callerKey)
          }
        })
      },
    },
  }

  /** Checks for idle time until no query waits. */
  function checkLater(): void {
    if (isChecking) return
    isChecking = true
    idleTime()
    const timer = setInterval(() => {
      if (queue.counts().waiting > 0) return queue.resize(nextSlots())
      clearInterval(timer)
      isChecking = false
    }, CHECK_MS)
  }

  /** The number of slots after a check for idle time. */
  function nextSlots(): number {
    busyChecks = idleTime() < MIN_IDLE ? busyChecks + 1 : 0
    if (busyChecks === 0) slots += 1
    else if (busyChecks % BUSY_CHECKS === 0) slots = Math.max(MIN_SLOTS, slots - 1)
    return slots
  }
}

/** Creates the function that returns the part of the time since its last call in which the process was idle. */
function createIdleTime(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return 1 - utilization
  }
}
