/** What a page that did not hold all rows of its parents tells about the rest. */
export interface Overflow {
  /** The parents the list was asked for. */
  parents: readonly string[]
  /** Those of them that still need rows. */
  waiting: readonly string[]
  /** Rows so far by parent, in the order in which the parents appeared. */
  counts: ReadonlyMap<string, number>
  /** The parent of the last row, whose rows may go on beyond the page. */
  lastParent: string
  /** Most rows a page holds. */
  pageRows: number
  /** Documented most rows of one parent. */
  mostPerParent: number | undefined
}

/**
 * Decides how the rest is fetched: 'continue' follows the service's cursor; otherwise the waiting parents are asked for
 * anew in these groups, side by side. One more page in a row costs less than a split; more than one costs round trips.
 */
export function planRest({ parents, waiting, counts, lastParent, pageRows, mostPerParent }: Overflow) {
  const rows = sum(counts.values())
  if (parents.length === 1 || rows === 0) return 'continue' as const

  // A parent that fills most of a page by itself is paged by itself, so that the others neither wait for it nor carry it.
  const heavy = waiting.filter((parent) => (counts.get(parent) ?? 0) > pageRows / 2)
  const density = rowsPerParent()
  const nobodyIsServed = waiting.length === parents.length && heavy.length === 0
  if (nobodyIsServed && density * parents.length - rows <= pageRows) return 'continue' as const

  const light = waiting.filter((parent) => !heavy.includes(parent))
  const wanted = Math.ceil((density * light.length) / pageRows)
  // The fewer parents were seen, the weaker the estimate: groups multiply only as evidence does.
  const groups = Math.min(wanted, 2 * counts.size)
  if (nobodyIsServed && groups <= 1) return 'continue' as const
  return [...heavy.map((parent) => [parent]), ...split(light, Math.max(1, groups))]

  /** Estimated rows of one parent. */
  function rowsPerParent(): number {
    const most = mostPerParent ?? Infinity
    // All parents were met before the first was finished: so far is a lower bound only. Expect the documented most,
    // or as many rows again as there were.
    if (counts.size === parents.length) return mostPerParent ?? 2 * median([...counts.values()])
    const seen = [...counts].filter(([parent]) => parent !== lastParent).map(([, count]) => count)
    const whole = seen.length > 0 ? seen : [...counts.values()]
    const typical = whole.filter((count) => count <= pageRows / 2)
    return Math.min(median(typical.length > 0 ? typical : whole), most)
  }
}

/** The list cut into so many runs of nearly equal length, none empty. */
function split<T>(list: readonly T[], runs: number): T[][] {
  const length = Math.ceil(list.length / runs)
  return Array.from({ length: Math.ceil(list.length / (length || 1)) }, (_, run) =>
    list.slice(run * length, (run + 1) * length),
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
