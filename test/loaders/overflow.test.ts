import { describe, expect, it } from 'vitest'
import { planRest, type Overflow } from '../../src/loaders/overflow.ts'

const parentsOf = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`)

/** After a page of ten rows, unless it is said otherwise. `rows` has the number of rows by parent. */
function planned(parents: number, rows: Record<string, number>, others: Partial<Overflow> = {}) {
  return planRest({
    parents: parentsOf(parents),
    pending: parentsOf(parents),
    counts: new Map(Object.entries(rows)),
    lastParent: Object.keys(rows).at(-1) ?? '',
    pageRows: 10,
    maxPerParent: undefined,
    ...others,
  })
}

describe('the rows that a page did not hold', () => {
  it('follow the cursor if there is one parent, or if no row has come yet', () => {
    expect(planned(1, { p1: 10 })).toBe('continue')
    expect(planned(200, {})).toBe('continue')
  })

  it('follow the cursor if they are estimated to fit into one more page', () => {
    // Twice the rows so far are expected if every parent has some.
    expect(planned(5, { p1: 2, p2: 2, p3: 2, p4: 2, p5: 2 })).toBe('continue')
    expect(planned(5, { p1: 2, p2: 3, p3: 1, p4: 2, p5: 2 })).toBe('continue')
    expect(planned(3, { p1: 3, p2: 4, p3: 3 })).toBe('continue')
    expect(planned(3, { p1: 5, p2: 4, p3: 4 }, { pageRows: 11 })).toBe('continue')
    expect(planned(3, { p1: 5, p2: 4, p3: 5 }, { pageRows: 16 })).toBe('continue')
    expect(planned(4, { p1: 4, p2: 4, p3: 4, p4: 4 }, { pageRows: 16 })).toBe('continue')
  })

  it('are requested anew in as many groups as they are estimated to need', () => {
    // 32 rows need three pages, but four parents cannot be divided evenly among three.
    expect(planned(4, { p1: 4, p2: 4, p3: 4, p4: 4 }, { pageRows: 15 })).toEqual([
      ['p1', 'p2'],
      ['p3', 'p4'],
    ])
    expect(planned(6, { p1: 5, p2: 5, p3: 5, p4: 5, p5: 5, p6: 5 }, { pageRows: 20 })).toEqual([
      ['p1', 'p2'],
      ['p3', 'p4'],
      ['p5', 'p6'],
    ])
  })

  it('are estimated from the documented maximum if every parent has rows', () => {
    const rows = { p1: 3, p2: 2 }
    expect(planned(2, rows, { maxPerParent: 10, pageRows: 15 })).toBe('continue')
    expect(planned(2, rows, { maxPerParent: 10, pageRows: 14 })).toEqual([['p1'], ['p2']])
  })

  it('are estimated from the parents that are complete if others have no rows yet', () => {
    // 4 of each are expected: 40 in all, and 10 have come. The last parent can have more.
    const rows = { p1: 4, p2: 4, p3: 2 }
    expect(planned(10, rows, { pageRows: 30 })).toBe('continue')
    expect(planned(10, rows, { pageRows: 29 })).toEqual([parentsOf(5), parentsOf(10).slice(5)])
    expect(planned(10, { p1: 1, p2: 1, p3: 9 }, { pageRows: 18 })).toBe('continue')
    expect(planned(10, { p1: 4, p2: 9, p3: 4 }, { pageRows: 73 })).toBe('continue')
    expect(planned(10, { p1: 4, p2: 9, p3: 4 }, { pageRows: 72 })).toEqual([parentsOf(5), parentsOf(10).slice(5)])
  })

  it('are estimated from the last parent if it is the only one', () => {
    expect(planned(4, { p1: 5 }, { pageRows: 15 })).toBe('continue')
    expect(planned(4, { p1: 5 }, { pageRows: 14 })).toEqual([
      ['p1', 'p2'],
      ['p3', 'p4'],
    ])
  })

  it('are never estimated above the documented maximum', () => {
    expect(planned(4, { p1: 5, p2: 5 }, { pageRows: 10, maxPerParent: 5 })).toBe('continue')
    expect(planned(4, { p1: 5, p2: 5 }, { pageRows: 9, maxPerParent: 2 })).toEqual([['p1'], ['p2'], ['p3', 'p4']])
    expect(planned(8, { p1: 5, p2: 5 }, { pageRows: 10, maxPerParent: 2 })).toBe('continue')
  })

  it('are in few groups if the estimate comes from few parents', () => {
    expect(planned(100, { p1: 5 })).toEqual([parentsOf(50), parentsOf(100).slice(50)])
    expect(planned(100, { p1: 5, p2: 5 })).toEqual([0, 25, 50, 75].map((from) => parentsOf(100).slice(from, from + 25)))
  })

  it('are requested for a parent alone if it fills more than half a page', () => {
    expect(planned(3, { p1: 6, p2: 1, p3: 1 })).toEqual([['p1'], ['p2', 'p3']])
    expect(planned(3, { p1: 5, p2: 1, p3: 1 })).toBe('continue')
    expect(planned(2, { p1: 6, p2: 6 })).toEqual([['p1'], ['p2']])
    expect(planned(3, { p1: 8, p2: 1, p3: 1 }, { pending: ['p1'] })).toEqual([['p1']])
  })

  it('are estimated without the parents that fill more than half a page', () => {
    expect(planned(12, { p1: 9, p2: 1, p3: 1 }, { pending: parentsOf(12).slice(1) })).toEqual([
      parentsOf(7).slice(1),
      parentsOf(12).slice(7),
    ])
    // If all are so large, from these.
    expect(planned(4, { p1: 9, p2: 8 }, { pending: ['p3', 'p4'] })).toEqual([['p3'], ['p4']])
  })

  it('are requested for the parents that still need some', () => {
    expect(planned(5, { p1: 2, p2: 2, p3: 2, p4: 2, p5: 2 }, { pending: ['p2', 'p4'] })).toEqual([['p2', 'p4']])
    expect(planned(5, { p1: 2, p2: 2, p3: 2, p4: 2, p5: 2 }, { pending: parentsOf(4) })).toEqual([
      ['p1', 'p2'],
      ['p3', 'p4'],
    ])
  })
})
