import { expect } from 'vitest'

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Equals the values of these steps, one step after the other. The values of one step can be in any order: calls that are sent at
     * the same time arrive, and end, in any order.
     */
    toEqualInSteps(...steps: (readonly unknown[])[]): T
  }
}

expect.extend({
  toEqualInSteps(received: readonly unknown[], ...steps: (readonly unknown[])[]) {
    let start = 0
    const ordered = steps.flatMap((step) => {
      const unmatched = received.slice(start, (start += step.length))
      const matched = step.map((expected) => {
        const index = unmatched.findIndex((value) => this.equals(value, expected))
        return index < 0 ? [] : unmatched.splice(index, 1)
      })
      // Those that match none are shown in place of those that are missing.
      return matched.flatMap((found) => (found.length > 0 ? found : unmatched.splice(0, 1)))
    })
    const actual = [...ordered, ...received.slice(start)]
    const expected = steps.flat()
    return {
      pass: this.equals(actual, expected),
      message: () => `expected the values of ${steps.length} steps, each in any order`,
      actual,
      expected,
    }
  },
})
