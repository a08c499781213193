/** Makes an LRUCache check expiry by the system clock at every look-up. */
export const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }
