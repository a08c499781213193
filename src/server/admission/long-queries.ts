import { performance } from 'node:perf_hooks'
import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createFairQueue } from '../../rest/wait/fair-queue.ts'
import type { OperationContext } from '../observe/operation.ts'
import type { RequestContext } from './admission.ts'

/** A query is long if it can read more rows than this, according to its plan. */
const MAX_SHORT_ROWS = 2_000

/**
 * The number of long queries that run at once in a busy process. Beyond that, all of them only take longer: each keeps its
 * rows in memory, where the garbage collector copies them, while the others run.
 */
const MAX_LONG_QUERIES = 6

/** How often a process that long queries wait for is checked for idle time. */
const CHECK_MS = 5

/** The process is busy if it has less idle time than this, as a part of the time since the last check. */
const MIN_IDLE = 0.1

export interface LongQueryOptions {
  /** How long a query waits, in milliseconds. Then it runs, however busy the process is. */
  maxWaitMs: number
  /** The part of the time since the last call in which the process was idle. */
  idleTime?: () => number
}

/** Limits how many long queries run at once in a busy process. */
export interface LongQueries {
  plugin: Plugin<OperationContext & RequestContext>
  /** The number of long queries that wait. */
  waiting(): number
}

/**
 * Lets long queries wait for each other while the process is busy. Other operations never wait. Callers share the slots fairly. While
 * the process has idle time, because queries wait for the service, one more of them starts at each check.
 */
export function createLongQueries({ maxWaitMs, idleTime = idleTimeOfProcess() }: LongQueryOptions): LongQueries {
  const queue = createFairQueue({ slots: MAX_LONG_QUERIES })
  let isChecking = false

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
      if (queue.counts().waiting === 0) {
        clearInterval(timer)
        isChecking = false
      } else if (idleTime() >= MIN_IDLE) queue.admitNext()
    }, CHECK_MS)
  }
}

function idleTimeOfProcess(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return 1 - utilization
  }
}
