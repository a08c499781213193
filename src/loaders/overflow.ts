/** The state of a list that several parents share, after a page that did not hold all of their rows. */
export interface Overflow {
  /** The parents by which the list is filtered. */
  parents: readonly string[]
  /** The parents that need more rows. */
  pending: readonly string[]
  /** The number of rows so far of each parent that has any. */
  counts: ReadonlyMap<string, number>
  /** The parent of the last row. The next page may begin with more rows of it. */
  lastParent: string
  pageRows: number
  /** The documented maximum number of rows of one parent. */
  maxPerParent: number | undefined
}

/**
 * Decides how the remaining rows are fetched: 'continue' follows the service's cursor; otherwise the pending parents are
 * requested anew in these groups, concurrently. One more page costs less than a split, but several pages cost as many
 * round trips.
 */
export function planRest({ parents, pending, counts, lastParent, pageRows, maxPerParent }: Overflow) {
  const rows = sum(counts.values())
  if (parents.length === 1 || rows === 0) return 'continue' as const

  // A parent that fills more than half a page gets pages of its own, so that the others do not wait for it.
  const heavy = pending.filter((parent) => (counts.get(parent) ?? 0) > pageRows / 2)
  const density = rowsPerParent()
  const noneIsSatisfied = pending.length === parents.length && heavy.length === 0
  if (noneIsSatisfied && density * parents.length - rows <= pageRows) return 'continue' as const

  const light = pending.filter((parent) => !heavy.includes(parent))
  const neededGroups = Math.ceil((density * light.length) / pageRows)
  // An estimate from few parents is weak, so it may not lead to many groups.
  const groups = Math.min(neededGroups, 2 * counts.size)
  if (noneIsSatisfied && groups <= 1) return 'continue' as const
  return [...heavy.map((parent) => [parent]), ...split(light, Math.max(1, groups))]

  /** The estimated number of rows of one parent. */
  function rowsPerParent(): number {
    const most = maxPerParent ?? Infinity
    // The rows of all parents are mixed, so their counts are lower bounds only. Expect the documented maximum, or twice
    // the rows so far.
    if (counts.size === parents.length) return maxPerParent ?? 2 * median([...counts.values()])
    const seen = [...counts].filter(([parent]) => parent !== lastParent).map(([, count]) => count)
    const whole = seen.length > 0 ? seen : [...counts.values()]
    const typical = whole.filter((count) => count <= pageRows / 2)
    return Math.min(median(typical.length > 0 ? typical : whole), most)
  }
}

/** Divides a list into at most this number of chunks of nearly equal length. None of them is empty. */
function split<T>(list: readonly T[], count: number): T[][] {
  const length = Math.ceil(list.length / count)
  return Array.from({ length: Math.ceil(list.length / (length || 1)) }, (_, chunk) =>
    list.slice(chunk * length, (chunk + 1) * length),
  )
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
