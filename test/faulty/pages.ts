import { array, constant, integer, nat, oneof, record, type Arbitrary } from 'fast-check'
import type { Pages } from '../support/faulty-service.ts'

/** How many rows a list has. */
export const ROWS = 6
const pageRows = array(nat({ max: ROWS - 1 }), { maxLength: 4 })
const anyPages: Arbitrary<Pages> = array(pageRows, { minLength: 1, maxLength: 5 }).chain((rows) =>
  record({
    rows: constant(rows),
    next: array(oneof(constant(null), nat({ max: rows.length - 1 }), nat({ max: rows.length - 1 })), {
      minLength: rows.length,
      maxLength: rows.length,
    }),
  }),
)
/** Pages that end. A row is on two of them if rows were added meanwhile. */
const endingPages: Arbitrary<Pages> = array(pageRows, { minLength: 1, maxLength: 5 }).map((rows) => ({
  rows,
  next: rows.map((_, nth) => (nth + 1 < rows.length ? nth + 1 : null)),
}))

/** Pages with a row each. The last one leads back by more than one. */
const leadingBack: Arbitrary<Pages> = record({ length: integer({ min: 3, max: 5 }), by: nat({ max: 2 }) }).map(
  ({ length, by }) => {
    const indexes = Array.from({ length }, (_, nth) => nth)
    return { rows: indexes.map((nth) => [nth]), next: [...indexes.slice(1), length - 3 - Math.min(by, length - 3)] }
  },
)

/** The pages of a list of at most five: those that end, those whose cursors lead anywhere, and those that lead back. */
export const pages = oneof(
  { arbitrary: endingPages, weight: 2 },
  { arbitrary: anyPages, weight: 2 },
  { arbitrary: leadingBack, weight: 1 },
)

/**
 * The rows of a list from its pages in order, each once; undefined if its cursors lead back. Rows without an ID can be twice on a
 * page.
 */
export function rowsOf({ rows, next }: Pages, prefix: string, haveIds = true): string[] | undefined {
  const ids: string[] = []
  const visited = new Set<number>()
  for (let page: number | null = 0; page !== null; page = next[page] ?? null) {
    if (visited.has(page)) return undefined
    visited.add(page)
    const onPage = rows[page]!.map((index) => `${prefix}${index}`).filter((id) => !ids.includes(id))
    ids.push(...(haveIds ? new Set(onPage) : onPage))
  }
  return ids
}
