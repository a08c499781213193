import { header, type WireAnswer } from '../wire/transport.ts'

/** The clock of one host, as far as the `Date` headers of its answers tell. */
export interface ServiceClock {
  /**
   * A moment that the host's clock has surely reached, in milliseconds since the epoch: whoever waits for a reset by it
   * never comes too early. It is at most a second behind, and less with each answer. Without answers it is our own time.
   */
  now(): number
  /** Learns from an answer that was requested and received at these moments by our own clock. */
  update(answer: WireAnswer, sentAt: number, receivedAt: number): void
}

/** A `Date` header names a whole second, and the moment is anywhere in it. */
const RESOLUTION_MS = 1000

/** Clocks that differ by more than a day are not corrected: then the header is wrong, not the clock. */
const MAX_OFFSET_MS = 86_400_000

/** A clock that agrees with ours until an answer says otherwise. */
export function createServiceClock(): ServiceClock {
  // The bounds of how far the host's clock is ahead of ours. Each answer narrows them.
  let least = 0
  let most = Infinity
  let isKnown = false

  return {
    now: () => Date.now() + least,
    update(answer, sentAt, receivedAt) {
      const date = dateOf(answer)
      if (date === undefined) return
      const low = date - receivedAt
      const high = date + RESOLUTION_MS - sentAt
      if (Math.abs(low) > MAX_OFFSET_MS) return
      // Answers that contradict those before come after a clock was set: then they alone count.
      const agrees = isKnown && low <= most && high >= least
      least = agrees ? Math.max(least, low) : low
      most = agrees ? Math.min(most, high) : high
      isKnown = true
    },
  }
}

/** The difference of clocks beyond which a refused signature is taken to be refused for its timestamp. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000

/**
 * Whether a signature was refused for its timestamp: a 401 whose `Date` differs by more than a minute from the moment by
 * which the request was signed. The reference documents no code for it, and answers of a gateway differ, so none counts.
 */
export function isTimestampRefusal(answer: WireAnswer, signedAt: number): boolean {
  const date = answer.status === 401 ? dateOf(answer) : undefined
  return date !== undefined && Math.abs(date - signedAt) > MAX_CLOCK_DIFFERENCE_MS
}

function dateOf(answer: WireAnswer): number | undefined {
  const date = Date.parse(header(answer, 'date') ?? '')
  return Number.isNaN(date) ? undefined : date
}
