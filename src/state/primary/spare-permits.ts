/** Permits of one rate limit that the primary process has granted: their IDs are consecutive. */
export interface GrantedPermits {
  first: number
  count: number
  /** When they expire because the rate limit resets, in milliseconds since the epoch by the service's clock. */
  resetAt: number
}

/** The permits that a worker has taken ahead, by the key of their rate limit. */
export interface SparePermits {
  /** The ID of a permit; undefined if there is none for the window of this time. */
  take(key: string, now: number): number | undefined
  /** Whether so few are left that it is time to take more. */
  isLow(key: string): boolean
  /** Keeps permits for a short time. Those that are not taken until then are returned. */
  add(key: string, granted: GrantedPermits): void
  /** Returns the permits of a rate limit at once. */
  returnAll(key: string): void
}

/** The most permits that a worker takes ahead. */
const MAX_AHEAD = 16

/** Permits that were granted together, of which `count` are left. */
interface SpareGrant extends GrantedPermits {
  size: number
}

/** More permits are taken when less than this share of the last ones is left, so that they arrive before these are used up. */
const LOW_SHARE = 0.25

/** The share of what remains of a rate limit that a worker takes ahead. */
const AHEAD_SHARE = 0.001

/** How long a permit that was taken ahead can stay unused. */
export const SPARE_MS = 100

/**
 * How many permits a worker may take ahead if so many requests remain: a thousandth of them. Of a rate limit with fewer than
 * a thousand left, every request takes its own, so that any worker can use all of it.
 */
export function permitsAhead(remaining: number): number {
  return Math.max(0, Math.min(MAX_AHEAD, Math.floor(remaining * AHEAD_SHARE)))
}

/** Creates an empty stock. `giveBack` returns so many permits to the primary process. */
export function createSparePermits(giveBack: (first: number, count: number) => void): SparePermits {
  const spare = new Map<string, SpareGrant[]>()

  return {
    take(key, now) {
      for (const granted of spare.get(key) ?? []) {
        if (granted.count === 0 || granted.resetAt <= now) continue
        granted.count -= 1
        return granted.first + granted.count
      }
      return undefined
    },
    isLow(key) {
      const grants = spare.get(key) ?? []
      const left = grants.reduce((sum, { count }) => sum + count, 0)
      return left < (grants.at(-1)?.size ?? 0) * LOW_SHARE
    },
    add(key, granted) {
      if (granted.count === 0) return
      const grant = { ...granted, size: granted.count }
      const grants = spare.get(key)
      if (grants) grants.push(grant)
      else spare.set(key, [grant])
      setTimeout(() => drop(key, grant), SPARE_MS).unref()
    },
    returnAll(key) {
      for (const granted of spare.get(key)?.slice() ?? []) drop(key, granted)
    },
  }

  function drop(key: string, granted: SpareGrant): void {
    const left = spare.get(key)?.filter((other) => other !== granted) ?? []
    if (left.length > 0) spare.set(key, left)
    else spare.delete(key)
    if (granted.count > 0) giveBack(granted.first, granted.count)
    granted.count = 0
  }
}
