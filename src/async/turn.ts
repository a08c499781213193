/**
 * Divides the long work of all operations into turns of the event loop: each turn does some milliseconds of it, however many
 * operations have work to do, so that short requests never wait long.
 */

/** How long the work of one turn may take. One step of it should take less. */
const MAX_TURN_MS = 5

/** When the long work of this turn began; undefined if none has been done. */
let beganMs: number | undefined
let nextIsDue = false
/** In the order in which they continue. A set is a queue that removes its first item in constant time. */
const waiting = new Set<() => void>()

/**
 * Whether the current turn has no time left, so that the caller must await `nextTurn()` before its next step of long
 * work. Call it before each step.
 */
export function isTurnOver(): boolean {
  if (beganMs === undefined) {
    beganMs = performance.now()
    scheduleNext()
    return false
  }
  return waiting.size > 0 || performance.now() - beganMs > MAX_TURN_MS
}

/** Resolves when the caller may continue, in a later turn. */
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

/** Lets one caller do its step, then the next one, until the turn is over. */
function releaseOne(): void {
  const [first] = waiting
  waiting.delete(first!)
  first!()
  // The microtask runs after `first` has continued, and the tick after everything that follows from it in this turn.
  queueMicrotask(() => process.nextTick(releaseNext))
}

function releaseNext(): void {
  const isOver = performance.now() - beganMs! > MAX_TURN_MS
  if (waiting.size === 0 || isOver) scheduleNext()
  else releaseOne()
}
