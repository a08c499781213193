import type { Call } from '../call.ts'

/** What an answer is expected to have beside its rows, and before any has arrived. */
const MIN_BYTES = 16_384

/** The weight of the newest answer in the average. */
const NEWEST = 1 / 8

/** Creates the average length of the answers of each endpoint, for each row or key that a call asks for. It is learned from answers. */
export function createAnswerSizes() {
  const averages = new Map<string, number>()
  return {
    /** The bytes that the answer to a call is expected to have. */
    expected: (call: Call) => MIN_BYTES + Math.ceil((averages.get(call.endpoint.path) ?? 0) * requestedIn(call)),
    learn(call: Call, bytes: number) {
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
