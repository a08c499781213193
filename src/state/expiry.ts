/** Makes an LRUCache check expiry by the system clock at every look-up. */
export const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }

/** Bounds the number of entries of an LRUCache. Its `max` would allocate memory for all of them at once. */
export const AT_MOST_100_000 = { maxSize: 100_000, sizeCalculation: () => 1, ...EXACT_EXPIRY }
