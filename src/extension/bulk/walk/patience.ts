import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_TIMER_MS } from '../../../async/duration.ts'

/** How an export waits for the service. */
export type Patience = ReturnType<typeof createPatience>

interface PatienceOptions {
  /** How long an outage may last. */
  maxOutageMs: number
  signal: AbortSignal | undefined
  /** Called with the time until which it waits, and with undefined when it goes on; also whether it waits for an outage to end. */
  onWait: (until: number | undefined, isOutage?: boolean) => void
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

/** The number of times that a page is read again whose answer is not of the documented form. */
const MAX_UNDOCUMENTED = 3

/** A reset that was announced can be a little earlier than the service's own clock has it. */
const MARGIN_MS = 100

/**
 * Creates the patience of one export: a rate limit is waited for however long it takes, an outage for at most
 * `maxOutageMs`, with longer and longer pauses.
 */
export function createPatience({ maxOutageMs, signal, onWait }: PatienceOptions) {
  let outageSince: number | undefined
  let pauses = 0
  return {
    /** Waits until this time, or for a while if it is not known. Returns false if it has waited for long enough. */
    async wait(until: number | undefined, isUndocumented: boolean): Promise<boolean> {
      const now = Date.now()
      let resumeAt = until === undefined || until <= now ? undefined : until + MARGIN_MS
      const isOutage = resumeAt === undefined
      // Who announces a limit answers.
      if (resumeAt !== undefined) end()
      else {
        outageSince ??= now
        if (now - outageSince >= maxOutageMs || (isUndocumented && pauses >= MAX_UNDOCUMENTED)) return false
        const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses, outageSince + maxOutageMs - now)
        resumeAt = now + pauseMs
        pauses += 1
      }
      onWait(resumeAt, isOutage)
      // A timer cannot be longer than 24 days.
      await sleep(Math.min(resumeAt - now, MAX_TIMER_MS), undefined, { signal })
      onWait(undefined)
      return true
    },
    /** The service has answered. */
    end,
  }

  function end(): void {
    outageSince = undefined
    pauses = 0
  }
}
