import { performance } from 'node:perf_hooks'
import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createFairQueue } from '../../async/fair-queue.ts'
import type { OperationContext } from '../observe/operation.ts'
import { QUEUE_TIMEOUT_MS } from './admission.ts'

/** A query is large if it can read more rows than this, by its plan. */
const MAX_SMALL_ROWS = 2_000

/** The number of large queries that always run at the same time. */
const MIN_RUNNING = 6

/** How often the process is checked for idle time while large queries wait. */
const CHECK_MS = 5

/** One more runs if the process has been idle for this share of the time since the last check. */
const MIN_IDLE = 0.2

/**
 * Lets large queries wait for each other while the process is busy: more of them at the same time take as long together, and all
 * keep their rows, which the garbage collector copies, until they end. If the process has idle time, because those that run wait for
 * the service, one more runs. Callers share the places fairly, and other operations never wait. After `maxWaitMs` a query runs in
 * any case.
 */
export function largeQueriesPlugin(maxWaitMs = QUEUE_TIMEOUT_MS): Plugin<OperationContext> {
  let isIdle = false
  const queue = createFairQueue({ isFree: (running) => running < MIN_RUNNING || isIdle })
  let checks: NodeJS.Timeout | undefined

  return {
    onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
      const { need, callerId, signal } = contextValue
      if (!need?.mayExceedRows(MAX_SMALL_ROWS)) return
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return
      setExecuteFn(async (args) => {
        const entered = queue.enter(callerId, { maxWaitMs, signal })
        if (entered !== true) checkUntilNoneWaits()
        const hasPlace = await entered
        try {
          return await executeFn(args)
        } finally {
          if (hasPlace) queue.leave(callerId)
        }
      })
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
