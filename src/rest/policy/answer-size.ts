import type { Call } from '../call.ts'

/** The length of the answers of each endpoint for each row or key that a call asks for, learned from its answers. */
export interface AnswerSizes {
  /** The bytes that the answer to a call is expected to have. */
  expected(call: Call): number
  /** Learns from an answer with so many bytes. */
  learn(call: Call, bytes: number): void
}

/** What an answer is expected to have beside its rows, and before any has arrived. */
const MIN_BYTES = 16_384

/** The weight of the newest answer in the average. */
const NEWEST = 1 / 8

/** Creates averages that know nothing yet. There is one for each endpoint that is called. */
export function createAnswerSizes(): AnswerSizes {
  const averages = new Map<string, number>()
  return {
    expected: (call) => MIN_BYTES + Math.ceil((averages.get(call.endpoint.path) ?? 0) * requestedIn(call)),
    learn(call, bytes) {
      const size = bytes / requestedIn(call)
      const average = averages.get(call.endpoint.path) ?? size
      averages.set(call.endpoint.path, average + (size - average) * NEWEST)
    },
  }
}

/** The rows that a call asks for: those of a page, or one for each key. */
function requestedIn({ params }: Call): number {
  return 'count' in params && params.count !== undefined ? Number(params.count) : Math.max(1, keysIn(params))
}

/** The length of the longest list among the parameters: how many IDs or parents one call serves. */
export function keysIn(params: object): number {
  let longest = 0
  for (const value of Object.values(params)) if (Array.isArray(value)) longest = Math.max(longest, value.length)
  return longest
}
