import { asError, type MaybePromise } from './promise.ts'

/**
 * Divides the long work of all operations into turns of the event loop: each turn does some milliseconds of it, however many
 * operations have work to do, so that short requests never wait long. Each turn begins with the long step that has waited longest.
 * Then come short steps, then what follows from the steps of this turn, then the other long steps: an operation that continues ends
 * soon, so fewer of them hold memory at the same time.
 */

/** How long the work of one turn may take. One step of it should take less. */
const MAX_TURN_MS = 5

/** How long the work of one turn may take while clients connect: the event loop accepts one connection in each turn. */
const CONNECTING_TURN_MS = 0.5

type Resume = () => void

/** The turns, with the present one, that are short because a client has connected. */
let shortTurns = 0

/** Makes the next turn short, because a client has connected and others may wait. */
export function shortenTurn(): void {
  shortTurns = 2
}

function maxTurnMs(): number {
  return shortTurns > 0 ? CONNECTING_TURN_MS : MAX_TURN_MS
}

/** When the long work of this turn began; undefined if none has been done. */
let beganMs: number | undefined
let nextIsDue = false
/** In the order in which they continue. */
const waiting: Record<'short' | 'long', Resume[]> = { short: [], long: [] }
/** Those whose long step follows from a step of this turn, latest last. Undefined outside such steps. */
let following: Resume[] | undefined

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
  const anyWaits = waiting.long.length > 0 || waiting.short.length > 0 || Boolean(following?.length)
  return anyWaits || performance.now() - beganMs > maxTurnMs()
}

/** Resolves when the caller may continue, in a later turn. A short step takes a few tenths of a millisecond at most. */
export function nextTurn(step: keyof typeof waiting = 'long'): Promise<void> {
  return new Promise((resolve) => {
    if (following && step === 'long') following.push(resolve)
    else waiting[step].push(resolve)
    scheduleNext()
  })
}

/** Work in steps of a millisecond at most. It yields between them. */
export type Steps<T> = Generator<void, T, undefined>

/** Does work in as many turns as it needs, and returns its result: a promise only if it did not end in this turn. */
export function inTurns<T>(work: Steps<T>): MaybePromise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (isTurnOver()) return nextTurn().then(() => inTurns(work))
  }
}

/** The number of values that are awaited before other operations can continue. */
const VALUES_AT_ONCE = 50

/**
 * The values of promises, in their order, and the error of each that rejects: each promise must have a handler. Other operations continue
 * between them, also if the same promises are awaited a hundred times.
 */
export async function valuesInTurns<T>(promises: readonly Promise<T>[]): Promise<(T | Error)[]> {
  // An array that grows is copied again and again.
  const values = new Array<T | Error>(promises.length)
  for (const [index, promise] of promises.entries()) {
    if (index % VALUES_AT_ONCE === VALUES_AT_ONCE - 1 && isTurnOver()) await nextTurn()
    try {
      values[index] = await promise
    } catch (error) {
      values[index] = asError(error)
    }
  }
  return values
}

function scheduleNext(): void {
  if (nextIsDue) return
  nextIsDue = true
  setImmediate(() => {
    nextIsDue = false
    beganMs = undefined
    shortTurns = Math.max(0, shortTurns - 1)
    const first = waiting.long.shift() ?? waiting.short.shift()
    if (!first) return
    beganMs = performance.now()
    following = []
    release(first)
  })
}

/** Lets one caller do its step, then the next one, until the turn has ended. */
function release(resume: Resume): void {
  resume()
  // The microtask runs after the caller has continued, and the tick after everything that follows from it in this turn.
  queueMicrotask(() => process.nextTick(releaseNext))
}

function releaseNext(): void {
  const isOver = performance.now() - beganMs! > maxTurnMs()
  const next = isOver ? undefined : (waiting.short.shift() ?? following!.pop() ?? waiting.long.shift())
  if (next) return release(next)
  waiting.long.push(...following!)
  following = undefined
  scheduleNext()
}
