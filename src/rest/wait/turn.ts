/**
 * Long work of all operations, in turns: a turn of the event loop does no more of it than some milliseconds, however many
 * operations have some, so that what is short never waits long.
 */

/** How long the work of one turn may take before others go on. One step of it should take less. */
const MAX_TURN_MS = 10

/** When the long work of this turn began; undefined where none has been done. */
let beganMs: number | undefined
let nextIsDue = false
/** In the order in which they go on. A set is a queue whose first is taken off in constant time. */
const waiting = new Set<() => void>()

/** Whether whoever has long work to do must wait for its next turn first. To be asked before each step of the work. */
export function isTurnOver(): boolean {
  if (beganMs === undefined) {
    beganMs = performance.now()
    scheduleNext()
    return false
  }
  return waiting.size > 0 || performance.now() - beganMs > MAX_TURN_MS
}

/** Resolves when it is the caller's turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(resolve)
    scheduleNext()
  })
}

function scheduleNext(): void {
  if (nextIsDue) return
  nextIsDue = true
  setImmediate(() => {
    nextIsDue = false
    beganMs = undefined
    if (waiting.size === 0) return
    beganMs = performance.now()
    releaseOne()
  })
}

/** Lets one go on, and when it has done its step the next one, until the turn is over. */
function releaseOne(): void {
  const [first] = waiting
  waiting.delete(first!)
  first!()
  // Behind the step of the first one, which its promise has queued.
  queueMicrotask(() => {
    const isOver = performance.now() - beganMs! > MAX_TURN_MS
    if (waiting.size === 0 || isOver) scheduleNext()
    else releaseOne()
  })
}
