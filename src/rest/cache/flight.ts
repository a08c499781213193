import { UpstreamError, type UpstreamCode } from '../errors.ts'

/** Reads of this process that are in flight, by key: equal reads share one. */
export interface Flights {
  has(key: string): boolean
  /** Begins a read that others can join until it ends. */
  start<T>(key: string, owner: FlightOwner, read: () => Promise<T>): Promise<T>
  /**
   * The answer of the read in flight, or else of a new one that `start` begins. If the read in flight fails for a reason that
   * concerns its owner alone, this operation begins its own.
   */
  join<T>(
    key: string,
    joiner: FlightOwner,
    suffices: (answer: T) => boolean,
    start: () => Promise<T>,
  ): Promise<Joined<T>>
}

/** The answer of a flight, and whether another operation had started it. */
export interface Joined<T> {
  answer: T
  joined: boolean
}

/** The caller of a read, and its deadline in milliseconds since the epoch. */
export interface FlightOwner {
  caller: string
  deadline: number
}

interface Flight extends FlightOwner {
  answer: Promise<unknown>
}

/** No flights yet. */
export function createFlights(): Flights {
  const flights = new Map<string, Flight>()
  return {
    has: (key) => flights.has(key),
    start(key, { caller, deadline }, read) {
      const answer = read().finally(() => flights.delete(key))
      flights.set(key, { caller, deadline, answer })
      return answer
    },
    async join<T>(key: string, joiner: FlightOwner, suffices: (answer: T) => boolean, start: () => Promise<T>) {
      for (;;) {
        const flight = flights.get(key)
        if (!flight) return { answer: await start(), joined: false }
        try {
          const answer = (await flight.answer) as T
          if (suffices(answer)) return { answer, joined: true }
        } catch (error) {
          if (Date.now() >= joiner.deadline || !mayGoBetter(error, flight, joiner)) throw error
        }
      }
    },
  }
}

/** Whether a read that failed for another operation can succeed for this one, with its own budget, permissions and deadline. */
function mayGoBetter(error: unknown, owner: FlightOwner, joiner: FlightOwner): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.code === 'BUDGET_SPENT') return true
  if (owner.caller !== joiner.caller && OF_THE_CALLER.has(error.code)) return true
  return owner.deadline < joiner.deadline && OF_THE_DEADLINE.has(error.code)
}

const OF_THE_CALLER: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN', 'OVERLOADED'])

const OF_THE_DEADLINE: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT'])
