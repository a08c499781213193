import type { Call, Middleware } from '../rest/call.ts'
import type { KnownRateLimit } from '../rest/policy/rate-limit.ts'
import { pause } from '../rest/policy/rate-limit-queue.ts'

/** The part of a rate limit that an export leaves to others, at least one call, until the last tenth of the window. */
const RESERVE = 0.1
const LAST_PART = 0.1

/** What is known of the window of a rate limit. */
interface Window {
  resetAt: number
  /** Its length, as far as it has been seen. */
  lengthMs: number
  /** The calls of the export in it. */
  own: number
  /** Those of them that were made since it was last looked at. The service may have counted them in the next window. */
  latest: number
}

/** What is left of a rate limit, and who has used it. */
export interface Use extends Pick<KnownRateLimit, 'limit' | 'remaining' | 'resetAfterMs'> {
  lengthMs: number
  own: number
}

/**
 * How long an export waits before it makes a call that counts against a rate limit; 0 if it makes the call now. While others
 * use the limit, an export takes at most its share of what they leave. Alone, it takes everything but a reserve, and the reserve
 * in the last part of the window.
 */
export function waitMsFor({ limit, remaining, resetAfterMs, lengthMs, own }: Use, share: number): number {
  const byOthers = limit - remaining - own
  if (remaining <= 0) return resetAfterMs
  if (byOthers > 0 && own + 1 > share * (own + remaining)) return resetAfterMs
  const reserve = Math.max(1, Math.ceil(RESERVE * limit))
  const untilLastPart = resetAfterMs - LAST_PART * lengthMs
  if (remaining > reserve) return 0
  return byOthers > 0 ? resetAfterMs : Math.max(0, untilLastPart)
}

interface PolitenessOptions {
  /** The share of a rate limit that an export takes while others use it. */
  share: number
  /** How long a call may take once it is made. */
  callTimeoutMs: number
}

/** What a call of an export needs to know. */
interface PoliteCall {
  /** The rate limit that a call counts against, if it is known. */
  limitOf: (call: Call) => KnownRateLimit | undefined
  /** Called with the time until which a call waits, and with undefined when it goes on. */
  onWait: (until: number | undefined) => void
}

/** A reset that was announced can be a little earlier than the service's own clock has it. */
const MARGIN_MS = 50

/** Creates the politeness of one export: its calls, which it counts, wait until others do not need the rate limit. */
export function createPoliteness({ share, callTimeoutMs }: PolitenessOptions) {
  const windows = new Map<string, Window>()
  /** Calls against limits that were not known, by endpoint. */
  const unknown = new Map<string, number>()
  return {
    middleware:
      ({ limitOf, onWait }: PoliteCall): Middleware =>
      async (call, next) => {
        const { signal } = call.context
        let hasWaited = false
        let known: KnownRateLimit | undefined
        for (;;) {
          known = limitOf(call)
          const waitMs = known ? waitMsFor(useOf(call, known), share) : 0
          if (waitMs <= 0) break
          hasWaited = true
          onWait(Date.now() + waitMs)
          await pause(waitMs + MARGIN_MS, signal)
        }
        if (hasWaited) onWait(undefined)
        count(call, known !== undefined)
        return next({ ...call, context: { ...call.context, deadline: Date.now() + callTimeoutMs } })
      },
    /** Counts an attempt that no middleware has seen. */
    countRetry(path: string) {
      for (const [key, window] of windows) if (key.startsWith(`${path} `)) window.own += 1
    },
  }

  function useOf(call: Call, { limit, remaining, resetAt, resetAfterMs }: KnownRateLimit): Use {
    const key = keyOf(call)
    let window = windows.get(key)
    if (window?.resetAt !== resetAt) {
      // The calls about which nobody knows in which window they are. One of them has announced this window.
      const own = Math.min(limit - remaining, (unknown.get(key) ?? 0) + (window?.latest ?? 0))
      window = { resetAt, lengthMs: resetAfterMs, own, latest: 0 }
      windows.set(key, window)
      unknown.delete(key)
    }
    window.latest = 0
    return { limit, remaining, resetAfterMs, lengthMs: window.lengthMs, own: window.own }
  }

  function count(call: Call, isKnown: boolean): void {
    const key = keyOf(call)
    const window = isKnown ? windows.get(key) : undefined
    if (window) Object.assign(window, { own: window.own + 1, latest: window.latest + 1 })
    else unknown.set(key, (unknown.get(key) ?? 0) + 1)
  }
}

function keyOf({ endpoint, path }: Call): string {
  return `${endpoint.path} ${path['account_id'] ?? ''}`
}
