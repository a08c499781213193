/** Limits how many retries are sent, so that they do not multiply the calls during an outage. One per host. */
export interface RetryBudget {
  /** Counts the first attempt of a request. */
  countFirst(now: number): void
  /** Counts a retry and returns true, or returns false if the budget is spent. */
  takeRetry(now: number): boolean
}

/** The time over which attempts and retries are compared. */
const WINDOW_MS = 10_000

/** While a third of the calls fail, four attempts each need 0.48 retries per request on average. */
const MAX_RETRIES_PER_FIRST_ATTEMPT = 0.6

/** Retries that are always allowed, so that few requests can be retried too. */
const MIN_RETRIES = 10

const BUCKET_MS = 100
const BUCKETS = WINDOW_MS / BUCKET_MS

/** A budget of 0.6 retries per first attempt over the last ten seconds, and at least ten. Times are milliseconds. */
export function createRetryBudget(): RetryBudget {
  // One bucket more than the window: only a part of the oldest belongs to it, which counts for retries, not for first attempts.
  const numbers = new Float64Array(BUCKETS + 1).fill(-Infinity)
  const firsts = new Uint32Array(BUCKETS + 1)
  const retries = new Uint32Array(BUCKETS + 1)

  return {
    countFirst(now) {
      firsts[bucketAt(now)]! += 1
    },
    takeRetry(now) {
      const current = bucketAt(now)
      let firstCount = 0
      let retryCount = 0
      for (let bucket = 0; bucket <= BUCKETS; bucket += 1) {
        const age = numbers[current]! - numbers[bucket]!
        if (age < 0 || age > BUCKETS) continue
        retryCount += retries[bucket]!
        if (age < BUCKETS) firstCount += firsts[bucket]!
      }
      if (retryCount >= Math.max(MIN_RETRIES, Math.floor(MAX_RETRIES_PER_FIRST_ATTEMPT * firstCount))) return false
      retries[current]! += 1
      return true
    },
  }

  /** The index of the bucket for this moment. The bucket is emptied first if it has counts of an earlier moment. */
  function bucketAt(now: number): number {
    const number = Math.floor(now / BUCKET_MS)
    const bucket = number % (BUCKETS + 1)
    if (numbers[bucket] !== number) {
      numbers[bucket] = number
      firsts[bucket] = 0
      retries[bucket] = 0
    }
    return bucket
  }
}
