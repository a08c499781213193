import type { AcquiredLease } from '../rest/store.ts'

/** The time after which the lease of a holder that has ended, or that hangs, is free. A living holder renews it. */
export const LEASE_MS = 3_000

const RENEW_MS = 1_000

/** A lease that is renewed until it is released. It lapses if the store fails. */
export function renewedLease(renew: () => unknown, release: () => unknown): AcquiredLease {
  const renewal = setInterval(() => void orLapse(renew), RENEW_MS).unref()
  return {
    held: true,
    async release() {
      clearInterval(renewal)
      await orLapse(release)
    },
  }
}

async function orLapse(step: () => unknown): Promise<void> {
  try {
    await step()
  } catch {
    // The holder goes on, and what it has done is done.
  }
}
