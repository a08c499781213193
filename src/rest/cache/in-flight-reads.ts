import { UpstreamError, type UpstreamCode } from '../errors.ts'

/** Reads of this process that are in flight, by key: equal reads share one. */
export interface InFlightReads {
  has(key: string): boolean
  /** Starts a read that other operations can join until it ends. */
  start<T>(key: string, owner: ReadOwner, read: () => Promise<T>): Promise<T>
  /**
   * The answer of the read in flight, or of a new one that `start` starts. If the read in flight fails for a reason
   * that concerns only the operation that started it, this operation starts its own read.
   */
  join<T>(key: string, joiner: ReadOwner, suffices: (answer: T) => boolean, start: () => Promise<T>): Promise<Joined<T>>
}

/** An answer, and whether another operation had started the read. */
export interface Joined<T> {
  answer: T
  joined: boolean
}

/** The caller of a read, and its deadline in milliseconds since the epoch. */
export interface ReadOwner {
  caller: string
  deadline: number
}

interface InFlightRead extends ReadOwner {
  answer: Promise<unknown>
}

/** Creates the reads in flight of one process: none yet. */
export function createInFlightReads(): InFlightReads {
  const inFlight = new Map<string, InFlightRead>()
  return {
    has: (key) => inFlight.has(key),
    start(key, { caller, deadline }, read) {
      const answer = read().finally(() => inFlight.delete(key))
      inFlight.set(key, { caller, deadline, answer })
      return answer
    },
    async join<T>(key: string, joiner: ReadOwner, suffices: (answer: T) => boolean, start: () => Promise<T>) {
      for (;;) {
        const running = inFlight.get(key)
        if (!running) return { answer: await start(), joined: false }
        try {
          const answer = (await running.answer) as T
          if (suffices(answer)) return { answer, joined: true }
        } catch (error) {
          if (Date.now() >= joiner.deadline || !mayGoBetter(error, running, joiner)) throw error
        }
      }
    },
  }
}

/** Whether a read that failed for another operation can succeed for this one, with its own budget, permissions and deadline. */
function mayGoBetter(error: unknown, owner: ReadOwner, joiner: ReadOwner): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.code === 'BUDGET_SPENT') return true
  if (owner.caller !== joiner.caller && OF_THE_CALLER.has(error.code)) return true
  return owner.deadline < joiner.deadline && OF_THE_DEADLINE.has(error.code)
}

const OF_THE_CALLER: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN', 'OVERLOADED'])

const OF_THE_DEADLINE: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT'])
