import { DAY_MS } from '../../async/duration.ts'
import { header, type WireAnswer } from '../wire/transport.ts'

/** A `Date` header has whole seconds, so that the estimate can be as far behind. */
export const RESOLUTION_MS = 1000

/** A difference of more than a day is a wrong header, not a wrong clock, unless the clock can be set, as a sandbox's can. */
const MAX_OFFSET_MS = DAY_MS

/**
 * Creates an estimate of the clock of one host from the `Date` headers of its answers. Until an answer shows another time, it is
 * ahead of our own clock by `aheadMs`.
 */
export function createServiceClock(maxOffsetMs = MAX_OFFSET_MS, aheadMs = 0) {
  // The host's clock is ahead of ours by at least this much. Each answer can raise it.
  let lower = aheadMs
  let isKnown = false
  /** The last date: answers of one second have the same one, which takes long to parse. */
  let last: { text?: string | undefined; date?: number | undefined } = {}

  return {
    /**
     * A time that the host's clock has certainly reached, in milliseconds since the epoch, so that a wait for a reset never ends
     * too early. It is at most a second behind, and less with each answer.
     */
    now: () => Date.now() + lower,
    /** Learns from an answer that was requested and received at these times by our clock. */
    update(answer: WireAnswer, sentAt: number, receivedAt: number) {
      const text = header(answer, 'date')
      if (text !== last.text) last = { text, date: dateOf(answer) }
      const { date } = last
      if (date === undefined) return
      const low = date - receivedAt
      const high = date + RESOLUTION_MS - sentAt
      if (Math.abs(low) > maxOffsetMs) return
      // An answer that contradicts earlier ones means that a clock was set. Then only this answer counts.
      lower = isKnown && high >= lower ? Math.max(lower, low) : low
      isKnown = true
    },
  }
}

/** The difference of clocks beyond which a refused signature is taken to be refused for its timestamp. */
const MIN_REFUSED_DIFFERENCE_MS = 60_000

/**
 * Whether a signature was refused for its timestamp: a 401 whose `Date` differs by more than a minute from the time with
 * which the request was signed. No error code is documented for it, so none is checked.
 */
export function isTimestampRefusal(answer: WireAnswer, signedAt: number): boolean {
  const date = answer.status === 401 ? dateOf(answer) : undefined
  return date !== undefined && Math.abs(date - signedAt) > MIN_REFUSED_DIFFERENCE_MS
}

/** The `Date` of an answer, in milliseconds since the epoch. */
export function dateOf(answer: WireAnswer): number | undefined {
  const date = Date.parse(header(answer, 'date') ?? '')
  return Number.isNaN(date) ? undefined : date
}
