/** Creates a function that adds to a sum, and returns what `excess` returns once the sum is greater than `allowed`. */
export function limitedSum<E>(
  allowed: number,
  excess: (used: number, allowed: number) => E,
): (amount: number) => E | undefined {
  let used = 0
  return (amount) => {
    used += Math.ceil(amount)
    return used <= allowed ? undefined : excess(used, allowed)
  }
}
